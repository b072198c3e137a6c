"""Games for the tests of hints and analysis."""

from typing import Any

from docena.bots.players.player import LightPlayer
from docena.game.game import Game
from docena.game.record import Record, record_of

NAMES = ["Ana", "Luis", "Eva", "Leo", "Sol", "Max"]


def played(
    edition: str = "classic", players: int = 2, lines: int | None = None, seed: int = 3, **options: Any
) -> Record:
    """A game by greedy players, or its first lines."""
    game = Game.new(edition, players, stock=options.pop("stock", 5), seed=seed, **options)
    greedy = LightPlayer("greedy")
    while not game.over and (lines is None or len(game.log) < lines):
        game.play(greedy.choose(game.view(game.board.mover)))
    record = record_of(game, names=NAMES[:players])
    if lines is not None:
        record.log, record.result = record.log[:lines], None
    return record

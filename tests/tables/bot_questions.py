"""Questions to bots about positions of games."""

from docena.game.game import Game
from docena.tables.bots.frames import Question


def questions_of(game: Game, bot: str, key: str = "table", seed: int = 7) -> Question:
    seat = game.board.mover
    return Question(1, f"{key}:{seat}", bot, seed, seat, bytes(game.view(seat)))

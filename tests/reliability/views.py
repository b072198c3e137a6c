"""Views: two tables that differ only in what a seat may not know look the same to it, and give the same hints."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from random_games import SETTINGS, STYLES, Snapshot, positions
from redraw import own_table, redrawn
from reliability.leaks import LEAKS, planted_leak
from reliability.part import Chunk, Part, Result

from docena.analysis.hints import hints
from docena.bots.players.player import LightPlayer
from docena.core.errors import DocenaError
from docena.engine.table import Tables
from docena.engine.view import View
from docena.game.game import Game

_LINES, _EVERY = 400, 5
_HINT_EVERY, _HINT_TRIES = 400, 40


def seen(tables: Tables, seat: int | None) -> tuple[bytes, dict[str, Any], list[str]]:
    """All that can be learnt from a view."""
    view = View(tables, seat)
    view.table = Snapshot(view).table
    return bytes(view), view.as_dict(), view.legal_moves()


def tells_nothing(game: Game, seat: int | None, rng: Random) -> bool:
    return seen(own_table(game), seat) == seen(redrawn(game, seat, rng), seat)


def same_choices(game: Game, rng: Random, *, with_hints: bool) -> bool:
    """Whether a bot in the mover's place, and the hints if they are wanted, are the same for a redrawn table."""
    seat, seed = game.board.mover, rng.getrandbits(30)
    views = [View(own_table(game), seat), View(redrawn(game, seat, rng), seat)]
    moves = {LightPlayer("greedy", seed).choose(view) for view in views}
    told = [_hints(view, seed) for view in views] if with_hints else [[], []]
    return len(moves) == 1 and told[0] == told[1]


def _hints(view: View, seed: int) -> list[Any]:
    try:
        return list(hints(view, tries=_HINT_TRIES, seed=seed, most=2))
    except DocenaError as error:  # there is nothing to choose
        return [str(error)]


def some_games(rng: Random) -> Iterator[tuple[str, Game]]:
    """Positions of random games, each with what repeats the game."""
    while True:
        setting, style, seed = rng.choice(SETTINGS), rng.choice(STYLES), rng.getrandbits(40)
        for number, game in enumerate(positions(setting, seed, style, _LINES)):
            if number % _EVERY == 0 or game.awaits in ("restock", "shuffle"):
                yield f"{setting}, game {seed}, {style}, line {number}", game


def leaks_found(seed: int, pairs: int) -> tuple[list[str], dict[str, int]]:
    """What is told that may not be, in so many pairs of views."""
    rng, found, done, chosen, hinted = Random(seed), list[str](), 0, 0, 0
    for what, game in some_games(rng):
        for seat in [*game.board.seats, None]:
            done += 1
            if not tells_nothing(game, seat, rng):
                found.append(f"{what}: the view of {seat or 'a spectator'} tells something")
        if game.awaits is None and not game.over:
            chosen += 1
            hint = chosen % _HINT_EVERY == 1
            hinted += hint
            if not same_choices(game, rng, with_hints=hint):
                found.append(f"{what}: a bot's move or the hints of seat {game.board.mover} tell something")
        if done >= pairs or len(found) >= 20:
            return found, {"pairs of bots' choices": chosen, "pairs of hints": hinted}
    raise AssertionError("there is no end of games")


def run(chunk: Chunk) -> Result:
    found, counts = leaks_found(chunk.seed, chunk.trials)
    return Result(chunk.trials, [f"seed {chunk.seed}: {what}" for what in found], counts)


def is_caught(name: str) -> bool:
    leak = next(leak for leak in LEAKS if leak.__name__ == name)
    with planted_leak(leak):
        return any(leaks_found(seed, 400)[0] for seed in range(12))


def controls(_: Path) -> dict[str, bool]:
    return {leak.__name__: is_caught(leak.__name__) for leak in LEAKS}


PART = Part(
    "views",
    "pairs of views of tables that differ only in hidden cards",
    "pairs",
    full=1_000_000,
    chunk=20_000,
    run=run,
    controls=controls,
    least=500,
)

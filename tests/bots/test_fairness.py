"""A bot's move depends on nothing that its seat may not know: it is the same when all that is hidden is redrawn."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

import pytest
from entries.play import bot_move
from random_games import LONG, SETTINGS, Setting, positions
from redraw import own_table, redrawn

from docena.bots import NAMES, bot_number
from docena.bots.kernels.plans import SEARCH_TABLES
from docena.bots.weights.files import planner_at
from docena.engine.board import Board
from docena.engine.table import Tables, new_pads, new_tables, record_in
from docena.engine.view import View
from docena.game.game import Game

LINES = 400 if LONG else 80
EVERY = 2 if LONG else 6

Bot = Callable[[Tables, Any, int, Any, Any, Any], int]
BULK = [name for name in NAMES if name != "master"]


def move_at(tables: Tables, bot: Bot, number: int, chance: int) -> tuple[int, int]:
    """The bot's move and the state of its generator afterwards."""
    mover = int(record_in(tables).mover) + 1
    pads = new_pads(1)
    record_in(pads).chance = chance
    # simulated tables leave shuffled cards on the pad that bots are given: they must not read them
    draw = Board(tables).draw
    record_in(pads).cards[: len(draw)] = draw
    work = new_tables(SEARCH_TABLES)
    work[:1] = View(tables, mover).tables
    move = bot(work, pads, number, *planner_at(record_in(tables)))
    return int(move), int(record_in(pads).chance)


def some_positions(setting: Setting) -> Iterator[Game]:
    for style in ("plays", "mixed"):
        for number, game in enumerate(positions(setting, "bots", style, LINES)):
            if number % EVERY == 0 and game.awaits is None and not game.over:
                yield game


class Position(NamedTuple):
    """A table, what it may also be for all that its mover knows, and what is legal there."""

    table: Tables
    alternatives: list[Tables]
    chance: int
    legal: list[int]
    log: list[str]


def position_of(game: Game, rng: Random) -> Position:
    chance, mover = rng.getrandbits(63), game.board.mover
    alternatives = [redrawn(game, mover, rng) for _ in range(3)]
    return Position(own_table(game), alternatives, chance, game.legal_numbers(), list(game.log))


@lru_cache(maxsize=1)
def positions_of(setting: Setting) -> list[Position]:
    """The same for all bots."""
    rng = Random(str(setting))
    return [position_of(game, rng) for game in some_positions(setting)]


def is_fair(position: Position, bot: Bot, number: int) -> bool:
    move = move_at(position.table, bot, number, position.chance)
    return all(move_at(other, bot, number, position.chance) == move for other in position.alternatives)


@pytest.mark.parametrize("name", BULK)
@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_bot_moves_the_same_whatever_is_hidden(setting: Setting, name: str) -> None:
    for position in positions_of(setting):
        assert is_fair(position, bot_move, bot_number(name)), position.log
        move, _ = move_at(position.table, bot_move, bot_number(name), 1)
        assert move in position.legal


def reads_the_pad(work: Tables, pads: Any, bot: int, *planner: Any) -> int:
    return int(record_in(pads).cards[0])


def test_a_bot_that_reads_what_was_left_on_the_pad_is_caught() -> None:
    assert not all(is_fair(position, reads_the_pad, 0) for position in positions_of(SETTINGS[0]))


def test_a_bot_that_is_given_the_full_table_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if simulations handed bots the table itself: a bot that counts the next player's wilds."""

    def peek(work: Tables, pads: Any, bot: int, *planner: Any) -> int:
        view = record_in(work)
        return int(view.hand[(view.mover + 1) % view.players, 0]) >> 52 & 15

    assert all(is_fair(position, peek, 0) for position in positions_of(SETTINGS[0]))
    monkeypatch.setattr("docena.engine.view.look", lambda tables, i, views, j, seat: views.__setitem__(j, tables[i]))
    assert not all(is_fair(position, peek, 0) for position in positions_of(SETTINGS[0]))

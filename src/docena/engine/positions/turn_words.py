"""What has happened in a turn and what is due, as words: `moved`, `toll.2.3`, `passed.1.4`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from docena.core.moves import FACES
from docena.core.sizes import HAND, PENALTY_CARDS, PLACES, SEATS, TOLLS
from docena.engine.table import BLOCKED, PLAYING, RESTOCK, ROLL, SHUFFLE, WON

_MANY = 9999

Read = Callable[[Any], tuple[int, ...] | None]
Write = Callable[[Any, tuple[int, ...]], None]


@dataclass(frozen=True)
class Phase:
    """A word: what it is read from, what it sets, and the least and most of each number that follows it."""

    read: Read
    write: Write
    numbers: tuple[tuple[int, int], ...] = ()
    seats: bool = False
    """It is followed by seats, ascending."""


def _flag(field: str, value: int = 1) -> Phase:
    def write(table: Any, _: tuple[int, ...]) -> None:
        table[field] = value

    return Phase(lambda table: () if int(table[field]) == value else None, write)


def _number(field: str, most: int) -> Phase:
    def write(table: Any, numbers: tuple[int, ...]) -> None:
        table[field] = numbers[0]

    return Phase(lambda table: (int(table[field]),) if int(table[field]) else None, write, ((1, most),))


def _pair(field: str, other: str, most: int, most_other: int) -> Phase:
    """Two numbers, the second counted from 1 here and from 0 in the record."""

    def write(table: Any, numbers: tuple[int, ...]) -> None:
        table[field], table[other] = numbers[0], numbers[1] - 1

    def read(table: Any) -> tuple[int, ...] | None:
        return (int(table[field]), int(table[other]) + 1) if int(table[field]) else None

    return Phase(read, write, ((1, most), (1, most_other)))


def _seats(field: str) -> Phase:
    def write(table: Any, seats: tuple[int, ...]) -> None:
        table[field] = sum(1 << (seat - 1) for seat in seats)

    def read(table: Any) -> tuple[int, ...] | None:
        bits = int(table[field])
        return tuple(seat + 1 for seat in range(SEATS) if bits >> seat & 1) or None

    return Phase(read, write, seats=True)


_KEPT = ("kept_die", "kept_die_left", "kept_talks", "kept_owed")


def _read_interrupted(table: Any) -> tuple[int, ...] | None:
    return tuple(int(table[field]) for field in _KEPT) if int(table.mover) != int(table.turn) else None


def _write_interrupted(table: Any, numbers: tuple[int, ...]) -> None:
    for field, number in zip(_KEPT, numbers, strict=True):
        table[field] = number


def _read_won(table: Any) -> tuple[int, ...] | None:
    return _WINNERS.read(table) if int(table.over) == WON else None


def _write_won(table: Any, seats: tuple[int, ...]) -> None:
    table.over = WON
    _WINNERS.write(table, seats)


_WINNERS = _seats("winners")
_REFILL = _flag("refill")

PHASES: dict[str, Phase] = {
    "won": Phase(_read_won, _write_won, seats=True),
    "blocked": _flag("over", BLOCKED),
    "shuffle": _flag("awaits", SHUFFLE),
    "roll": _flag("awaits", ROLL),
    "restock": _flag("awaits", RESTOCK),
    "rolling": _flag("rolling"),
    "drawing": _number("drawing", HAND),
    "owed": _number("owed", HAND),
    "taking": _flag("taking"),
    "sinking": _pair("sinking", "sinking_seat", PENALTY_CARDS, SEATS),
    "toll": _pair("toll", "toll_place", TOLLS - 1, PLACES),
    "refill": Phase(lambda table: _REFILL.read(table) if int(table.toll) else None, _REFILL.write),
    "follow": _number("must", PLACES),
    "ended": _flag("ended"),
    "played": _flag("played"),
    "moved": _flag("moved"),
    "talks": _number("talks", _MANY),
    "penalised": _seats("penalised"),
    "passed": _seats("passed"),
    "interrupted": Phase(
        _read_interrupted, _write_interrupted, ((0, len(FACES) - 1), (0, 2), (0, _MANY), (0, HAND))
    ),
}  # fmt: skip
"""All words, in the order in which they are written."""


def phases_of(table: Any) -> dict[str, tuple[int, ...]]:
    """The words for a table record."""
    found = {word: phase.read(table) for word, phase in PHASES.items()}
    return {word: numbers for word, numbers in found.items() if numbers is not None}


def is_over(table: Any) -> bool:
    return int(table.over) != PLAYING

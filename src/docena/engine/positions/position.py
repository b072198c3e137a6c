"""A position as its text says it, field by field."""

import msgspec

from docena.core.errors import Refused
from docena.core.options import Options
from docena.core.words import worded

VERSION = "docena1"
STAND_IN = 0
"""In a building pile: the die or coins stood in for a card here."""
_SPECTATOR = 0

Pile = tuple[int, ...]
"""The cards of a pile, bottom to top."""


class BadPosition(Refused):
    """A text that is no position, or one of a table that cannot be: a text of the section `position`."""

    def __init__(self, key: str, **parts: object) -> None:
        super().__init__("bad", worded("position", key, **parts))


def viewer_of(seat: int | None) -> int:
    """The number of a viewer in the text: of those who only watch, if it is no seat's."""
    return _SPECTATOR if seat is None else seat


class CardsOfSeat(msgspec.Struct, frozen=True):
    """The cards of one seat; the hand in ascending order."""

    hand: Pile
    stock: Pile
    discards: tuple[Pile, ...]


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that can matter from now on; unknown cards are `UNKNOWN`."""

    options: Options
    building: tuple[Pile, ...]
    seats: tuple[CardsOfSeat, ...]
    draw: Pile
    aside: Pile
    first: int
    turn: int
    mover: int
    coins: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()
    die: int = 0
    die_left: int = 0
    state: dict[str, tuple[int, ...]] = {}
    """What has happened in this turn and what is due, by the words of `turn_words`."""
    viewer: int | None = None
    """The seat that sees it so; None: nobody, it is the whole table."""
    goal: int = 0
    score: tuple[int, ...] = ()
    """Of the match: points of each seat, or of each partnership; none in a single game."""
    turns: int = 1
    moves: int = 0

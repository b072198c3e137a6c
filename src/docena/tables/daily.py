"""The daily deal: one game against one bot, with the same cards for everybody.

Its chance is not secret: the deal of a day follows from its date, by the derivation of `docena.game.fair`.
"""

import hashlib
import re
from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec

from docena.game.fair import FairChance
from docena.tables.choices import Choices

LEVEL = "skilled"
GAME = 1
"""The game of the table with the daily deal; later ones are ordinary games."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")


def day_at(seconds: int) -> str:
    """The current day, which changes everywhere at the same time.

    >>> day_at(1_800_000_000)
    '2027-01-15'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")


def choices_of_the_day() -> Choices:
    """A short game, so that everybody has time for it."""
    return Choices(edition="classic", players=2, short=True, goal=0, clock="off", bots={"2": LEVEL})


def secret_of(day: str) -> bytes:
    assert _DAY.fullmatch(day)
    return f"docena daily {day}".encode()


def chance_of(day: str) -> FairChance:
    """The chance of a day, without contributions, which would give everybody different cards.

    >>> chance_of("2027-01-15").shuffle([1, 2, 3, 4, 5, 6])
    [6, 2, 1, 3, 4, 5]
    """
    return FairChance(secret_of(day), f"daily/{day}")


def player_of(day: str) -> str:
    """The results of a day are kept like the history of a player of this name."""
    return f"daily:{day}"


class DayLine(msgspec.Struct, frozen=True):
    """The result of one game with the daily deal."""

    who: str
    """The same for all games of one player on one day, and useless for anything else; empty if unknown."""
    won: bool
    margin: int
    """Cards left in the bot's stock pile; negative: in the player's own."""
    turns: int


def who_is(day: str, player: str) -> str:
    return hashlib.blake2b(f"{day} {player}".encode(), digest_size=9).hexdigest() if player else ""


class DaySight(msgspec.Struct, frozen=True):
    """The daily deal, and its results so far; of several games of one player the first counts."""

    day: str
    choices: Choices
    played: int
    won: int
    best: int | None
    """The most cards that the bot had left."""
    quickest: int | None
    """The fewest turns of a game that was won, counting those of both sides."""
    mine: DayLine | None = None
    """The player's own result of the day."""


def sum_up(day: str, lines: Iterable[DayLine], player: str = "") -> DaySight:
    """Sums up the lines of a day, the earliest first.

    >>> sum_up("2027-01-15", [DayLine("a", True, 4, 40), DayLine("a", True, 9, 30), DayLine("b", False, -3, 33)]).best
    4
    """
    first: dict[str, DayLine] = {}
    for number, line in enumerate(lines):
        first.setdefault(line.who or str(number), line)
    won = [line for line in first.values() if line.won]
    return DaySight(
        day=day,
        choices=choices_of_the_day(),
        played=len(first),
        won=len(won),
        best=max((line.margin for line in won), default=None),
        quickest=min((line.turns for line in won), default=None),
        mine=first.get(who_is(day, player)) if player else None,
    )

"""The daily deal: one game against one bot, with the same cards for everybody.

Its chance comes from a secret of the server, so nobody can know a deal before its day; the day's secret is revealed on
the next day, and anybody can then check the deal (`docena.game.fair`).
"""

import hashlib
import hmac
import re
from datetime import UTC, datetime

import msgspec

from docena.game.fair import FairChance, commitment
from docena.tables.table_choices import Choices

LEVEL = "skilled"
GAME = 1
"""The game of the table with the daily deal; later ones are ordinary games."""
ATTEMPT = 0
"""The number under which the beginning of an attempt is stored among the results of a day."""
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_DAY_SECONDS = 86_400


def day_at(seconds: int) -> str:
    """The current day, which changes everywhere at the same time.

    >>> day_at(1_800_000_000)
    '2027-01-15'
    """
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")


def day_before(day: str, days: int = 1) -> str:
    """
    >>> day_before("2027-01-01")
    '2026-12-31'
    """
    start = datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC)
    return day_at(int(start.timestamp()) - days * _DAY_SECONDS)


def choices_of_the_day() -> Choices:
    """A short game, so that everybody has time for it."""
    return Choices(edition="classic", players=2, short=True, goal=0, clock="off", bots={"2": LEVEL})


def secret_of(server_secret: bytes, day: str) -> bytes:
    """The secret of a day, from which nobody can find those of other days.

    >>> len(secret_of(b"kept by the server", "2027-01-15"))
    128
    """
    assert _DAY.fullmatch(day)
    return b"".join(hmac.digest(server_secret, f"docena daily {day} {part}".encode(), "sha512") for part in range(2))


def chance_of(secret: bytes, day: str) -> FairChance:
    """The chance of a day, without contributions, which would give everybody different cards.

    >>> chance_of(b"secret", "2027-01-15").shuffle([1, 2, 3, 4, 5, 6])
    [1, 3, 5, 6, 4, 2]
    """
    return FairChance(secret, f"daily/{day}")


def player_of(day: str) -> str:
    """The results of a day are kept like the history of a player of this name."""
    return f"daily:{day}"


def who_is(day: str, player: str) -> str:
    return hashlib.blake2b(f"{day} {player}".encode(), digest_size=9).hexdigest() if player else ""


class DayDeal(msgspec.Struct, frozen=True):
    """The deal of a day."""

    day: str
    secret: bytes

    @property
    def commit(self) -> str:
        return commitment(self.secret)


def deal_of(server_secret: bytes, day: str) -> DayDeal:
    return DayDeal(day, secret_of(server_secret, day))

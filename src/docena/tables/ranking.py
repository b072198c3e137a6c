"""The results of a daily deal: the first attempt of each player counts."""

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence

import msgspec

from docena.storage.ports import PlayedGame
from docena.tables.daily import ATTEMPT, DayDeal, choices_of_the_day, day_before, player_of, who_is
from docena.tables.table_choices import Choices

_SHOWN_DAYS = 12


class DayLine(msgspec.Struct, frozen=True):
    """The result of one game with the daily deal; of an attempt that has just begun, only who began it."""

    who: str
    """The same for all games of one player on one day, and useless for anything else; empty if unknown."""
    won: bool = False
    margin: int = 0
    """Cards left in the bot's stock pile; negative: in the player's own."""
    turns: int = 0


class DayRow(msgspec.Struct, frozen=True):
    """A line with the table and the game that it comes from."""

    table: str
    game: int
    line: DayLine


class DayProof(msgspec.Struct, frozen=True):
    """The secret of a day that is over, in hex."""

    day: str
    secret: str


class DaySight(msgspec.Struct, frozen=True):
    """The daily deal, and its results so far; a player's first attempt counts, and none without a player."""

    day: str
    choices: Choices
    played: int
    won: int
    best: int | None
    """The most cards that the bot had left."""
    quickest: int | None
    """The fewest turns of a game that was won, counting those of both sides."""
    commit: str
    """SHA-256 of the day's secret, which is revealed on the next day."""
    revealed: DayProof
    """The secret of the day before."""
    mine: DayLine | None = None
    """The player's own result of the day."""
    rank: int | None = None
    """The rank of that result among all of the day."""
    attempt: str = ""
    """The table of the player's attempt that counts, whether it is over or not."""
    streak: int = 0
    """For how many days in a row, up to today or yesterday, the player has played the daily deal to its end."""
    days: list[bool | None] = []
    """How the player did on the last twelve days, today last: won, lost, or not played."""


def attempt_row(day: str, table: str, player: str, today: int) -> list[PlayedGame]:
    """The line that says that a player has begun an attempt; an unknown player is not ranked."""
    if not player:
        return []
    return [PlayedGame(player_of(day), table, ATTEMPT, 1, today, msgspec.json.encode(DayLine(who_is(day, player))))]


def _order(line: DayLine) -> tuple[bool, int, int]:
    """Sorts results, the best first: more cards ahead, then fewer turns."""
    return not line.won, -line.margin, line.turns


class DayResults:
    """The results of a day so far: each takes little, however many there are.

    >>> rows = [DayRow("u", 1, DayLine("a", True, 9, 30)), DayRow("t", 1, DayLine("a", True, 4, 40))]
    >>> DayResults([DayRow("t", 0, DayLine("a")), *rows]).best
    4
    """

    def __init__(self, rows: Iterable[DayRow] = ()) -> None:
        self.attempts: dict[str, str] = {}
        """The table of each player's attempt that counts."""
        self.first: dict[str, DayLine] = {}
        self.won = 0
        self.best: int | None = None
        self.quickest: int | None = None
        self._order: list[tuple[bool, int, int]] = []
        for row in rows:
            self.add(row)

    def add(self, row: DayRow) -> None:
        """Adds a line; the earlier ones have been added before."""
        line = row.line
        if not line.who or self.attempts.setdefault(line.who, row.table) != row.table:
            return
        if row.game == ATTEMPT or line.who in self.first:
            return
        self.first[line.who] = line
        insort(self._order, _order(line))
        if line.won:
            self.won += 1
            self.best = line.margin if self.best is None else max(self.best, line.margin)
            self.quickest = line.turns if self.quickest is None else min(self.quickest, line.turns)

    def rank(self, line: DayLine) -> int:
        return 1 + bisect_left(self._order, _order(line))


def sum_up(
    deal: DayDeal, revealed: DayDeal, results: DayResults, player: str = "", own: Sequence[tuple[str, bool]] = ()
) -> DaySight:
    """What a player is shown; `own`: the player's daily deals, the latest first."""
    me = who_is(deal.day, player)
    mine = results.first.get(me)
    days = dict(own)  # of several games of one day the first stays, since it comes last
    return DaySight(
        day=deal.day,
        choices=choices_of_the_day(),
        played=len(results.first),
        won=results.won,
        best=results.best,
        quickest=results.quickest,
        commit=deal.commit,
        revealed=DayProof(revealed.day, revealed.secret.hex()),
        mine=mine,
        rank=results.rank(mine) if mine else None,
        attempt=results.attempts.get(me, ""),
        streak=_streak(deal.day, days),
        days=[days.get(day_before(deal.day, back)) for back in reversed(range(_SHOWN_DAYS))],
    )


def _streak(today: str, days: dict[str, bool]) -> int:
    """
    >>> _streak("2027-01-15", {"2027-01-14": True, "2027-01-13": False, "2027-01-11": True})
    2
    """
    start = 0 if today in days else 1
    length = 0
    while day_before(today, start + length) in days:
        length += 1
    return length

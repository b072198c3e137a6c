"""The results of the current day's deal, of which only new ones are read."""

import asyncio
from typing import Final

import msgspec

from docena.server.people.pages import pages
from docena.storage.ports import PlayedGame, Store
from docena.tables.daily import player_of
from docena.tables.ranking import DayLine, DayResults, DayRow
from docena.tables.slices import Turns

FRESH_SECONDS: Final = 2.0
MOST: Final = 100_000
"""Lines of a day that count; more are a flood."""
LINES_IN_A_TURN: Final = 200
_OVERLAP_SECONDS: Final = 120
"""Lines of another node may be stored late, or with the time of a clock that is slow."""
_read_line = msgspec.json.Decoder(DayLine).decode


class DailyResults:
    def __init__(self, store: Store, turns: Turns) -> None:
        self._store, self._turns = store, turns
        self._day = ""
        self._results = DayResults()
        self._known: set[tuple[str, int]] = set()
        self._latest = 0
        self._read_at = float("-inf")
        self._reading = asyncio.Lock()

    async def of(self, day: str) -> DayResults:
        """The results of a day, at most some seconds old."""
        async with self._reading:  # several requests share one reading
            now = asyncio.get_running_loop().time()
            if day != self._day or now >= self._read_at + FRESH_SECONDS:
                try:
                    await self._read(day, now)
                except BaseException:
                    self.expire()
                    raise
        return self._results

    def expire(self) -> None:
        """There is something new to read."""
        self._read_at = float("-inf")

    async def _read(self, day: str, now: float) -> None:
        if day != self._day:
            self._day, self._results, self._known, self._latest = day, DayResults(), set(), 0
        self._read_at = now
        for number, row in enumerate(reversed(await self._new_rows(day)), 1):
            self._known.add((row.table, row.game))
            self._latest = max(self._latest, row.at)
            self._results.add(DayRow(row.table, row.game, _read_line(row.summary)))
            if number % LINES_IN_A_TURN == 0:
                await self._turns.take()

    async def _new_rows(self, day: str) -> list[PlayedGame]:
        """Those that are not known yet, the latest first."""
        rows: list[PlayedGame] = []
        async for page in pages(self._store, player_of(day)):
            rows += [row for row in page if (row.table, row.game) not in self._known]
            await self._turns.take()
            is_known = bool(page) and page[-1].at < self._latest - _OVERLAP_SECONDS
            if is_known or len(self._known) + len(rows) >= MOST:
                break
        return rows[: max(0, MOST - len(self._known))]

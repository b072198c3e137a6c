"""How long servers have run on a database: stored data is aged by it, since a date can be wrong."""

import time
from collections.abc import Callable

from docena.storage.lookups import RUNNING_SECONDS, Sql

DAY = 86_400
LONGEST_STEP = 1800.0
"""The most seconds counted at once: a clock that jumps, or a machine that was asleep, ages nothing."""

_READ = f"SELECT {RUNNING_SECONDS}"
_ADVANCE = "UPDATE meta SET value = $1 WHERE key = 'running' AND value = $2 RETURNING value"


class RunningTime:
    """Adds the time that passes to the count in the database.

    Nodes that share a database count together: each adds what has passed since it read the count, and only if the
    count is still the one it has read. So no second is counted twice.
    """

    def __init__(self, sql: Sql, clock: Callable[[], float] = time.monotonic) -> None:
        self._sql, self._clock = sql, clock
        self._count: int | None = None
        self._since = 0.0

    async def days(self) -> int:
        """Adds the time passed, and returns the number of days."""
        if self._count is not None:
            now = self._clock()
            passed = int(min(now - self._since, LONGEST_STEP))
            if passed <= 0:
                self._since = min(self._since, now)
                return self._count // DAY
            before, self._count = self._count, None  # if this fails, it is unknown what was written
            count = before + passed
            if await self._sql.change(_ADVANCE, str(count), str(before)):
                self._count, self._since = count, now
                return count // DAY
        since = self._clock()
        ((count,),) = await self._sql.look(_READ)
        self._count, self._since = count, since
        return int(count) // DAY

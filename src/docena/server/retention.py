"""What is deleted when nobody has used it for long."""

import logging

from docena.server.people.players import UNUSED_DAYS
from docena.storage import Database
from docena.storage.running_time import RunningTime

log = logging.getLogger("docena.server")


class Retention:
    """Deletes old tables and sessions once a day, by the count of days on which a server has run."""

    def __init__(self, store: Database, running: RunningTime, keep_days: int) -> None:
        self._store, self._running, self._keep_days = store, running, keep_days
        self._day = -1

    async def look(self) -> None:
        """Counts the time that has passed, and deletes what has become old with a new day."""
        day = await self._running.days()
        if day == self._day:
            return
        if self._keep_days:
            gone = await self._store.forget_tables(self._keep_days)
            if gone:
                log.info("old tables deleted", extra={"tables": gone})
        await self._store.accounts.forget_sessions(UNUSED_DAYS)
        self._day = day

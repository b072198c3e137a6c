"""Deleting what nobody has used for a long time."""

import logging
import time
from collections.abc import Awaitable, Callable

from docena.server.people.players import UNUSED_DAYS
from docena.server.settings import Settings
from docena.storage import Database
from docena.storage.running_time import RunningTime

log = logging.getLogger("docena.server")

COUNT_SECONDS = 600.0
"""The most running time that is lost when the process is killed, in seconds."""


class Retention:
    """Counts a server's running time, and with each new day of it deletes what has expired."""

    def __init__(self, running: RunningTime, forget: Callable[[], Awaitable[None]]) -> None:
        self._running, self._forget = running, forget
        self._day = -1

    async def count(self) -> int:
        """Adds the time that has passed; returns the number of days."""
        return await self._running.days()

    async def look(self) -> None:
        day = await self.count()
        if day != self._day:
            await self._forget()
            self._day = day


def of_tables(store: Database, settings: Settings, clock: Callable[[], float] = time.monotonic) -> Retention:
    """For tables and sessions."""

    async def forget() -> None:
        if settings.keep_days:
            log_deleted("old tables deleted", await store.forget_tables(settings.keep_days))
        await store.accounts.forget_sessions(UNUSED_DAYS)

    return Retention(RunningTime(store, clock), forget)


def log_deleted(what: str, number: int) -> None:
    """Logs how many were deleted."""
    if number:
        log.info(what, extra={"number": number})

"""Deleting events and score pads to which nothing was added for a long time."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from docena.server.retention import Retention, log_deleted
from docena.server.settings import Settings
from docena.server.tournaments.log_worker import LogWorker
from docena.storage.lookups import Rows
from docena.storage.running_time import RunningTime
from docena.tournaments import store as events
from docena.tournaments.pads import store as pads


def of_logs(worker: LogWorker, settings: Settings, clock: Callable[[], float] = time.monotonic) -> Retention:
    """For events and score pads; their file has its own count."""

    async def forget() -> None:
        for kind, days, what in (
            (events.KIND, settings.keep_event_days, "old events deleted"),
            (pads.KIND, settings.keep_pad_days, "old pads deleted"),
        ):
            if days:
                log_deleted(what, await worker.do(partial(_forget, kind, days)))

    return Retention(RunningTime(_EventsSql(worker), clock), forget)


def _forget(kind: str, idle_days: int, worker: LogWorker) -> int:
    return worker.forget_idle(kind, idle_days)


class _EventsSql:
    """The events file, as a database that runs statements."""

    def __init__(self, worker: LogWorker) -> None:
        self._worker = worker

    async def look(self, sql: str, *values: Any) -> Rows:
        return await self._worker.do(lambda worker: worker.file.look(sql, *values))

    async def change(self, sql: str, *values: Any) -> Rows:
        return await self._worker.do(lambda worker: worker.file.change(sql, *values))

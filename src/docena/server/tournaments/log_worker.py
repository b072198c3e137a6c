"""The thread of a server that reads and decides about the logs of events and pads, one request at a time."""

import asyncio
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from docena.core.errors import Refused
from docena.core.words import refused
from docena.server.protection.fair_queue import FairQueue
from docena.server.protection.limits import too_many
from docena.storage.event_log import LogFile
from docena.storage.keys import Keys
from docena.tournaments import store as events
from docena.tournaments.pads import store as pads
from docena.tournaments.pads.store import PadLog
from docena.tournaments.store import EventLog

T = TypeVar("T")
MOST_WAITING = 1000
MOST_OF_ONE = 500
"""Requests of one address that wait: as many as the phones in a hall."""
_MOST_OPEN = 200


class _Job(msgspec.Struct, eq=False):
    """What somebody waits for."""

    work: Callable[["LogWorker"], Any]
    result: Future[Any]
    seconds: float = 0.0
    """Its cost: time of the processor."""


class LogWorker:
    """Works on the file of events and pads, which is opened on first use."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="docena-events")
        self._file: LogFile | None = None
        self._jobs: FairQueue[_Job] = FairQueue(MOST_WAITING, MOST_OF_ONE)
        self._lock = threading.Lock()
        self._version = 0
        self._logs: OrderedDict[str, EventLog | PadLog] = OrderedDict()
        self._keys: Keys | None = None

    async def do(
        self, work: Callable[["LogWorker"], T], who: str = "", spent: Callable[[float], None] = lambda _: None
    ) -> T:
        """Runs a function on the worker's thread, in turn with those of other addresses; `spent` gets its seconds."""
        job = _Job(work, Future())
        with self._lock:
            has_room = self._jobs.put(who, job)
        if not has_room:
            raise too_many()
        # it runs the next of all jobs, which need not be this one
        self._thread.submit(self._run_next)
        try:
            result: T = await asyncio.wrap_future(job.result)
            return result
        finally:
            spent(job.seconds)
            del job  # an error's trace refers to this frame

    def _run_next(self) -> None:
        with self._lock:
            job = self._jobs.take()
        if not job.result.set_running_or_notify_cancel():
            return
        begun = time.thread_time()
        try:
            result = job.work(self)
        except BaseException as error:
            job.seconds = time.thread_time() - begun
            job.result.set_exception(error)
            del job  # it has the error, whose trace refers to this frame
        else:
            job.seconds = time.thread_time() - begun
            job.result.set_result(result)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._shut)
        self._thread.shutdown(wait=False)

    def _shut(self) -> None:
        if self._file is not None:
            self._file.close()

    @property
    def has_file(self) -> bool:
        """Whether anything has ever been stored."""
        return self._path.exists()

    # --- on the worker's thread

    @property
    def file(self) -> LogFile:
        if self._file is None:
            self._file = LogFile(self._path)
        return self._file

    @property
    def keys(self) -> Keys:
        if self._keys is None:
            self._keys = Keys(self.file.secret())
        return self._keys

    def event(self, name: str) -> EventLog:
        """The current event, with everybody's entries."""
        log = self._log(name, events.KIND)
        assert isinstance(log, EventLog)
        log.refresh()
        return log

    def knows(self, name: str) -> bool:
        return self.file.label(name) is not None

    def events_with(self, tag: str) -> list[str]:
        """The ids of events with a line of this tag, taken back or not."""
        return self.file.mentioning(events.KIND, f'"what":"{tag}"') if self.has_file else []

    def pad(self, name: str) -> PadLog:
        log = self._log(name, pads.KIND)
        assert isinstance(log, PadLog)
        log.refresh()
        return log

    def _log(self, name: str, kind: str) -> EventLog | PadLog:
        label = self.file.label(name)
        if label is None or label.kind != kind:
            self._logs.pop(name, None)
            raise not_kept()
        log = self._logs.pop(name, None)
        if log is None:
            log = EventLog(self.file, name) if kind == events.KIND else PadLog(self.file, name)
        self.remember(log)
        return log

    def remember(self, log: EventLog | PadLog) -> None:
        self._logs[log.id] = log
        if len(self._logs) > _MOST_OPEN:
            self._logs.popitem(last=False)

    def forget(self, name: str) -> None:
        self._logs.pop(name, None)
        self.file.remove(name)

    def forget_idle(self, kind: str, idle_days: int) -> int:
        """Deletes logs without new lines for more than this many days on which a server has run."""
        taken = 0
        while some := self.file.forget(kind, idle_days):
            for name in some:
                self._logs.pop(name, None)
            taken += len(some)
        return taken

    def has_news(self) -> bool:
        """Whether anything has been written since the last call, here or by another program."""
        before, self._version = self._version, self.file.version()
        return before != self._version


def not_kept() -> Refused:
    """There is no log of that name here."""
    return refused("not_found", "organise", "none")

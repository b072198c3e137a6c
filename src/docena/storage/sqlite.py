"""The store in one SQLite file, for one process, without set-up."""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from threading import Lock
from typing import Any

import apsw

from docena.core.errors import DocenaError
from docena.storage.accounts import Accounts
from docena.storage.lookups import IDLE, PULSE, ROOMFUL, Lookups, Rows, pulse
from docena.storage.ports import StoreDown, Write, WriteOutcome
from docena.storage.sqlite_file import Reader, Setup, prepare
from docena.storage.sqlite_writer import Job, TableRows, Writer

READERS = 2
PATIENCE = 5.0
"""Seconds without a response after which a disk counts as unhealthy."""


class SqliteStore(Lookups):
    """Logs in a file; made by `SqliteStore.open`."""

    shared = False

    def __init__(self, setup: Setup, loop: asyncio.AbstractEventLoop, now: Callable[[], float] = time.time) -> None:
        self.accounts = Accounts(self)
        self._setup = setup
        self._loop = loop
        self._closed = False
        self._writer = Writer(setup, self._written, now, self._alone, TableRows)
        self._give = self._writer.give
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="docena-reader")
        self._idle: SimpleQueue[Reader] = SimpleQueue()
        self._one_alone = Lock()
        for _ in range(READERS):
            self._idle.put(Reader(setup, readonly=True))
        self._writer.start()

    @classmethod
    async def open(
        cls, setup: Setup, loop: asyncio.AbstractEventLoop, now: Callable[[], float] = time.time
    ) -> "SqliteStore":
        """Opens the file, creating and migrating it if needed."""
        await loop.run_in_executor(None, prepare, setup)
        return cls(setup, loop, now)

    def write(self, write: Write) -> None:
        if self._closed:
            self._loop.call_soon(write.done, WriteOutcome.FAILED)
        else:
            self._give(write)

    def _written(self, batch: Sequence[Write], outcomes: Sequence[WriteOutcome]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody is waiting any more
            self._loop.call_soon_threadsafe(self._tell, batch, outcomes)

    def _tell(self, batch: Sequence[Write], outcomes: Sequence[WriteOutcome]) -> None:
        for write, outcome in zip(batch, outcomes, strict=True):
            try:
                write.done(outcome)
            except Exception as error:
                self._loop.call_exception_handler({"message": "after a write", "exception": error})

    async def look(self, sql: str, *values: Any) -> Rows:
        """Reads, on a separate thread."""
        try:
            return await self._loop.run_in_executor(self._readers, self._look_here, sql, values)
        except apsw.Error as error:
            raise StoreDown(f"the database {self._setup.path} cannot be read: {error}") from error

    def _look_here(self, sql: str, values: tuple[Any, ...]) -> Rows:
        reader = self._idle.get()
        try:
            return reader.look(sql, values)
        finally:
            self._idle.put(reader)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Holds off all readers, with their files closed."""
        with self._one_alone:  # two threads waiting for this would each hold readers that the other needs
            readers = [self._idle.get() for _ in range(READERS)]
            try:
                for reader in readers:
                    reader.close()
                yield
            finally:
                for reader in readers:
                    self._idle.put(reader)

    async def change(self, sql: str, *values: Any) -> Rows:
        """Writes one statement, after everything queued before it."""
        rows: Rows = await self._job(lambda connection: connection.execute(sql, values).fetchall())
        return rows

    async def _job(self, call: Callable[[apsw.Connection], Any], *, forgets: bool = False) -> Any:
        if self._closed:
            raise StoreDown(f"the database {self._setup.path} is closed")
        future: asyncio.Future[Any] = self._loop.create_future()

        def arrived(result: Any, wrong: Exception | None) -> None:
            if future.cancelled():
                return
            if wrong is None:
                future.set_result(result)
            else:
                future.set_exception(wrong)

        def done(result: Any, wrong: Exception | None) -> None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(arrived, result, wrong)

        self._give(Job(call, done, forgets))
        try:
            return await future
        except Exception as error:
            reason = str(error) or "it is not clear what is on the disk"
            raise StoreDown(f"the database {self._setup.path} cannot be written: {reason}") from error

    async def forget_tables(self, idle_days: int) -> int:
        def take_some(connection: apsw.Connection) -> int:
            names = connection.execute(IDLE, (idle_days, ROOMFUL)).fetchall()
            connection.executemany("DELETE FROM events WHERE table_id = ?", names)
            connection.executemany("DELETE FROM snapshots WHERE log_id = ?", names)
            connection.executemany("DELETE FROM tables WHERE id = ?", names)
            return len(names)

        taken = 0
        while some := await self._job(take_some, forgets=True):
            taken += some
        return taken

    async def healthy(self) -> bool:
        try:
            await asyncio.wait_for(self.change(PULSE, pulse()), PATIENCE)
        except (DocenaError, TimeoutError):
            return False
        return True

    async def close(self) -> None:
        self._closed = True
        await self._loop.run_in_executor(None, self._end)
        await asyncio.sleep(0)  # lets pending acknowledgements arrive

    def _end(self) -> None:
        self._readers.shutdown()
        with self._alone():
            pass
        self._give(None)  # last, as only a connection that may write deletes the log when closing
        self._writer.join()

    def on_change(self, heard: Callable[[str, int], None]) -> None:
        """Ignored: nobody else writes to the file."""

"""The one thread that writes to a file: waiting writes are committed and acknowledged together."""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any

import apsw
import msgspec

from docena.core.errors import DocenaError
from docena.storage.batches import MOST_TOGETHER, index_of
from docena.storage.lookups import PULSE, RUNNING_DAY, pulse
from docena.storage.ports import Write, WriteOutcome
from docena.storage.sqlite_file import Setup, Value, connect, footprints, version_of

MOST_REMEMBERED = 100_000
MANY, GATHERING = 12, 0.003
"""After a batch of this many writes, this many seconds pass before the next."""
SETTLING = (0.0, 0.05, 0.2, 0.5, 1.0)
"""Seconds before each attempt to find out the outcome of a failed commit."""

_EVENT = "INSERT INTO events (table_id, seq, action, body, at, day) VALUES (?, ?, ?, ?, ?, ?)"
_DAY = f"SELECT {RUNNING_DAY}"
_TABLE = (
    "INSERT INTO tables (id, code, public, live, due, summary, opened) VALUES (?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (id) DO UPDATE SET code = excluded.code, public = excluded.public, live = excluded.live, "
    "due = excluded.due, summary = excluded.summary"
)
_PLAYED = "INSERT OR IGNORE INTO played (player, at, table_id, game, seat, summary) VALUES (?, ?, ?, ?, ?, ?)"
_SNAPSHOT = "INSERT OR REPLACE INTO snapshots (log_id, part, seq, body) VALUES (?, ?, ?, ?)"
_LABEL = (
    "INSERT INTO logs (id, kind, title, made) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET title = excluded.title"
)
_LAST = "SELECT max(seq) FROM events WHERE table_id = ?"
_EVENT_THERE = "SELECT action, body FROM events WHERE table_id = ? AND seq = ?"

_ONES_OWN_FAULT = (apsw.ConstraintError, apsw.TooBigError, apsw.MismatchError, TypeError, ValueError, OverflowError)
"""Errors of one write that do not affect the others of its batch."""
_TWICE = (apsw.SQLITE_CONSTRAINT_PRIMARYKEY, apsw.SQLITE_CONSTRAINT_UNIQUE)
_SURELY_NOT = (apsw.FullError, apsw.BusyError, apsw.ReadOnlyError, apsw.CantOpenError, apsw.NoMemError)
"""In a commit: its last page, without which the rest is ignored, was not written."""

Row = tuple[Value, ...]


class FileReplaced(Exception):
    """The file has been moved, or replaced by an unknown one."""


class Unclear(Exception):
    """A commit failed without telling whether it is on the disk."""


class Job(msgspec.Struct):
    """Something else to be written, in its own transaction."""

    call: Callable[[apsw.Connection], Any]
    done: Callable[[Any, Exception | None], None]
    forgets: bool = False
    """It deletes events."""


class LogRows:
    """The rows of a batch."""

    def __init__(self, at: int, day: int) -> None:
        self.at, self.day = at, day
        self.events: list[Row] = []

    def add(self, write: Write) -> None:
        seq, action = write.seq, write.action
        for body in write.bodies:
            self.events.append((write.table, seq, action, body, self.at, self.day))
            seq, action = seq + 1, None

    def put(self, connection: apsw.Connection) -> None:
        if self.events:
            connection.executemany(_EVENT, self.events)


class TableRows(LogRows):
    """Logs of tables, and the lookup data of tables."""

    def __init__(self, at: int, day: int) -> None:
        super().__init__(at, day)
        self.tables: list[Row] = []
        self.played: list[Row] = []
        self.snapshots: list[Row] = []

    def add(self, write: Write) -> None:
        super().add(write)
        index = index_of(write)
        if index is not None:
            self.tables.append(
                (write.table, index.code, index.public, index.live, index.due, index.summary, self.at)
            )  # fmt: skip
        for line in write.played:
            self.played.append((line.player, line.at, line.table, line.game, line.seat, line.summary))
        if write.snapshot is not None:
            self.snapshots.append((write.table, write.snapshot.part, write.snapshot.seq, write.snapshot.body))

    def put(self, connection: apsw.Connection) -> None:
        super().put(connection)
        if self.tables:
            connection.executemany(_TABLE, self.tables)
        if self.played:
            connection.executemany(_PLAYED, self.played)
        if self.snapshots:
            connection.executemany(_SNAPSHOT, self.snapshots)


class LabelledRows(LogRows):
    """Logs with a kind and a title."""

    def __init__(self, at: int, day: int) -> None:
        super().__init__(at, day)
        self.labels: list[Row] = []

    def add(self, write: Write) -> None:
        super().add(write)
        label = write.label
        if label is not None:
            self.labels.append((label.id, label.kind, label.title, label.made))

    def put(self, connection: apsw.Connection) -> None:
        super().put(connection)
        if self.labels:
            connection.executemany(_LABEL, self.labels)


class Writer(Thread):
    """A queue of writes; `tell` is called on this thread, once per batch.

    While `alone` is held, nothing else in this process has the file open.
    """

    def __init__(
        self,
        setup: Setup,
        tell: Callable[[Sequence[Write], Sequence[WriteOutcome]], None],
        now: Callable[[], float],
        alone: Callable[[], AbstractContextManager[None]],
        rows: type[LogRows],
    ) -> None:
        super().__init__(name="docena-writer", daemon=True)
        self._setup = setup
        self._tell = tell
        self._now = now
        self._alone = alone
        self._rows = rows
        self.trouble = ""
        """Why the last failed batch could not be written."""
        self._waiting: SimpleQueue[Write | Job | None] = SimpleQueue()
        self.give = self._waiting.put
        """Queues a write, a job, or the end (`None`); never blocks."""
        self._connection: apsw.Connection | None = None
        self._place: tuple[int, ...] = ()
        self._seen_version = -1
        self._lasts: dict[str, int] = {}
        self._log_pages = 0
        self._busy = False

    def run(self) -> None:
        while True:
            if self._busy:
                # under such load a short wait lets one commit, the expensive part, cover many more writes
                time.sleep(GATHERING)
            item = self._waiting.get()
            batch: list[Write] = []
            with suppress(Empty):
                while isinstance(item, Write):
                    batch.append(item)
                    if len(batch) == MOST_TOGETHER:
                        break
                    item = self._waiting.get_nowait()
            self._busy = len(batch) >= MANY
            if batch:
                self._tell(batch, self._write(batch))
            if isinstance(item, Job):
                self._do(item)
            elif item is None:
                break
            self._carry_over()
        self._let_go()

    def _write(self, batch: list[Write]) -> list[WriteOutcome]:
        try:
            try:
                return self._together(batch)
            except _ONES_OWN_FAULT:
                self._roll_back()
                return self._one_by_one(batch)
        except Exception as error:
            self.trouble = str(error)
            self._roll_back()
            self._let_go()
            return [WriteOutcome.FAILED] * len(batch)

    def _together(self, batch: list[Write]) -> list[WriteOutcome]:
        connection = self._begin()
        fresh: dict[str, int] = {}
        lines = self._lines(connection)
        outcomes = []
        for write in batch:
            if self._follows(write, fresh):
                lines.add(write)
                outcomes.append(WriteOutcome.WRITTEN)
            else:
                outcomes.append(WriteOutcome.TAKEN)
        lines.put(connection)
        return self._end(connection, batch, outcomes, fresh)

    def _one_by_one(self, batch: list[Write]) -> list[WriteOutcome]:
        """The slow way, for a batch with a refused write, which must not affect the others."""
        connection = self._begin()
        fresh: dict[str, int] = {}
        outcomes = []
        for write in batch:
            before = fresh.get(write.table)
            outcome = WriteOutcome.TAKEN
            connection.execute("SAVEPOINT one")
            try:
                if self._follows(write, fresh):
                    lines = self._lines(connection)
                    lines.add(write)
                    lines.put(connection)
                    outcome = WriteOutcome.WRITTEN
            except _ONES_OWN_FAULT as error:
                connection.execute("ROLLBACK TO one")
                fresh.pop(write.table, None)
                if before is not None:
                    fresh[write.table] = before
                outcome = WriteOutcome.TAKEN if getattr(error, "extendedresult", 0) in _TWICE else WriteOutcome.FAILED
            connection.execute("RELEASE one")
            outcomes.append(outcome)
        return self._end(connection, batch, outcomes, fresh)

    def _lines(self, connection: apsw.Connection) -> LogRows:
        return self._rows(int(self._now()), connection.execute(_DAY).get)

    def _follows(self, write: Write, fresh: dict[str, int]) -> bool:
        """Whether the write is next in its table's log: no number is used twice or left out."""
        table = write.table
        last = fresh.get(table)
        if last is None:
            last = self._lasts.get(table)
            if last is None:
                assert self._connection is not None
                last = self._connection.execute(_LAST, (table,)).get or 0
                self._lasts[table] = last
        if write.seq != last + 1 or not write.bodies:
            return False
        fresh[table] = last + len(write.bodies)
        return True

    def _begin(self) -> apsw.Connection:
        connection = self._connection
        if connection is not None and footprints(self._setup.path) != self._place:
            with self._alone():  # open connections to the old files would mix them up with the new ones
                self._let_go()
            connection = None
        if connection is None:
            connection, form = connect(self._setup), self._setup.format
            self._connection = connection
            if version_of(connection, self._setup.path, form) != len(form.versions):
                raise FileReplaced
            connection.set_wal_hook(self._log_length)
            self._place = footprints(self._setup.path)
        connection.execute("BEGIN IMMEDIATE")
        version = connection.execute("PRAGMA data_version").get
        if version != self._seen_version or len(self._lasts) > MOST_REMEMBERED:
            self._lasts.clear()  # another program has written
            self._seen_version = version
        return connection

    def _end(
        self, connection: apsw.Connection, batch: list[Write], outcomes: list[WriteOutcome], fresh: dict[str, int]
    ) -> list[WriteOutcome]:
        try:
            self._commit(connection)
        except Unclear:
            self._lasts.clear()
            return self._settle(batch, outcomes)
        if footprints(self._setup.path) != self._place:
            return [WriteOutcome.UNKNOWN if outcome is WriteOutcome.WRITTEN else outcome for outcome in outcomes]
        self._lasts.update(fresh)
        return outcomes

    def _commit(self, connection: apsw.Connection) -> None:
        try:
            connection.execute("COMMIT")
        except _SURELY_NOT:
            raise
        except apsw.Error as error:
            raise Unclear from error

    def _settle(self, batch: list[Write], outcomes: list[WriteOutcome]) -> list[WriteOutcome]:
        """The outcome of a batch: known as soon as something else could be written after it.

        Pages of a failed commit may be in the write-ahead log, and count again after a crash, but no longer
        once the next commit has been written over them.
        """
        for pause in SETTLING:
            time.sleep(pause)
            self._roll_back()
            try:
                connection = self._begin()
                connection.execute(PULSE, (pulse(),))
                self._commit(connection)
                return [
                    outcome
                    if outcome is not WriteOutcome.WRITTEN or self._is_there(connection, write)
                    else WriteOutcome.FAILED
                    for write, outcome in zip(batch, outcomes, strict=True)
                ]
            except (apsw.Error, FileReplaced, Unclear, DocenaError):
                continue
        self._roll_back()
        self._let_go()
        return [WriteOutcome.UNKNOWN if outcome is WriteOutcome.WRITTEN else outcome for outcome in outcomes]

    def _is_there(self, connection: apsw.Connection, write: Write) -> bool:
        action = write.action
        for seq, body in enumerate(write.bodies, write.seq):
            if connection.execute(_EVENT_THERE, (write.table, seq)).fetchall() != [(action, body)]:
                return False
            action = None
        return True

    def _do(self, job: Job) -> None:
        result, wrong = None, None
        try:
            connection = self._begin()
            result = job.call(connection)
            self._commit(connection)
        except Exception as error:
            wrong = error
            self._roll_back()
            if not isinstance(error, _ONES_OWN_FAULT):
                self._let_go()
        if job.forgets:
            self._lasts.clear()
        job.done(result, wrong)

    def _log_length(self, connection: apsw.Connection, name: str, pages: int) -> int:  # noqa: ARG002
        self._log_pages = pages
        return apsw.SQLITE_OK

    def _carry_over(self) -> None:
        """Checkpoints into the file, so that the log can start over; if it fails, the log grows until it succeeds."""
        if self._log_pages >= self._setup.checkpoint_pages and self._connection is not None:
            with suppress(apsw.Error):
                self._connection.wal_checkpoint()
            self._log_pages = 0

    def _roll_back(self) -> None:
        connection = self._connection
        if connection is not None and connection.in_transaction:
            with suppress(apsw.Error):
                connection.execute("ROLLBACK")

    def _let_go(self) -> None:
        """Closes the connection; the next write opens a new one, which is how it recovers."""
        connection, self._connection = self._connection, None
        self._lasts.clear()
        self._seen_version = -1
        if connection is not None:
            connection.set_wal_hook(None)
            with suppress(apsw.Error):
                connection.close(force=True)

"""The logs of events and pads in one file: a line is acknowledged when it is on the disk.

Programs may share the file: each writer says how many lines it has seen, and if somebody else was faster nothing is
written.
"""

import re
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Self, TypeVar

import apsw
import msgspec

from docena.core.errors import Refused, plain
from docena.core.words import refused, worded
from docena.storage.lookups import RUNNING_DAY
from docena.storage.ports import Label, StoreDown, Write, WriteOutcome
from docena.storage.schema import EVENTS
from docena.storage.sqlite_file import Reader, Setup, prepare
from docena.storage.sqlite_writer import Job, LabelledRows, Writer

T = TypeVar("T")
BUSY_MS = 5000
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_CODE = 10
_ID = re.compile(f"[{_LETTERS}]{{1,40}}")
_SECRET_BYTES = 32
_FIND_SECRET = "SELECT bytes FROM secret"  # noqa: S105
_LINES = "SELECT CAST(body AS BLOB) FROM events WHERE table_id = ? AND seq > ? ORDER BY seq"
_IDLE = (
    "SELECT id FROM (SELECT id, (SELECT day FROM events WHERE table_id = id ORDER BY seq DESC LIMIT 1) AS day "  # noqa: S608
    f"FROM logs WHERE kind = ?) WHERE {RUNNING_DAY} - day > ? LIMIT ?"
)
_MOST_FORGOTTEN = 20
"""Logs deleted in one transaction."""
_LABELS = "SELECT id, kind, title, made FROM logs"


class Conflict(Refused):
    """Somebody else has written in between: reread, and decide again."""

    def __init__(self, seen: int, there: int) -> None:
        super().__init__("stale", worded("logs", "conflict", seen=seen, there=there))
        self.there = there


def new_id() -> str:
    """A random id of letters and digits that do not look alike."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_CODE))


def is_id(text: str) -> bool:
    """Whether this can be a log's id, which is used in addresses and file names.

    >>> is_id(new_id()), is_id("../x")
    (True, False)
    """
    return _ID.fullmatch(text) is not None


def read_line(decode: Callable[[str], T], text: str) -> T:
    """A line decoded by its kind of log; raises a sentence if it cannot be read."""
    try:
        return decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise refused("bad", "logs", "bad_line", why=plain(str(error))) from None


class LogFile:
    """An open file of logs. It is used by one thread at a time, and written by a separate thread.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, LogFile(Path(folder, "logs.db")) as file:
    ...     file.begin(Label("abc", "pad", "Friday", "2026-05-01T18:00:00Z"), ["first"])
    ...     file.add("abc", 1, ["second"])
    ...     file.lines("abc")
    ['first', 'second']
    """

    def __init__(self, path: Path, *, create: bool = True, setup: Setup | None = None) -> None:
        self.path = path
        self._setup = setup or Setup(str(path), busy_ms=BUSY_MS, format=EVENTS)
        if not create and not path.exists():
            raise StoreDown(worded("logs", "no_file", file=path))
        prepare(self._setup)
        self._reader = Reader(self._setup, readonly=False)
        self._started: Writer | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._reader.close()
        if self._started is not None:
            self._started.give(None)
            self._started.join()

    # --- reading

    def labels(self, kind: str) -> list[Label]:
        """All logs of a kind, the newest last."""
        return [Label(*row) for row in self._rows(f"{_LABELS} WHERE kind = ? ORDER BY made, id", kind)]

    def label(self, log: str) -> Label | None:
        """The label of the log with this id."""
        rows = self._rows(f"{_LABELS} WHERE id = ?", log)
        return Label(*rows[0]) if rows else None

    def find(self, kind: str, wanted: str | None) -> Label:
        """A log by its id, its title or the beginning of one; by default the newest."""
        labels = self.labels(kind)
        if not labels:
            raise refused("not_found", "logs", "nothing", file=self.path)
        if wanted is None:
            return labels[-1]
        folded = wanted.casefold()
        for found in (
            [label for label in labels if label.id == wanted],
            [label for label in labels if label.title.casefold() == folded],
            [label for label in labels if label.title.casefold().startswith(folded)],
        ):
            if len(found) == 1:
                return found[0]
            if found:
                ids = ", ".join(f"{label.id} ({label.title})" for label in found)
                raise refused("bad", "logs", "several", wanted=wanted, found=ids)
        raise refused("not_found", "logs", "unknown", wanted=wanted, file=self.path)

    def lines(self, log: str, after: int = 0) -> list[str]:
        rows = self._rows(_LINES, log, after)
        return [bytes(body).decode(errors="replace") for (body,) in rows]

    def news(self, log: str, seen: int, last: str) -> list[str] | None:
        """The lines after the last one seen.

        None if it is not there: the log was removed, and perhaps brought back from a file, which may have another end.
        """
        texts = self.lines(log, seen - 1)
        return texts[1:] if texts and texts[0] == last else None

    def mentioning(self, kind: str, text: str) -> list[str]:
        """The ids of logs of a kind that have a line with this text."""
        question = "SELECT DISTINCT table_id FROM events JOIN logs ON table_id = id WHERE kind = ? AND instr(body, ?)"
        return [str(log) for (log,) in self._rows(question, kind, text.encode())]

    def length(self, log: str) -> int:
        (row,) = self._rows("SELECT coalesce(max(seq), 0) FROM events WHERE table_id = ?", log)
        return int(row[0])

    def idle_days(self, log: str) -> int:
        """The number of days on which a server has run since the log's last line."""
        question = f"SELECT {RUNNING_DAY} - day FROM events WHERE table_id = ? ORDER BY seq DESC LIMIT 1"  # noqa: S608
        (row,) = self._rows(question, log)
        return int(row[0])

    def version(self) -> int:
        """A number that changes when anybody writes to the file."""
        (row,) = self._rows("PRAGMA data_version")
        return int(row[0])

    def look(self, question: str, *parts: str | int) -> list[tuple[Any, ...]]:
        """Runs one statement that writes nothing."""
        return self._rows(question, *parts)

    def _rows(self, question: str, *parts: str | int | bytes) -> list[tuple[Any, ...]]:
        try:
            return self._reader.look(question, parts)
        except apsw.Error as error:
            raise StoreDown(worded("logs", "unreadable", file=self.path, why=error)) from None

    # --- writing

    def secret(self) -> bytes:
        """The secret of this file, created on first use: the keys of its logs are derived from it."""
        rows = self._rows(_FIND_SECRET)
        if rows:
            return bytes(rows[0][0])

        def make(connection: apsw.Connection) -> bytes:
            # another program may have created one meanwhile
            made = secrets.token_bytes(_SECRET_BYTES)
            connection.execute("INSERT OR IGNORE INTO secret VALUES (1, ?)", (made,))
            return bytes(connection.execute(_FIND_SECRET).get)

        return self._do(make)

    def begin(self, label: Label, lines: Sequence[str]) -> None:
        """Adds a new log with its first lines, atomically."""
        if self._write(label.id, 0, lines, label) is not WriteOutcome.WRITTEN:
            raise refused("bad", "logs", "exists", log=label.id, file=self.path)

    def add(self, log: str, seen: int, lines: Sequence[str], label: Label | None = None) -> None:
        """Adds lines, if nobody else has written since `seen`; when this returns they are on the disk."""
        if self._write(log, seen, lines, label) is not WriteOutcome.WRITTEN:
            there = self.length(log)
            raise Conflict(seen, there) if there else refused("not_found", "logs", "removed", log=log, file=self.path)

    def remove(self, log: str) -> None:
        self._do(lambda connection: _delete(connection, log), forgets=True)

    def forget(self, kind: str, idle_days: int) -> list[str]:
        """Deletes logs of a kind to which nothing was added for more than this many days on which a server has run."""

        def forget(connection: apsw.Connection) -> list[str]:
            logs = [str(log) for (log,) in connection.execute(_IDLE, (kind, idle_days, _MOST_FORGOTTEN))]
            for log in logs:
                _delete(connection, log)
            return logs

        return self._do(forget, forgets=True)

    def change(self, statement: str, *parts: str | int) -> list[tuple[Any, ...]]:
        """Runs one statement that writes, and returns its result."""
        return self._do(lambda connection: connection.execute(statement, parts).fetchall())

    def _write(self, log: str, seen: int, lines: Sequence[str], label: Label | None) -> WriteOutcome:
        """Waits until the lines are on the disk, or somebody else was faster."""
        told: SimpleQueue[WriteOutcome] = SimpleQueue()
        writer = self._writer()
        writer.give(Write(log, seen + 1, [line.encode() for line in lines], None, told.put, label=label))
        outcome = told.get()
        if outcome is WriteOutcome.FAILED:
            raise self._unwritten(writer.trouble)
        if outcome is WriteOutcome.UNKNOWN:
            raise StoreDown(worded("logs", "disk_failed", file=self.path))
        return outcome

    def _do(self, call: Callable[[apsw.Connection], T], *, forgets: bool = False) -> T:
        told: SimpleQueue[tuple[Any, Exception | None]] = SimpleQueue()
        self._writer().give(Job(call, lambda result, wrong: told.put((result, wrong)), forgets))
        result, wrong = told.get()
        if wrong is not None:
            raise self._unwritten(str(wrong))
        done: T = result
        return done

    def _unwritten(self, why: str) -> StoreDown:
        return StoreDown(worded("logs", "not_written", file=self.path, why=why))

    def _writer(self) -> Writer:
        """The writer thread, started on first use."""
        if self._started is None:
            self._started = Writer(self._setup, _tell, time.time, self._alone, LabelledRows)
            self._started.start()
        return self._started

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Users of this file wait for the writer, and do not read meanwhile."""
        self._reader.close()
        yield


def _delete(connection: apsw.Connection, log: str) -> None:
    connection.execute("DELETE FROM events WHERE table_id = ?", (log,))
    connection.execute("DELETE FROM logs WHERE id = ?", (log,))


def _tell(batch: Sequence[Write], outcomes: Sequence[WriteOutcome]) -> None:
    for write, outcome in zip(batch, outcomes, strict=True):
        write.done(outcome)

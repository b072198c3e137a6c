"""Logs in one file: lines that are on the disk before anybody is told so.

A SQLite file with a write-ahead log and a sync for each entry. Programs may share it: whoever adds lines says how many
they have seen, and if somebody else was faster nothing is written.
"""

import os
import re
import secrets
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

import apsw
import msgspec

from docena.core.errors import DocenaError, plain
from docena.core.files import resolved
from docena.storage.lookups import RUNNING_DAY

T = TypeVar("T")
MARK = 0x646F6C62
"""`dolb`, the application id in the file's header."""
OLDEST = (3, 51, 3)
"""SQLite before it could lose what was written when its write-ahead log starts over."""
BUSY_MS = 5000
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_CODE = 10
_ID = re.compile(f"[{_LETTERS}]{{1,40}}")

_SCHEMA = """
CREATE TABLE logs (id TEXT PRIMARY KEY, kind TEXT NOT NULL, title TEXT NOT NULL, made TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE lines (
  log TEXT NOT NULL REFERENCES logs (id), seq INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (log, seq)
) WITHOUT ROWID;
"""
_SECRETS = "CREATE TABLE IF NOT EXISTS secret (id INTEGER PRIMARY KEY CHECK (id = 1), bytes BLOB NOT NULL)"
_SECRET_BYTES = 32
_RUNNING = (
    "CREATE TABLE IF NOT EXISTS meta (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
    "INSERT INTO meta (key, value) VALUES ('running', '0') ON CONFLICT (key) DO NOTHING",
)
_HAS_DAY = "SELECT count(*) FROM pragma_table_info('logs') WHERE name = 'day'"
_ADD_DAY = "ALTER TABLE logs ADD COLUMN day INTEGER NOT NULL DEFAULT 0"
"""The day by the count of days on which a server has run; logs of files that had no such count are new on day 0."""
_MOST_FORGOTTEN = 20
"""Logs that are taken away in one transaction."""


def keep_log_ahead(connection: apsw.Connection, busy_ms: int) -> str:
    """Asks for a write-ahead log; returns the mode that the file has then.

    SQLite does not wait for others who open a new file at the same moment, so that this has to.
    """
    end = time.monotonic() + busy_ms / 1000
    while True:
        try:
            return str(connection.pragma("journal_mode", "WAL"))
        except apsw.BusyError:
            if time.monotonic() >= end:
                raise
            time.sleep(0.01)


class Moved(DocenaError):
    """Somebody else has written in between: read again, and decide anew."""

    def __init__(self, seen: int, there: int) -> None:
        super().__init__(
            f"somebody else has entered something meanwhile (you have seen {seen} lines, and there are {there}): "
            "nothing was written; look again, and enter it once more"
        )
        self.there = there


class Unwritable(DocenaError):
    """The file cannot be opened, read or written to: nothing has happened."""


class Label(msgspec.Struct, frozen=True):
    """What a log is."""

    id: str
    kind: str
    title: str
    made: str


def new_id() -> str:
    """Letters and digits that nobody mistakes for each other."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_CODE))


def is_id(text: str) -> bool:
    """Whether a log can be called so: it stands in addresses and in names of files.

    >>> is_id(new_id()), is_id("../x")
    (True, False)
    """
    return _ID.fullmatch(text) is not None


def read_line(decode: Callable[[str], T], text: str) -> T:
    """A line of a log as its kind of log reads it; a sentence if it cannot be read."""
    try:
        return decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise DocenaError(f"a line of this log cannot be read: {plain(str(error))}") from None


class Logbook:
    """An open file of logs.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder, Logbook(Path(folder, "logs.db")) as book:
    ...     book.begin(Label("abc", "pad", "Friday", "2026-05-01T18:00:00Z"), ["first"])
    ...     book.add("abc", 1, ["second"])
    ...     book.lines("abc")
    ['first', 'second']
    """

    def __init__(self, path: Path, *, create: bool = True) -> None:
        self.path = path
        _check_sqlite()
        if not resolved(path).parent.is_dir():
            raise Unwritable(f"cannot open {path}: there is no folder {resolved(path).parent}")
        if path.is_dir():
            raise Unwritable(f"cannot open {path}: it is a folder")
        if not create and not path.exists():
            raise DocenaError(f"there is no file {path}")
        with suppress(OSError):
            # names of people stand in it: it is nobody else's to read
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            _sync_folder(resolved(path).parent)
        try:
            self._db = apsw.Connection(str(path))
            try:
                self._open()
            except BaseException:
                self._db.close(force=True)
                raise
        except apsw.NotADBError:
            raise Unwritable(f"{path} is not a file of docena's, or it is damaged") from None
        except apsw.Error as error:
            raise Unwritable(f"cannot open {path}: {error}") from None

    def _open(self) -> None:
        self._db.set_busy_timeout(BUSY_MS)
        there = self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if there is not None and there[0] and self._db.pragma("application_id") != MARK:
            raise Unwritable(f"{self.path} is a database, but not one of logs of docena's")
        if keep_log_ahead(self._db, BUSY_MS) != "wal":
            raise Unwritable(f"{self.path} cannot have a write-ahead log there")
        self._db.pragma("synchronous", "FULL")
        self._db.pragma("foreign_keys", True)
        with self._writing():
            if not self._db.pragma("application_id"):
                self._db.pragma("application_id", MARK)
                self._db.execute(_SCHEMA)
            self._db.execute(_SECRETS)
            for statement in _RUNNING:
                self._db.execute(statement)
            if not self._db.execute(_HAS_DAY).get:
                self._db.execute(_ADD_DAY)

    def _writing(self) -> "_Transaction":
        return _Transaction(self._db, self.path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    # --- reading

    def labels(self, kind: str) -> list[Label]:
        """All logs of a kind, the newest last."""
        rows = self._rows("SELECT id, kind, title, made FROM logs WHERE kind = ? ORDER BY made, id", kind)
        return [Label(str(a), str(b), str(c), str(d)) for a, b, c, d in rows]

    def label(self, log: str) -> Label | None:
        """What the log of this id is."""
        rows = self._rows("SELECT id, kind, title, made FROM logs WHERE id = ?", log)
        return Label(*map(str, rows[0])) if rows else None

    def find(self, kind: str, wanted: str | None) -> Label:
        """A log by its id, its title or the beginning of one; without any, the newest."""
        labels = self.labels(kind)
        if not labels:
            raise DocenaError(f"nothing is kept in {self.path} yet")
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
                raise DocenaError(f"{wanted!r} could be any of these: {ids}")
        raise DocenaError(f"there is nothing called {wanted!r} in {self.path}")

    def lines(self, log: str, after: int = 0) -> list[str]:
        rows = self._rows("SELECT text FROM lines WHERE log = ? AND seq > ? ORDER BY seq", log, after)
        return [str(text) for (text,) in rows]

    def news(self, log: str, seen: int, last: str) -> list[str] | None:
        """The lines after those that were seen, of which this is the last.

        None if it is not there: the log was removed, and perhaps brought back from a file, which may have another end.
        """
        texts = self.lines(log, seen - 1)
        return texts[1:] if texts and texts[0] == last else None

    def mentioning(self, kind: str, text: str) -> list[str]:
        """The ids of logs of a kind that have a line with this text."""
        rows = self._rows(
            "SELECT DISTINCT log FROM lines JOIN logs ON log = id WHERE kind = ? AND instr(text, ?)", kind, text
        )
        return [str(log) for (log,) in rows]

    def length(self, log: str) -> int:
        (row,) = self._rows("SELECT coalesce(max(seq), 0) FROM lines WHERE log = ?", log)
        return int(row[0])

    def idle_days(self, log: str) -> int:
        """On how many days a server has run since the log's last line."""
        (row,) = self._rows(f"SELECT {RUNNING_DAY} - day FROM logs WHERE id = ?", log)  # noqa: S608
        return int(row[0])

    def version(self) -> int:
        """Another number as soon as another program has written to the file."""
        (row,) = self._rows("PRAGMA data_version")
        return int(row[0])

    def look(self, question: str, *parts: str | int) -> list[tuple[Any, ...]]:
        """Answers one statement that writes nothing."""
        return self._rows(question, *parts)

    def _rows(self, question: str, *parts: str | int) -> list[tuple[Any, ...]]:
        try:
            return list(self._db.execute(question, parts))
        except apsw.Error as error:
            raise Unwritable(f"cannot read {self.path}: {error}") from None

    # --- writing

    def secret(self) -> bytes:
        """Of this file alone, made when it is first asked for: the keys of its logs come from it."""
        with self._writing():
            self._db.execute("INSERT OR IGNORE INTO secret VALUES (1, ?)", (secrets.token_bytes(_SECRET_BYTES),))
            row = self._db.execute("SELECT bytes FROM secret").fetchone()
        assert row is not None
        return bytes(row[0])

    def begin(self, label: Label, lines: Sequence[str]) -> None:
        """A new log with its first lines, all or nothing."""
        with self._writing():
            if self._db.execute("SELECT 1 FROM logs WHERE id = ?", (label.id,)).fetchone():
                raise DocenaError(f"{label.id} is in {self.path} already")
            self._db.execute(
                f"INSERT INTO logs (id, kind, title, made, day) VALUES (?, ?, ?, ?, {RUNNING_DAY})",  # noqa: S608
                (label.id, label.kind, label.title, label.made),
            )
            self._insert(label.id, 0, lines)

    def add(self, log: str, seen: int, lines: Sequence[str], title: str | None = None) -> None:
        """More lines, if nobody else has written since `seen`; when this returns they are on the disk."""
        with self._writing():
            there = self.length(log)
            if not there:
                raise DocenaError(f"there is no {log!r} in {self.path} any more")
            if there != seen:
                raise Moved(seen, there)
            self._insert(log, seen, lines)
            self._db.execute(f"UPDATE logs SET day = {RUNNING_DAY} WHERE id = ? AND day <> {RUNNING_DAY}", (log,))  # noqa: S608
            if title is not None:
                self._db.execute("UPDATE logs SET title = ? WHERE id = ?", (title, log))

    def remove(self, log: str) -> None:
        with self._writing():
            self._delete(log)

    def forget(self, kind: str, idle_days: int) -> list[str]:
        """Takes away logs of a kind to which nothing was added for more days than these on which a server has run."""
        with self._writing():
            idle = f"SELECT id FROM logs WHERE kind = ? AND {RUNNING_DAY} - day > ? LIMIT ?"  # noqa: S608
            logs = [str(log) for (log,) in self._db.execute(idle, (kind, idle_days, _MOST_FORGOTTEN))]
            for log in logs:
                self._delete(log)
        return logs

    def _delete(self, log: str) -> None:
        self._db.execute("DELETE FROM lines WHERE log = ?", (log,))
        self._db.execute("DELETE FROM logs WHERE id = ?", (log,))

    def change(self, statement: str, *parts: str | int) -> list[tuple[Any, ...]]:
        """Writes one statement, and answers what it returns."""
        with self._writing():
            return list(self._db.execute(statement, parts))

    def _insert(self, log: str, seen: int, lines: Sequence[str]) -> None:
        self._db.executemany(
            "INSERT INTO lines (log, seq, text) VALUES (?, ?, ?)",
            [(log, seq, text) for seq, text in enumerate(lines, seen + 1)],
        )


class _Transaction:
    """All or nothing; what cannot be written is said in a sentence."""

    def __init__(self, db: apsw.Connection, path: Path) -> None:
        self._db = db
        self._path = path

    def __enter__(self) -> None:
        self._do("BEGIN IMMEDIATE")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is None:
            self._do("COMMIT")
            return
        self._roll_back()
        if isinstance(error, apsw.Error):
            raise self._complaint(error) from None

    def _roll_back(self) -> None:
        with suppress(apsw.Error):
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")

    def _do(self, statement: str) -> None:
        try:
            self._db.execute(statement)
        except apsw.Error as error:
            self._roll_back()
            raise self._complaint(error) from None

    def _complaint(self, error: apsw.Error) -> Unwritable:
        return Unwritable(f"cannot write to {self._path}: {error}; nothing was written")


def _sync_folder(folder: Path) -> None:
    """The new name is on the disk too; not every system has a way to say so."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _check_sqlite() -> None:
    version = apsw.sqlite_lib_version()
    if tuple(int(part) for part in version.split(".")[:3]) < OLDEST:
        raise DocenaError(f"SQLite {version} can lose what it has written: pip install --upgrade apsw")

"""Opening our SQLite files: commits are durable, and the version is the current one."""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import apsw
import msgspec

from docena.core.errors import DocenaError
from docena.core.words import worded
from docena.storage.ports import StoreDown
from docena.storage.schema import HAS_VERSION, TABLES, Format, upgrade

OLDEST = (3, 51, 3)
"""SQLite before this version could lose writes when its write-ahead log starts over."""
LOG_BYTES = 64 << 20
"""The size to which the write-ahead log is truncated after it had to grow, as during a backup."""

Value = None | int | float | bytes | str


class Setup(msgspec.Struct, frozen=True):
    """How the file is opened; tests use another file system or weaker guarantees."""

    path: str
    vfs: str | None = None
    synchronous: str = "FULL"
    busy_ms: int = 2000
    """How long to wait for another program's lock, in seconds."""
    checkpoint_pages: int = 4000
    """The write-ahead log is checkpointed into the file when it is longer than this."""
    pragmas: tuple[str, ...] = ()
    """Run before anything else."""
    format: Format = TABLES


def check_sqlite(version: str) -> None:
    """
    >>> check_sqlite("3.51.3")
    """
    if tuple(int(part) for part in version.split(".")[:3]) < OLDEST:
        raise DocenaError(
            f"SQLite {version} can lose what it has written: docena needs {'.'.join(map(str, OLDEST))} or newer "
            "(pip install --upgrade apsw)"
        )


def connect(setup: Setup, *, create: bool = False, readonly: bool = False) -> apsw.Connection:
    """A connection with our guarantee: commits are durable."""
    flags = apsw.SQLITE_OPEN_READONLY if readonly else apsw.SQLITE_OPEN_READWRITE
    connection = apsw.Connection(
        setup.path, flags=flags | (apsw.SQLITE_OPEN_CREATE if create else 0), vfs=setup.vfs, statementcachesize=50
    )
    try:
        connection.set_busy_timeout(setup.busy_ms)
        for pragma in setup.pragmas:
            connection.execute(f"PRAGMA {pragma}")
        if not readonly:
            mode = keep_log_ahead(connection, setup.busy_ms)
            if mode != "wal":
                raise DocenaError(f"{setup.path} cannot have a write-ahead log there (its journal mode is {mode})")
            connection.pragma("synchronous", setup.synchronous)
            connection.pragma("journal_size_limit", LOG_BYTES)
        connection.pragma("foreign_keys", True)
        connection.wal_autocheckpoint(0)  # the writer does it, after acknowledging its writes
    except BaseException:
        connection.close(force=True)
        raise
    return connection


def keep_log_ahead(connection: apsw.Connection, busy_ms: int) -> str:
    """Requests a write-ahead log; returns the file's resulting mode.

    SQLite does not wait for others that open a new file at the same moment, so this has to.
    """
    end = time.monotonic() + busy_ms / 1000
    while True:
        try:
            return str(connection.pragma("journal_mode", "WAL"))
        except apsw.BusyError:
            if time.monotonic() >= end:
                raise
            time.sleep(0.01)


def version_of(connection: apsw.Connection, where: str, form: Format = TABLES) -> int:
    """The version of our schema; 0 if the file is empty; raises a sentence if it is not ours."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not names:
        return 0
    if connection.pragma("application_id") == form.mark:
        for (value,) in connection.execute(HAS_VERSION) if "meta" in names else ():
            return int(value)
        if not form.numbered:
            return 1
    raise DocenaError(worded("logs", f"other_{form.key}", file=where))


def migrate(connection: apsw.Connection, setup: Setup) -> None:
    """Migrates the file to the current version, atomically."""
    form = setup.format
    if version_of(connection, setup.path, form) == len(form.versions):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(connection, setup.path, form)
        if not version:
            connection.pragma("application_id", form.mark)
        for statement in upgrade(version, setup.path, form):
            connection.execute(statement)
        connection.execute("COMMIT")
    except BaseException:
        with suppress(apsw.Error):
            connection.execute("ROLLBACK")
        raise


def prepare(setup: Setup) -> None:
    """Creates the file if needed, and migrates it; every error is a sentence."""
    check_sqlite(apsw.sqlite_lib_version())
    path = Path(os.path.abspath(setup.path))
    if not path.parent.is_dir():
        raise _not_opened(setup, worded("logs", "no_folder", folder=path.parent))
    if path.is_dir():
        raise _not_opened(setup, worded("logs", "is_folder"))
    if setup.vfs is None:
        with suppress(OSError):
            # it contains secrets of games and names of people: nobody else may read it
            os.close(os.open(setup.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
            sync_folder(path.parent)
    try:
        connection = connect(setup, create=True)
        try:
            migrate(connection, setup)
        finally:
            connection.close(force=True)
    except apsw.NotADBError:
        raise StoreDown(worded("logs", f"no_{setup.format.key}", file=setup.path)) from None
    except apsw.Error as error:
        raise _not_opened(setup, str(error)) from None
    except DocenaError as error:
        raise StoreDown(error.said) from None


def _not_opened(setup: Setup, why: str | Callable[[str], str]) -> StoreDown:
    return StoreDown(worded("logs", f"not_opened_{setup.format.key}", file=setup.path, why=why))


def sync_folder(folder: Path) -> None:
    """Makes the new name durable too; not every system has a way to do so."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


class Reader:
    """A read connection, for one thread at a time; reopened when the file has been replaced."""

    def __init__(self, setup: Setup, *, readonly: bool) -> None:
        """`readonly`: for one that is never the last to close the file, and so need not clean up."""
        self._setup, self._readonly = setup, readonly
        self._connection: apsw.Connection | None = None
        self._place: tuple[int, ...] = ()

    def look(self, sql: str, values: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        place = footprint(self._setup.path)
        if self._connection is None or place != self._place:
            self.close()
            self._connection = connect(self._setup, readonly=self._readonly)
            self._place = place
        try:
            return self._connection.execute(sql, values).fetchall()
        except apsw.Error:
            self.close()
            raise

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(apsw.Error):
                connection.close(force=True)


def footprint(path: str) -> tuple[int, ...]:
    """The identity of the file; None if it does not exist."""
    try:
        found = os.stat(path)
    except OSError:
        return ()
    return (found.st_dev, found.st_ino)


def footprints(path: str) -> tuple[int, ...]:
    """The identities of the database and its log.

    Deleted files still accept writes, which are then lost.
    """
    return footprint(path) + footprint(path + "-wal")

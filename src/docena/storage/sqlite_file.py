"""A docena database in one SQLite file: opening it as it must be opened."""

import os
from contextlib import suppress

import apsw
import msgspec

from docena.core.errors import DocenaError
from docena.storage.event_log import keep_log_ahead
from docena.storage.schema import HAS_VERSION, upgrade

OLDEST = (3, 51, 3)
"""SQLite before it could lose what was written when its write-ahead log starts over."""
MARK = 0x646F6365
"""`doce`, the application id in the file's header."""

LOG_BYTES = 64 << 20
"""What the write-ahead log is cut back to after it had to grow, as during a backup."""

Value = None | int | float | bytes | str


class Setup(msgspec.Struct, frozen=True):
    """How the file is opened; tests put another file system or other promises under it."""

    path: str
    vfs: str | None = None
    synchronous: str = "FULL"
    busy_ms: int = 2000
    """How long another program's lock is waited for."""
    checkpoint_pages: int = 4000
    """The write-ahead log is carried over into the file when it is longer than this."""
    pragmas: tuple[str, ...] = ()
    """Said before anything else."""


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
    """A connection with our promises: what is committed is on the disk."""
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
        connection.wal_autocheckpoint(0)  # the writer does it, after it has said what is written
    except BaseException:
        connection.close(force=True)
        raise
    return connection


def version_of(connection: apsw.Connection, where: str) -> int:
    """The version of our schema; 0 if the file is empty, and a sentence if it is somebody else's."""
    names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    if not names:
        return 0
    if "meta" in names and connection.pragma("application_id") == MARK:
        for (value,) in connection.execute(HAS_VERSION):
            return int(value)
    raise DocenaError(f"{where} is a database, but not one of docena's")


def migrate(connection: apsw.Connection, where: str) -> None:
    """Brings the file to the present version, all of it or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(connection, where)
        if not version:
            connection.pragma("application_id", MARK)
        for statement in upgrade(version, where):
            connection.execute(statement)
        connection.execute("COMMIT")
    except BaseException:
        with suppress(apsw.Error):
            connection.execute("ROLLBACK")
        raise


def prepare(setup: Setup) -> None:
    """Makes the file if it is not there, and brings it up to date; every complaint is a sentence."""
    check_sqlite(apsw.sqlite_lib_version())
    folder = os.path.dirname(os.path.abspath(setup.path))
    if not os.path.isdir(folder):
        raise DocenaError(f"cannot open the database {setup.path}: there is no folder {folder}")
    if os.path.isdir(setup.path):
        raise DocenaError(f"cannot open the database {setup.path}: it is a folder")
    if setup.vfs is None:
        with suppress(OSError):
            # secrets of games under way stand in it: it is nobody else's to read
            os.close(os.open(setup.path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        connection = connect(setup, create=True)
        try:
            migrate(connection, setup.path)
        finally:
            connection.close(force=True)
    except apsw.NotADBError:
        raise DocenaError(f"{setup.path} is not a database") from None
    except apsw.Error as error:
        raise DocenaError(f"cannot open the database {setup.path}: {error}") from None


def footprint(path: str) -> tuple[int, ...]:
    """Which file this is; none if there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return ()
    return (found.st_dev, found.st_ino)


def footprints(path: str) -> tuple[int, ...]:
    """Which files the database and its log are.

    Files that were taken away go on taking writes, and nobody ever finds them again.
    """
    return footprint(path) + footprint(path + "-wal")

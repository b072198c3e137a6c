"""A copy of a database file while a server is using it."""

import os
from contextlib import closing
from pathlib import Path

import apsw

from docena.core.errors import DocenaError
from docena.core.files import check_writable, resolved, unfinished
from docena.storage.sqlite_file import check_sqlite, sync_folder, version_of

STEP = 1000
"""Pages copied at a time."""
BUSY_MS = 5000


def backup(source: Path, target: Path) -> int:
    """Copies the database as of this moment; the copy gets its name once all of it is on the disk.

    Returns its size in bytes.
    """
    check_sqlite(apsw.sqlite_lib_version())
    _check(source, target)
    try:
        with unfinished(resolved(target)) as part:
            _copy(source, part)
            with open(part, "rb+") as file:
                os.fsync(file.fileno())
            size = os.path.getsize(part)
            os.replace(part, resolved(target))
        sync_folder(resolved(target).parent)
    except apsw.NotADBError:
        raise DocenaError(f"{source} is not a database") from None
    except (apsw.Error, OSError) as error:
        raise DocenaError(f"cannot copy {source} to {target}: {error}; nothing was kept") from None
    return size


def _check(source: Path, target: Path) -> None:
    if not source.is_file():
        raise DocenaError(f"there is no database {source}")
    check_writable(target)
    if target.exists() and target.samefile(source):
        raise DocenaError(f"{target} is the database itself: name another file for the copy")
    log = target.with_name(target.name + "-wal")
    if log.exists():
        # It would be mistaken for the copy's own log, and corrupt it.
        raise DocenaError(f"{target} is in use, or was left by a server ({log} is there): name another file")


def _copy(source: Path, part: str) -> None:
    with (
        # Not read-only: the last connection to close deletes the log, which needs permission to write.
        closing(apsw.Connection(str(source), flags=apsw.SQLITE_OPEN_READWRITE)) as old,
        closing(apsw.Connection(part)) as new,
    ):
        old.set_busy_timeout(BUSY_MS)
        if not version_of(old, str(source)):
            raise DocenaError(f"{source} is empty")
        new.pragma("synchronous", "OFF")  # the whole file is synced at the end
        # Held open, so that what a server writes meanwhile does not make the copy begin again.
        old.execute("BEGIN")
        old.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        with new.backup("main", old, "main") as copying:
            while not copying.done:
                copying.step(STEP)
        old.execute("COMMIT")
        new.pragma("journal_mode", "DELETE")  # the copy is one file, with no log beside it
        if (found := new.pragma("quick_check")) != "ok":
            raise DocenaError(f"{source} is damaged: {found}")

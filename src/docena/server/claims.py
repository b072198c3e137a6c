"""Locks on a server's files, which no other server may use at the same time."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from docena.core.errors import DocenaError
from docena.core.filelock import FileLock, Locked
from docena.core.files import resolved
from docena.server.settings import Settings
from docena.storage import file_of


class Claims:
    """The locks that a server holds."""

    def __init__(self, locks: list[FileLock]) -> None:
        self._locks = locks

    def cover(self) -> None:
        """Locks files that were new and exist by now."""
        for lock in self._locks:
            lock.cover()

    def announce(self, port: int) -> None:
        """Writes where we listen, for servers that want the same files."""
        for lock in self._locks:
            lock.announce(port)


@contextmanager
def claimed(settings: Settings) -> Iterator[Claims]:
    """Locks the database, if it is a file, and the file of pads and tournaments, until the server has ended."""
    database, events = file_of(settings.database), Path(settings.events)
    if database is not None and resolved(database) == resolved(events):
        raise DocenaError(f"the database and the events cannot be kept in one file ({events}): name two files")
    with ExitStack() as held:
        locks = []
        if database is not None:
            locks.append(held.enter_context(_lock(database, "the database", "database")))
        locks.append(held.enter_context(_lock(events, "the file of pads and tournaments", "events")))
        yield Claims(locks)


def _lock(path: Path, what: str, setting: str) -> FileLock:
    if path.is_dir():
        raise DocenaError(f"cannot open {what} {path}: it is a folder")
    if not resolved(path).parent.is_dir():
        raise DocenaError(f"cannot open {what} {path}: there is no folder {resolved(path).parent}")
    try:
        return FileLock(path)
    except Locked as error:
        who = f" ({error.holder})" if error.holder is not None else ""
        raise DocenaError(
            f"another docena server{who} is using {what}, {os.path.abspath(error.path)}: stop it first, or name "
            f"another file with --{setting} (or DOCENA_{setting.upper()})"
        ) from None

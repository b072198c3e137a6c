"""Writing files atomically: a file is either complete or absent."""

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from docena.core.words import refused, system_error


def resolved(path: Path) -> Path:
    """The target of a link; a circular link has none, which is not an error here."""
    return Path(os.path.realpath(path))


def _is_stream(path: Path) -> bool:
    """A pipe, a device, or one of our own open files (/dev/stdout): nothing to keep whole."""
    return path.parts[:2] in (("/", "dev"), ("/", "proc")) or (
        path.exists() and not path.is_file() and not path.is_dir()
    )


_unfinished: set[str] = set()
"""Temporary files that have not been renamed yet."""


@contextmanager
def unfinished(target: Path) -> Iterator[str]:
    """A temporary file beside another; it is removed at the end unless it was renamed, whatever happens."""
    part = str(target.parent / f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        _unfinished.add(part)  # before it exists: a signal may come at any moment
        os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        yield part
    finally:
        _remove(part)
        _unfinished.discard(part)


def remove_unfinished() -> None:
    """Removes all temporary files, for a program that exits at once."""
    for part in list(_unfinished):
        _remove(part)


def _remove(part: str) -> None:
    """Also removes what SQLite keeps beside a database."""
    for name in (part, part + "-journal", part + "-wal", part + "-shm"):
        with suppress(OSError):
            os.unlink(name)


def _mode() -> int:
    """The permissions that the user's other new files get."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A text file to write to, or standard output for `-`.

    A file gets its name only once all of it is safely on the disk. If anything fails, the previous one stays, and
    nothing half-written is left behind.
    """
    if str(path) == "-":
        yield sys.stdout
        sys.stdout.flush()
        return
    if _is_stream(path) or _is_stream(resolved(path)):
        with path.open("w", encoding="utf-8") as file:
            yield file
        return
    target = resolved(path)  # the file that a link points to, not the link
    try:
        with unfinished(target) as part:
            with open(part, "w", encoding="utf-8") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.chmod(part, _mode())
            os.replace(part, target)
    except OSError as error:
        raise refused("bad", "files", "not_written", file=path, why=system_error(error)) from None


def check_writable(path: Path) -> None:
    """Refuses a place where no file can be written, at once rather than after a long game."""
    if str(path) == "-" or _is_stream(path):
        return
    folder = resolved(path).parent
    if not folder.is_dir():
        raise refused("bad", "files", "no_folder", file=path, folder=folder)
    if path.is_dir() or not os.access(folder, os.W_OK):
        raise refused("bad", "files", "is_folder" if path.is_dir() else "not_allowed", file=path)

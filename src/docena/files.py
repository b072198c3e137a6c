"""Writing files so that a file is either whole or not there."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from docena.errors import DocenaError


def _is_stream(path: Path) -> bool:
    """A pipe, a device, or one of our own open files (/dev/stdout): nothing to keep whole."""
    return path.parts[:2] in (("/", "dev"), ("/", "proc")) or (
        path.exists() and not path.is_file() and not path.is_dir()
    )


def _mode() -> int:
    """The permissions that the user's other new files get."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A text file to write to, which takes its name only when all of it is safely on the disk.

    If anything fails, what was there before stays, and nothing half-written is left behind.
    """
    if _is_stream(path) or _is_stream(path.resolve()):
        with path.open("w", encoding="utf-8") as file:
            yield file
        return
    target = path.resolve()  # the file that a link points to, not the link
    part = None
    try:
        handle, part = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".part", dir=target.parent)
        with open(handle, "w", encoding="utf-8") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(part, _mode())
        os.replace(part, target)
        part = None
    except OSError as error:
        raise DocenaError(f"cannot write {path}: {error.strerror or error}; nothing was kept") from None
    finally:
        if part is not None:
            with suppress(OSError):
                os.unlink(part)


def check_writable(path: Path) -> None:
    """Complains at once, rather than after a long game, about a place where no file can be written."""
    if _is_stream(path):
        return
    folder = path.resolve().parent
    if not folder.is_dir():
        raise DocenaError(f"cannot write {path}: there is no folder {folder}")
    if path.is_dir() or not os.access(folder, os.W_OK):
        raise DocenaError(f"cannot write {path}: it is {'a folder' if path.is_dir() else 'not allowed there'}")

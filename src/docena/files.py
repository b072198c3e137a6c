"""Writing files so that a file is either whole or not there."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from docena.errors import DocenaError


@contextmanager
def whole_file(path: Path) -> Iterator[TextIO]:
    """A text file to write to, which takes its name only when all of it is safely on the disk.

    If anything fails, what was there before stays, and nothing half-written is left behind.
    """
    if path.exists() and not path.is_file():
        # a pipe or a device (/dev/stdout): nothing to keep whole
        with path.open("w", encoding="utf-8") as file:
            yield file
        return
    part = None
    try:
        handle, part = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
        with open(handle, "w", encoding="utf-8") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.chmod(part, 0o644)
        os.replace(part, path)
        part = None
    except OSError as error:
        raise DocenaError(f"cannot write {path}: {error.strerror or error}; nothing was kept") from None
    finally:
        if part is not None:
            with suppress(OSError):
                os.unlink(part)

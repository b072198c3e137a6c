"""Libraries compiled before: other checkouts, and earlier versions of the sources, find them again."""

import hashlib
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

from compiler.targets import Processor, System
from docena.core.filelock import waited_lock

_KEPT = 24
_MAKERS = ("numba", "llvmlite", "numpy")


def cache_folder() -> Path:
    if chosen := os.environ.get("DOCENA_CACHE"):
        return Path(chosen, "libraries")
    if chosen := os.environ.get("XDG_CACHE_HOME"):
        return Path(chosen, "docena", "libraries")
    return Path.home() / ".cache" / "docena" / "libraries"


def cached(library: str, code: str, system: System, processor: Processor, make: Callable[[Path], None]) -> Path:
    """The library that was made from this code for this processor; if there is none yet, it is made."""
    folder = cache_folder()
    folder.mkdir(parents=True, exist_ok=True)
    key = hashlib.sha256(f"{code} {digest_of_compiler()} {system} {processor}".encode()).hexdigest()[:24]
    found = folder / f"{library}-{key}{system.suffix}"
    with waited_lock(found):
        if not found.exists():
            make(found)
        with suppress(OSError):
            os.utime(found)
    _prune(folder)
    return found


def digest_of_compiler() -> str:
    """Changes with what turns sources into a library."""
    digest = hashlib.sha256(" ".join(f"{name} {version(name)}" for name in _MAKERS).encode())
    here = Path(__file__).parent
    for path in sorted((*here.glob("*.py"), *here.glob("fragments/*.ll"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def _prune(folder: Path) -> None:
    """The least recently used go, and folders in which a build that was killed has left something."""
    ages = []
    for path in folder.iterdir():
        with suppress(OSError):  # another process may be pruning, too
            if path.suffix != ".lock":
                ages.append((path.stat().st_mtime, path))
    for _, path in sorted(ages, reverse=True)[_KEPT:]:
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def copy(found: Path, target: Path) -> None:
    """A library takes its name only when it is whole."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    shutil.copy(found, part)
    part.replace(target)

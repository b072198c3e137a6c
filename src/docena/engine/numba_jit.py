"""Numba's part: compiling in this process with bounds checks, and for the compiler."""

import atexit
import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import numba as _numba
import numpy as np

from docena.engine.sources import digest_of_bytes

F = TypeVar("F", bound=Callable[..., Any])
numba: Any = _numba  # its type hints do not cover all of its options

ENTRIES: list[Callable[..., Any]] = []
"""The functions marked as entries in the modules imported so far, for the compiler."""

_MODE = os.environ.get("DOCENA_JIT")
_BUILDS = _MODE == "build"
_KEPT_CACHES = 4


def _cache_name() -> str:
    """A name that changes with any source file of the engine, and with the machine.

    Numba does not recompile a cached caller when a function that it calls in another file changes; a folder for
    each state of all sources makes that mistake impossible.
    """
    versions = f"{numba.__version__} {np.__version__} {sys.version} {_machine()} {_MODE} {digest_of_bytes('tests')}"
    return hashlib.sha256(versions.encode()).hexdigest()[:16]


def _machine() -> str:
    """Code is compiled for one processor; a cache may lie in a folder that several machines share."""
    from llvmlite import binding

    return f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"


def _cache_root() -> Path:
    if chosen := os.environ.get("DOCENA_CACHE"):
        return Path(chosen)
    if chosen := os.environ.get("XDG_CACHE_HOME"):
        return Path(chosen) / "docena"
    return Path.home() / ".cache" / "docena"


def _writable(root: Path) -> Path:
    """The folder of compiled code; a temporary one if the user's cannot be written."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        passing = Path(tempfile.mkdtemp(prefix="docena-"))
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
        return passing


def _prune(root: Path, keep: Path) -> None:
    """Deletes caches of old versions, except the latest few (checkouts are often switched back and forth)."""
    ages = []
    for path in root.iterdir():
        with suppress(OSError):  # another start may be pruning, too
            if re.fullmatch(r"[0-9a-f]{16}", path.name) and path != keep:
                ages.append((path.stat().st_mtime, path))
    for _, path in sorted(ages, reverse=True)[_KEPT_CACHES:]:
        shutil.rmtree(path, ignore_errors=True)


_options: dict[str, Any] = {"nogil": True, "boundscheck": not _BUILDS, "error_model": "numpy"}
_inner: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **_options}

if not _BUILDS:
    _root = _writable(_cache_root() / "compiled")
    CACHE = _root / _cache_name()
    if not CACHE.exists():
        CACHE.mkdir(exist_ok=True)
        _prune(_root, CACHE)
    numba.config.CACHE_DIR = str(CACHE)


def rule(function: F) -> F:
    compiled: F = numba.njit(**_inner)(function)
    return compiled


def hot(function: F) -> F:
    compiled: F = numba.njit(forceinline=True, **_inner)(function)
    return compiled


def entry(function: F) -> F:
    compiled: F = numba.njit(cache=True, **_options)(function) if not _BUILDS else rule(function)
    ENTRIES.append(compiled)
    return compiled


long_entry = entry

"""`@rule`: marks a function as a rule, and compiles it.

`DOCENA_JIT` chooses how: `1` (default) compiled, `check` compiled with bounds checks, `0` plain Python, for
breakpoints and coverage. The source is the same in all three.
"""

import atexit
import hashlib
import math
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

MODE = os.environ.get("DOCENA_JIT", "1")
if MODE not in ("0", "1", "check"):
    raise SystemExit(f"docena: DOCENA_JIT is {MODE!r}; it may be 1 (compiled), check (compiled, bounds checked) or 0")
COMPILED = MODE != "0"

F = TypeVar("F", bound=Callable[..., Any])

int64 = cast("Callable[[Any], int]", np.int64)
"""A whole number of the compiled kind: small fields of a record are widened with it before they are reckoned with."""

_KEPT_CACHES = 4
_QUIET = 5.0


ENGINE = (
    "core/sizes", "core/cards", "core/moves", "engine/*", "engine/rules/*", "bots/*", "bots/kernels/*",
    "bots/players/*", "bots/selfplay/*",
)  # fmt: skip
"""The modules whose code or constants go into compiled code."""


def _sources() -> Iterable[Path]:
    here = Path(__file__).parents[1]
    return sorted(path for name in ENGINE for path in here.glob(f"{name}.py"))


def _cache_name() -> str:
    """A name that changes with any source file of the engine, and with the machine.

    Numba does not recompile a cached caller when a function that it calls in another file changes; a folder for
    each state of all sources makes that mistake impossible.
    """
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {sys.version} {MODE} {_machine()}".encode())
    for path in _sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


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
    """The folder of compiled code; one that is gone afterwards if the user's cannot be written."""
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        passing = Path(tempfile.mkdtemp(prefix="docena-"))
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
        return passing


def _prune(root: Path, keep: Path) -> None:
    """Old versions' caches go, the latest few stay (a checkout is often switched back and forth)."""
    ages = []
    for path in root.iterdir():
        with suppress(OSError):  # another start may be pruning, too
            if re.fullmatch(r"[0-9a-f]{16}", path.name) and path != keep:
                ages.append((path.stat().st_mtime, path))
    for _, path in sorted(ages, reverse=True)[_KEPT_CACHES:]:
        shutil.rmtree(path, ignore_errors=True)


def _announce_compiling() -> None:
    """Compiling takes some seconds: say so, at the first function that is not in the cache."""
    from numba.core import event as numba_event

    event: Any = numba_event
    sentence = "docena: preparing the engine for this machine (some seconds, once) ..."

    class Announcement(numba_event.Listener):
        """Says it again where more is compiled much later: a hint is asked for in the middle of a game."""

        last = -math.inf

        def on_start(self, _: Any) -> None:
            if time.monotonic() > self.last + _QUIET:
                print(sentence, file=sys.stderr, flush=True)
            Announcement.last = time.monotonic()

        def on_end(self, _: Any) -> None:
            Announcement.last = time.monotonic()

    event.register("numba:compile", Announcement())


if COMPILED:
    import numba as _numba

    numba: Any = _numba  # its options are more than its types know
    _root = _writable(_cache_root() / "compiled")
    CACHE = _root / _cache_name()
    if not CACHE.exists():
        CACHE.mkdir(exist_ok=True)
        _prune(_root, CACHE)
    numba.config.CACHE_DIR = str(CACHE)
    _announce_compiling()
    _options: dict[str, Any] = {"nogil": True, "boundscheck": MODE == "check", "error_model": "numpy"}

    _inner: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, **_options}

    def rule(function: F) -> F:
        """A step of the rules: called from other rules only."""
        compiled: F = numba.njit(**_inner)(function)
        return compiled

    def hot(function: F) -> F:
        """A rule on the path of every move: its code is laid into its callers."""
        compiled: F = numba.njit(forceinline=True, **_inner)(function)
        return compiled

    def entry(function: F) -> F:
        """A door from Python into the compiled rules; kept on disk."""
        compiled: F = numba.njit(cache=True, **_options)(function)
        return compiled

else:

    def rule(function: F) -> F:
        """A step of the rules: called from other rules only."""
        return function

    hot = entry = rule

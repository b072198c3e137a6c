"""`@rule`, `@hot`, `@entry`: mark the functions that are compiled.

`DOCENA_JIT` chooses what runs: `1` (default) the libraries that were compiled ahead of time, `0` the same source as
plain Python, for breakpoints and coverage, `check` what Numba compiles here with bounds checks. `build` is how the
compiler reads the sources.
"""

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np

__all__ = ["MODE", "NUMBA", "entry", "hot", "int64", "long_entry", "rule"]

MODE = os.environ.get("DOCENA_JIT", "1")
if MODE not in ("0", "1", "check", "build"):
    raise SystemExit(f"docena: DOCENA_JIT is {MODE!r}; it may be 1 (compiled), check (bounds checked) or 0 (plain)")
NUMBA = MODE in ("check", "build")
"""Numba compiles marked functions in this process."""

F = TypeVar("F", bound=Callable[..., Any])

int64 = cast("Callable[[Any], int]", np.int64)
"""A 64-bit integer: small fields of a record are widened with it before any arithmetic."""

if NUMBA:
    from docena.engine.numba_jit import entry, hot, long_entry, rule
else:

    def rule(function: F) -> F:
        """A step of the rules: called from other rules only."""
        return function

    hot = rule
    """A rule on the path of every move: it is inlined into its callers."""

    if MODE == "1":
        from docena.engine.native import entry, long_entry
    else:
        entry = long_entry = rule
        """What Python calls; the kinds of its parameters are declared in `docena.engine.signature`."""

"""`@rule`, `@hot`, `@entry`: mark the functions that are compiled.

`DOCENA_JIT` chooses what runs: `1` (default) what Numba compiles here, `check` the same with bounds checks, `0` the
same source as plain Python, for breakpoints and coverage. `native` runs the libraries that `python -m compiler` makes,
and `build` is how that reads the sources.
"""

import os
from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np

__all__ = ["MODE", "NUMBA", "entry", "hot", "int64", "long_entry", "rule"]

MODE = os.environ.get("DOCENA_JIT", "1")
if MODE not in ("0", "1", "check", "native", "build"):
    raise SystemExit(f"docena: DOCENA_JIT is {MODE!r}; it may be 1 (compiled), check (compiled, bounds checked) or 0")
NUMBA = MODE in ("1", "check", "build")
"""Numba compiles what is marked, in this process."""

F = TypeVar("F", bound=Callable[..., Any])

int64 = cast("Callable[[Any], int]", np.int64)
"""A whole number of the compiled kind: small fields of a record are widened with it before they are computed with."""

if NUMBA:
    from docena.engine.numba_jit import entry, hot, long_entry, rule
else:

    def rule(function: F) -> F:
        """A step of the rules: called from other rules only."""
        return function

    hot = rule
    """A rule on the path of every move: it is inlined into its callers."""

    if MODE == "native":
        from docena.engine.native import entry, long_entry
    else:
        entry = long_entry = rule
        """What Python calls; the kinds of its parameters are declared in `docena.engine.signature`."""

"""The compiled libraries: found, checked against the sources, loaded, and called."""

import ctypes
import importlib.util
import json
import platform
import subprocess
import sys
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from docena.engine.signature import Kind, Numbers, Records, Signature, lengths_of, signature_of
from docena.engine.sources import PACKAGE, digest_of_bytes, digest_of_code, library_of

F = TypeVar("F", bound=Callable[..., Any])

FOLDER = PACKAGE / "native"
PREFIX = "docena_"
VARIANTS = ("x86_64_v3_pdep", "x86_64_v3", "x86_64", "arm64")
"""What libraries are compiled for, the best first."""
LEVELS = {"x86_64_v3_pdep": 2, "x86_64_v3": 1}
"""What `docena_cpu_level` must say at least for a variant."""
_ARCHITECTURE = {"amd64": "x86_64", "aarch64": "arm64"}.get(platform.machine().lower(), platform.machine().lower())
SUFFIX = {"darwin": ".dylib", "win32": ".dll"}.get(sys.platform, ".so")


class NoLibrary(SystemExit):
    """No compiled library can be used here."""


class Block(np.ndarray):
    """An array that knows its address, so that calls need not look it up each time."""

    @cached_property
    def address(self) -> int:
        if not self.flags.c_contiguous:
            raise ValueError("compiled code takes arrays without gaps")
        return int(self.ctypes.data)


@cache
def library(name: str) -> tuple[ctypes.CDLL, ctypes.PyDLL]:
    """A compiled library, loaded twice: calls through the first release Python's lock, so that other threads can
    run."""
    # an older library must not even be looked into: the system would go on using what it once loaded by this path
    path = find(name) if is_current(name) else None
    if path is None:
        if not _compile(name):
            raise NoLibrary(_complaint(name))
        path = find(name)
    return ctypes.CDLL(str(path)), ctypes.PyDLL(str(path))


def find(name: str) -> Path | None:
    """The best library of this name that this machine can run."""
    for variant in VARIANTS:
        path = FOLDER / f"{name}-{variant}{SUFFIX}"
        if path.exists() and variant.startswith(_ARCHITECTURE):
            needed = LEVELS.get(variant, 0)
            if not needed or ctypes.PyDLL(str(path)).docena_cpu_level() >= needed:
                return path
    return None


def is_current(name: str) -> bool:
    """Whether a library is there that was compiled from the sources that are here; it is not loaded."""
    stamp = FOLDER / f"{name}.json"
    if not _present(name) or not stamp.exists():
        return False
    made_from = json.loads(stamp.read_text(encoding="ascii"))
    return bool(made_from["bytes"] == digest_of_bytes(name) or made_from["code"] == digest_of_code(name))


def _present(name: str) -> list[Path]:
    """The files of a library that are meant for this kind of machine."""
    paths = (FOLDER / f"{name}-{variant}{SUFFIX}" for variant in VARIANTS if variant.startswith(_ARCHITECTURE))
    return [path for path in paths if path.exists()]


def _compile(name: str) -> bool:
    """In a checkout, brings the libraries up to date; returns whether there was a compiler to do it."""
    root = PACKAGE.parents[1]
    if not (root / "compiler").is_dir() or importlib.util.find_spec("numba") is None:
        return False
    print(f"docena: compiling the {name} library, since its sources have changed ...", file=sys.stderr, flush=True)
    done = subprocess.run([sys.executable, "-m", "compiler", name], cwd=root, check=False)  # noqa: S603  # ourselves
    return done.returncode == 0


def _complaint(name: str) -> str:
    present = [] if is_current(name) else _present(name)
    wrong = (
        f"{present[0].name} was compiled from other sources than those in {PACKAGE}"
        if present
        else f"the compiled {name} library for this machine ({sys.platform}, {platform.machine()}) is missing"
    )
    return f"docena: {wrong}. In a checkout, run `python -m compiler`."


_C: dict[Any, Any] = {int: ctypes.c_int64, bool: ctypes.c_int64, float: ctypes.c_double, None: None}


def _arguments(signature: Signature) -> list[Any]:
    found: list[Any] = []
    for kind in signature.parameters.values():
        if isinstance(kind, Records | Numbers):
            found += [ctypes.c_void_p] + [ctypes.c_int64] * lengths_of(kind)
        else:
            found.append(_C[kind])
    return found


def _passed(name: str, kind: Kind) -> str:
    if isinstance(kind, Records):
        return f"{name}.address, len({name})" if kind.counted else f"{name}.address"
    if isinstance(kind, Numbers):
        return f"_numbers({name}, {kind.kind!r}, {kind.dimensions}), *{name}.shape"
    return name


def _numbers(array: Any, kind: str, dimensions: int) -> int:
    """The address of an array of numbers, once its type is known to be what compiled code expects."""
    if array.dtype != kind or not array.flags.c_contiguous or array.ndim != dimensions:
        raise TypeError(f"an array of {kind} was expected, not {array.dtype} in the shape {array.shape}")
    return int(array.ctypes.data)


def entry(function: F) -> F:
    """The compiled function of this name, called like its Python source; it keeps Python's lock."""
    return _bound(function, library(library_of(function.__module__))[1])


def long_entry(function: F) -> F:
    """The same for calls that take more than about ten microseconds: other threads of Python run meanwhile."""
    return _bound(function, library(library_of(function.__module__))[0])


def _bound(function: F, compiled: Any) -> F:
    signature = signature_of(function)
    call = getattr(compiled, PREFIX + function.__name__)
    call.argtypes, call.restype = _arguments(signature), _C[signature.returns]
    parameters = ", ".join(signature.parameters)
    passed = ", ".join(_passed(name, kind) for name, kind in signature.parameters.items())
    scope: dict[str, Any] = {"_call": call, "_numbers": _numbers}
    exec(f"def {function.__name__}({parameters}):\n    return _call({passed})", scope)  # noqa: S102  # our own names
    bound: F = scope[function.__name__]
    bound.__doc__ = function.__doc__
    return bound

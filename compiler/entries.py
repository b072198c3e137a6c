"""The entries of a library, compiled by Numba to LLVM's intermediate representation."""

import gzip
import importlib
import json
import os
import re
import sys
import uuid
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

os.environ["DOCENA_JIT"] = "build"
# the representation is the same for all targets: what a processor can do comes in when it becomes machine code
os.environ["NUMBA_CPU_NAME"] = "generic"
os.environ["NUMBA_CPU_FEATURES"] = ""

import numba as _numba
import numpy as np
from llvmlite import binding
from numba import types as _types
from numba.np import numpy_support

from docena.engine import numba_jit
from docena.engine.native import FOLDER, PREFIX
from docena.engine.signature import Kind, Numbers, Records, lengths_of, signature_of
from docena.engine.sources import digest_of_code, library_of, module_of, sources

binding.add_symbol("nth_bit", 1)  # Numba wants to know where it is, and nothing calls it here
numba: Any = _numba
types: Any = _types
_MANY = 1 << 30
"""How many records an array seems to have: the caller knows."""
_SCALARS: dict[Any, Any] = {int: types.int64, bool: types.int64, float: types.float64, None: types.void}


def representations(library: str) -> list[str]:
    """All entries of a library, each with everything that it calls, in the text form of LLVM."""
    return [representation(entry) for entry in entries_of(library)]


def kept_representations(library: str) -> dict[str, str]:
    """The same by name, kept for whoever compiles the same sources for other targets: Numba takes longer than LLVM."""
    kept = _kept(library)
    if kept is not None:
        return kept.texts
    texts = {name_of(entry): representation(entry) for entry in entries_of(library)}
    place = _place(library)
    place.parent.mkdir(parents=True, exist_ok=True)
    fresh = place.with_suffix(f".{os.getpid()}")
    told = {"key": _key(library), "process": _PROCESS, "texts": texts}
    fresh.write_bytes(gzip.compress(json.dumps(told).encode(), 1))
    fresh.replace(place)
    return texts


def entries_of(library: str) -> list[Callable[..., Any]]:
    """The functions that are marked as entries in the sources of a library."""
    for path in sources(library):
        if re.search(r"^@(long_)?entry$", path.read_text(encoding="utf-8"), re.MULTILINE):
            if ".." in path.parts:  # entries of tests
                sys.path.append(str(path.parents[1]))
            importlib.import_module(module_of(path))
    return [entry for entry in numba_jit.ENTRIES if library_of(entry.__module__) == library]


def representations_together(libraries: Sequence[str]) -> dict[str, str]:
    """Those of several libraries, compiled by one process: then functions that they share have one name."""
    kept = [_kept(library) for library in libraries]
    if len({each.process if each else None for each in kept}) > 1:
        for library in libraries:
            _place(library).unlink(missing_ok=True)
    return {name: text for library in libraries for name, text in kept_representations(library).items()}


class Kept(NamedTuple):
    """Representations that are kept, and the process that they are from."""

    texts: dict[str, str]
    process: str


_PROCESS = uuid.uuid4().hex


def _place(library: str) -> Path:
    return FOLDER / "representations" / f"{library}.json.gz"


def _key(library: str) -> str:
    return f"{numba.__version__} {np.__version__} {digest_of_code(library)}"


def _kept(library: str) -> Kept | None:
    """What is kept of a library, if it is of these sources."""
    with suppress(OSError, EOFError, ValueError):
        found = json.loads(gzip.decompress(_place(library).read_bytes()))
        if found["key"] == _key(library):
            return Kept(found["texts"], found["process"])
    return None


def name_of(entry: Any) -> str:
    return str(entry.py_func.__name__)


def representation(entry: Any) -> str:
    function = entry.py_func
    signature = signature_of(function)
    parameters: list[str] = []
    passed: list[str] = []
    kinds: list[Any] = []
    for name, kind in signature.parameters.items():
        parameters.append(name)
        kinds.append(_type(kind))
        if isinstance(kind, Records | Numbers):
            lengths = [f"{name}_{n}" for n in range(lengths_of(kind))]
            parameters += lengths
            kinds += [types.int64] * len(lengths)
            passed.append(f"carray({name}, ({', '.join(lengths or [str(_MANY)])},))")
        else:
            passed.append(f"{name} != 0" if kind is bool else name)
    scope: dict[str, Any] = {"carray": numba.carray, "entry": entry}
    exec(f"def call({', '.join(parameters)}):\n    return entry({', '.join(passed)})", scope)  # noqa: S102  # our own names
    compiled = numba.cfunc(_SCALARS[signature.returns](*kinds), error_model="numpy")(scope["call"])
    return _plain(compiled._library.get_llvm_str(), compiled._wrapper_name, PREFIX + function.__name__)


def _type(kind: Kind) -> Any:
    if isinstance(kind, Records):
        return types.CPointer(numpy_support.from_dtype(kind.layout))
    if isinstance(kind, Numbers):
        return types.CPointer(numpy_support.from_dtype(np.dtype(kind.kind)))
    return _SCALARS[kind]


def _plain(text: str, wrapper: str, name: str) -> str:
    """The representation without what ties it to this processor."""
    text = text.replace(f'@"{wrapper}"', f"@{name}").replace(f"@{wrapper}(", f"@{name}(")
    text = re.sub(r"= common (local_unnamed_addr )?global", "= internal global", text)
    return re.sub(r'"target-(cpu|features)"="[^"]*"', "", text)

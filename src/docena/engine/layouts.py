"""Records: what compiled code reads and writes, declared once as classes whose fields name their layout."""

from collections.abc import Iterator
from typing import Annotated, Any, get_args, get_type_hints

import numpy as np

from docena.engine.jit import MODE
from docena.engine.native import Block

# The types of fields; an array says its shape as well: `Annotated[Any, "i8", (SEATS, TOLLS)]`.
Int8 = Annotated[int, "i1"]
Int16 = Annotated[int, "i2"]
Int32 = Annotated[int, "i4"]
Int64 = Annotated[int, "i8"]
UInt8 = Annotated[int, "u1"]
UInt64 = Annotated[int, "u8"]
Float32 = Annotated[float, "f4"]
Float64 = Annotated[float, "f8"]

CACHE_LINE = 64


def layout_of(kind: type) -> "np.dtype[Any]":
    """The layout of a record: the fields that a class declares, in their order, each aligned."""
    return np.dtype(list(_fields(kind)), align=True)


def _fields(kind: type) -> Iterator[tuple[Any, ...]]:
    for name, declared in get_type_hints(kind, include_extras=True).items():
        yield name, *get_args(declared)[1:]


_ARRAYS: dict[str, Any] = {"0": np.recarray, "1": Block}
"""Uncompiled rules read fields as attributes; calls to a library need the address of an array."""


def new_records(n: int, layout: Any) -> Any:
    """An array of records for rules. It is aligned with the processor's cache lines, so that each wide read touches one
    only."""
    room = np.zeros(n * layout.itemsize + CACHE_LINE, np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    records = room[start : start + n * layout.itemsize].view(layout)
    return records.view(_ARRAYS.get(MODE, np.ndarray))

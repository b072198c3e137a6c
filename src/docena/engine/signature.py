"""What an entry takes and returns, read from its annotations: the one declaration that its bindings are made from."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, get_type_hints

import numpy as np


@dataclass(frozen=True)
class Records:
    """A parameter that takes an array of records, and their number if they are `counted`."""

    layout: np.dtype[Any]
    counted: bool = False


@dataclass(frozen=True)
class Numbers:
    """A parameter that takes an array of numbers with its length, or with so many `dimensions` and their lengths."""

    kind: str
    dimensions: int = 1


Bytes = Annotated[Any, Numbers("u1")]
ShortIntegers = Annotated[Any, Numbers("i2")]
Integers = Annotated[Any, Numbers("i8")]
IntegerRows = Annotated[Any, Numbers("i8", 2)]
Floats = Annotated[Any, Numbers("f8")]
Floats32 = Annotated[Any, Numbers("f4")]
Rows32 = Annotated[Any, Numbers("f4", 2)]
Flags = Annotated[Any, Numbers("?")]

Kind = Records | Numbers | type[int] | type[float] | type[bool] | None


@dataclass(frozen=True)
class Signature:
    """The parameters of an entry by name, and what it returns."""

    parameters: dict[str, Kind]
    returns: Kind


def lengths_of(kind: Records | Numbers) -> int:
    """How many lengths follow the address of an array."""
    return kind.dimensions if isinstance(kind, Numbers) else int(kind.counted)


def signature_of(function: Callable[..., Any]) -> Signature:
    hints = get_type_hints(function, include_extras=True)
    returns = hints.pop("return")
    return Signature({name: _kind(hint) for name, hint in hints.items()}, None if returns is type(None) else returns)


def _kind(hint: Any) -> Kind:
    kind = getattr(hint, "__metadata__", (hint,))[0]
    if isinstance(kind, Records | Numbers) or kind in (int, float, bool):
        return kind  # type: ignore[no-any-return]
    raise TypeError(f"an entry cannot take {hint!r}")

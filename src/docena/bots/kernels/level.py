"""Levels: how well and how widely each strength of the planning bots searches a turn."""

from typing import Annotated, Any

from docena.engine.layouts import Float32, Int8, Int32, layout_of, new_records
from docena.engine.signature import Records

LEVELS = 8
"""Room for all bots, by their number."""


class Level:
    """The settings of one strength: see `levels.toml`."""

    noise: Float32  # the standard deviation of the noise that its evaluations have
    miss_rate: Float32  # how often it overlooks a play
    ignores_opponents: Int8  # it evaluates opponents once before the turn, and not as its plays change them
    stock_may_wait: Int8  # with partners or coins it tries other plays before stock cards that fit
    positions: Int32  # how many positions of a turn it looks at
    closings: Int32  # in how many of them it evaluates closing discards ...
    discards: Int32  # ... and how many of those


LEVEL = layout_of(Level)
Levels = Annotated[Any, Records(LEVEL)]


def new_levels() -> Any:
    return new_records(LEVELS, LEVEL)

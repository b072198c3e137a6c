"""The judge's hidden units: inputs times weights, added up in the processor's registers.

It is the largest part of what planning costs. Written as loops over a mind, every unit would go back to memory after
a few inputs, since the compiler cannot know that a mind's fields do not overlap.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from docena.bots.kernels.mind import HIDDEN, MIND, Mind
from docena.engine.jit import COMPILED

Rows = Callable[[Mind, int], float]
"""Takes a mind, and the first of the inputs."""
Note = Callable[[Mind, int, int], float]
"""Takes also where the look is remembered."""
WIDTH = 8
"""Units that are reckoned with side by side: 256 bits."""


def _offset(field: str) -> int:
    assert MIND.fields is not None
    return int(MIND.fields[field][1])


if COMPILED:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    _INT, _BYTE, _FLOAT = ir.IntType(64), ir.IntType(8), ir.FloatType()
    _UNITS, _FOUR = ir.VectorType(_FLOAT, WIDTH), ir.VectorType(_FLOAT, 4)

    class _Mind:
        """Reads and writes the fields of a mind in code that is being generated."""

        def __init__(self, builder: Any, mind: Any) -> None:
            self.builder = builder
            self.base = builder.bitcast(mind, _BYTE.as_pointer())

        def at(self, field: str, byte: int, kind: Any, moved: Any = None) -> Any:
            place = self.builder.gep(self.base, [ir.Constant(_INT, _offset(field) + byte)])
            if moved is not None:
                place = self.builder.gep(place, [moved])
            return self.builder.bitcast(place, kind.as_pointer())

        def read(self, field: str, byte: int, kind: Any, moved: Any = None) -> Any:
            return self.builder.load(self.at(field, byte, kind, moved), align=4)

        def write(self, field: str, byte: int, value: Any, moved: Any = None) -> None:
            self.builder.store(value, self.at(field, byte, value.type, moved), align=4)

        def plus_product(self, total: Any, a: Any, b: Any) -> Any:
            """Rounded twice, never fused: not every processor could fuse them, and all must play the same moves."""
            return self.builder.fadd(total, self.builder.fmul(a, b))

        def spread(self, value: Any, over: Any) -> Any:
            """The same number in every place."""
            one = self.builder.insert_element(ir.Constant(over, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
            everywhere = ir.Constant(ir.VectorType(ir.IntType(32), over.count), [0] * over.count)
            return self.builder.shuffle_vector(one, one, everywhere)

        def total(self, vector: Any) -> Any:
            """All its numbers added up, pair by pair."""
            parts = [
                self.builder.extract_element(vector, ir.Constant(ir.IntType(32), i)) for i in range(vector.type.count)
            ]
            while len(parts) > 1:
                half = len(parts) // 2
                parts = [self.builder.fadd(parts[i], parts[i + half]) for i in range(half)]
            return parts[0]

        def add_rows(self, rows: int, first: Any, units: list[Any]) -> tuple[list[Any], Any]:
            """Adds so many inputs to the units; also what they say directly. Two sums each: additions take a while."""
            inputs = self.builder.mul(first, ir.Constant(_INT, 4))
            weights = self.builder.mul(first, ir.Constant(_INT, 4 * HIDDEN))
            nothing = ir.Constant(_UNITS, [0.0] * WIDTH)
            sums = [units, [nothing] * len(units)]
            direct = ir.Constant(_FOUR, [0.0] * 4)
            for row in range(rows):
                if row % 4 == 0:
                    four = self.read("x", 4 * row, _FOUR, inputs)
                    direct = self.plus_product(direct, four, self.read("skip", 4 * row, _FOUR, inputs))
                value = self.spread(self.read("x", 4 * row, _FLOAT, inputs), _UNITS)
                sums[row % 2] = [
                    self.plus_product(unit, value, self.read("w1", 4 * (HIDDEN * row + WIDTH * part), _UNITS, weights))
                    for part, unit in enumerate(sums[row % 2])
                ]
            added = [self.builder.fadd(a, b) for a, b in zip(*sums, strict=True)]
            return added, self.total(direct)

    def _adding(rows: int) -> Rows:
        @intrinsic
        def add(_typing: Any, mind: Any, _first: Any) -> Any:
            def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                m = _Mind(builder, args[0])
                units = [m.read("around", 4 * unit, _UNITS) for unit in range(0, HIDDEN, WIDTH)]
                units, direct = m.add_rows(rows, args[1], units)
                for part, unit in enumerate(units):
                    m.write("around", 4 * WIDTH * part, unit)
                return builder.fpext(direct, ir.DoubleType())

            return types.float64(mind, types.int64), generate

        return cast("Rows", add)

    def _noting(rows: int) -> Note:
        @intrinsic
        def note(_typing: Any, mind: Any, _first: Any, _at: Any) -> Any:
            def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                m = _Mind(builder, args[0])
                nothing = [ir.Constant(_UNITS, [0.0] * WIDTH)] * (HIDDEN // WIDTH)
                units, direct = m.add_rows(rows, args[1], nothing)
                look = builder.mul(args[2], ir.Constant(_INT, 4 * HIDDEN))
                for part, unit in enumerate(units):
                    m.write("looks", 4 * WIDTH * part, unit, look)
                return builder.fpext(direct, ir.DoubleType())

            return types.float64(mind, types.int64, types.int64), generate

        return cast("Note", note)

    def _saying(rows: int) -> Rows:
        @intrinsic
        def say(_typing: Any, mind: Any, _first: Any) -> Any:
            def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                m = _Mind(builder, args[0])
                units = [m.read("around", 4 * unit, _UNITS) for unit in range(0, HIDDEN, WIDTH)]
                units, direct = m.add_rows(rows, args[1], units)
                nothing = ir.Constant(_UNITS, [0.0] * WIDTH)
                said = nothing
                for part, unit in enumerate(units):
                    rectified = builder.select(builder.fcmp_ordered(">", unit, nothing), unit, nothing)
                    said = m.plus_product(said, rectified, m.read("w2", 4 * WIDTH * part, _UNITS))
                answer = builder.fadd(m.total(said), builder.fadd(direct, m.read("around_skip", 0, _FLOAT)))
                return builder.fpext(answer, ir.DoubleType())

            return types.float64(mind, types.int64), generate

        return cast("Rows", say)

else:

    def _add_rows(mind: Mind, first: int, rows: int, units: Any) -> tuple[Any, Any]:
        """The same sums in the same order, so that uncompiled bots play the same moves."""
        sums = [units, np.zeros(HIDDEN, np.float32)]
        direct = np.zeros(4, np.float32)
        for row in range(rows):
            if row % 4 == 0:
                four = slice(first + row, first + row + 4)
                direct = direct + mind.x[four] * mind.skip[four]
            sums[row % 2] = sums[row % 2] + mind.x[first + row] * mind.w1[first + row]
        return sums[0] + sums[1], _total(direct)

    def _total(vector: Any) -> Any:
        """All its numbers added up, pair by pair."""
        while len(vector) > 1:
            half = len(vector) // 2
            vector = vector[:half] + vector[half:]
        return vector[0]

    def _adding(rows: int) -> Rows:
        def add(mind: Mind, first: int) -> float:
            mind.around[:], direct = _add_rows(mind, first, rows, mind.around)
            return float(direct)

        return add

    def _noting(rows: int) -> Note:
        def note(mind: Mind, first: int, at: int) -> float:
            mind.looks[at], direct = _add_rows(mind, first, rows, np.zeros(HIDDEN, np.float32))
            return float(direct)

        return note

    def _saying(rows: int) -> Rows:
        def say(mind: Mind, first: int) -> float:
            units, direct = _add_rows(mind, first, rows, mind.around)
            said = np.zeros(WIDTH, np.float32)
            for part in range(0, HIDDEN, WIDTH):
                said = said + np.maximum(units[part : part + WIDTH], 0.0) * mind.w2[part : part + WIDTH]
            return float(_total(said) + (direct + np.float32(mind.around_skip)))

        return say


def adding(rows: int) -> Rows:
    """A rule that adds so many inputs, from one on, to `around`; it returns what they say directly."""
    return _adding(_fours(rows))


def noting(rows: int) -> Note:
    """A rule that writes the sums of so many inputs, from one on, as a look; it returns what they say directly."""
    return _noting(_fours(rows))


def saying(rows: int) -> Rows:
    """A rule that returns the logit of `around` with so many inputs, from one on, added to it."""
    return _saying(_fours(rows))


def _fours(rows: int) -> int:
    assert rows % 4 == 0, "inputs are read four at a time"
    return rows

"""The hidden layer of the small network: inputs times weights, added up in the processor's registers.

It is the largest part of what planning costs. Written as loops over records, every unit would go back to memory after
a few inputs, since the compiler cannot know that their fields do not overlap.
"""

from collections.abc import Callable
from typing import Any, cast

import numpy as np

from docena.bots.kernels.model import HIDDEN, MODEL, Model
from docena.bots.kernels.scratch import SCRATCH, Scratch
from docena.engine.jit import NUMBA

Sum = Callable[[Model, Scratch, int], float]
"""Also takes the first of the inputs."""
CachedSum = Callable[[Model, Scratch, int, int], float]
"""Also takes the slot of the cache."""
WIDTH = 8
"""Units that are computed side by side: 256 bits."""


if NUMBA:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils as _cgutils
    from numba.extending import intrinsic

    cgutils: Any = _cgutils  # has no types
    _INT, _BYTE, _FLOAT = ir.IntType(64), ir.IntType(8), ir.FloatType()
    _UNITS, _FOUR = ir.VectorType(_FLOAT, WIDTH), ir.VectorType(_FLOAT, 4)
    _NOTHING = ir.Constant(_UNITS, [0.0] * WIDTH)

    class _Fields:
        """Reads and writes the fields of a record in code that is being generated."""

        def __init__(self, builder: Any, record: Any, layout: "np.dtype[Any]") -> None:
            self.builder = builder
            self.base = builder.bitcast(record, _BYTE.as_pointer())
            self.layout = layout

        def at(self, field: str, byte: int, kind: Any, moved: Any = None) -> Any:
            assert self.layout.fields is not None
            offset = int(self.layout.fields[field][1])
            place = self.builder.gep(self.base, [ir.Constant(_INT, offset + byte)])
            if moved is not None:
                place = self.builder.gep(place, [moved])
            return self.builder.bitcast(place, kind.as_pointer())

        def read(self, field: str, byte: int, kind: Any, moved: Any = None) -> Any:
            return self.builder.load(self.at(field, byte, kind, moved), align=4)

        def write(self, field: str, byte: int, value: Any, moved: Any = None) -> None:
            self.builder.store(value, self.at(field, byte, value.type, moved), align=4)

    class _Layer:
        """Sums over inputs in code that is being generated."""

        def __init__(self, builder: Any, model: Any, scratch: Any) -> None:
            self.builder = builder
            self.model, self.scratch = _Fields(builder, model, MODEL), _Fields(builder, scratch, SCRATCH)

        def plus_product(self, total: Any, a: Any, b: Any) -> Any:
            """Rounded twice, never fused: not every processor can fuse them, and all must play the same moves."""
            return self.builder.fadd(total, self.builder.fmul(a, b))

        def spread(self, value: Any, over: Any) -> Any:
            """A vector with this number in every place."""
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

        def context(self) -> list[Any]:
            return [self.scratch.read("context", 4 * unit, _UNITS) for unit in range(0, HIDDEN, WIDTH)]

        def add_rows(self, rows: int, first: Any, units: list[Any]) -> tuple[list[Any], Any]:
            """Adds inputs to the units, and what they add to the logit directly. Two sums each, since additions have a
            latency; a loop, since long straight code would not fit in the processor's cache.
            """
            builder, four = self.builder, ir.Constant(_INT, 4)
            sums = [[cgutils.alloca_once_value(builder, unit) for unit in units]]
            sums += [[cgutils.alloca_once_value(builder, _NOTHING) for _ in units]]
            direct = cgutils.alloca_once_value(builder, ir.Constant(_FOUR, [0.0] * 4))
            start, stop = ir.Constant(_INT, 0), ir.Constant(_INT, rows)
            with cgutils.for_range_slice(builder, start, stop, four, inc=True) as (row, _):
                at = builder.add(first, row)
                inputs, weights = builder.mul(at, four), builder.mul(at, ir.Constant(_INT, 4 * HIDDEN))
                values, skip = self.scratch.read("x", 0, _FOUR, inputs), self.model.read("skip", 0, _FOUR, inputs)
                builder.store(self.plus_product(builder.load(direct), values, skip), direct)
                for number in range(4):
                    value = self.spread(self.scratch.read("x", 4 * number, _FLOAT, inputs), _UNITS)
                    for part, total in enumerate(sums[number % 2]):
                        byte = 4 * (HIDDEN * number + WIDTH * part)
                        weight = self.model.read("w1", byte, _UNITS, weights)
                        builder.store(self.plus_product(builder.load(total), value, weight), total)
            added = [builder.fadd(builder.load(a), builder.load(b)) for a, b in zip(*sums, strict=True)]
            return added, self.total(builder.load(direct))

    def _adder(rows: int) -> Sum:
        @intrinsic
        def add(_typing: Any, model: Any, scratch: Any, _first: Any) -> Any:
            def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                layer = _Layer(builder, args[0], args[1])
                units, direct = layer.add_rows(rows, args[2], layer.context())
                for part, unit in enumerate(units):
                    layer.scratch.write("context", 4 * WIDTH * part, unit)
                return builder.fpext(direct, ir.DoubleType())

            return types.float64(model, scratch, types.int64), generate

        return cast("Sum", add)

    def _cacher(rows: int) -> CachedSum:
        @intrinsic
        def cache(_typing: Any, model: Any, scratch: Any, _first: Any, _slot: Any) -> Any:
            def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                layer = _Layer(builder, args[0], args[1])
                units, direct = layer.add_rows(rows, args[2], [_NOTHING] * (HIDDEN // WIDTH))
                slot = builder.mul(args[3], ir.Constant(_INT, 4 * HIDDEN))
                for part, unit in enumerate(units):
                    layer.scratch.write("cached", 4 * WIDTH * part, unit, slot)
                return builder.fpext(direct, ir.DoubleType())

            return types.float64(model, scratch, types.int64, types.int64), generate

        return cast("CachedSum", cache)

    def _logit_of(rows: int) -> Sum:
        @intrinsic
        def logit(_typing: Any, model: Any, scratch: Any, _first: Any) -> Any:
            def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                layer = _Layer(builder, args[0], args[1])
                units, direct = layer.add_rows(rows, args[2], layer.context())
                output = _NOTHING
                for part, unit in enumerate(units):
                    rectified = builder.select(builder.fcmp_ordered(">", unit, _NOTHING), unit, _NOTHING)
                    output = layer.plus_product(output, rectified, layer.model.read("w2", 4 * WIDTH * part, _UNITS))
                direct = builder.fadd(direct, layer.scratch.read("context_skip", 0, _FLOAT))
                return builder.fpext(builder.fadd(layer.total(output), direct), ir.DoubleType())

            return types.float64(model, scratch, types.int64), generate

        return cast("Sum", logit)

else:

    def _add_rows(model: Model, scratch: Scratch, first: int, rows: int, units: Any) -> tuple[Any, Any]:
        """The same sums in the same order, so that uncompiled bots play the same moves."""
        sums = [units, np.zeros(HIDDEN, np.float32)]
        direct = np.zeros(4, np.float32)
        for row in range(rows):
            if row % 4 == 0:
                four = slice(first + row, first + row + 4)
                direct = direct + scratch.x[four] * model.skip[four]
            sums[row % 2] = sums[row % 2] + scratch.x[first + row] * model.w1[first + row]
        return sums[0] + sums[1], _total(direct)

    def _total(vector: Any) -> Any:
        """All its numbers added up, pair by pair."""
        while len(vector) > 1:
            half = len(vector) // 2
            vector = vector[:half] + vector[half:]
        return vector[0]

    def _adder(rows: int) -> Sum:
        def add(model: Model, scratch: Scratch, first: int) -> float:
            scratch.context[:], direct = _add_rows(model, scratch, first, rows, scratch.context)
            return float(direct)

        return add

    def _cacher(rows: int) -> CachedSum:
        def cache(model: Model, scratch: Scratch, first: int, slot: int) -> float:
            nothing = np.zeros(HIDDEN, np.float32)
            scratch.cached[slot], direct = _add_rows(model, scratch, first, rows, nothing)
            return float(direct)

        return cache

    def _logit_of(rows: int) -> Sum:
        def logit(model: Model, scratch: Scratch, first: int) -> float:
            units, direct = _add_rows(model, scratch, first, rows, scratch.context)
            output = np.zeros(WIDTH, np.float32)
            for part in range(0, HIDDEN, WIDTH):
                output = output + np.maximum(units[part : part + WIDTH], 0.0) * model.w2[part : part + WIDTH]
            return float(_total(output) + (direct + np.float32(scratch.context_skip)))

        return logit


def adder(rows: int) -> Sum:
    """A rule that adds this many inputs, from a given one on, to `context`; it returns what they add to the logit
    directly."""
    return _adder(_fours(rows))


def cacher(rows: int) -> CachedSum:
    """A rule that writes the sums of this many inputs, from a given one on, to a slot of the cache; it returns the
    same."""
    return _cacher(_fours(rows))


def logit_of(rows: int) -> Sum:
    """A rule that returns the logit of `context` plus this many inputs, from a given one on."""
    return _logit_of(_fours(rows))


def _fours(rows: int) -> int:
    assert rows % 4 == 0, "inputs are read four at a time"
    return rows

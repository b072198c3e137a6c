"""Sets as bits of one integer; at most 60 bits, so that plain signed integers serve everywhere."""

from typing import Any

from docena.engine.jit import MODE, NUMBA, hot, rule

if NUMBA:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def _ctpop(_typing: Any, _x: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), generate

    @intrinsic
    def _cttz(_typing: Any, _x: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    @rule
    def count(x: int) -> int:
        """How many bits are set."""
        return _ctpop(x)  # type: ignore[call-arg]

    @rule
    def lowest(x: int) -> int:
        """The number of the lowest bit that is set; there must be one."""
        return _cttz(x)  # type: ignore[call-arg]

else:

    def count(x: int) -> int:
        """How many bits are set."""
        return int(x).bit_count()

    def lowest(x: int) -> int:
        """The number of the lowest bit that is set; there must be one."""
        return (int(x) & -int(x)).bit_length() - 1


if MODE == "build":

    @intrinsic
    def _pick(_typing: Any, _x: Any, _n: Any) -> Any:
        """Left undefined here: the compiler links in the fastest implementation for each processor."""

        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            word = ir.IntType(64)
            function = builder.module.globals.get("nth_bit") or ir.Function(
                builder.module, ir.FunctionType(word, [word, word]), "nth_bit"
            )
            return builder.call(function, args)

        return types.int64(types.int64, types.int64), generate

    @hot
    def pick(x: int, n: int) -> int:
        """The number of the n-th bit that is set, counted from 0."""
        return _pick(x, n)  # type: ignore[call-arg]

else:

    @hot
    def pick(x: int, n: int) -> int:
        """The number of the n-th bit that is set, counted from 0."""
        for _ in range(n):
            x &= x - 1
        return lowest(x)

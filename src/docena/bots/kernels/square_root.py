"""Square roots, which every processor rounds in the same way; Numba's own would call a library."""

import math
from typing import Any

from docena.engine.jit import NUMBA, rule

if NUMBA:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    @intrinsic
    def _sqrt(_typing: Any, _x: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.call(builder.module.declare_intrinsic("llvm.sqrt", [ir.DoubleType()]), args)

        return types.float64(types.float64), generate

    @rule
    def square_root(x: float) -> float:
        return _sqrt(x)  # type: ignore[call-arg]

else:

    def square_root(x: float) -> float:
        return math.sqrt(x)

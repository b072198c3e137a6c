"""Models: the weights that bots have learned. Play does not change them, and all threads may share them."""

from typing import Annotated, Any

from docena.engine.layouts import Float32, Int8, layout_of, new_records
from docena.engine.signature import Records

FEATURES = 152
"""Inputs of the network."""
HIDDEN = 32
EXTRA_FEATURES = 240
"""Inputs that only the large network has, after those of the small one."""
LARGE_HIDDEN = 128
POLICY_WEIGHTS = 16


class Model:
    """The value network of a family of tables, and the weights of the rollout policy."""

    w1: Annotated[Any, "f4", (FEATURES, HIDDEN)]
    b1: Annotated[Any, "f4", HIDDEN]
    w2: Annotated[Any, "f4", HIDDEN]
    skip: Annotated[Any, "f4", FEATURES]
    b2: Float32
    policy: Annotated[Any, "f4", POLICY_WEIGHTS]


class LargeModel:
    """The large value network of a family of tables."""

    trained: Int8  # until it is, the small network answers in its place
    w1: Annotated[Any, "f4", (FEATURES + EXTRA_FEATURES, LARGE_HIDDEN)]
    b1: Annotated[Any, "f4", LARGE_HIDDEN]
    w2: Annotated[Any, "f4", LARGE_HIDDEN]
    skip: Annotated[Any, "f4", FEATURES + EXTRA_FEATURES]
    b2: Float32


MODEL = layout_of(Model)
LARGE_MODEL = layout_of(LargeModel)
Models = Annotated[Any, Records(MODEL)]
LargeModels = Annotated[Any, Records(LARGE_MODEL)]


def new_models(n: int) -> Any:
    return new_records(n, MODEL)


def new_large_models(n: int) -> Any:
    return new_records(n, LARGE_MODEL)

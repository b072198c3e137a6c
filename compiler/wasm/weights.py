"""What bots have learned, a file for each family of tables, as small as play allows.

A file is the records of the model and of all levels as compiled code has them, and then the arrays of the large model
in half precision, which is how it was stored.
"""

from docena.bots.weights.families import FAMILIES
from docena.bots.weights.files import large_models_of, planner_of
from docena.engine.table import record_in

LARGE_ARRAYS = ("w1", "b1", "w2", "skip", "b2")


def weights_files() -> dict[str, bytes]:
    """The content of each file by its name."""
    return {f"{family}.weights": _weights(family) for family in FAMILIES}


def _weights(family: str) -> bytes:
    models, levels, _ = planner_of(family)
    large = record_in(large_models_of(family))
    if not large.trained:
        raise SystemExit(f"the large network of {family} is not trained, and the page has no other")
    halves = b"".join(large[name].astype("<f2").tobytes() for name in LARGE_ARRAYS)
    return bytes(models.tobytes() + levels.tobytes() + halves)

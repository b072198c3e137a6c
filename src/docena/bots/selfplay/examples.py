"""Examples: what networks learn from, as arrays with a row for each position."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Examples:
    """Positions of self-play: features, what the network is to learn of each, and the number of the game.

    Where several plans of one decision were compared they stand together; `begins` says where a new decision begins.
    """

    features: NDArray[Any]
    outcomes: NDArray[np.float32]
    games: NDArray[np.int64]
    begins: NDArray[np.bool_]


def joined(parts: Sequence[Examples]) -> Examples:
    """All examples of some parts, one part after the other."""
    return Examples(
        np.concatenate([part.features for part in parts]),
        np.concatenate([part.outcomes for part in parts]),
        np.concatenate([part.games for part in parts]),
        np.concatenate([part.begins for part in parts]),
    )

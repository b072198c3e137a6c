"""Chance for simulations: a fast generator, and the shuffles made with it.

The generator is SplitMix64. Each game of a simulation has one of its own, seeded by the simulation's seed and the
game's number, so that the same seed gives the same games however the work is divided. Games between people use
`docena.game.fair`.
"""

from typing import Any

import numpy as np

from docena.engine.jit import NUMBA, hot, int64, rule
from docena.engine.table import Pad

_STEP = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW_32 = np.uint64(0xFFFFFFFF)
_ALL = (1 << 64) - 1
_S27, _S30, _S31, _S32 = (np.uint64(n) for n in (27, 30, 31, 32))


if NUMBA:

    @hot
    def plus(a: Any, b: Any) -> Any:
        """Addition that wraps round at 64 bits."""
        return a + b

    @hot
    def times(a: Any, b: Any) -> Any:
        """Multiplication that wraps round at 64 bits."""
        return a * b

else:

    def plus(a: Any, b: Any) -> Any:
        """Addition that wraps round at 64 bits."""
        return np.uint64(int(a) + int(b) & _ALL)

    def times(a: Any, b: Any) -> Any:
        """Multiplication that wraps round at 64 bits."""
        return np.uint64(int(a) * int(b) & _ALL)


@hot
def mixed(word: Any) -> Any:
    word = times(word ^ (word >> _S30), _MIX_1)
    word = times(word ^ (word >> _S27), _MIX_2)
    return word ^ (word >> _S31)


@rule
def seed_game(pad: Pad, seed: int, game: int) -> None:
    pad.chance = mixed(plus(times(np.uint64(seed), _STEP), mixed(plus(np.uint64(game), _STEP))))


@hot
def below(pad: Pad, n: int) -> int:
    """A number from 0 to n - 1, all exactly equally likely (multiply and reject)."""
    many = np.uint64(n)
    while True:
        pad.chance = plus(pad.chance, _STEP)
        product = (mixed(pad.chance) >> _S32) * many
        low = product & _LOW_32
        if low >= many or low >= (_LOW_32 + np.uint64(1) - many) % many:
            return int64(product >> _S32)


@rule
def shuffle(pad: Pad, n: int) -> None:
    """Fisher and Yates: all orders of the first n cards on the pad are equally likely."""
    for i in range(n - 1, 0, -1):
        j = below(pad, i + 1)
        card = pad.cards[i]
        pad.cards[i] = pad.cards[j]
        pad.cards[j] = card

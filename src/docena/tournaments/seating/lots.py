"""Drawing lots: anybody who knows the seed can repeat the draw."""

import secrets
from collections.abc import Sequence
from typing import TypeVar

from docena.game.fair import FairChance

T = TypeVar("T")

_MASK = (1 << 64) - 1


def public_draw(seed: str, what: str) -> FairChance:
    """The chance of a public draw.

    The same HMAC-SHA256 generator as for cards (`docena.game.fair`), under the seed that was called out: a seed that
    the room agrees on, such as three numbers called out, leaves nothing to the organiser.
    """
    return FairChance(seed.encode(), " ".join(what.split()))


def drawn_order(items: Sequence[T], seed: str, what: str) -> list[T]:
    """
    >>> drawn_order(["Ana", "Luis", "Eva"], "4 8 15", "seats")
    ['Ana', 'Eva', 'Luis']
    """
    order = public_draw(seed, what).shuffle(range(len(items)))
    return [items[i] for i in order]


def new_seed() -> str:
    """A random seed, short enough to be read out."""
    return " ".join(str(secrets.randbelow(100)) for _ in range(4))


class Quick:
    """A small fast generator (splitmix64) for searches, which only need to be repeatable.

    >>> quick = Quick(1)
    >>> [quick.below(10) for _ in range(5)]
    [5, 7, 9, 4, 4]
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def word(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        return ((self.word() >> 32) * n) >> 32

    def fraction(self) -> float:
        return (self.word() >> 11) / (1 << 53)

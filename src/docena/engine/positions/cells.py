"""The cells of a table record that is made from what lies on a table, filled from the first on."""

from collections.abc import Iterable, Sequence

import numpy as np

from docena.core.cards import WILD
from docena.core.sizes import MOST_CARDS


class TooManyCards(ValueError):
    """More cards than the deck has."""


class Cells:
    """Faces, and what lies below each: a pile is laid lowest card first."""

    def __init__(self, deck_n: int) -> None:
        self.card = np.zeros(MOST_CARDS + 1, np.uint8)
        self.below = np.zeros(MOST_CARDS + 1, np.uint8)
        self.following = 1
        self._deck_n = deck_n

    def lay(self, pile: Sequence[int]) -> int:
        """Returns the cell of the top card; 0 for an empty pile."""
        top, first, n = 0, self.following, len(pile)
        if n:
            top = first + n - 1
            if top > self._deck_n:
                raise TooManyCards
            self.card[first : top + 1] = pile
            self.below[first + 1 : top + 1] = range(first, top)
            self.following = top + 1
        return top


def needs_of(heights: Iterable[int]) -> int:
    """3.2: which kinds go onto which piles, as the record has it."""
    needs = 15 << (4 * WILD)
    for place, height in enumerate(heights):
        needs |= 1 << (4 * (height + 1) + place)
    return needs

"""Covering what a seat may not know, and which acts are its own: what views and their text are made with."""

from docena.core.cards import DOWN, UNKNOWN
from docena.core.moves import ACT_ACCUSE
from docena.core.sizes import SEATS, TOLLS
from docena.engine.jit import hot, int64
from docena.engine.table import Table

SPECTATOR = SEATS
"""The seat of those who only watch."""


@hot
def cover(v: Table, seat: int) -> None:
    """Makes the copy of a table into the view of a seat."""
    for cell in range(v.card.size):
        v.card[cell] = DOWN | UNKNOWN if v.card[cell] & DOWN else v.card[cell]
    for other in range(SEATS):
        if other != seat:
            v.hand[other, 0] = int64(v.hand_n[other]) << (4 * UNKNOWN)
            for toll in range(1, TOLLS):
                v.hand[other, toll] = 0


def acts_of(seat: int) -> int:
    """The bits of word 15 that are acts of this seat."""
    mine = sum(1 << (first + seat) for first in range(0, ACT_ACCUSE, SEATS))
    return mine | ((1 << SEATS) - 1) << (ACT_ACCUSE + SEATS * seat)

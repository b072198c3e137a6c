"""Features of the large network only: which numbers lie where, counted from somebody's stock card.

Building piles go round from 12 to 1, so a position hardly changes when all its numbers go up by one. What matters is
how far before the stock card a number comes: the stock card's own number is at 0, the one that leads to it at 11.
"""

from docena.bots.kernels.features import whole_hand
from docena.bots.kernels.model import EXTRA_FEATURES
from docena.bots.kernels.scratch import Scratch
from docena.core.sizes import PLACES, TOP
from docena.engine.jit import int64, rule
from docena.engine.rules.partners import partner_of
from docena.engine.table import Table, face, kind_of

_COUNTED = 0.5
"""The value of one card: there are seldom more than two of a number in one place."""
_UNSEEN = 5.0
# Where each thing begins, twelve numbers each: counted from the own stock card, ...
_HEIGHTS, _HAND, _TOPS, _SECONDS, _THIRDS, _NEXT_STOCK, _NEXT_TOPS, _NEXT_SECONDS, _SHARES = range(0, 9 * TOP, TOP)
# ... and three others from theirs: the next seat, the partner or the one after the next, the one before.
_NEXT, _SECOND, _BEFORE = 9 * TOP, 12 * TOP, 17 * TOP


@rule
def stock_number(t: Table, seat: int) -> int:
    """The number of a stock card; 0 if none is visible."""
    kind = kind_of(face(t, t.stock[seat]))
    return kind if kind <= TOP else 0


@rule
def distance_from(number: int, stock: int) -> int:
    return (number - stock + TOP) % TOP


@rule
def add_heights(t: Table, scratch: Scratch, stock: int, at: int) -> None:
    """The numbers that building piles need."""
    for place in range(PLACES):
        scratch.extra[at + distance_from(int64(t.height[place]) + 1, stock)] += _COUNTED


@rule
def add_layer(t: Table, scratch: Scratch, seat: int, stock: int, layer: int, at: int) -> None:
    """The numbers in the discard piles of a seat, a given number of cards below the top."""
    for pile in range(PLACES):
        cell = int64(t.discard[seat, pile])
        for _ in range(layer):
            if cell != 0:
                cell = int64(t.below[cell])
        if cell != 0:
            kind = kind_of(face(t, cell))
            if kind >= 1 and kind <= TOP:
                scratch.extra[at + distance_from(kind, stock)] += _COUNTED


@rule
def add_hand(t: Table, scratch: Scratch, seat: int, stock: int, at: int) -> None:
    hand = whole_hand(t, seat)
    for number in range(1, TOP + 1):
        scratch.extra[at + distance_from(number, stock)] += _COUNTED * ((hand >> (4 * number)) & 15)


@rule
def add_other(t: Table, scratch: Scratch, other: int, at: int) -> None:
    """What another seat has, counted from its own stock card."""
    stock = stock_number(t, other)
    add_heights(t, scratch, stock, at)
    add_layer(t, scratch, other, stock, int64(0), at + TOP)
    add_layer(t, scratch, other, stock, int64(1), at + 2 * TOP)


@rule
def write_extra(t: Table, scratch: Scratch, seat: int) -> None:
    for i in range(EXTRA_FEATURES):
        scratch.extra[i] = 0.0
    players = int64(t.players)
    stock = stock_number(t, seat)
    following = (seat + 1) % players
    add_heights(t, scratch, stock, int64(_HEIGHTS))
    add_hand(t, scratch, seat, stock, int64(_HAND))
    add_layer(t, scratch, seat, stock, int64(0), int64(_TOPS))
    add_layer(t, scratch, seat, stock, int64(1), int64(_SECONDS))
    add_layer(t, scratch, seat, stock, int64(2), int64(_THIRDS))
    theirs = stock_number(t, following)
    if theirs:
        scratch.extra[_NEXT_STOCK + distance_from(theirs, stock)] = 1.0
    add_layer(t, scratch, following, stock, int64(0), int64(_NEXT_TOPS))
    add_layer(t, scratch, following, stock, int64(1), int64(_NEXT_SECONDS))
    for number in range(1, TOP + 1):
        scratch.extra[_SHARES + distance_from(number, stock)] = _UNSEEN * scratch.unseen[number]
    add_other(t, scratch, following, int64(_NEXT))
    if players > 2:
        second = partner_of(t, seat) if t.partners else (seat + 2) % players
        add_other(t, scratch, second, int64(_SECOND))
        theirs = stock_number(t, second)
        add_hand(t, scratch, seat, theirs, int64(_SECOND) + 3 * TOP)
        add_layer(t, scratch, seat, theirs, int64(0), int64(_SECOND) + 4 * TOP)
    if players > 3:
        add_other(t, scratch, (seat + players - 1) % players, int64(_BEFORE))

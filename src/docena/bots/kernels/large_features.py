"""A closer look: which numbers lie where, counted from somebody's stock card.

Building piles go round from 12 to 1, so a position hardly changes when all its numbers go up by one. What matters is
how far before the stock card a number comes: the stock card's own number is at 0, the one that leads to it at 11.
"""

from docena.bots.kernels.features import whole_hand
from docena.bots.kernels.mind import CLOSEUP, Mind
from docena.core.sizes import PLACES, TOP
from docena.engine.jit import int64, rule
from docena.engine.rules.partners import partner_of
from docena.engine.table import Table, face, kind_of

_COUNTED = 0.5
"""What one card counts: seldom is there more than two of a number in one place."""
_UNSEEN = 5.0
# Where each thing begins, twelve numbers each: seen from the own stock card, ...
_HEIGHTS, _HAND, _TOPS, _SECONDS, _THIRDS, _NEXT_STOCK, _NEXT_TOPS, _NEXT_SECONDS, _SHARES = range(0, 9 * TOP, TOP)
# ... and what three others see from theirs: the next seat, the partner or the one after the next, the one before.
_NEXT, _MATE, _BEFORE = 9 * TOP, 12 * TOP, 17 * TOP


@rule
def stock_number(t: Table, seat: int) -> int:
    """The number of a stock card; 0 where there is none to be seen."""
    kind = kind_of(face(t, t.stock[seat]))
    return kind if kind <= TOP else 0


@rule
def place_of(number: int, stock: int) -> int:
    return (number - stock + TOP) % TOP


@rule
def add_heights(t: Table, mind: Mind, stock: int, at: int) -> None:
    """The numbers that building piles need."""
    for place in range(PLACES):
        mind.close[at + place_of(int64(t.height[place]) + 1, stock)] += _COUNTED


@rule
def add_layer(t: Table, mind: Mind, seat: int, stock: int, layer: int, at: int) -> None:
    """The numbers in the discard piles of a seat, so many cards below the top."""
    for pile in range(PLACES):
        cell = int64(t.discard[seat, pile])
        for _ in range(layer):
            if cell != 0:
                cell = int64(t.below[cell])
        if cell != 0:
            kind = kind_of(face(t, cell))
            if kind >= 1 and kind <= TOP:
                mind.close[at + place_of(kind, stock)] += _COUNTED


@rule
def add_hand(t: Table, mind: Mind, seat: int, stock: int, at: int) -> None:
    hand = whole_hand(t, seat)
    for number in range(1, TOP + 1):
        mind.close[at + place_of(number, stock)] += _COUNTED * ((hand >> (4 * number)) & 15)


@rule
def add_other(t: Table, mind: Mind, other: int, at: int) -> None:
    """What another seat has before its stock card."""
    stock = stock_number(t, other)
    add_heights(t, mind, stock, at)
    add_layer(t, mind, other, stock, int64(0), at + TOP)
    add_layer(t, mind, other, stock, int64(1), at + 2 * TOP)


@rule
def look_closer(t: Table, mind: Mind, seat: int) -> None:
    for i in range(CLOSEUP):
        mind.close[i] = 0.0
    players = int64(t.players)
    stock = stock_number(t, seat)
    follower = (seat + 1) % players
    add_heights(t, mind, stock, int64(_HEIGHTS))
    add_hand(t, mind, seat, stock, int64(_HAND))
    add_layer(t, mind, seat, stock, int64(0), int64(_TOPS))
    add_layer(t, mind, seat, stock, int64(1), int64(_SECONDS))
    add_layer(t, mind, seat, stock, int64(2), int64(_THIRDS))
    theirs = stock_number(t, follower)
    if theirs:
        mind.close[_NEXT_STOCK + place_of(theirs, stock)] = 1.0
    add_layer(t, mind, follower, stock, int64(0), int64(_NEXT_TOPS))
    add_layer(t, mind, follower, stock, int64(1), int64(_NEXT_SECONDS))
    for number in range(1, TOP + 1):
        mind.close[_SHARES + place_of(number, stock)] = _UNSEEN * mind.unseen[number]
    add_other(t, mind, follower, int64(_NEXT))
    if players > 2:
        mate = partner_of(t, seat) if t.partners else (seat + 2) % players
        add_other(t, mind, mate, int64(_MATE))
        theirs = stock_number(t, mate)
        add_hand(t, mind, seat, theirs, int64(_MATE) + 3 * TOP)
        add_layer(t, mind, seat, theirs, int64(0), int64(_MATE) + 4 * TOP)
    if players > 3:
        add_other(t, mind, (seat + players - 1) % players, int64(_BEFORE))

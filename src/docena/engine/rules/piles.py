"""Chapter 3: stock piles, building piles, discard piles."""

from typing import Any

from docena.core.cards import DOWN
from docena.core.sizes import PLACES, TOP
from docena.engine.jit import hot, int64, rule
from docena.engine.table import KINDS, Table, face, kind_of, place_on, take_spare


@hot
def kinds_held(word: int) -> int:
    """The lowest bit of each kind that a hand word counts at least once (counts go up to five)."""
    return (word | (word >> 1) | (word >> 2)) & KINDS


@hot
def fitting_piles(t: Table, seat: int, needs: int) -> int:
    """3.1, 3.4: which tops of a seat's stock and discard piles fit where, as the pile bits of `moves`."""
    bits = (needs >> (4 * kind_of(face(t, t.stock[seat])))) & 15
    for pile in range(PLACES):
        fits = (needs >> (4 * kind_of(face(t, t.discard[seat, pile])))) & 15
        bits |= fits << (4 + 4 * pile)
    return bits


@rule
def kinds_on_top(t: Table, seat: int) -> int:
    """The kinds that a seat's stock and discard piles show, a bit for each kind."""
    kinds = 1 << (4 * kind_of(face(t, t.stock[seat])))
    for pile in range(PLACES):
        kinds |= 1 << (4 * kind_of(face(t, t.discard[seat, pile])))
    return kinds & KINDS


@hot
def take_stock(t: Table, seat: int) -> Any:
    """3.1: the top card of a stock pile is played and the next is turned up; returns the cell of the card."""
    cell = t.stock[seat]
    under = t.below[cell]
    t.stock[seat] = under
    t.stock_n[seat] -= 1
    if under != 0:
        t.card[under] &= 0xFF ^ DOWN
    return cell


@hot
def take_discard(t: Table, seat: int, pile: int) -> Any:
    """3.4: only the top card of a discard pile may be played."""
    cell = t.discard[seat, pile]
    t.discard[seat, pile] = t.below[cell]
    return cell


@hot
def take_hand(t: Table, seat: int, kind: int, toll: int) -> int:
    """A card leaves the hand, into a cell of its own."""
    t.hand[seat, toll] -= int64(1) << (4 * kind)
    t.hand_n[seat] -= 1
    cell = take_spare(t)
    t.card[cell] = kind + 16 * toll
    return cell


@hot
def lay_on_building(t: Table, cell: int, place: int) -> None:
    top = t.building[place]
    if top == 0:
        t.bottom[place] = cell
    t.building[place] = place_on(t, cell, top, t.card[cell])
    t.building_n[place] += 1


@hot
def build_up(t: Table, place: int) -> bool:
    """3.2: a building pile goes up by one number. Returns whether that completed it."""
    height = int64(t.height[place]) + 1
    complete = height == TOP
    needed = 1 if complete else height + 1
    t.needs ^= (int64(1) << (4 * height + place)) | (int64(1) << (4 * needed + place))
    t.height[place] = 0 if complete else height
    if complete:
        set_aside(t, place)
    return complete


@rule
def set_aside(t: Table, place: int) -> None:
    """3.3: a complete pile is set aside at once, and its place is free."""
    t.below[t.bottom[place]] = t.aside
    t.aside = t.building[place]
    t.aside_n += t.building_n[place]
    t.building[place] = 0
    t.bottom[place] = 0
    t.building_n[place] = 0


@rule
def sink(t: Table, cell: int, seat: int) -> None:
    """6.5, 8.4: a card goes under a stock pile; in a finished one it lies open (3.1)."""
    bottom = t.stock[seat]
    t.below[cell] = 0
    if bottom == 0:
        t.card[cell] &= 0xFF ^ DOWN
        t.stock[seat] = cell
    else:
        while t.below[bottom] != 0:
            bottom = t.below[bottom]
        t.below[bottom] = cell
    t.stock_n[seat] += 1

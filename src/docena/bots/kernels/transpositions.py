"""Transpositions: lines of play that lead to the same position of a turn are expanded once.

A position has a key, which is put together from parts: what a play changes can be taken out and put in again, so that
most plays need not be made to know where they lead.
"""

from typing import Any

import numpy as np

from docena.bots.kernels.cache import height_counts, mix_in, part, piles_of
from docena.bots.kernels.scratch import Scratch
from docena.core.moves import DIE_CARD, HAND_PLAY, PARTNER, PILES
from docena.core.sizes import PLACES, SEATS, TOLLS, TOP
from docena.engine.jit import int64, rule
from docena.engine.rules.partners import partner_of
from docena.engine.table import Table, face, toll_of

NO_KEY = np.uint64(0)
# Parts of a key, after those of the seats: hands by toll, coins.
_HANDS, _PURSE = SEATS, SEATS + TOLLS


@rule
def middle_part(t: Table, heights: int) -> Any:
    """The part of the building piles, and of what is to be done first."""
    return mix_in(part(int64(t.ended) + 2 * int64(t.must), int64(t.die_left) + 8 * int64(t.toll)), heights)


@rule
def heights_by_place(t: Table) -> int:
    """The heights of the building piles, each in its place, with the coins beside them."""
    heights = int64(0)
    for place in range(PLACES):
        heights |= (int64(t.height[place]) | (int64(t.beside[place]) << 4)) << (16 * place)
    return heights


@rule
def key_of(t: Table, seat: int) -> Any:
    """A number for a position within a turn: the same whatever the order of play."""
    key = middle_part(t, heights_by_place(t) if t.has_coins or t.must else height_counts(t))
    for toll in range(t.tolls):
        key ^= part(_HANDS + toll, int64(t.hand[seat, toll]))
    for other in range(t.players):
        if other == seat or t.partners or t.has_coins or t.has_die:
            key ^= part(int64(other), piles_of(t, other))
    if t.has_coins:
        key ^= part(_PURSE, int64(t.coins[seat]))
    return key


@rule
def key_after(t: Table, seat: int, key: Any, move: int) -> Any:
    """The key after a plain play, from the key before it; 0 where the play has to be made to know.

    Plain is a card of the hand, if not the last, or from a discard pile: nothing comes of it but its place. There is
    no toll to pay, and no coin is dealt out.
    """
    word = move >> 6
    bit = move & 63
    place = bit & 3
    height = int64(t.height[place])
    if t.must or (height == TOP - 1 and t.beside[place]):
        return NO_KEY
    if word == HAND_PLAY and t.hand_n[seat] > 1:
        hand = int64(t.hand[seat, 0])
        key ^= part(_HANDS, hand) ^ part(_HANDS, hand - (int64(1) << (bit & ~3)))
    elif word == PILES and bit < DIE_CARD and bit % PARTNER >= PLACES:
        owner = seat if bit < PARTNER else partner_of(t, seat)
        shift = 8 * (PLACES - (bit % PARTNER) // PLACES)
        piles = piles_of(t, owner)
        cell = (piles >> shift) & 0xFF
        if toll_of(face(t, cell)):
            return NO_KEY
        key ^= part(owner, piles) ^ part(owner, piles + ((int64(t.below[cell]) - cell) << shift))
    else:
        return NO_KEY
    higher = height + 1 if height + 1 < TOP else int64(0)
    if t.has_coins:
        heights = heights_by_place(t)
        after = heights + ((higher - height) << (16 * place))
    else:
        heights = height_counts(t)
        after = heights - (int64(1) << (4 * height)) + (int64(1) << (4 * higher))
    return key ^ middle_part(t, heights) ^ middle_part(t, after)


@rule
def visited_slot(scratch: Scratch, key: Any) -> int:
    """The slot of a position that was visited in this search, or would be."""
    at = int64(key >> np.uint64(40)) & (int64(scratch.visited_size) - 1)
    while scratch.visited[at] != np.uint64(0) and scratch.visited[at] != key:
        at = (at + 1) & (int64(scratch.visited_size) - 1)
    return at


@rule
def mark_visited(scratch: Scratch, key: Any) -> bool:
    """Marks a position as visited; returns whether it is new."""
    at = visited_slot(scratch, key)
    if scratch.visited[at] == key:
        return False
    scratch.visited[at] = key
    return True


@rule
def clear_visited(scratch: Scratch, positions: int) -> None:
    """Clears the visited positions; the number of slots becomes a power of two, at least twice the limit on
    positions."""
    size = int64(64)
    while size < 2 * positions:
        size *= 2
    scratch.visited_size = size
    for i in range(size):
        scratch.visited[i] = np.uint64(0)

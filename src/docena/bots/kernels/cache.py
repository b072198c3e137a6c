"""The cache of hidden-layer sums within a turn: those of the table and of other seats, which many lines of play share.

A key is made of all that the sums depend on and a turn can change. Two keys that should differ are the same once in a
million million million times.
"""

from typing import Any

import numpy as np

from docena.bots.kernels.scratch import CACHE_SLOTS, Scratch
from docena.core.sizes import PLACES, SEATS
from docena.engine.jit import int64, rule
from docena.engine.rng import mixed, plus, times
from docena.engine.table import Table

_ODD = np.uint64(0x9E3779B97F4A7C15)
_KNOWN = np.uint64(1)
NOT_CACHED = -1
# The part of a key that is about coins beside building piles, after those of the seats; where coins of a seat begin.
_BESIDE, _PURSE_BITS = SEATS, 48


@rule
def mix_in(key: Any, number: int) -> Any:
    return mixed(plus(times(key, _ODD), np.uint64(number)))


@rule
def part(what: int, number: int) -> Any:
    """A part of a key: what lies somewhere, as a number. Parts can be computed in parallel, as they are combined by
    exclusive or.
    """
    return mix_in(np.uint64(what), number)


@rule
def height_counts(t: Table) -> int:
    """The heights of the building piles in any order: the count of each, four bits per height."""
    heights = int64(0)
    for place in range(PLACES):
        heights += int64(1) << (4 * int64(t.height[place]))
    return heights


@rule
def piles_of(t: Table, seat: int) -> int:
    """The stock and discard piles of a seat, as far as a turn can change them: their size, and their tops' cells."""
    piles = int64(t.stock_n[seat])
    for pile in range(PLACES):
        piles = (piles << 8) | int64(t.discard[seat, pile])
    return piles


@rule
def key_of_table(t: Table, seat: int, ending: int, opened: int) -> Any:
    """A key for the table: heights and counts, and of other seats what this one may change in its turn."""
    counts = (int64(t.aside_n) * 256 + int64(t.draw_n)) * 256 + int64(t.stock_n[seat])
    key = mix_in(mix_in(np.uint64(8 * opened + ending), counts), height_counts(t))
    if t.has_coins:
        beside = int64(0)
        for place in range(PLACES):
            beside += int64(t.beside[place])
        key ^= part(int64(_BESIDE), beside)
    if t.partner_piles or t.has_die or t.has_coins:
        for other in range(t.players):
            piles = piles_of(t, other) if other != seat else int64(0)
            if t.has_coins:
                piles += int64(t.coins[other]) << _PURSE_BITS
            key ^= part(int64(other), piles)
    return key | _KNOWN


@rule
def key_of_seat(t: Table, seat: int, heights: int, role: int) -> Any:
    """A key for another seat; heights are one bit each, since their number does not matter."""
    return mix_in(mix_in(np.uint64(SEATS * role + seat), heights), piles_of(t, seat)) | _KNOWN


@rule
def clear_cache(scratch: Scratch) -> None:
    """Sums are cached for one decision of one seat."""
    for i in range(CACHE_SLOTS):
        scratch.cache_keys[i] = np.uint64(0)


@rule
def slot_of(key: Any) -> int:
    return int64(key >> np.uint64(40)) & (CACHE_SLOTS - 1)


@rule
def cached_slot(scratch: Scratch, key: Any) -> int:
    """The slot that holds the sums of a key; `NOT_CACHED` if none does."""
    at = slot_of(key)
    return at if scratch.cache_keys[at] == key else NOT_CACHED


@rule
def claim_slot(scratch: Scratch, key: Any) -> int:
    """The slot that takes the sums of a key, in place of older ones."""
    at = slot_of(key)
    scratch.cache_keys[at] = key
    return at

"""What is remembered within a turn: looks at the table and at other seats, which many lines of play share.

A look has a key that is made of all that a turn can change and that it depends on. The keys of two different looks are
the same once in a million million million times.
"""

from typing import Any

import numpy as np

from docena.bots.kernels.mind import REMEMBERED, Mind
from docena.core.sizes import PLACES, SEATS
from docena.engine.jit import int64, rule
from docena.engine.rng import mixed, plus, times
from docena.engine.table import Table

_ODD = np.uint64(0x9E3779B97F4A7C15)
_KNOWN = np.uint64(1)
NOTHING = -1
# The part of a key that is about coins beside building piles, after those of the seats; where coins of a seat begin.
_BESIDE, _PURSE_BITS = SEATS, 48


@rule
def mix_in(key: Any, number: int) -> Any:
    return mixed(plus(times(key, _ODD), np.uint64(number)))


@rule
def part(what: int, number: int) -> Any:
    """A part of a key: what lies somewhere, as a number. Parts do not wait for each other, as they are put together
    with exclusive or."""
    return mix_in(np.uint64(what), number)


@rule
def heaps(t: Table) -> int:
    """The heights of the building piles, whatever their order: how often there is each, four bits a height."""
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
    """A key for a look around: heights and counts, and of other seats what this one may change in its turn."""
    counts = (int64(t.aside_n) * 256 + int64(t.draw_n)) * 256 + int64(t.stock_n[seat])
    key = mix_in(mix_in(np.uint64(8 * opened + ending), counts), heaps(t))
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
    """A key for a look at another seat; heights are a bit each, as it does not matter how often there is one."""
    return mix_in(mix_in(np.uint64(SEATS * role + seat), heights), piles_of(t, seat)) | _KNOWN


@rule
def forget(mind: Mind) -> None:
    """Looks are remembered for one turn of one seat."""
    for i in range(REMEMBERED):
        mind.looked[i] = np.uint64(0)


@rule
def place_of(key: Any) -> int:
    return int64(key >> np.uint64(40)) & (REMEMBERED - 1)


@rule
def recall(mind: Mind, key: Any) -> int:
    """Where a look is remembered; `NOTHING` if it is not."""
    at = place_of(key)
    return at if mind.looked[at] == key else NOTHING


@rule
def place_for(mind: Mind, key: Any) -> int:
    """Where a look is to be written, in the place of an older one."""
    at = place_of(key)
    mind.looked[at] = key
    return at

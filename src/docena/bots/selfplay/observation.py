"""What the seat that moves observes, as bytes: see `docena.envs.spaces` for their order and docs/environments.md."""

from typing import Any

from docena.core.cards import WILD
from docena.core.sizes import PLACES
from docena.engine.bits import count
from docena.engine.jit import int64, rule
from docena.engine.table import Table, face

DEPTH = 3
"""So many cards of each discard pile are observed, from the top."""
MOST = 255
"""Larger counts are observed as this one."""


@rule
def observe(t: Table, out: Any, n: int) -> int:
    """Writes the observation from place n on; returns where it ends."""
    seat = int64(t.mover)
    for place in range(PLACES):
        out[n + place] = t.height[place]
    n += PLACES
    for toll in range(t.tolls):
        word = int64(t.hand[seat, toll])
        for kind in range(1, WILD + 1):
            out[n + kind - 1] = (word >> (4 * kind)) & 15
        n += WILD
    players = int64(t.players)
    other = seat
    for _ in range(players):
        n = observe_seat(t, out, n, other)
        other += 1
        if other == players:
            other = 0
    out[n] = min(int64(t.draw_n), MOST)
    out[n + 1] = min(int64(t.aside_n), MOST)
    out[n + 2] = count(int64(t.passed))
    n += 3
    if t.has_die:
        out[n] = t.die
        out[n + 1] = t.die_left
        n += 2
    if t.has_coins:
        for place in range(PLACES):
            out[n + place] = min(int64(t.beside[place]), MOST)
        out[n + PLACES] = t.toll
        out[n + PLACES + 1] = t.ended
        n += PLACES + 2
    if t.has_die or t.has_coins:
        out[n] = t.must
        n += 1
    return n


@rule
def observe_seat(t: Table, out: Any, n: int, seat: int) -> int:
    """What lies in front of a seat, and how many cards it holds."""
    out[n] = face(t, t.stock[seat])
    out[n + 1] = min(int64(t.stock_n[seat]), MOST)
    out[n + 2] = t.hand_n[seat]
    n += 3
    for pile in range(PLACES):
        cell = int64(t.discard[seat, pile])
        for _ in range(DEPTH):
            out[n] = face(t, cell)
            cell = int64(t.below[cell])
            n += 1
    if t.has_coins:
        out[n] = min(int64(t.coins[seat]), MOST)
        n += 1
    return n

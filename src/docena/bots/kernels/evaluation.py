"""The evaluation of positions by a small network: the logit of winning for the seat that has just closed its turn.

Hidden units are rectified, and the inputs also reach the logit directly.
"""

from docena.bots.kernels.cache import NOT_CACHED, cached_slot, claim_slot, key_of_seat, key_of_table
from docena.bots.kernels.features import (
    CLOSED,
    GENERAL,
    LEADER,
    NEXT,
    OTHERS,
    OWN_END,
    OWN_PILES,
    PARTNERS,
    find_stock_chance,
    tolls_held,
    whole_hand,
    write_context,
    write_opponents,
    write_seat,
    write_table,
)
from docena.bots.kernels.hidden_layer import adder, cacher, logit_of
from docena.bots.kernels.model import HIDDEN, Model
from docena.bots.kernels.own_features import write_own
from docena.bots.kernels.reach import heights_of, lay_on_packed, pack_piles
from docena.bots.kernels.scratch import HYPOTHETICAL, Scratch
from docena.core.moves import CLOSING
from docena.engine.jit import int64, rule
from docena.engine.table import Table

WON_VALUE = 20.0
"""The logit of a game that has been won."""

_CHANCE_ONLY = 0
"""The role of a seat of which only the chance to play its stock card matters; others are where their inputs begin."""

_add_seat = adder(LEADER - NEXT)
_cache_seat = cacher(LEADER - NEXT)
_add_rest = adder(PARTNERS - OTHERS)
_logit = logit_of(OWN_END - OWN_PILES)


@rule
def add_cached(scratch: Scratch, at: int) -> None:
    """Adds sums from the cache to the context."""
    for unit in range(HIDDEN):
        scratch.context[unit] += scratch.cached[at, unit]
    scratch.context_skip += scratch.cached_skip[at]


@rule
def add_seat(t: Table, model: Model, scratch: Scratch, seat: int, heights: int, role: int) -> None:
    """Adds the inputs of another seat, which begin at `role`, to the context: from the cache where they are there."""
    key = key_of_seat(t, seat, heights, role)
    at = cached_slot(scratch, key)
    if at == NOT_CACHED:
        write_seat(t, scratch, seat, role)
        at = claim_slot(scratch, key)
        scratch.cached_skip[at] = _cache_seat(model, scratch, role, at)
    add_cached(scratch, at)


@rule
def stock_chance_of(t: Table, scratch: Scratch, seat: int, heights: int) -> float:
    """The chance that another seat can play its stock card, from the cache where it is there."""
    key = key_of_seat(t, seat, heights, int64(_CHANCE_ONLY))
    at = cached_slot(scratch, key)
    if at == NOT_CACHED:
        find_stock_chance(t, scratch, seat)
        at = claim_slot(scratch, key)
        scratch.cached_skip[at] = scratch.chance_with_wilds
    return float(scratch.cached_skip[at])


@rule
def add_opponents(t: Table, model: Model, scratch: Scratch) -> None:
    heights = heights_of(t)
    add_seat(t, model, scratch, int64(scratch.next_opponent), heights, int64(NEXT))
    if scratch.leader != scratch.next_opponent:
        add_seat(t, model, scratch, int64(scratch.leader), heights, int64(LEADER))
    chance = stock_chance_of(t, scratch, int64(scratch.after_next), heights) if scratch.after_next >= 0 else 0.0
    write_opponents(t, scratch, chance)
    scratch.context_skip += _add_rest(model, scratch, int64(OTHERS))


@rule
def evaluate_opponents_once(t: Table, model: Model, scratch: Scratch, seat: int) -> None:
    """Evaluates the opponents before the turn, for levels that ignore how plays change them."""
    write_table(t, scratch, seat, int64(CLOSED))
    for unit in range(HIDDEN):
        scratch.context[unit] = 0.0
    scratch.context_skip = 0.0
    add_opponents(t, model, scratch)
    for unit in range(HIDDEN):
        scratch.opponents[unit] = scratch.context[unit]
    scratch.opponents_skip = scratch.context_skip


@rule
def evaluate_context(t: Table, model: Model, scratch: Scratch, seat: int, ending: int, ignores_opponents: int) -> None:
    """Adds up the context: the part of the logit that the table and other seats make; from the cache if possible."""
    key = key_of_table(t, seat, ending, int64(0) if ending == CLOSED else int64(t.die_left))
    at = cached_slot(scratch, key)
    if at != NOT_CACHED:
        for unit in range(HIDDEN):
            scratch.context[unit] = scratch.cached[at, unit]
        scratch.context_skip = scratch.cached_skip[at]
        return
    write_table(t, scratch, seat, ending)
    for unit in range(HIDDEN):
        scratch.context[unit] = model.b1[unit]
    scratch.context_skip = model.b2 + _add_seat(model, scratch, int64(GENERAL))
    if ignores_opponents:
        for unit in range(HIDDEN):
            scratch.context[unit] += scratch.opponents[unit]
        scratch.context_skip += scratch.opponents_skip
    else:
        add_opponents(t, model, scratch)
    if scratch.partner >= 0:
        add_seat(t, model, scratch, int64(scratch.partner), heights_of(t), int64(PARTNERS))
    at = claim_slot(scratch, key)
    for unit in range(HIDDEN):
        scratch.cached[at, unit] = scratch.context[unit]
    scratch.cached_skip[at] = scratch.context_skip


@rule
def evaluate_hand(
    t: Table, model: Model, scratch: Scratch, seat: int, whose: int, hand: int, held: int, tolls: int, ending: int
) -> float:  # fmt: skip
    """The logit of a hand of the seat and the packed piles, with the context that `evaluate_context` has added up."""
    write_own(t, scratch, seat, whose, hand, held, tolls, ending)
    return _logit(model, scratch, int64(OWN_PILES))


@rule
def evaluate_own(t: Table, model: Model, scratch: Scratch, seat: int, ending: int) -> float:
    """The same for the seat's own cards as they lie."""
    pack_piles(t, scratch, seat)
    return evaluate_hand(
        t, model, scratch, seat, seat, whole_hand(t, seat), int64(t.hand_n[seat]), tolls_held(t, seat), ending
    )


@rule
def evaluate_discard(t: Table, model: Model, scratch: Scratch, seat: int, hand: int, tolls: int, move: int) -> float:
    """The same after a closing discard; the piles are packed, the hand and its tolls are as before it."""
    kind = (move & 63) >> 2
    pile = move & 3
    before = lay_on_packed(scratch, pile, kind)
    held = int64(t.hand_n[seat]) - 1
    tolls -= (move >> 6) - CLOSING
    left = hand - (int64(1) << (4 * kind))
    value = evaluate_hand(t, model, scratch, seat, HYPOTHETICAL + pile, left, held, tolls, int64(CLOSED))
    scratch.piles[pile] = before
    return value


@rule
def evaluate_position(t: Table, model: Model, scratch: Scratch, seat: int, ending: int) -> float:
    """The logit of a whole position, without the cache."""
    write_context(t, scratch, seat, ending)
    for unit in range(HIDDEN):
        scratch.context[unit] = model.b1[unit]
    direct = model.b2 + _add_seat(model, scratch, int64(GENERAL)) + _add_seat(model, scratch, int64(NEXT))
    if scratch.leader != scratch.next_opponent:
        direct += _add_seat(model, scratch, int64(LEADER))
    direct += _add_rest(model, scratch, int64(OTHERS))
    if scratch.partner >= 0:
        direct += _add_seat(model, scratch, int64(PARTNERS))
    scratch.context_skip = direct
    return evaluate_own(t, model, scratch, seat, ending)

"""The judge: a small network that says how likely a seat is to win from a position after its turn.

Hidden units are rectified, and the inputs also reach the answer directly. The answer is a logit.
"""

from docena.bots.kernels.cache import NOTHING, key_of_seat, key_of_table, place_for, recall
from docena.bots.kernels.features import (
    CLOSED,
    GENERAL,
    LEADER,
    MATE,
    NEXT,
    OTHERS,
    OWN_END,
    OWN_PILES,
    look_around,
    look_at_own,
    look_at_rest,
    look_at_seat,
    look_at_table,
    look_at_way,
    tolls_held,
    whole_hand,
)
from docena.bots.kernels.hidden_layer import adding, noting, saying
from docena.bots.kernels.mind import HIDDEN, IN_THOUGHT, Mind
from docena.bots.kernels.reach import heights_of, stack_piles, stack_upon
from docena.core.moves import CLOSING
from docena.engine.jit import int64, rule
from docena.engine.table import Table

WON_VALUE = 20.0
"""The logit of a game that is won."""

_WAY = 0
"""The role of a look that is only at a seat's way; other roles are the places where their inputs begin."""

_add_seat = adding(LEADER - NEXT)
_note_seat = noting(LEADER - NEXT)
_add_rest = adding(MATE - OTHERS)
_say = saying(OWN_END - OWN_PILES)


@rule
def add_look(mind: Mind, at: int) -> None:
    """Adds a look that is remembered."""
    for unit in range(HIDDEN):
        mind.around[unit] += mind.looks[at, unit]
    mind.around_skip += mind.looks_skip[at]


@rule
def add_seat(t: Table, mind: Mind, seat: int, heights: int, role: int) -> None:
    """Adds what another seat says, whose inputs begin at `role`, from memory where it looked like that before."""
    key = key_of_seat(t, seat, heights, role)
    at = recall(mind, key)
    if at == NOTHING:
        look_at_seat(t, mind, seat, role)
        at = place_for(mind, key)
        mind.looks_skip[at] = _note_seat(mind, role, at)
    add_look(mind, at)


@rule
def way_of(t: Table, mind: Mind, seat: int, heights: int) -> float:
    """How near another seat's stock card is, from memory where it can be."""
    key = key_of_seat(t, seat, heights, int64(_WAY))
    at = recall(mind, key)
    if at == NOTHING:
        look_at_way(t, mind, seat)
        at = place_for(mind, key)
        mind.looks_skip[at] = mind.helped
    return float(mind.looks_skip[at])


@rule
def add_opponents(t: Table, mind: Mind) -> None:
    heights = heights_of(t)
    add_seat(t, mind, int64(mind.follower), heights, int64(NEXT))
    if mind.leader != mind.follower:
        add_seat(t, mind, int64(mind.leader), heights, int64(LEADER))
    helped = way_of(t, mind, int64(mind.after), heights) if mind.after >= 0 else 0.0
    look_at_rest(t, mind, helped)
    mind.around_skip += _add_rest(mind, int64(OTHERS))


@rule
def glance_around(t: Table, mind: Mind, seat: int) -> None:
    """One look at the opponents before the turn: a player who does not watch them plays as if it stayed like that."""
    look_at_table(t, mind, seat, int64(CLOSED))
    for unit in range(HIDDEN):
        mind.around[unit] = 0.0
    mind.around_skip = 0.0
    add_opponents(t, mind)
    for unit in range(HIDDEN):
        mind.glanced[unit] = mind.around[unit]
    mind.glanced_skip = mind.around_skip


@rule
def judge_around(t: Table, mind: Mind, seat: int, ending: int, blind: int) -> None:
    """Looks at the table and the other seats, and reckons their part of the answer, from memory where it can be."""
    key = key_of_table(t, seat, ending, int64(0) if ending == CLOSED else int64(t.die_left))
    at = recall(mind, key)
    if at != NOTHING:
        for unit in range(HIDDEN):
            mind.around[unit] = mind.looks[at, unit]
        mind.around_skip = mind.looks_skip[at]
        return
    look_at_table(t, mind, seat, ending)
    for unit in range(HIDDEN):
        mind.around[unit] = mind.b1[unit]
    mind.around_skip = mind.b2 + _add_seat(mind, int64(GENERAL))
    if blind:
        for unit in range(HIDDEN):
            mind.around[unit] += mind.glanced[unit]
        mind.around_skip += mind.glanced_skip
    else:
        add_opponents(t, mind)
    if mind.mate >= 0:
        add_seat(t, mind, int64(mind.mate), heights_of(t), int64(MATE))
    at = place_for(mind, key)
    for unit in range(HIDDEN):
        mind.looks[at, unit] = mind.around[unit]
    mind.looks_skip[at] = mind.around_skip


@rule
def judge_hand(
    t: Table, mind: Mind, seat: int, whose: int, hand: int, held: int, tolls: int, ending: int
) -> float:  # fmt: skip
    """Looks at a hand of the seat and at the piles stacked; returns the logit, with what `judge_around` has found."""
    look_at_own(t, mind, seat, whose, hand, held, tolls, ending)
    return _say(mind, int64(OWN_PILES))


@rule
def judge_own(t: Table, mind: Mind, seat: int, ending: int) -> float:
    """The same for the seat's own cards as they lie."""
    stack_piles(t, mind, seat)
    return judge_hand(t, mind, seat, seat, whole_hand(t, seat), int64(t.hand_n[seat]), tolls_held(t, seat), ending)


@rule
def judge_discard(t: Table, mind: Mind, seat: int, hand: int, tolls: int, move: int) -> float:
    """The same after a closing discard; the piles are stacked, the hand and its tolls are as before it."""
    kind = (move & 63) >> 2
    pile = move & 3
    before = stack_upon(mind, pile, kind)
    held = int64(t.hand_n[seat]) - 1
    tolls -= (move >> 6) - CLOSING
    left = hand - (int64(1) << (4 * kind))
    value = judge_hand(t, mind, seat, IN_THOUGHT + pile, left, held, tolls, int64(CLOSED))
    mind.stacks[pile] = before
    return value


@rule
def judge(t: Table, mind: Mind, seat: int, ending: int) -> float:
    """The logit of a whole position, looked at anew."""
    look_around(t, mind, seat, ending)
    for unit in range(HIDDEN):
        mind.around[unit] = mind.b1[unit]
    direct = mind.b2 + _add_seat(mind, int64(GENERAL)) + _add_seat(mind, int64(NEXT))
    if mind.leader != mind.follower:
        direct += _add_seat(mind, int64(LEADER))
    direct += _add_rest(mind, int64(OTHERS))
    if mind.mate >= 0:
        direct += _add_seat(mind, int64(MATE))
    mind.around_skip = direct
    return judge_own(t, mind, seat, ending)

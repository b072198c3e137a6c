"""The judge: a small network that says how likely a seat is to win from a position after its turn.

Hidden units are rectified, and the inputs also reach the answer directly. The answer is a logit.
"""

from docena.bots.features import CLOSED, OWN_END, OWN_PILES, look_around, look_at_own, tolls_held, whole_hand
from docena.bots.mind import HIDDEN, REMEMBERED, Mind
from docena.bots.reach import stack_piles, stack_upon
from docena.jit import int64, rule
from docena.moves import CLOSING
from docena.sizes import PLACES
from docena.table import Table

WON_VALUE = 20.0
"""The logit of a game that is won."""


@rule
def add_inputs(mind: Mind, first: int, end: int, sparse: bool) -> float:
    """Adds some of the inputs to the hidden units; returns what they say directly.

    Four at a time: a hidden unit that goes back to memory after every input costs more than the reckoning. To ask for
    zeros pays only where most inputs are.
    """
    direct = 0.0
    for i in range(first, end, 4):
        a = mind.x[i]
        b = mind.x[i + 1]
        c = mind.x[i + 2]
        d = mind.x[i + 3]
        if sparse and a == 0.0 and b == 0.0 and c == 0.0 and d == 0.0:
            continue
        direct += a * mind.skip[i] + b * mind.skip[i + 1] + c * mind.skip[i + 2] + d * mind.skip[i + 3]
        for j in range(HIDDEN):
            mind.hidden[j] += a * mind.w1[i, j] + b * mind.w1[i + 1, j] + c * mind.w1[i + 2, j] + d * mind.w1[i + 3, j]
    return direct


@rule
def hidden_say(mind: Mind) -> float:
    """What the hidden units say; in four sums, since each addition waits for the one before it."""
    a = 0.0
    b = 0.0
    c = 0.0
    d = 0.0
    for j in range(0, HIDDEN, 4):
        a += max(mind.hidden[j], 0.0) * mind.w2[j]
        b += max(mind.hidden[j + 1], 0.0) * mind.w2[j + 1]
        c += max(mind.hidden[j + 2], 0.0) * mind.w2[j + 2]
        d += max(mind.hidden[j + 3], 0.0) * mind.w2[j + 3]
    return (a + b) + (c + d)


@rule
def judge_around(t: Table, mind: Mind, seat: int, ending: int, blind: int) -> None:
    """Looks at the table and the other seats, and reckons their part of the answer."""
    look_around(t, mind, seat, ending, blind)
    for j in range(HIDDEN):
        mind.hidden[j] = mind.b1[j]
    mind.around_skip = mind.b2 + add_inputs(mind, int64(0), int64(OWN_PILES), True)
    for j in range(HIDDEN):
        mind.around[j] = mind.hidden[j]


@rule
def forget_looks(mind: Mind) -> None:
    """Looks around are remembered for one turn of one seat."""
    for i in range(REMEMBERED):
        mind.looked[i] = 0


@rule
def judge_around_closed(t: Table, mind: Mind, seat: int, blind: int) -> None:
    """The same for turns that are closed, from memory where the table was like that before in this turn.

    Where a turn cannot change other seats' piles or purses, all that it changes is in the number made here.
    """
    if t.partner_piles or t.has_coins or t.has_die:
        judge_around(t, mind, seat, int64(CLOSED), blind)
        return
    key = int64(t.aside_n) * 256 + int64(t.stock_n[seat])
    for place in range(PLACES):
        key = key * 16 + int64(t.height[place])
    key += 1
    at = (key ^ (key >> 7) ^ (key >> 11)) & (REMEMBERED - 1)
    if mind.looked[at] == key:
        for j in range(HIDDEN):
            mind.around[j] = mind.arounds[at, j]
        mind.around_skip = mind.arounds[at, HIDDEN]
        return
    judge_around(t, mind, seat, int64(CLOSED), blind)
    mind.looked[at] = key
    for j in range(HIDDEN):
        mind.arounds[at, j] = mind.around[j]
    mind.arounds[at, HIDDEN] = mind.around_skip


@rule
def judge_hand(t: Table, mind: Mind, seat: int, hand: int, held: int, tolls: int, ending: int) -> float:
    """Looks at a hand of the seat and at the piles stacked; returns the logit, with what `judge_around` has found."""
    look_at_own(t, mind, seat, hand, held, tolls, ending)
    for j in range(HIDDEN):
        mind.hidden[j] = mind.around[j]
    direct = add_inputs(mind, int64(OWN_PILES), int64(OWN_END), False)
    return mind.around_skip + direct + hidden_say(mind)


@rule
def judge_own(t: Table, mind: Mind, seat: int, ending: int) -> float:
    """The same for the seat's own cards as they lie."""
    stack_piles(t, mind, seat)
    return judge_hand(t, mind, seat, whole_hand(t, seat), int64(t.hand_n[seat]), tolls_held(t, seat), ending)


@rule
def judge_discard(t: Table, mind: Mind, seat: int, hand: int, tolls: int, move: int) -> float:
    """The same after a closing discard; the piles are stacked, the hand and its tolls are as before it."""
    kind = (move & 63) >> 2
    pile = move & 3
    before = stack_upon(mind, pile, kind)
    held = int64(t.hand_n[seat]) - 1
    tolls -= (move >> 6) - CLOSING
    value = judge_hand(t, mind, seat, hand - (int64(1) << (4 * kind)), held, tolls, int64(CLOSED))
    mind.stacks[pile] = before
    return value


@rule
def judge(t: Table, mind: Mind, seat: int, ending: int) -> float:
    """The logit of a whole position."""
    judge_around(t, mind, seat, ending, 0)
    return judge_own(t, mind, seat, ending)

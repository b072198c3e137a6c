"""The judge: a small network that says how likely a seat is to win from a position after its turn.

Hidden units are rectified, and the inputs also reach the answer directly. The answer is a logit.
"""

from docena.bots.features import OWN_END, OWN_PILES, look_around, look_at_own
from docena.bots.mind import HIDDEN, Mind
from docena.jit import rule
from docena.table import Table

WON_VALUE = 20.0
"""The logit of a game that is won."""


@rule
def judge_around(t: Table, mind: Mind, seat: int, ending: int, blind: int) -> None:
    """Looks at the table and the other seats, and reckons their part of the answer."""
    look_around(t, mind, seat, ending, blind)
    for j in range(HIDDEN):
        mind.around[j] = mind.b1[j]
    direct = float(mind.b2)
    for i in range(OWN_PILES):
        x = mind.x[i]
        if x != 0.0:
            direct += x * mind.skip[i]
            for j in range(HIDDEN):
                mind.around[j] += x * mind.w1[i, j]
    mind.around_skip = direct


@rule
def judge_own(t: Table, mind: Mind, seat: int, ending: int) -> float:
    """Looks at the seat's own cards; returns the logit, with what `judge_around` has found."""
    look_at_own(t, mind, seat, ending)
    for j in range(HIDDEN):
        mind.hidden[j] = mind.around[j]
    answer = float(mind.around_skip)
    for i in range(OWN_PILES, OWN_END):
        x = mind.x[i]
        if x != 0.0:
            answer += x * mind.skip[i]
            for j in range(HIDDEN):
                mind.hidden[j] += x * mind.w1[i, j]
    for j in range(HIDDEN):
        if mind.hidden[j] > 0.0:
            answer += mind.hidden[j] * mind.w2[j]
    return answer


@rule
def judge(t: Table, mind: Mind, seat: int, ending: int) -> float:
    """The logit of a whole position."""
    judge_around(t, mind, seat, ending, 0)
    return judge_own(t, mind, seat, ending)

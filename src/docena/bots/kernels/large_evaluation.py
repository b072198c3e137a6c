"""A second opinion: a larger network that looks closer than the judge.

A turn has dozens of closings to be judged, and a small network is quick. Where few positions are left - the best plans
of a turn, the ends of careful tries - `master` asks this one.
"""

from typing import Any, Protocol

import numpy as np

from docena.bots.kernels.evaluation import WON_VALUE, judge
from docena.bots.kernels.features import CLOSED, ending_of, look_around, look_at_own, tolls_held, whole_hand
from docena.bots.kernels.large_features import look_closer
from docena.bots.kernels.mind import CLOSEUP, FEATURES, UNITS, Mind
from docena.bots.kernels.reach import count_unseen, stack_piles
from docena.core.moves import CLOSING, EXTRA
from docena.engine.jit import entry, int64, rule
from docena.engine.rules.turn import discard
from docena.engine.step import make
from docena.engine.table import Table, Tables, new_records

INPUTS = FEATURES + CLOSEUP
OPINION = np.dtype(
    [
        ("known", "i1"),  # where nothing was learnt yet the judge speaks for it
        ("w1", "f4", (INPUTS, UNITS)),
        ("b1", "f4", UNITS),
        ("w2", "f4", UNITS),
        ("skip", "f4", INPUTS),
        ("b2", "f4"),
    ],
    align=True,
)


class Opinion(Protocol):
    """What compiled code sees: the fields of `OPINION`. It does not change in play, and all threads may share it."""

    known: int
    w1: Any
    b1: Any
    w2: Any
    skip: Any
    b2: float


def new_opinions(n: int) -> Any:
    return new_records(n, OPINION)


@rule
def add_seen(mind: Mind, opinion: Opinion, seen: Any, at: int) -> float:
    """Adds what is not zero to the units; returns what it says directly."""
    direct = 0.0
    for i in range(seen.size):
        value = seen[i]
        if value != 0.0:
            direct += value * opinion.skip[at + i]
            for j in range(UNITS):
                mind.units[j] += value * opinion.w1[at + i, j]
    return direct


@rule
def conclude(mind: Mind, opinion: Opinion) -> float:
    """The logit of what has been looked at, closely, too."""
    for j in range(UNITS):
        mind.units[j] = opinion.b1[j]
    logit = (
        opinion.b2 + add_seen(mind, opinion, mind.x, int64(0)) + add_seen(mind, opinion, mind.close, int64(FEATURES))
    )
    for j in range(UNITS):
        logit += max(mind.units[j], 0.0) * opinion.w2[j]
    return logit


@rule
def look(t: Table, mind: Mind, seat: int, ending: int) -> None:
    """All inputs of a position."""
    look_around(t, mind, seat, ending)
    stack_piles(t, mind, seat)
    hand = whole_hand(t, seat)
    look_at_own(t, mind, seat, seat, hand, int64(t.hand_n[seat]), tolls_held(t, seat), ending)
    look_closer(t, mind, seat)


@rule
def opine(t: Table, mind: Mind, opinion: Opinion, seat: int) -> float:
    """The logit of a position in which the seat has closed its turn."""
    if not opinion.known:
        return judge(t, mind, seat, int64(CLOSED))
    look(t, mind, seat, int64(CLOSED))
    return conclude(mind, opinion)


@rule
def look_after(t: Table, mind: Mind, seat: int, move: int) -> bool:
    """Makes the last move of a plan and looks at where it leads; False where there is nothing to judge."""
    word = move >> 6
    ending = int64(CLOSED)
    if word >= CLOSING and word < EXTRA:
        discard(t, (move & 63) >> 2, word - CLOSING, move & 3)
    else:
        make(t, move)
        if t.over or t.mover != seat:
            return False
        ending = ending_of(t, seat)
        if ending == CLOSED:
            return False
    look(t, mind, seat, ending)
    return True


@entry
def ask(views: Tables, desk: Tables, minds: Any, opinions: Any) -> int:
    """Values all plans in a mind anew, on a desk that holds nothing else now; returns the best."""
    mind = minds[0]
    opinion = opinions[0]
    seat = int64(views[0].mover)
    best = int64(0)
    count_unseen(views[0], mind, seat)
    for which in range(mind.plans):
        if opinion.known and abs(mind.value[which]) < WON_VALUE:
            desk[0] = views[0]
            last = int64(mind.length[which]) - 1
            for i in range(last):
                make(desk[0], int64(mind.moves[which, i]))
            if look_after(desk[0], mind, seat, int64(mind.moves[which, last])):
                mind.value[which] = conclude(mind, opinion)
        if mind.value[which] > mind.value[best]:
            best = int64(which)
    return best

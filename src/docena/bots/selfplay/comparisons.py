"""Rehearsals: the plans of one decision, tried in the same imagined worlds, for a network to learn how they differ.

How games end says who is ahead; it is rehearsals that say which plan to choose.
"""

from typing import Any

from docena.bots import MASTER, RANDOM
from docena.bots.kernels.large_evaluation import ask, look_after
from docena.bots.kernels.mind import CLOSEUP, FEATURES, KEPT_PLANS, Mind
from docena.bots.kernels.plans import find_plans
from docena.bots.kernels.reach import count_unseen
from docena.bots.kernels.rollouts import try_carefully, try_quickly
from docena.engine.jit import int64, rule
from docena.engine.rng import below
from docena.engine.step import make
from docena.engine.table import Tables

EXPLORER = RANDOM
"""The level in whose place a mind keeps the slips of one who tries things out."""
REHEARSED = 8
"""Plans of a decision that are rehearsed ..."""
_QUICK_WORLDS = 64
"""... in so many worlds where play goes on quickly ..."""
_CAREFUL_WORLDS = 16
"""... and where it goes on carefully: more decisions teach more than surer ones."""
_CLEAR = 5.0
"""A decision of one who is as good as sure to win, in logits, teaches nothing ..."""
_GAP = 1.5
"""... and neither does a plan that is so far behind the best."""


@rule
def note(mind: Mind, features: Any, n: int) -> None:
    """Writes down what was looked at in a position, closely if there is room for it."""
    for i in range(FEATURES):
        features[n, i] = mind.x[i]
    if features.shape[1] > FEATURES:
        for i in range(CLOSEUP):
            features[n, FEATURES + i] = mind.close[i]


@rule
def note_plans(
    tables: Tables, mind: Mind, alive: Any, sums: Any, worlds: int, features: Any, outcomes: Any, begins: Any, n: int
) -> int:  # fmt: skip
    """Writes down where each plan that is alive leads, and how good it seemed; returns where there is room again."""
    seat = int64(tables[1].mover)
    begun = n
    count_unseen(tables[1], mind, seat)
    for which in range(mind.plans):
        if alive[which] and n < features.shape[0]:
            tables[2] = tables[1]
            last = int64(mind.length[which]) - 1
            for i in range(last):
                make(tables[2], int64(mind.moves[which, i]))
            if look_after(tables[2], mind, seat, int64(mind.moves[which, last])):
                note(mind, features, n)
                outcomes[n] = sums[which] / worlds
                begins[n] = n == begun
                n += 1
    return n


@rule
def rehearse_quickly(
    tables: Tables, desk: Tables, worlds: Tables, pads: Any, minds: Any, sums: Any, alive: Any, features: Any,
    outcomes: Any, begins: Any, n: int,
) -> int:  # fmt: skip
    """For the judge: plans as the explorer finds them, for the view that lies second among the tables."""
    mind = minds[0]
    find_plans(tables[1:2], desk, pads, minds, int64(EXPLORER), int64(REHEARSED))
    if mind.plans < 2:
        return n
    for which in range(KEPT_PLANS):
        alive[which] = which < mind.plans
        sums[which] = 0.0
    seed = below(pads[0], int64(1 << 31))
    try_quickly(tables[1:2], worlds, pads, minds, alive, seed, int64(0), int64(_QUICK_WORLDS), False, sums)
    return note_plans(tables, mind, alive, sums, int64(_QUICK_WORLDS), features, outcomes, begins, n)


@rule
def pick_best(mind: Mind, alive: Any) -> int:
    """Marks the plans that are worth a rehearsal, by what is thought of them; returns how many."""
    best = -_CLEAR
    for which in range(mind.plans):
        best = max(best, mind.value[which])
    left = int64(0)
    for which in range(KEPT_PLANS):
        alive[which] = which < mind.plans and best < _CLEAR and mind.value[which] > best - _GAP
        left += int64(alive[which])
    while left > REHEARSED:
        worst = -1
        for which in range(mind.plans):
            if alive[which] and (worst < 0 or mind.value[which] < mind.value[worst]):
                worst = which
        alive[worst] = False
        left -= 1
    return left


@rule
def rehearse_carefully(
    tables: Tables, desk: Tables, worlds: Tables, pads: Any, minds: Any, others: Any, opinions: Any, sums: Any,
    alive: Any, features: Any, outcomes: Any, begins: Any, n: int,
) -> int:  # fmt: skip
    """For the second opinion: the plans that `master` would try, tried as it does."""
    mind = minds[0]
    find_plans(tables[1:2], desk, pads, minds, int64(MASTER), int64(KEPT_PLANS))
    ask(tables[1:2], desk, minds, opinions)
    if pick_best(mind, alive) < 2:
        return n
    for which in range(KEPT_PLANS):
        sums[which] = 0.0
    seed = below(pads[0], int64(1 << 31))
    closings = 1 + int64(tables[1].partners)
    try_carefully(
        tables[1:2], worlds, desk, pads, minds, others, opinions, alive, seed, int64(0), int64(_CAREFUL_WORLDS), False,
        closings, int64(1), False, sums,
    )  # fmt: skip
    return note_plans(tables, mind, alive, sums, int64(_CAREFUL_WORLDS), features, outcomes, begins, n)

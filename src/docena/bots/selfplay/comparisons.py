"""Comparisons: the plans of one decision, played in the same sampled worlds, for a network to learn how they differ.

How games end says who is ahead; it is comparisons that say which plan to choose.
"""

from typing import Any

from docena.bots import MASTER, RANDOM
from docena.bots.kernels.large_evaluation import revalue_plans, write_features_after
from docena.bots.kernels.model import EXTRA_FEATURES, FEATURES
from docena.bots.kernels.plans import find_plans
from docena.bots.kernels.reach import count_unseen
from docena.bots.kernels.rollouts import planned_rollouts, policy_rollouts
from docena.bots.kernels.scratch import MOST_PLANS, Scratch
from docena.engine.jit import int64, rule
from docena.engine.rng import below
from docena.engine.step import make
from docena.engine.table import Tables

EXPLORER = RANDOM
"""The level with exploration noise: its record is unused otherwise, since `random` does not plan."""
MOST_COMPARED = 8
"""Plans of a decision that are compared ..."""
_POLICY_WORLDS = 64
"""... in so many worlds of policy rollouts ..."""
_PLANNED_WORLDS = 16
"""... or of planned ones: more decisions teach more than surer ones."""
_DECIDED = 5.0
"""A decision of a seat that is almost certain to win, in logits, teaches nothing ..."""
_GAP = 1.5
"""... and neither does a plan that is so far behind the best."""


@rule
def write_example(scratch: Scratch, features: Any, n: int) -> None:
    """Writes the features of a position; those of the large network if there is room for them."""
    for i in range(FEATURES):
        features[n, i] = scratch.x[i]
    if features.shape[1] > FEATURES:
        for i in range(EXTRA_FEATURES):
            features[n, FEATURES + i] = scratch.extra[i]


@rule
def write_plans(
    tables: Tables, scratch: Scratch, active: Any, sums: Any, worlds: int, features: Any, outcomes: Any, begins: Any,
    n: int,
) -> int:  # fmt: skip
    """Writes where each plan that is active leads, and its mean chance; returns where the next example goes."""
    seat = int64(tables[1].mover)
    begun = n
    count_unseen(tables[1], scratch, seat)
    for which in range(scratch.plans):
        if active[which] and n < features.shape[0]:
            tables[2] = tables[1]
            last = int64(scratch.plan_length[which]) - 1
            for i in range(last):
                make(tables[2], int64(scratch.plan_moves[which, i]))
            if write_features_after(tables[2], scratch, seat, int64(scratch.plan_moves[which, last])):
                write_example(scratch, features, n)
                outcomes[n] = sums[which] / worlds
                begins[n] = n == begun
                n += 1
    return n


@rule
def compare_with_policy(
    tables: Tables, work: Tables, worlds: Tables, pads: Any, models: Any, levels: Any, scratches: Any, sums: Any,
    active: Any, features: Any, outcomes: Any, begins: Any, n: int,
) -> int:  # fmt: skip
    """For the small network: plans that the explorer finds for the second of the tables, in policy rollouts."""
    scratch = scratches[0]
    find_plans(tables[1:2], work, pads, models, levels, scratches, int64(EXPLORER), int64(MOST_COMPARED))
    if scratch.plans < 2:
        return n
    for which in range(MOST_PLANS):
        active[which] = which < scratch.plans
        sums[which] = 0.0
    seed = below(pads[0], int64(1 << 31))
    policy_rollouts(
        tables[1:2], worlds, pads, models, scratches, active, seed, int64(0), int64(_POLICY_WORLDS), False, sums
    )  # fmt: skip
    return write_plans(tables, scratch, active, sums, int64(_POLICY_WORLDS), features, outcomes, begins, n)


@rule
def choose_compared(scratch: Scratch, active: Any) -> int:
    """Marks the plans that are worth a comparison, by their values; returns how many."""
    best = -_DECIDED
    for which in range(scratch.plans):
        best = max(best, scratch.plan_value[which])
    left = int64(0)
    for which in range(MOST_PLANS):
        active[which] = which < scratch.plans and best < _DECIDED and scratch.plan_value[which] > best - _GAP
        left += int64(active[which])
    while left > MOST_COMPARED:
        worst = -1
        for which in range(scratch.plans):
            if active[which] and (worst < 0 or scratch.plan_value[which] < scratch.plan_value[worst]):
                worst = which
        active[worst] = False
        left -= 1
    return left


@rule
def compare_with_planner(
    tables: Tables, work: Tables, worlds: Tables, pads: Any, models: Any, levels: Any, scratches: Any, replies: Any,
    large_models: Any, sums: Any, active: Any, features: Any, outcomes: Any, begins: Any, n: int,
) -> int:  # fmt: skip
    """For the large network: the plans that `master` would try, in planned rollouts."""
    scratch = scratches[0]
    find_plans(tables[1:2], work, pads, models, levels, scratches, int64(MASTER), int64(MOST_PLANS))
    revalue_plans(tables[1:2], work, scratches, large_models)
    if choose_compared(scratch, active) < 2:
        return n
    for which in range(MOST_PLANS):
        sums[which] = 0.0
    seed = below(pads[0], int64(1 << 31))
    closings = 1 + int64(tables[1].partners)
    planned_rollouts(
        tables[1:2], worlds, work, pads, models, levels, scratches, replies, large_models, active, seed, int64(0),
        int64(_PLANNED_WORLDS), False, closings, int64(1), False, sums,
    )  # fmt: skip
    return write_plans(tables, scratch, active, sums, int64(_PLANNED_WORLDS), features, outcomes, begins, n)

"""The bookkeeping of the search of `master`: which plans get rollouts next, and what their results say.

Whoever drives it, in Python or in the page, finds plans, and then carries out what `next_rollouts` says until that is
nothing; rollouts of both kinds are in `rollouts`.
"""

from typing import Annotated, Any

import numpy as np

from docena.bots.kernels.logistic import compiled_chance_of as chance_of
from docena.bots.kernels.scratch import MOST_DEPTH, MOST_PLANS, Scratches
from docena.bots.kernels.square_root import square_root
from docena.core.moves import closes_turn
from docena.engine.jit import entry, int64, rule
from docena.engine.layouts import Float64, Int8, Int32, Int64, layout_of, new_records
from docena.engine.signature import Records

GAP = 1.5
"""A plan whose value is this many logits behind the best gets no rollouts."""
PRIOR_COUNT = 35.0
"""The prior of a plan counts as much as this many planned rollouts ..."""
POLICY_COUNT = 20.0
"""... and all policy rollouts together at most as much as these; both are for rollouts to the next closing.

With each closing farther ahead a rollout says about a third as much, as more depends on chance (docs/experiments.md):
both weights grow with the power 1.5 of closings.
"""
POLICY_SHARE = 0.3
"""The part of a budget that goes to policy rollouts, which sort out the plans that are worth planned ones ..."""
POLICY_WORLDS = 160
"""... in so many worlds at most: from then on they would only be surer of what the policy gets wrong, ..."""
POLICY_BIAS = 0.015
"""... which may be this much."""
POLICY_BATCH = 8
"""Worlds of policy rollouts between two looks at the clock."""
LEAST_BATCHES = 12
"""Batches of worlds before a plan may be dropped."""
OVERRUN = 0.1
"""A world is begun if at least half of it fits, and no more than this part of the budget is overrun."""
DECAY = 0.95
"""Each time that no rollout fits, the time measured before counts a little less: one slow moment must not end all
planned rollouts of a game."""
ERRORS = 3.0
"""How many standard errors make a difference certain, when both plans were played in the same worlds."""
PLANNED_COST = 32
"""A planned rollout takes as long as this many policy rollouts, which budgets in tries count."""
REVALUING_COST = 2
"""One whose planners use the large network takes this many times as long."""
NO_VALUE = 0.0
"""A value that no network gives: the plan ends the game, or is cut short."""

NOTHING, POLICY, PLANNED = 0, 1, 2
"""What comes next: nothing, or a batch of rollouts of either kind."""
_POLICY, _PLANNED = 0, 1
_KINDS = 2


class SearchRecord:
    """A search, from the plans that were found to the choice of one."""

    # how widely and how far it goes
    candidates: Int32  # plans that get rollouts, the best by the large network
    planned: Int32  # plans that get planned rollouts at first, the best by policy rollouts
    closings: Int32  # turns of its own side that a planned rollout goes on for
    revalue: Int8  # the planners in planned rollouts use the large network
    # the plans, best first when they were found
    plans: Int32
    length: Annotated[Any, "i4", MOST_PLANS]
    moves: Annotated[Any, "i2", (MOST_PLANS, MOST_DEPTH + 1)]
    has_prior: Annotated[Any, "i1", MOST_PLANS]
    prior: Annotated[Any, "f8", MOST_PLANS]
    active: Annotated[Any, "i1", MOST_PLANS]  # 1: it still gets rollouts
    ranked: Annotated[Any, "i4", MOST_PLANS]
    # what rollouts of each kind have shown; the results of a batch are added up in `sums` before they are counted
    sums: Annotated[Any, "f8", MOST_PLANS]
    worlds: Annotated[Any, "i8", _KINDS]
    batches: Annotated[Any, "i8", _KINDS]
    total: Annotated[Any, "f8", (_KINDS, MOST_PLANS)]
    count: Annotated[Any, "f8", (_KINDS, MOST_PLANS)]
    means: Annotated[Any, "f8", (_KINDS, MOST_PLANS)]
    product: Annotated[Any, "f8", (_KINDS, MOST_PLANS, MOST_PLANS)]
    # how far it has got: what it is doing, the share of the budget spent when planned rollouts began, and by when
    # every second plan goes
    phase: Int32
    halving: Int32
    halvings: Int32
    rollouts: Int64
    begun: Float64
    expected: Float64  # the share that one planned rollout is expected to take
    took: Float64  # and what it took on average


SEARCH = layout_of(SearchRecord)
Searches = Annotated[Any, Records(SEARCH)]

closes = rule(closes_turn)


def new_searches(n: int) -> Any:
    return new_records(n, SEARCH)


# --- the plans


@rule
def clear(search: SearchRecord) -> None:
    for kind in range(_KINDS):
        search.worlds[kind] = 0
        search.batches[kind] = 0
        for one in range(MOST_PLANS):
            search.total[kind, one] = 0.0
            search.count[kind, one] = 0.0
            search.means[kind, one] = 0.0
            for other in range(MOST_PLANS):
                search.product[kind, one, other] = 0.0
    for one in range(MOST_PLANS):
        search.active[one] = 0
        search.has_prior[one] = 0
        search.sums[one] = 0.0
    search.phase = POLICY
    search.halving = 1
    search.rollouts = 0
    search.took = 0.0


@entry
def take_plans(searches: Searches, scratches: Scratches, all_found: bool) -> None:
    """Takes up the plans in the scratch memory, which the large network has evaluated, and brings them in order there.

    With `all_found` they are all it has, best first, and only the best stay; otherwise they are somebody's.
    """
    search = searches[0]
    scratch = scratches[0]
    clear(search)
    found = int64(scratch.plans)
    for which in range(found):
        at = which
        while all_found and at > 0 and scratch.plan_value[search.ranked[at - 1]] < scratch.plan_value[which]:
            search.ranked[at] = search.ranked[at - 1]
            at -= 1
        search.ranked[at] = which
    search.plans = 0
    for rank in range(min(found, int64(search.candidates)) if all_found else found):
        which = int64(search.ranked[rank])
        value = np.float64(scratch.plan_value[which])
        if all_found and value <= np.float64(scratch.plan_value[search.ranked[0]]) - GAP:
            break
        search.length[rank] = scratch.plan_length[which]
        for step in range(scratch.plan_length[which]):
            search.moves[rank, step] = scratch.plan_moves[which, step]
        search.has_prior[rank] = int64(all_found or value != NO_VALUE)
        search.prior[rank] = chance_of(value)
        search.active[rank] = 1
        search.plans = rank + 1
    for rank in range(search.plans):
        scratch.plan_length[rank] = search.length[rank]
        for step in range(search.length[rank]):
            scratch.plan_moves[rank, step] = search.moves[rank, step]


@entry
def ends_turn(searches: Searches) -> bool:
    """Whether the turn is over whichever plan is chosen, with nothing left to decide."""
    search = searches[0]
    for which in range(search.plans):  # noqa: SIM110  # compiled code has no generators
        if not closes(int64(search.moves[which, int64(search.length[which]) - 1])):
            return False
    return True


# --- what rollouts have shown


@rule
def mean_of(search: SearchRecord, kind: int, which: int) -> float:
    return float(search.total[kind, which] / max(1.0, search.count[kind, which]))


@rule
def score(search: SearchRecord, which: int) -> float:
    """The chance to win with a plan, from its prior and all rollouts together."""
    farther = float(search.closings) * square_root(float(search.closings))
    before = PRIOR_COUNT * farther if search.has_prior[which] else 0.0
    expected = before * search.prior[which] if search.has_prior[which] else 0.0
    policy = min(POLICY_COUNT * farther, search.count[_POLICY, which])
    total = before + policy + search.count[_PLANNED, which]
    found = expected + policy * mean_of(search, _POLICY, which) + search.total[_PLANNED, which]
    return float(found / max(1.0, total))


@rule
def is_better(search: SearchRecord, one: int, other: int) -> bool:
    """Plans with the most rollouts come before those dropped earlier."""
    if search.active[one] != search.active[other]:
        return bool(search.active[one] > search.active[other])
    for kind in (_PLANNED, _POLICY):
        if search.count[kind, one] != search.count[kind, other]:
            return bool(search.count[kind, one] > search.count[kind, other])
    return score(search, one) > score(search, other)


@rule
def rank(search: SearchRecord) -> None:
    for which in range(search.plans):
        at = which
        while at > 0 and is_better(search, which, int64(search.ranked[at - 1])):
            search.ranked[at] = search.ranked[at - 1]
            at -= 1
        search.ranked[at] = which


@entry
def rank_plans(searches: Searches) -> None:
    """Writes the numbers of the plans, best first, as `ranked`."""
    rank(searches[0])


@entry
def score_of(searches: Searches, which: int) -> float:
    return score(searches[0], which)


@rule
def count_active(search: SearchRecord) -> int:
    n = 0
    for which in range(search.plans):
        n += int64(search.active[which])
    return n


@rule
def keep_best(search: SearchRecord, most: int) -> None:
    """Drops all but so many of the plans that are active."""
    rank(search)
    kept = 0
    for place in range(search.plans):
        which = int64(search.ranked[place])
        if search.active[which]:
            kept += 1
            search.active[which] = int64(kept <= most)


@rule
def surely_behind(search: SearchRecord, kind: int, which: int, leader: int) -> float:
    """By how much a plan, played in the same worlds as the leader, is at least behind it."""
    n = float(search.batches[kind])
    behind = (search.means[kind, leader] - search.means[kind, which]) / n
    squares = (
        search.product[kind, leader, leader]
        + search.product[kind, which, which]
        - 2.0 * search.product[kind, leader, which]
    )
    variance = max(squares / n - behind * behind, 0.0)
    return float(behind - ERRORS * square_root(variance / n))


@rule
def drop(search: SearchRecord, kind: int, margin: float) -> None:
    """Drops the plans that are surely behind the leader, by more than a margin."""
    if search.batches[kind] < LEAST_BATCHES or count_active(search) < 2:
        return
    leader = -1
    for which in range(search.plans):
        if search.active[which] and (leader < 0 or search.total[kind, which] > search.total[kind, leader]):
            leader = which
    for which in range(search.plans):
        if search.active[which] and which != leader and surely_behind(search, kind, which, leader) > margin:
            search.active[which] = 0


@entry
def count_rollouts(searches: Searches, kind: int, worlds: int, drops: bool) -> None:
    """Counts a batch of rollouts of a kind, whose results are in `sums`, and empties those."""
    search = searches[0]
    of = kind - 1
    search.worlds[of] += worlds
    search.batches[of] += 1
    for one in range(MOST_PLANS):
        result = search.sums[one] / worlds
        search.total[of, one] += search.sums[one]
        search.means[of, one] += result
        if search.active[one]:
            search.count[of, one] += worlds
        for other in range(MOST_PLANS):
            search.product[of, one, other] += result * (search.sums[other] / worlds)
    for one in range(MOST_PLANS):
        search.sums[one] = 0.0
    if drops:
        drop(search, of, POLICY_BIAS if of == _POLICY else 0.0)


# --- what comes next


@rule
def fits(search: SearchRecord, spent: float, end: float) -> bool:
    world = max(search.expected, search.took) * count_active(search)
    return spent + max(world / 2.0, world - OVERRUN) < end


@entry
def next_rollouts(searches: Searches, spent: float) -> int:
    """What to do next, given the share of the budget that has gone: policy rollouts at first, and then planned ones.

    Every second plan of those goes after an equal part of the time: what is nearly as good as the best takes longest.
    """
    search = searches[0]
    if search.phase == POLICY:
        if count_active(search) > 1 and search.worlds[_POLICY] < POLICY_WORLDS and spent < POLICY_SHARE:
            return POLICY
        keep_best(search, int64(search.planned))
        search.phase = PLANNED
        search.begun = spent
        search.took = DECAY * search.expected
        search.halvings = 1
        while int64(1) << search.halvings < count_active(search):
            search.halvings += 1
    elif search.rollouts > 0:
        search.expected = 0.0
        search.took = (spent - search.begun) / search.rollouts
    while search.halving <= search.halvings:
        end = search.begun + (1.0 - search.begun) * search.halving / search.halvings
        if count_active(search) > 1 and fits(search, spent, end):
            search.rollouts += count_active(search)
            return PLANNED
        if search.halving < search.halvings:
            keep_best(search, (count_active(search) + 1) // 2)
        search.halving += 1
    search.phase = NOTHING
    return NOTHING


@entry
def cost_of(searches: Searches, kind: int) -> int:
    """What the next batch of a kind takes of a budget in tries."""
    search = searches[0]
    if kind == POLICY:
        return POLICY_BATCH * count_active(search)
    return PLANNED_COST * int64(search.closings) * (REVALUING_COST if search.revalue else 1) * count_active(search)

"""The search of `master`: which plan of a turn is best, by the networks first and then by rollouts."""

import math
from collections.abc import Callable, Sequence
from functools import cached_property
from threading import local
from typing import Any, NamedTuple

import numpy as np

from docena.bots import MASTER, ROLLOUT_PLANNER
from docena.bots.kernels.large_evaluation import revalue_plans
from docena.bots.kernels.logistic import chance_of
from docena.bots.kernels.plans import SEARCH_TABLES, find_plans
from docena.bots.kernels.rollouts import planned_rollouts, policy_rollouts
from docena.bots.kernels.scratch import MOST_PLANS, MOST_POSITIONS, new_scratches
from docena.bots.players.evaluated import EvaluatedPlan
from docena.bots.players.rollout_means import RolloutMeans
from docena.bots.weights.files import large_models_at, planner_at
from docena.core.errors import DocenaError
from docena.core.moves import closes_turn, move_text
from docena.engine.table import Tables, new_pads, new_tables, record_in
from docena.engine.view import View

_GAP = 1.5
"""A plan whose value is this many logits behind the best gets no rollouts."""
_PRIOR_COUNT = 35.0
"""The prior of a plan counts as much as this many planned rollouts ..."""
_POLICY_COUNT = 20.0
"""... and all policy rollouts together at most as much as these; both are for rollouts to the next closing.

With each closing farther ahead a rollout says about a third as much, as more depends on chance (docs/experiments.md):
both weights grow with the power 1.5 of closings.
"""
_POLICY_SHARE = 0.3
"""The part of a budget that goes to policy rollouts, which sort out the plans that are worth planned ones ..."""
_POLICY_WORLDS = 160
"""... in so many worlds at most: from then on they would only be surer of what the policy gets wrong, ..."""
_POLICY_BIAS = 0.015
"""... which may be this much."""
PLANNED_COST = 32
"""A planned rollout takes as long as this many policy rollouts, which budgets in tries count."""
_REVALUING_COST = 2
"""One whose planners use the large network takes this many times as long."""
_REVALUING_CLOSINGS = 2
"""Positions in which such planners evaluate closing discards: with only one there would be little to evaluate again."""
_POLICY_BATCH = 8
"""Worlds of policy rollouts between two looks at the clock."""
_LEAST_BATCHES = 12
"""Batches of worlds before a plan may be dropped."""
_OVERRUN = 0.1
"""A world is begun if at least half of it fits, and no more than this part of the budget is overrun."""
_DECAY = 0.95
"""Each time that no rollout fits, the time measured before counts a little less: one slow moment must not end all
planned rollouts of a game."""
_NO_VALUE = 0.0
"""A value that no network gives: the plan ends the game, or is cut short."""


class Effort(NamedTuple):
    """How widely and how far a search goes."""

    positions: int
    """Positions of the turn that are looked at for plans."""
    candidates: int
    """Plans that get rollouts, the best by the large network."""
    planned: int
    """Plans that get planned rollouts at first, the best by policy rollouts."""
    closings: int
    """Turns of its own side that a planned rollout goes on for."""
    evaluations: int
    """Of these, at the ends of how many the large network evaluates, from the last one back."""
    revalue: bool
    """Whether the planners in planned rollouts use the large network."""


LOW = Effort(positions=320, candidates=8, planned=4, closings=1, evaluations=1, revalue=False)
MEDIUM = Effort(positions=MOST_POSITIONS, candidates=8, planned=8, closings=1, evaluations=1, revalue=False)
HIGH = Effort(positions=MOST_POSITIONS, candidates=16, planned=8, closings=2, evaluations=2, revalue=True)
"""Ten times the time goes to better players in rollouts, and farther (docs/experiments.md)."""

_of_thread = local()


def _work_tables() -> Tables:
    """The working tables of this thread: too large to be made for each search, and written before they are read."""
    if not hasattr(_of_thread, "tables"):
        _of_thread.tables = new_tables(SEARCH_TABLES)
    tables: Tables = _of_thread.tables
    return tables


class PlanSearch:
    """The search for the best plan of one view."""

    sees_all = False

    def __init__(self, views: Tables, seed: int = 1, effort: Effort = MEDIUM) -> None:
        """`views` holds the view of the seat that moves."""
        self.seed, self.effort = seed % (1 << 62), effort
        self._views = views
        self._planner = planner_at(record_in(views))
        self._planner.levels["positions"][MASTER] = effort.positions
        if effort.revalue:
            self._planner.levels["closings"][ROLLOUT_PLANNER] = _REVALUING_CLOSINGS
        self._scratch = record_in(self._planner.scratches)
        self._work, self._pads, self._worlds = _work_tables(), new_pads(1), new_tables(2)
        self.plans: list[tuple[int, ...]] = []
        self.priors: list[float | None] = []
        self.active = np.zeros(MOST_PLANS, np.bool_)
        self._large_models = large_models_at(record_in(views))
        self.policy, self.planned = RolloutMeans(), RolloutMeans()
        self.rollout_took = 0.0

    def find(self) -> None:
        """Finds the plans that are worth rollouts: many by the small network, the best of them by the large one."""
        n = find_plans(self._views, self._work, self._pads, *self._planner, MASTER, MOST_PLANS)
        self._revalue()
        values = [float(value) for value in self._scratch.plan_value[:n]]
        order = sorted(range(n), key=lambda plan: -values[plan])[: self.effort.candidates]
        order = [plan for plan in order if values[plan] > values[order[0]] - _GAP]
        moves, length = self._scratch.plan_moves, self._scratch.plan_length
        self._take_up([tuple(map(int, moves[i, : length[i]])) for i in order])
        self.priors = [chance_of(values[plan]) for plan in order]

    @property
    def ends_turn(self) -> bool:
        """Whether the turn is over whichever plan is chosen, with nothing left to decide."""
        return all(closes_turn(plan[-1]) for plan in self.plans)

    def take(self, plans: Sequence[Sequence[int]]) -> None:
        """Takes these plans, which the small network has not seen; the large one gives them priors."""
        self._take_up(plans)
        self._scratch.plans = len(plans)
        self._scratch.plan_value[: len(plans)] = _NO_VALUE
        self._revalue()
        values = [float(value) for value in self._scratch.plan_value[: len(plans)]]
        self.priors = [None if value == _NO_VALUE else chance_of(value) for value in values]

    def _revalue(self) -> None:
        revalue_plans(self._views, self._work, self._planner.scratches, self._large_models)

    def _take_up(self, plans: Sequence[Sequence[int]]) -> None:
        for i, plan in enumerate(plans):
            self._scratch.plan_length[i] = len(plan)
            self._scratch.plan_moves[i, : len(plan)] = plan
        self.plans = [tuple(plan) for plan in plans]
        self.active[: len(plans)] = True

    def run_policy(self, worlds: int) -> None:
        """Policy rollouts of the plans that are still active, in so many more worlds."""
        sums = np.zeros(MOST_PLANS)
        policy_rollouts(
            self._views, self._worlds, self._pads, self._planner.models, self._planner.scratches,
            self.active[: len(self.plans)], self.seed, self.policy.worlds, worlds, self.sees_all, sums,
        )  # fmt: skip
        self.policy.add(sums, self.active, worlds)

    def run_planned(self) -> None:
        """Planned rollouts of the same in one more world."""
        sums = np.zeros(MOST_PLANS)
        planned_rollouts(
            self._views, self._worlds, self._work, self._pads, *self._planner, self._replies, self._large_models,
            self.active[: len(self.plans)], self.seed, self.planned.worlds, 1, self.sees_all, self.closings,
            self.effort.evaluations, self.effort.revalue, sums,
        )  # fmt: skip
        self.planned.add(sums, self.active, 1)

    @cached_property
    def _replies(self) -> Any:
        """Scratch memory of the planners in planned rollouts."""
        return new_scratches(1)

    @property
    def closings(self) -> int:
        """How far planned rollouts go: farther with a partner, who closes turns as well."""
        return self.effort.closings + int(record_in(self._views).partners)

    @property
    def _planned_cost(self) -> int:
        """What a planned rollout takes of a budget in tries."""
        return PLANNED_COST * self.closings * (_REVALUING_COST if self.effort.revalue else 1)

    def score(self, plan: int) -> float:
        """The chance to win with a plan, from its prior and all rollouts together."""
        prior = self.priors[plan]
        farther = self.closings * math.sqrt(self.closings)
        before = 0.0 if prior is None else _PRIOR_COUNT * farther
        expected = 0.0 if prior is None else before * prior
        policy = min(_POLICY_COUNT * farther, self.policy.counts[plan])
        total = before + policy + self.planned.counts[plan]
        return float((expected + policy * self.policy.mean(plan) + self.planned.sums[plan]) / max(1.0, total))

    def order(self) -> list[int]:
        """The numbers of the plans, best first: those with the most rollouts before those dropped earlier."""
        return sorted(
            range(len(self.plans)),
            key=lambda plan: (
                not self.active[plan], -self.planned.counts[plan], -self.policy.counts[plan], -self.score(plan),
            ),
        )  # fmt: skip

    def keep_best(self, most: int) -> None:
        """Drops all but so many of the plans that are active."""
        active = [plan for plan in self.order() if self.active[plan]]
        self.active[active[most:]] = False

    def drop(self, means: RolloutMeans, margin: float = 0.0) -> None:
        """Drops the plans that are surely behind the leader, by more than a margin."""
        active = np.flatnonzero(self.active)
        if means.batches < _LEAST_BATCHES or len(active) < 2:
            return
        leader = int(max(active, key=lambda plan: means.sums[plan]))
        self.active[active[means.surely_behind(active, leader) > margin]] = False

    @property
    def left(self) -> int:
        """How many plans are active."""
        return int(self.active.sum())

    def run(
        self, share_spent: Callable[[int], float], cancelled: Callable[[], bool], rollout_takes: float = 0.0
    ) -> None:
        """Rollouts until one plan is left or the budget is spent: with the policy at first, and then planned ones.

        Every second plan of those goes after an equal part of the time: what is nearly as good as the best takes
        longest. `share_spent(tries)` says how much of the budget has gone, 0 to 1, and `rollout_takes` how much of it
        one planned rollout is expected to take; `rollout_took` is what it took on average.
        """
        done = 0
        while (
            self.left > 1
            and self.policy.worlds < _POLICY_WORLDS
            and share_spent(done) < _POLICY_SHARE
            and not cancelled()
        ):
            done += _POLICY_BATCH * self.left
            self.run_policy(_POLICY_BATCH)
            self.drop(self.policy, _POLICY_BIAS)
        self.keep_best(self.effort.planned)
        begun = spent = share_spent(done)
        self.rollout_took = _DECAY * rollout_takes
        rollouts = 0

        def fits(end: float) -> bool:
            world = max(rollout_takes, self.rollout_took) * self.left
            return spent + max(world / 2, world - _OVERRUN) < end

        halvings = max(1, (self.left - 1).bit_length())
        for number in range(1, halvings + 1):
            end = begun + (1.0 - begun) * number / halvings
            while self.left > 1 and fits(end) and not cancelled():
                rollouts += self.left
                done += self._planned_cost * self.left
                self.run_planned()
                self.drop(self.planned)
                spent = share_spent(done)
                rollout_takes, self.rollout_took = 0.0, (spent - begun) / rollouts
            if number < halvings:
                self.keep_best((self.left + 1) // 2)

    def evaluated(self, plan: int) -> EvaluatedPlan:
        moves = tuple(move_text(move) for move in self.plans[plan])
        return EvaluatedPlan(moves, self.score(plan), int(self.policy.counts[plan] + self.planned.counts[plan]))


def search_for(view: View, seed: int = 1, effort: Effort = MEDIUM) -> PlanSearch:
    """The search of the seat that moves."""
    if view.seat != view.mover:
        raise DocenaError(f"it is seat {view.mover} that moves, and plans are made from its own view")
    return PlanSearch(view.tables, seed, effort)

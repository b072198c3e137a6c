"""The search of `master`: which plan of a turn is best, by the networks first and then by rollouts."""

from collections.abc import Callable, Sequence
from functools import cached_property
from threading import local
from typing import Any, NamedTuple

import numpy as np

from docena.bots import MASTER, ROLLOUT_PLANNER
from docena.bots.kernels.large_evaluation import revalue_plans
from docena.bots.kernels.plan_search import (
    NO_VALUE,
    NOTHING,
    PLANNED,
    POLICY,
    POLICY_BATCH,
    cost_of,
    count_rollouts,
    ends_turn,
    new_searches,
    next_rollouts,
    rank_plans,
    score_of,
    take_plans,
)
from docena.bots.kernels.plans import SEARCH_TABLES, find_plans
from docena.bots.kernels.rollouts import planned_rollouts, policy_rollouts
from docena.bots.kernels.scratch import MOST_PLANS, MOST_POSITIONS, new_scratches
from docena.bots.players.evaluated import EvaluatedPlan
from docena.bots.weights.files import large_models_at, planner_at
from docena.core.errors import DocenaError
from docena.core.moves import move_text
from docena.engine.table import Tables, new_pads, new_tables, record_in
from docena.engine.view import View

REVALUING_CLOSINGS = 2
"""Positions in which planners with the large network evaluate closing discards: of one alone there would be little to
evaluate again."""


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


class RolloutResults:
    """What rollouts of one kind have shown, plan by plan."""

    def __init__(self, record: Any, kind: int) -> None:
        self._record, self._at = record, kind - 1

    @property
    def worlds(self) -> int:
        return int(self._record.worlds[self._at])

    @property
    def counts(self) -> Any:
        """Rollouts of each plan."""
        return self._record.count[self._at]

    def mean(self, plan: int) -> float:
        """The mean chance of a plan."""
        return float(self._record.total[self._at, plan] / max(1.0, self.counts[plan]))


class PlanSearch:
    """The search for the best plan of one view."""

    sees_all = False
    drops = True
    """Plans that are surely behind get no more rollouts."""

    def __init__(self, views: Tables, seed: int = 1, effort: Effort = MEDIUM) -> None:
        """`views` holds the view of the seat that moves."""
        self.seed, self.effort = seed % (1 << 62), effort
        self._views = views
        self._planner = planner_at(record_in(views))
        self._planner.levels["positions"][MASTER] = effort.positions
        if effort.revalue:
            self._planner.levels["closings"][ROLLOUT_PLANNER] = REVALUING_CLOSINGS
        self._scratch = record_in(self._planner.scratches)
        self._work, self._pads, self._worlds = _work_tables(), new_pads(1), new_tables(2)
        self._searches = new_searches(1)
        self._record = record_in(self._searches)
        self._record.candidates, self._record.planned = effort.candidates, effort.planned
        self._record.closings, self._record.revalue = self.closings, effort.revalue
        self._large_models = large_models_at(record_in(views))
        self.policy, self.planned = RolloutResults(self._record, POLICY), RolloutResults(self._record, PLANNED)

    def find(self) -> None:
        """Finds the plans that are worth rollouts: many by the small network, the best of them by the large one."""
        find_plans(self._views, self._work, self._pads, *self._planner, MASTER, MOST_PLANS)
        self._take_up(all_found=True)

    def take(self, plans: Sequence[Sequence[int]]) -> None:
        """Takes these plans, which the small network has not seen; the large one gives them priors."""
        for i, plan in enumerate(plans):
            self._scratch.plan_length[i] = len(plan)
            self._scratch.plan_moves[i, : len(plan)] = plan
        self._scratch.plans = len(plans)
        self._scratch.plan_value[: len(plans)] = NO_VALUE
        self._take_up(all_found=False)

    def _take_up(self, *, all_found: bool) -> None:
        revalue_plans(self._views, self._work, self._planner.scratches, self._large_models)
        take_plans(self._searches, self._planner.scratches, all_found)

    @property
    def plans(self) -> list[tuple[int, ...]]:
        moves, length = self._record.moves, self._record.length
        return [tuple(map(int, moves[plan, : length[plan]])) for plan in range(self._record.plans)]

    @property
    def priors(self) -> Any:
        """The chance of each plan by the large network."""
        return self._record.prior[: self._record.plans]

    @property
    def active(self) -> Any:
        """Whether each plan still gets rollouts."""
        return self._record.active.view(np.bool_)

    @property
    def ends_turn(self) -> bool:
        """Whether the turn is over whichever plan is chosen, with nothing left to decide."""
        return bool(ends_turn(self._searches))

    def run_policy(self, worlds: int) -> None:
        """Policy rollouts of the plans that are still active, in so many more worlds."""
        policy_rollouts(
            self._views, self._worlds, self._pads, self._planner.models, self._planner.scratches, self._some_active,
            self.seed, self.policy.worlds, worlds, self.sees_all, self._record.sums,
        )  # fmt: skip
        count_rollouts(self._searches, POLICY, worlds, self.drops)

    def run_planned(self) -> None:
        """Planned rollouts of the same in one more world."""
        planned_rollouts(
            self._views, self._worlds, self._work, self._pads, *self._planner, self._replies, self._large_models,
            self._some_active, self.seed, self.planned.worlds, 1, self.sees_all, self.closings, self.effort.evaluations,
            self.effort.revalue, self._record.sums,
        )  # fmt: skip
        count_rollouts(self._searches, PLANNED, 1, self.drops)

    @property
    def _some_active(self) -> Any:
        return self.active[: self._record.plans]

    @cached_property
    def _replies(self) -> Any:
        """Scratch memory of the planners in planned rollouts."""
        return new_scratches(1)

    @property
    def closings(self) -> int:
        """How far planned rollouts go: farther with a partner, who closes turns as well."""
        return self.effort.closings + int(record_in(self._views).partners)

    def score(self, plan: int) -> float:
        """The chance to win with a plan, from its prior and all rollouts together."""
        return float(score_of(self._searches, plan))

    def order(self) -> list[int]:
        """The numbers of the plans, best first: those with the most rollouts before those dropped earlier."""
        rank_plans(self._searches)
        ranked: list[int] = self._record.ranked[: self._record.plans].tolist()
        return ranked

    @property
    def left(self) -> int:
        """How many plans are active."""
        return int(self.active.sum())

    def run(
        self, share_spent: Callable[[int], float], cancelled: Callable[[], bool], rollout_takes: float = 0.0
    ) -> None:
        """Rollouts until one plan is left or the budget is spent.

        `share_spent(tries)` says how much of the budget has gone, 0 to 1, and `rollout_takes` how much of it one
        planned rollout is expected to take; `rollout_took` is what it took on average.
        """
        self._record.expected = rollout_takes
        done = 0
        while not cancelled():
            kind = next_rollouts(self._searches, share_spent(done))
            if kind == NOTHING:
                return
            done += cost_of(self._searches, kind)
            if kind == POLICY:
                self.run_policy(POLICY_BATCH)
            else:
                self.run_planned()

    @property
    def rollout_took(self) -> float:
        return float(self._record.took)

    def evaluated(self, plan: int) -> EvaluatedPlan:
        moves = tuple(move_text(move) for move in self.plans[plan])
        return EvaluatedPlan(moves, self.score(plan), int(self.policy.counts[plan] + self.planned.counts[plan]))


def search_for(view: View, seed: int = 1, effort: Effort = MEDIUM) -> PlanSearch:
    """The search of the seat that moves."""
    if view.seat != view.mover:
        raise DocenaError(f"it is seat {view.mover} that moves, and plans are made from its own view")
    return PlanSearch(view.tables, seed, effort)

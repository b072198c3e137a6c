"""The evaluator behind hints and analysis: the best plans of a view, given plans side by side, everybody's chances."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from docena.bots.kernels.rollouts import full_rollouts
from docena.bots.kernels.scratch import MOST_DEPTH, MOST_PLANS
from docena.bots.players.evaluated import EvaluatedPlan
from docena.bots.players.search import MEDIUM, search_for
from docena.bots.weights.files import planner_at
from docena.core.errors import DocenaError
from docena.core.notation import parse_move
from docena.core.sizes import SEATS
from docena.engine.cover import SPECTATOR
from docena.engine.table import new_pads, new_tables, record_in
from docena.engine.view import View


def best_plans(view: View, tries: int = 2000, seed: int = 1, most: int = 5) -> list[EvaluatedPlan]:
    """The best plans for the rest of this turn, best first, with equally many rollouts each."""
    search = search_for(view, seed, MEDIUM._replace(candidates=min(max(most, MEDIUM.candidates), MOST_PLANS)))
    search.find()
    if not search.plans:
        return []
    if len(search.plans) > 1:
        # the first half goes to all, the second to those that are shown
        search.run_policy(max(1, tries // 2 // len(search.plans)))
        for plan in sorted(range(len(search.plans)), key=search.score, reverse=True)[most:]:
            search.active[plan] = False
        search.run_policy(max(1, tries // 2 // search.left))
    return [search.evaluated(plan) for plan in search.order()[:most]]


def compare_plans(view: View, plans: Sequence[Sequence[str]], tries: int = 2000, seed: int = 1) -> list[EvaluatedPlan]:
    """How good each of these plans is, in the same sampled worlds, in the order given."""
    if not 1 <= len(plans) <= MOST_PLANS or not all(1 <= len(plan) <= MOST_DEPTH for plan in plans):
        raise DocenaError(f"1 to {MOST_PLANS} plans of 1 to {MOST_DEPTH} moves can be compared")
    search = search_for(view, seed)
    search.take([[parse_move(move).number for move in plan] for plan in plans])
    search.run_policy(max(1, tries // len(plans)))
    return [search.evaluated(plan) for plan in range(len(plans))]


def win_chances(view: View, tries: int = 400, seed: int = 1) -> list[float]:
    """The chance of every seat to win, by rollouts to the end of the game; nobody's where the game is blocked."""
    table = record_in(view.tables)
    if table.over:
        return [float(int(table.winners) >> seat & 1) for seat in range(int(table.players))]
    wins = np.zeros(SEATS)
    seat = SPECTATOR if view.seat is None else view.seat - 1
    planner = planner_at(table)
    full_rollouts(
        view.tables, new_tables(1), new_pads(1), planner.models, planner.scratches, seat, seed % (1 << 62),
        max(1, tries), wins,
    )  # fmt: skip
    shares: Any = wins[: int(table.players)] / max(1, tries)
    return [float(share) for share in shares]

"""What a longer search of `master` is worth, decision by decision: `make thoughts`.

Games say little: a decision in which two budgets differ is worth a tenth of a point, and there are fifty in a game. So
positions are taken from games of `expert`, each budget chooses a plan, and where the choices differ the plans get
rollouts in the same sampled worlds, many more and farther than any budget allows.

    python benchmarks/thoughts.py --edition mod --players 4 --partners --positions 100
"""

import argparse
import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import numpy as np

from docena.bots.players.level_player import LevelPlayer
from docena.bots.players.master import MasterPlayer, budget_in
from docena.bots.players.search import MEDIUM, PlanSearch, search_for
from docena.core.options import Options, choose_options
from docena.engine.table import copy_of
from docena.engine.view import View
from docena.game.game import Game

BUDGETS = ("master@10ms", "master@100ms", "master@1000ms")
BASE = 1
"""The budget with which all others are compared."""
TAKEN = 0.15
"""The share of decisions that are looked at: neighbours are too much alike."""

Plan = tuple[int, ...]


def decisions(options: Options, seed: int) -> Iterator[View]:
    """Positions from games of `expert` in which there is something to choose."""
    rng = Random(seed)
    for number in range(1 << 30):
        game = Game.new(options.edition.name, options.players, partners=options.partners, seed=seed * 1000 + number)
        bots = [LevelPlayer("expert", 10 * number + seat) for seat in range(options.players)]
        while not game.over:
            view = game.view(game.board.mover)
            move = bots[game.board.mover - 1].choose(view)
            if rng.random() < TAKEN and len(view.legal_moves()) > 1 and len(found_by(view)) > 1:
                yield view
            game.play(move)


def found_by(view: View) -> list[Plan]:
    """The plans that the large network prefers."""
    search = search_for(view)
    search.find()
    return search.plans


def chosen(view: View, spec: str, seed: int) -> Plan:
    budget = budget_in(spec)
    assert budget is not None
    return MasterPlayer(budget, seed).plan(view)


def worth(view: View, plans: Sequence[Plan], worlds: int, closings: int) -> dict[Plan, float]:
    """The chance to win with each plan, as well as it can be told."""
    search = PlanSearch(copy_of(view.tables), 987_654_321, MEDIUM._replace(closings=closings, revalue=True))
    search.take(plans)
    for _ in range(worlds):
        search.run_planned()
    return {plan: search.planned.mean(number) for number, plan in enumerate(plans)}


def table(rows: Any) -> str:
    """Points of winning chance that a decision of each bot is worth more than one of the base, with their errors."""
    lines = [f"| bot | against {BUDGETS[BASE]}, points a decision | chooses otherwise |", "|---|---|---|"]
    for name, column in zip((*BUDGETS, "the large network alone"), 100 * np.array(rows).T, strict=True):
        error = column.std() / math.sqrt(len(column))
        lines.append(f"| {name} | {column.mean():+.3f} ± {error:.3f} | {100 * (column != 0).mean():.0f} % |")
    return "\n".join(lines)


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--edition", default="classic")
    wanted.add_argument("--players", type=int, default=2)
    wanted.add_argument("--partners", action="store_true")
    wanted.add_argument("--positions", type=int, default=200)
    wanted.add_argument("--worlds", type=int, default=1500)
    wanted.add_argument("--closings", type=int, default=4, help="own turns that are played on in each world")
    wanted.add_argument("--seed", type=int, default=1)
    given = wanted.parse_args()
    options = choose_options(given.edition, given.players, partners=given.partners)
    rows: list[list[float]] = []
    for number, view in zip(range(1, given.positions + 1), decisions(options, given.seed), strict=False):
        plans = [chosen(view, spec, number) for spec in BUDGETS] + found_by(view)[:1]
        different = list(dict.fromkeys(plans))
        values = worth(view, different, given.worlds, given.closings) if len(different) > 1 else {plans[0]: 0.0}
        rows.append([values[plan] - values[plans[BASE]] for plan in plans])
        if number % 20 == 0 or number == given.positions:
            print(f"{number} positions\n\n{table(rows)}\n", flush=True)


if __name__ == "__main__":
    main()

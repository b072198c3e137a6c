"""The weights of the rollout policy, which are tuned by playing, and how well it plays with given ones."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from docena.bots import GREEDY, ROLLOUT_POLICY
from docena.bots.kernels import playout
from docena.bots.kernels.plans import SEARCH_TABLES
from docena.bots.kernels.rollout_policy import INITIAL_WEIGHTS
from docena.bots.weights.files import planner_for, with_own_model
from docena.core.moves import WORDS
from docena.core.options import choose_options
from docena.core.sizes import SEATS
from docena.engine.positions.bare_table import empty_table
from docena.engine.table import new_pads, new_tables, record_in

_MOST_MOVES = 5000


class PolicyTuning:
    """The win rate of the rollout policy against `greedy` on paired deals of the classic game for two."""

    start = np.array(INITIAL_WEIGHTS)
    scale = np.array([3.0, 3.0, 2.0, 0.2, 0.2, 2.0, 1.5, 1.0, 8.0, 1.0, 1.0, 1.0, 8.0, 0.5]) * 0.4

    def evaluate(self, candidates: list[Any], seed: int, games: int, workers: int, /) -> list[float]:
        with ThreadPoolExecutor(workers) as pool:
            return list(pool.map(lambda weights: self._rate(weights, seed, max(1, games // 2)), candidates))

    def _rate(self, weights: Any, seed: int, deals: int) -> float:
        options = choose_options("classic", 2)
        planner = with_own_model(planner_for(options))
        record_in(planner.models).policy[: len(weights)] = weights
        wins = 0
        for seat in (0, 1):
            bots = np.full(SEATS, GREEDY)
            bots[seat] = ROLLOUT_POLICY
            results = playout.new_results(deals)
            playout.play_games(
                new_tables(1), new_tables(SEARCH_TABLES), new_pads(1), *planner, empty_table(options),
                np.array(options.deck, np.uint8), bots, seed % (1 << 62), 0, _MOST_MOVES, playout.ALL_TURNS, results,
                np.zeros(0, np.int16), np.zeros((0, WORDS), np.int64), False,
            )  # fmt: skip
            wins += int((results["winners"] >> seat & 1).sum())
        return wins / (2 * deals)


PARTS: Mapping[str, Any] = {"habits": PolicyTuning()}

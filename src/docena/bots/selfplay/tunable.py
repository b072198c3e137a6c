"""What can be tuned by playing: numbers of a bot, and how good it is with others."""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from docena.bots import GREEDY, QUICK
from docena.bots.kernels import playout
from docena.bots.kernels.plans import DESK
from docena.bots.kernels.rollout_policy import USUAL
from docena.bots.weights.files import mind_for
from docena.core.moves import WORDS
from docena.core.options import choose_options
from docena.core.sizes import SEATS
from docena.engine.table import new_pads, new_tables, record_in
from docena.game.game import empty_table

_MOST_MOVES = 5000


class Habits:
    """The habits of the quick player: its win rate against `greedy` on paired deals of the classic game for two."""

    start = np.array(USUAL)
    scale = np.array([3.0, 3.0, 2.0, 0.2, 0.2, 2.0, 1.5, 1.0, 8.0, 1.0, 1.0, 1.0, 8.0, 0.5]) * 0.4

    def evaluate(self, candidates: list[Any], seed: int, games: int, workers: int, /) -> list[float]:
        with ThreadPoolExecutor(workers) as pool:
            return list(pool.map(lambda habits: self._rate(habits, seed, max(1, games // 2)), candidates))

    def _rate(self, habits: Any, seed: int, deals: int) -> float:
        options = choose_options("classic", 2)
        minds = mind_for(options)
        record_in(minds).habits[: len(habits)] = habits
        wins = 0
        for seat in (0, 1):
            bots = np.full(SEATS, GREEDY)
            bots[seat] = QUICK
            results = playout.new_results(deals)
            playout.play_games(
                new_tables(1), new_tables(DESK), new_pads(1), minds, empty_table(options),
                np.array(options.deck, np.uint8), bots, seed % (1 << 62), 0, _MOST_MOVES, playout.ALL_TURNS, results,
                np.zeros(0, np.int16), np.zeros((0, WORDS), np.int64), False,
            )  # fmt: skip
            wins += int((results["winners"] >> seat & 1).sum())
        return wins / (2 * deals)


PARTS: Mapping[str, Any] = {"habits": Habits()}

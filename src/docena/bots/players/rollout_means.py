"""What rollouts of one kind have shown, plan by plan."""

from typing import Any

import numpy as np

from docena.bots.kernels.scratch import MOST_PLANS

_ERRORS = 3.0
"""How many standard errors make a difference certain, when both plans were played in the same worlds."""


class RolloutMeans:
    """The mean chance of each plan, and how surely plans differ."""

    def __init__(self) -> None:
        self.worlds = 0
        self.sums = np.zeros(MOST_PLANS)
        self.counts = np.zeros(MOST_PLANS)
        self.batches = 0
        self._means = np.zeros(MOST_PLANS)
        self._products = np.zeros((MOST_PLANS, MOST_PLANS))

    def add(self, sums: Any, active: Any, worlds: int) -> None:
        self.worlds += worlds
        self.sums += sums
        self.counts[active] += worlds
        means = sums / worlds
        self.batches += 1
        self._means += means
        self._products += np.outer(means, means)

    def surely_behind(self, plans: Any, leader: int) -> Any:
        """By how much each of these plans, all played in the same worlds, is at least behind the leader."""
        behind = (self._means[leader] - self._means[plans]) / self.batches
        squares = self._products[leader, leader] + self._products[plans, plans] - 2 * self._products[leader, plans]
        variance = np.maximum(squares / self.batches - behind**2, 0.0)
        return behind - _ERRORS * np.sqrt(variance / self.batches)

    def mean(self, plan: int) -> float:
        return float(self.sums[plan] / max(1.0, self.counts[plan]))

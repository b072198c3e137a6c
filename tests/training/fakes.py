"""A game that takes no time: who is ahead in two of five features at once wins, by chance."""

import numpy as np

from docena.bots.selfplay.examples import Examples
from docena.training.network import Network


def fake_play(family: str, games: int, seed: int, network: Network | None, explore: float, workers: int, /) -> Examples:
    """What is seen depends on the network, so that runs with other networks differ."""
    rng = np.random.default_rng([seed, len(family)])
    positions = 8 * games
    features = rng.uniform(-1, 1, (positions, 5)).astype(np.float32)
    features[:, 4] = explore if network is None else np.tanh(network.logits(features))
    chance = 1 / (1 + np.exp(-6 * features[:, 0] * features[:, 1]))
    outcomes = (rng.random(positions) < chance).astype(np.float32)
    begins = np.ones(positions, np.bool_)
    return Examples(features, outcomes, np.arange(positions, dtype=np.int64) // 8, begins)

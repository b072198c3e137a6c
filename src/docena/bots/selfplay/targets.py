"""The three kinds of target that networks learn from, each from games that bots play with themselves.

*Outcomes* teach the small network who is ahead. *Trajectories* teach the large one the same: how a game ends says
little about one position of it, and the evaluation of the next position of the same side says much, if it is not always
right; so a position learns half from the next one, and half from what that one learns. *Decisions* teach the large
network which of the plans that `master` would try is the best.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from docena.bots import EXPERT, MASTER, ROLLOUT_POLICY
from docena.bots.kernels.large_evaluation import INPUTS
from docena.bots.kernels.model import FEATURES, new_large_models
from docena.bots.kernels.plans import SEARCH_TABLES
from docena.bots.kernels.scratch import MOST_PLANS, new_scratches
from docena.bots.selfplay.comparisons import EXPLORER, MOST_COMPARED
from docena.bots.selfplay.examples import Examples, joined
from docena.bots.selfplay.games import DECISIONS, OUTCOMES, TRAJECTORIES, play_examples
from docena.bots.weights.families import tables_of
from docena.bots.weights.files import (
    network_of,
    planner_for,
    set_large_model,
    set_network,
    widen,
    with_own_model,
)
from docena.core.errors import DocenaError
from docena.core.options import Options
from docena.engine.positions.bare_table import empty_table
from docena.engine.table import new_pads, new_tables

EXPLORATION_NOISE = 0.8
_POLICY_GAMES = 8
"""The rollout policy, which is fast, plays so many games for each game of others; they share its number."""
_NEXT_SHARE = 0.5
"""How much of a target comes from the evaluation of the next position."""
_DECISION_POSITIONS = 320
"""Positions of a turn that are looked at for plans to be compared, half as many as `master` looks at."""


@dataclass(frozen=True)
class Target:
    """How games are played for one kind of target."""

    kind: int
    inputs: int
    chunk: int
    """Games that a thread plays one after another."""
    room: int
    """Examples per game, at most: those of longer games are cut off."""
    compared: float
    """The share of decisions whose plans are compared."""


_OUTCOMES = Target(OUTCOMES, FEATURES, chunk=25, room=5000, compared=0.03)
_TRAJECTORIES = Target(TRAJECTORIES, INPUTS, chunk=25, room=800, compared=0.0)
_DECISIONS = Target(DECISIONS, INPUTS, chunk=10, room=60 * MOST_COMPARED, compared=0.2)
_MOST_EXAMPLES = 1 << 17
"""Examples of a chunk, at most."""


@dataclass(frozen=True)
class _TablePlayers:
    """Who plays: planners with a network that is being trained, or the rollout policy where there is none yet."""

    number: int
    network: dict[str, Any] | None
    explore: float


def play_outcomes(
    family: str, games: int, seed: int, network: dict[str, Any] | None, explore: float, workers: int
) -> Examples:
    """Games of a family's tables, by experts with this small network, or by the rollout policy without one."""
    players = _TablePlayers(ROLLOUT_POLICY if network is None else EXPERT, network, explore)
    return _in_chunks(_OUTCOMES, family, games, seed, players, workers)


def play_trajectories(
    family: str, games: int, seed: int, network: dict[str, Any] | None, explore: float, workers: int
) -> Examples:
    """Games of a family's tables, by experts with this large network, or with the small one only without it."""
    if not network_of(family):
        raise DocenaError(
            f"a large network learns from games of a small one, and {family} has none yet: train it first"
        )
    return _in_chunks(_TRAJECTORIES, family, games, seed, _TablePlayers(EXPERT, network, explore), workers)


def play_decisions(
    family: str, games: int, seed: int, network: dict[str, Any] | None, explore: float, workers: int
) -> Examples:
    """Games of a family's tables, by experts with this large network."""
    if network is None:
        raise DocenaError(
            f"decisions are compared for a large network, and {family} has none yet: train it first with --opinions"
        )
    return _in_chunks(_DECISIONS, family, games, seed, _TablePlayers(EXPERT, network, explore), workers)


def _in_chunks(target: Target, family: str, games: int, seed: int, players: _TablePlayers, workers: int) -> Examples:
    """Games of a family's tables in turn, a chunk at each."""
    tables = tables_of(family)

    def play(start: int) -> Examples:
        options = tables[(seed + start // target.chunk) % len(tables)]
        return _play_chunk(target, family, options, seed, start, min(target.chunk, games - start), players)

    with ThreadPoolExecutor(workers) as pool:
        return joined(list(pool.map(play, range(0, games, target.chunk))))


def _play_chunk(
    target: Target, family: str, options: Options, seed: int, first: int, games: int, players: _TablePlayers
) -> Examples:
    planner, large_models = planner_for(options), new_large_models(1)
    planner.levels["noise"][EXPLORER] = EXPLORATION_NOISE
    if target.kind == DECISIONS:
        planner.levels["positions"][MASTER] = _DECISION_POSITIONS
    else:
        widen(planner.levels, options)
    if players.network is not None:
        if target.kind == OUTCOMES:
            planner = with_own_model(planner)
            set_network(planner.models, players.network)
        else:
            set_large_model(large_models, players.network)
    each = _POLICY_GAMES if players.number == ROLLOUT_POLICY else 1
    size = min(each * games * target.room, _MOST_EXAMPLES)
    features = np.zeros((size, target.inputs), np.float32)
    outcomes, begins = np.zeros(size, np.float32), np.zeros(size, np.bool_)
    sides, numbers = np.zeros(size, np.int64), np.zeros(size, np.int64)
    compared = 0.0 if players.number == ROLLOUT_POLICY else target.compared
    n = play_examples(
        new_tables(3), new_tables(SEARCH_TABLES), new_tables(2), new_pads(1), *planner, new_scratches(1), large_models,
        empty_table(options), np.array(options.deck, np.uint8), target.kind, players.number,
        int(1024 * players.explore), int(1024 * compared), seed % (1 << 62), each * first, each * games, target.room,
        np.zeros(MOST_PLANS), np.zeros(MOST_PLANS, np.bool_), features, outcomes, sides, numbers, begins,
    )  # fmt: skip
    numbers //= each
    if target.kind == TRAJECTORIES:
        values = evaluated(features[:n], network_of(family) if players.network is None else players.network)
        bootstrap(values.tolist(), sides[:n].tolist(), numbers[:n].tolist(), outcomes[:n])
    # half precision is enough for the many inputs of a large network, which are about -1 to 1
    precision = np.float32 if target.inputs == FEATURES else np.float16
    return Examples(features[:n].astype(precision), outcomes[:n].copy(), numbers[:n].copy(), begins[:n].copy())


def evaluated(features: Any, network: dict[str, Any]) -> Any:
    """The chances that a network gives positions, which may have more features than it has inputs."""
    inputs = np.asarray(features[:, : network["w1"].shape[0]], np.float32)
    units = np.maximum(inputs @ network["w1"] + network["b1"], 0)
    return 1.0 / (1.0 + np.exp(-(units @ network["w2"] + inputs @ network["skip"] + network["b2"])))


def bootstrap(values: Sequence[float], sides: Sequence[int], numbers: Sequence[int], outcomes: Any) -> None:
    """Replaces each outcome by the target of its position; games follow one another."""
    following: dict[int, tuple[float, float]] = {}
    for i in reversed(range(len(values))):
        if i + 1 < len(values) and numbers[i] != numbers[i + 1]:
            following.clear()
        if sides[i] in following:
            value, learned = following[sides[i]]
            outcomes[i] = _NEXT_SHARE * value + (1.0 - _NEXT_SHARE) * learned
        following[sides[i]] = values[i], float(outcomes[i])

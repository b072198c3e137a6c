"""Decisions whose plans are compared, for the large network to learn from."""

import numpy as np
import pytest
from entries.evaluation import choose

from docena.bots import LARGE_MODELS
from docena.bots.kernels.large_evaluation import INPUTS
from docena.bots.kernels.scratch import MOST_PLANS, new_scratches
from docena.bots.selfplay.comparisons import MOST_COMPARED
from docena.bots.selfplay.targets import play_decisions
from docena.bots.weights.files import network_of
from docena.core.errors import DocenaError
from docena.engine.table import record_in


def picked(*values: float) -> list[int]:
    """The plans that are compared, given the value of each."""
    scratches = new_scratches(1)
    scratch = record_in(scratches)
    scratch.plans = len(values)
    scratch.plan_value[:] = 9.0  # from a decision before
    scratch.plan_value[: len(values)] = values
    active = np.ones(MOST_PLANS, np.bool_)
    n = choose(scratches, active)
    plans = np.flatnonzero(active).tolist()
    assert n == len(plans)
    return plans


def test_examples_are_the_same_for_the_same_seed() -> None:
    network = network_of(f"{LARGE_MODELS}/die-duel")
    one, two = (play_decisions("die-duel", 20, 5, network, 0.1, workers) for workers in (1, 2))
    assert all((vars(one)[name] == vars(two)[name]).all() for name in vars(one))
    assert one.features.shape[1] == INPUTS


def test_the_plans_of_a_decision_stand_together() -> None:
    examples = play_decisions("die-duel", 20, 5, network_of(f"{LARGE_MODELS}/die-duel"), 0.1, 2)
    starts = np.flatnonzero(examples.begins)
    sizes = np.diff(np.append(starts, len(examples.begins)))
    assert len(set(examples.games.tolist())) > 15
    assert sizes.max() == MOST_COMPARED
    assert np.median(sizes) > 2
    for start, size in zip(starts, sizes, strict=True):
        assert len(set(examples.games[start : start + size].tolist())) == 1
    assert 0 <= examples.outcomes.min() < 0.2 < 0.8 < examples.outcomes.max() <= 1
    spread = [np.ptp(examples.outcomes[start : start + size]) for start, size in zip(starts, sizes, strict=True)]
    assert 0.0 < np.median(spread) < 0.3


def test_the_best_plans_are_compared() -> None:
    assert picked(0.5, 0.1, 0.4) == [0, 1, 2]
    assert picked(0.5, -1.1, 0.4) == [0, 2]
    assert picked(*(0.1 * plan for plan in range(12))) == list(range(12 - MOST_COMPARED, 12))


def test_a_game_that_is_as_good_as_won_teaches_nothing() -> None:
    assert picked(5.5, 5.4) == []


def test_there_must_be_a_large_network_to_go_on_from() -> None:
    with pytest.raises(DocenaError, match="duel has none yet: train it first with --opinions"):
        play_decisions("duel", 2, 1, None, 0.1, 1)

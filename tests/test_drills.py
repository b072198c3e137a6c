"""Drills: decisions that are rehearsed for a second opinion to learn from."""

from typing import Any

import numpy as np
import pytest

from docena.bots import OPINIONS
from docena.bots.kernels.large_evaluation import INPUTS
from docena.bots.kernels.mind import KEPT_PLANS, new_minds
from docena.bots.selfplay.comparisons import REHEARSED, pick_best
from docena.bots.selfplay.decisions import play_drills
from docena.bots.weights.files import network_of
from docena.core.errors import DocenaError
from docena.engine.jit import entry
from docena.engine.table import record_in


@entry
def pick(minds: Any, alive: Any) -> int:
    return pick_best(minds[0], alive)


def picked(*values: float) -> list[int]:
    """The plans that are rehearsed, given what is thought of each."""
    minds = new_minds(1)
    mind = record_in(minds)
    mind.plans = len(values)
    mind.value[:] = 9.0  # from a decision before
    mind.value[: len(values)] = values
    alive = np.ones(KEPT_PLANS, np.bool_)
    n = pick(minds, alive)
    plans = np.flatnonzero(alive).tolist()
    assert n == len(plans)
    return plans


def test_drills_are_the_same_for_the_same_seed() -> None:
    network = network_of(f"{OPINIONS}/die-duel")
    one, two = (play_drills("die-duel", 20, 5, network, 0.1, workers) for workers in (1, 2))
    assert all((mine == theirs).all() for mine, theirs in zip(one, two, strict=True))
    assert one.features.shape[1] == INPUTS


def test_the_plans_of_a_decision_stand_together() -> None:
    drills = play_drills("die-duel", 20, 5, network_of(f"{OPINIONS}/die-duel"), 0.1, 2)
    starts = np.flatnonzero(drills.begins)
    sizes = np.diff(np.append(starts, len(drills.begins)))
    assert len(set(drills.games.tolist())) > 15
    assert sizes.max() == REHEARSED
    assert np.median(sizes) > 2
    for start, size in zip(starts, sizes, strict=True):
        assert len(set(drills.games[start : start + size].tolist())) == 1
    assert 0 <= drills.outcomes.min() < 0.2 < 0.8 < drills.outcomes.max() <= 1
    spread = [np.ptp(drills.outcomes[start : start + size]) for start, size in zip(starts, sizes, strict=True)]
    assert 0.0 < np.median(spread) < 0.3


def test_the_best_plans_are_rehearsed() -> None:
    assert picked(0.5, 0.1, 0.4) == [0, 1, 2]
    assert picked(0.5, -1.1, 0.4) == [0, 2]
    assert picked(*(0.1 * plan for plan in range(12))) == list(range(12 - REHEARSED, 12))


def test_a_game_that_is_as_good_as_won_teaches_nothing() -> None:
    assert picked(5.5, 5.4) == []


def test_there_must_be_a_second_opinion_to_be_drilled() -> None:
    with pytest.raises(DocenaError, match="duel has none yet: train it first with --opinions"):
        play_drills("duel", 2, 1, None, 0.1, 1)

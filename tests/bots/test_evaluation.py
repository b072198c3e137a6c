"""Evaluation in the search of a turn: what is cached, foreseen or ranked is what would be computed anew."""

from functools import cache
from typing import Any

import numpy as np
import pytest
from entries.evaluation import add_eight, cache_eight, evaluate_whole, keys_after, own_logit, ranked, write_anew
from random_games import Setting, positions

from docena.bots import BEGINNER, EXPERT
from docena.bots.kernels.evaluation import WON_VALUE
from docena.bots.kernels.features import OWN_END, OWN_PILES
from docena.bots.kernels.model import FEATURES, HIDDEN, new_models
from docena.bots.kernels.plans import SEARCH_TABLES, find_plans
from docena.bots.kernels.scratch import MOST_DISCARDS, MOST_PLANS, new_scratches
from docena.bots.weights.files import Planner, planner_at
from docena.core.moves import CLOSING
from docena.engine.table import new_pads, new_tables, record_in
from docena.engine.view import View

TABLES = [
    Setting("classic", 2),
    Setting("classic", 4, partners=True),
    Setting("deluxe", 5, table="open"),
    Setting("mod", 2),
    Setting("mod", 6, partners=True),
    Setting("masters", 2),
    Setting("masters", 4),
    Setting("tournament", 6, partners=True),
]
"""One of each family, or nearly."""


@cache
def views(setting: Setting) -> list[View]:
    """Some views of seats that move, from a random game."""
    return [
        game.view(game.board.mover)
        for number, game in enumerate(positions(setting, "judge", "plays", 200))
        if number % 9 == 0 and game.awaits is None and not game.over and not record_in(game.tables).owed
    ]


def logit(planner: Planner) -> float:
    """The output of the network for the inputs, computed by NumPy."""
    model, x = record_in(planner.models), record_in(planner.scratches).x
    units = np.maximum(x @ model.w1 + model.b1, 0)
    return float(units @ model.w2 + x @ model.skip + model.b2)


def test_inputs_times_weights_are_added_up() -> None:
    rng = np.random.default_rng(1)
    models, scratches = new_models(1), new_scratches(1)
    model, scratch = record_in(models), record_in(scratches)
    for array in (scratch.x, model.skip, model.w1, model.w2, scratch.context):
        array[...] = rng.normal(size=array.shape)
    scratch.context_skip = 0.25
    before, rows = scratch.context.copy(), slice(20, 28)
    direct = add_eight(models, scratches, 20)
    assert scratch.context == pytest.approx(before + scratch.x[rows] @ model.w1[rows], abs=1e-4)
    assert direct == pytest.approx(float(scratch.x[rows] @ model.skip[rows]), abs=1e-4)
    assert cache_eight(models, scratches, 20, 7) == direct
    assert scratch.cached[7] == pytest.approx(scratch.x[rows] @ model.w1[rows], abs=1e-4)
    assert not scratch.cached[[6, 8]].any()
    own = slice(OWN_PILES, OWN_END)
    units = np.maximum(scratch.context + scratch.x[own] @ model.w1[own], 0)
    said = float(units @ model.w2 + scratch.x[own] @ model.skip[own] + 0.25)
    assert own_logit(models, scratches) == pytest.approx(said, abs=1e-3)
    assert model.w1.shape == (FEATURES, HIDDEN)


def added_in_order(vector: Any) -> Any:
    """All numbers of a vector added up in pairs, halves to halves."""
    while len(vector) > 1:
        vector = vector[: len(vector) // 2] + vector[len(vector) // 2 :]
    return vector[0]


def test_sums_are_rounded_after_each_step() -> None:
    """Whatever the processor could do in one step is done in two: all platforms get the same sums."""
    rng = np.random.default_rng(2)
    models, scratches = new_models(1), new_scratches(1)
    model, scratch = record_in(models), record_in(scratches)
    for array in (scratch.x, model.skip, model.w1):
        array[...] = rng.normal(size=array.shape)
    even, odd = (np.zeros(HIDDEN, np.float32) for _ in range(2))
    for row in range(0, 8, 2):
        even = even + scratch.x[row] * model.w1[row]
        odd = odd + scratch.x[row + 1] * model.w1[row + 1]
    direct = added_in_order(scratch.x[:4] * model.skip[:4] + scratch.x[4:8] * model.skip[4:8])
    assert cache_eight(models, scratches, 0, 3) == float(direct)
    assert scratch.cached[3].tolist() == (even + odd).tolist()


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_a_plan_is_worth_what_the_position_after_it_is(setting: Setting) -> None:
    compared = 0
    for view in views(setting):
        work, pads, planner = new_tables(SEARCH_TABLES), new_pads(1), planner_at(record_in(view.tables))
        found = find_plans(view.tables, work, pads, *planner, EXPERT, MOST_PLANS)
        values = record_in(planner.scratches).plan_value[:found].copy()
        for which in range(found):
            if abs(values[which]) < WON_VALUE and write_anew(view.tables, new_tables(1), planner.scratches, which):
                assert values[which] == pytest.approx(logit(planner), abs=2e-3), (which, str(view))
                compared += 1
    assert compared > 20


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_a_whole_position_is_evaluated_by_all_its_inputs(setting: Setting) -> None:
    for view in views(setting):
        planner = planner_at(record_in(view.tables))
        mover = int(record_in(view.tables).mover)
        value = evaluate_whole(view.tables, planner.models, planner.scratches, mover)
        assert value == pytest.approx(logit(planner), abs=2e-3)


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_a_level_that_ignores_opponents_evaluates_them_as_they_were(setting: Setting) -> None:
    """The best plan of such a level, if it plays nothing, has the value that it has for other levels."""
    for view in views(setting):
        work, pads = new_tables(SEARCH_TABLES), new_pads(1)
        values = []
        for level in (BEGINNER, EXPERT):
            planner = planner_at(record_in(view.tables))
            for field, value in (("noise", 0.0), ("miss_rate", 0.0), ("positions", 1), ("discards", MOST_DISCARDS)):
                planner.levels[field][level] = value
            found = find_plans(view.tables, work, pads, *planner, level, MOST_PLANS)
            plans = record_in(planner.scratches)
            closed = {tuple(plans.plan_moves[i, :1]): plans.plan_value[i] for i in range(found) if _closes(plans, i)}
            values.append(closed)
        both = set(values[0]) & set(values[1])
        assert both or not values[1]
        assert all(values[0][move] == pytest.approx(values[1][move], abs=2e-3) for move in both)


def _closes(scratch: Any, which: int) -> bool:
    return int(scratch.plan_length[which]) == 1 and CLOSING <= int(scratch.plan_moves[which, 0]) >> 6 < CLOSING + 4


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_where_a_plain_play_leads_is_known_before_it_is_made(setting: Setting) -> None:
    plain = 0
    for view in views(setting):
        moves = np.array([move for move in view.legal_numbers() if move < 64 * 15], np.int64)
        foreseen, found = np.zeros(len(moves), np.uint64), np.zeros(len(moves), np.uint64)
        keys_after(view.tables, new_tables(1), new_pads(1), moves, foreseen, found)
        known = foreseen != 0
        assert (foreseen[known] == found[known]).all()
        plain += int(known.sum())
    assert plain > 5 or setting.edition == "masters"


@pytest.mark.parametrize("setting", TABLES, ids=str)
def test_the_policy_ranks_discards(setting: Setting) -> None:
    for view in views(setting):
        models, _, scratches = planner_at(record_in(view.tables))
        scratch = record_in(scratches)
        every = ranked(view.tables, models, scratches, MOST_DISCARDS)
        moves, scores = scratch.discards[:every].tolist(), scratch.discard_score[:every].tolist()
        assert scores == sorted(scores, reverse=True)
        assert len(set(moves)) == every
        few = ranked(view.tables, models, scratches, 4)
        assert scratch.discards[:few].tolist() == moves[:4]

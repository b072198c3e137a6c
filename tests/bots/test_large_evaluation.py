"""The large network: its features, its values, and what it learns from."""

import numpy as np
import pytest
from entries.evaluation import write_extra_features

from docena.bots import LARGE_MODELS, MASTER
from docena.bots.kernels.large_evaluation import INPUTS, revalue_plans
from docena.bots.kernels.model import EXTRA_FEATURES, FEATURES, LARGE_HIDDEN, new_large_models
from docena.bots.kernels.plans import SEARCH_TABLES, find_plans
from docena.bots.players.search import search_for
from docena.bots.selfplay.targets import bootstrap, play_trajectories
from docena.bots.weights.families import FAMILIES
from docena.bots.weights.files import large_models_at, network_of, planner_at, set_large_model
from docena.core.sizes import TOP
from docena.engine.table import new_pads, new_tables, record_in
from docena.engine.view import View
from docena.game.game import Game


def views(edition: str = "classic", players: int = 2, seed: int = 4) -> View:
    game = Game.new(edition, players, seed=seed)
    return game.view(game.board.mover)


def extra_features(view: View) -> np.ndarray:
    scratches = planner_at(record_in(view.tables)).scratches
    write_extra_features(view.tables, scratches, int(record_in(view.tables).mover))
    return np.array(record_in(scratches).extra).reshape(-1, TOP)


def numbers_moved_on(view: View) -> View:
    """The same view with every number one higher, and 1 where 12 was."""
    from docena.engine.table import copy_of

    tables = copy_of(view.tables)
    table = record_in(tables)
    for cell in range(1, int(table.deck_n) + 1):
        card = int(table.card[cell])
        kind = card & 15
        if 1 <= kind <= TOP:
            table.card[cell] = card - kind + kind % TOP + 1
    seat = int(table.mover)
    hand = int(table.hand[seat, 0])
    moved = hand & ~((1 << (4 * (TOP + 1))) - 16)
    for kind in range(1, TOP + 1):
        moved += ((hand >> (4 * kind)) & 15) << (4 * (kind % TOP + 1))
    table.hand[seat, 0] = moved
    for place in range(len(table.height)):
        table.height[place] = (int(table.height[place]) + 1) % TOP
    return View(tables, view.seat)


@pytest.mark.parametrize("seed", range(6))
def test_extra_features_count_from_the_stock_card(seed: int) -> None:
    view = views(seed=seed)
    table = record_in(view.tables)
    seat = int(table.mover)
    extra = extra_features(view)
    numbers = sum((int(table.hand[seat, 0]) >> (4 * kind)) & 15 for kind in range(1, TOP + 1))
    assert extra[0].sum() == 2.0  # four building piles
    assert extra[1].sum() == numbers / 2
    stocks = [int(table.card[int(table.stock[other])]) & 15 for other in range(2)]
    if max(stocks) <= TOP:
        assert np.flatnonzero(extra[0]).tolist() == [(1 - stocks[seat]) % TOP]
        assert np.flatnonzero(extra[5]).tolist() == [(stocks[1 - seat] - stocks[seat]) % TOP]
        assert (extra_features(numbers_moved_on(view)) == extra).all()
    assert not extra[12:].any()  # nobody else is there


def test_others_are_counted_from_their_own_stock_cards() -> None:
    extra = extra_features(views(players=4))
    assert [extra[at].sum() for at in (9, 12, 17)] == [2.0] * 3


def revalued(view: View, large_models: object, plans: int = 16) -> tuple[object, list[float], int]:
    """The scratch memory after the best plans were evaluated again, their values before, and the best."""
    work, pads, planner = new_tables(SEARCH_TABLES), new_pads(1), planner_at(record_in(view.tables))
    n = find_plans(view.tables, work, pads, *planner, MASTER, plans)
    scratch = record_in(planner.scratches)
    before = [float(value) for value in scratch.plan_value[:n]]
    return scratch, before, int(revalue_plans(view.tables, work, planner.scratches, large_models))


def test_where_it_is_not_trained_the_values_of_the_small_one_stay() -> None:
    scratch, before, best = revalued(views(), new_large_models(1))
    assert len(before) > 2
    assert before == [float(value) for value in scratch.plan_value[: len(before)]]  # type: ignore[attr-defined]
    assert best == 0


def test_values_are_the_output_of_the_network() -> None:
    rng = np.random.default_rng(3)
    arrays = {
        "w1": rng.standard_normal((INPUTS, LARGE_HIDDEN)).astype("f4"),
        "b1": rng.standard_normal(LARGE_HIDDEN).astype("f4"),
        "w2": rng.standard_normal(LARGE_HIDDEN).astype("f4"),
        "skip": rng.standard_normal(INPUTS).astype("f4"),
        "b2": 0.5,
    }
    large_models = new_large_models(1)
    set_large_model(large_models, arrays)
    scratch, _, _ = revalued(views(), large_models, 1)
    inputs = np.concatenate([scratch.x, scratch.extra])  # type: ignore[attr-defined]
    assert inputs.shape == (FEATURES + EXTRA_FEATURES,)
    units = np.maximum(inputs @ arrays["w1"] + arrays["b1"], 0)
    expected = units @ arrays["w2"] + inputs @ arrays["skip"] + arrays["b2"]
    assert float(scratch.plan_value[0]) == pytest.approx(expected, rel=1e-4)  # type: ignore[attr-defined]
    scratch, before, best = revalued(views(), large_models)
    values = [float(value) for value in scratch.plan_value[: len(before)]]  # type: ignore[attr-defined]
    assert best == int(np.argmax(values))
    assert values != before


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_one(family: str) -> None:
    assert network_of(f"{LARGE_MODELS}/{family}")["w1"].shape == (INPUTS, LARGE_HIDDEN)


def test_plans_are_found_in_its_order() -> None:
    view = views(seed=6)
    assert record_in(large_models_at(record_in(view.tables))).trained
    search = search_for(view)
    search.find()
    assert len(search.plans) > 2
    priors = [prior for prior in search.priors if prior is not None]
    assert priors == sorted(priors, reverse=True)


def test_plans_from_elsewhere_are_evaluated_as_those_that_were_found() -> None:
    view = views(seed=6)
    finder, other = search_for(view), search_for(view)
    finder.find()
    other.take(finder.plans)
    assert len(finder.plans) > 2
    assert other.priors == pytest.approx(finder.priors)


def test_a_position_learns_from_the_next_of_its_side_and_from_the_end() -> None:
    values = np.array([0.5, 0.4, 0.7, 0.3, 0.9])
    sides, games = np.array([0, 1, 0, 1, 0]), np.array([7, 7, 7, 7, 8])
    outcomes = np.array([1, 0, 1, 0, 0], np.float32)
    bootstrap(values.tolist(), sides.tolist(), games.tolist(), outcomes)
    assert outcomes.tolist() == pytest.approx([(0.7 + 1) / 2, (0.3 + 0) / 2, 1, 0, 0])


def test_trajectories_are_the_same_for_the_same_seed() -> None:
    one, two = (play_trajectories("die-duel", 30, 5, None, 0.1, workers) for workers in (1, 2))
    assert all((vars(one)[name] == vars(two)[name]).all() for name in vars(one))
    assert one.features.shape[1] == INPUTS
    assert 0 <= one.outcomes.min() < 0.2 < 0.8 < one.outcomes.max() <= 1
    assert len(set(one.games.tolist())) == 30

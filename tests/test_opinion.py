"""The second opinion: what it sees, what it says, and what it learns from."""

import numpy as np
import pytest

from docena.bots import MASTER, OPINIONS
from docena.bots.kernels.large_evaluation import INPUTS, ask, new_opinions
from docena.bots.kernels.large_features import look_closer
from docena.bots.kernels.mind import CLOSEUP, FEATURES, UNITS
from docena.bots.kernels.plans import DESK, find_plans
from docena.bots.players.thinker import thinker_for
from docena.bots.selfplay.trajectories import look_ahead, play_stories
from docena.bots.weights.families import FAMILIES
from docena.bots.weights.files import mind_at, network_of, opinion_at, set_opinion
from docena.core.sizes import TOP
from docena.engine.jit import entry
from docena.engine.table import Tables, new_pads, new_tables, record_in
from docena.engine.view import View
from docena.game.game import Game


def views(edition: str = "classic", players: int = 2, seed: int = 4) -> View:
    game = Game.new(edition, players, seed=seed)
    return game.view(game.board.mover)


@entry
def look(tables: Tables, minds: object, seat: int) -> None:
    look_closer(tables[0], minds[0], seat)  # type: ignore[index]


def seen(view: View) -> np.ndarray:
    minds = mind_at(record_in(view._tables))
    look(view._tables, minds, int(record_in(view._tables).mover))
    return np.array(record_in(minds).close).reshape(-1, TOP)


def numbers_moved_on(view: View) -> View:
    """The same view with every number one higher, and 1 where 12 was."""
    from docena.engine.table import copy_of

    tables = copy_of(view._tables)
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
def test_a_closer_look_counts_from_the_stock_card(seed: int) -> None:
    view = views(seed=seed)
    table = record_in(view._tables)
    seat = int(table.mover)
    close = seen(view)
    numbers = sum((int(table.hand[seat, 0]) >> (4 * kind)) & 15 for kind in range(1, TOP + 1))
    assert close[0].sum() == 2.0  # four building piles
    assert close[1].sum() == numbers / 2
    stocks = [int(table.card[int(table.stock[other])]) & 15 for other in range(2)]
    if max(stocks) <= TOP:
        assert np.flatnonzero(close[0]).tolist() == [(1 - stocks[seat]) % TOP]
        assert np.flatnonzero(close[5]).tolist() == [(stocks[1 - seat] - stocks[seat]) % TOP]
        assert (seen(numbers_moved_on(view)) == close).all()
    assert not close[12:].any()  # nobody else is there


def test_others_are_seen_from_their_own_stock_cards() -> None:
    close = seen(views(players=4))
    assert [close[at].sum() for at in (9, 12, 17)] == [2.0] * 3


def asked(view: View, opinions: object, plans: int = 16) -> tuple[object, list[float], int]:
    """The mind after a second opinion about the best plans, what the judge said of them, and the best."""
    live, pads, minds = new_tables(DESK), new_pads(1), mind_at(record_in(view._tables))
    n = find_plans(view._tables, live, pads, minds, MASTER, plans)
    mind = record_in(minds)
    before = [float(value) for value in mind.value[:n]]
    return mind, before, int(ask(view._tables, live, minds, opinions))


def test_where_nothing_is_known_the_judge_speaks() -> None:
    mind, before, best = asked(views(), new_opinions(1))
    assert len(before) > 2
    assert before == [float(value) for value in mind.value[: len(before)]]  # type: ignore[attr-defined]
    assert best == 0


def test_it_says_what_its_network_says() -> None:
    rng = np.random.default_rng(3)
    arrays = {
        "w1": rng.standard_normal((INPUTS, UNITS)).astype("f4"), "b1": rng.standard_normal(UNITS).astype("f4"),
        "w2": rng.standard_normal(UNITS).astype("f4"), "skip": rng.standard_normal(INPUTS).astype("f4"), "b2": 0.5,
    }  # fmt: skip
    opinions = new_opinions(1)
    set_opinion(opinions, arrays)
    mind, _, _ = asked(views(), opinions, 1)
    inputs = np.concatenate([mind.x, mind.close])  # type: ignore[attr-defined]
    assert inputs.shape == (FEATURES + CLOSEUP,)
    units = np.maximum(inputs @ arrays["w1"] + arrays["b1"], 0)
    expected = units @ arrays["w2"] + inputs @ arrays["skip"] + arrays["b2"]
    assert float(mind.value[0]) == pytest.approx(expected, rel=1e-4)  # type: ignore[attr-defined]
    mind, before, best = asked(views(), opinions)
    values = [float(value) for value in mind.value[: len(before)]]  # type: ignore[attr-defined]
    assert best == int(np.argmax(values))
    assert values != before


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_one(family: str) -> None:
    assert network_of(f"{OPINIONS}/{family}")["w1"].shape == (INPUTS, UNITS)


def test_plans_are_found_in_its_order() -> None:
    view = views(seed=6)
    assert record_in(opinion_at(record_in(view._tables))).known
    thinker = thinker_for(view)
    thinker.find()
    assert len(thinker.plans) > 2
    priors = [prior for prior in thinker._priors if prior is not None]
    assert priors == sorted(priors, reverse=True)


def test_plans_from_elsewhere_are_weighed_as_those_that_were_found() -> None:
    view = views(seed=6)
    finder, other = thinker_for(view), thinker_for(view)
    finder.find()
    other.take(finder.plans)
    assert len(finder.plans) > 2
    assert other._priors == pytest.approx(finder._priors)


def test_a_position_learns_from_the_next_of_its_side_and_from_the_end() -> None:
    values = np.array([0.5, 0.4, 0.7, 0.3, 0.9])
    sides, games = np.array([0, 1, 0, 1, 0]), np.array([7, 7, 7, 7, 8])
    outcomes = np.array([1, 0, 1, 0, 0], np.float32)
    look_ahead(values, sides, games, outcomes)
    assert outcomes.tolist() == pytest.approx([(0.7 + 1) / 2, (0.3 + 0) / 2, 1, 0, 0])


def test_stories_are_the_same_for_the_same_seed() -> None:
    one, two = (play_stories("die-duel", 30, 5, None, 0.1, workers) for workers in (1, 2))
    assert all((mine == theirs).all() for mine, theirs in zip(one, two, strict=True))
    assert one.features.shape[1] == INPUTS
    assert 0 <= one.outcomes.min() < 0.2 < 0.8 < one.outcomes.max() <= 1
    assert len(set(one.games.tolist())) == 30

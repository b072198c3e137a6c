"""The search through a turn: what comes before all else, and which routes to a stock card are open."""

import pytest
from entries.play import steps_to_stock
from rules.positions import climb, deal, play

from docena.bots import EXPERT
from docena.bots.kernels.plans import SEARCH_TABLES, find_plans
from docena.bots.kernels.reach import NO_ROUTE
from docena.bots.kernels.scratch import MOST_PLANS, new_scratches
from docena.bots.weights.files import planner_at
from docena.core.moves import move_text
from docena.engine.table import new_pads, new_tables, record_in
from docena.game.game import Game


def plans(game: Game, positions: int = 0) -> list[list[str]]:
    """The plans that `expert` finds, with so many positions of a turn if they are given."""
    view = game.view(game.board.mover)
    planner = planner_at(record_in(view.tables))
    if positions:
        planner.levels["positions"][EXPERT] = positions
    n = find_plans(view.tables, new_tables(SEARCH_TABLES), new_pads(1), *planner, EXPERT, MOST_PLANS)
    found = record_in(planner.scratches)
    return [[move_text(int(move)) for move in found.plan_moves[i, : found.plan_length[i]]] for i in range(n)]


def beginnings(game: Game) -> set[str]:
    """How the plans begin."""
    return {moves[0] for moves in plans(game)}


def pairs(own: str, partners: str, hand: str, *moves: str) -> Game:
    """Partners with these stock cards, seat 1 to move with pile 1 at 4."""
    stocks = {1: f"{own} 9 9", 2: "12 12 12", 3: f"{partners} 9 9"}
    return play(deal(players=4, partners=True, stocks=stocks, hands={1: hand}), *moves)


UP = climb(1, 1, 4)


@pytest.mark.parametrize(
    ("own", "partners", "expected"),
    [
        ("5", "1", {"S>1"}),
        ("7", "5", {"PS>1"}),
        ("5", "5", {"S>1", "PS>1"}),  # one place, and either may have it
        ("1", "1", {"S>2"}),  # three places that are alike: what is left for the partner is planned later
    ],
)
def test_a_stock_card_that_fits_comes_before_all_else(own: str, partners: str, expected: set[str]) -> None:
    assert beginnings(pairs(own, partners, "1 2 3 4 1", *UP)) == expected


@pytest.mark.parametrize("own", ["W", "7"])
def test_a_wild_waits_for_its_best_place_and_other_cards_for_their_use(own: str) -> None:
    found = beginnings(pairs(own, "12", "1 2 3 4 1", *UP))
    assert "H1>2" in found or "H1-1" in found
    assert ("S>1" in found) == (own == "W")


@pytest.mark.parametrize(("card", "first"), [("5", True), ("5$", False)])
def test_a_stock_card_whose_toll_may_end_the_turn_is_one_play_among_others(card: str, first: bool) -> None:
    game = deal("masters", stocks={1: f"{card} 9 9", 2: "12 12 12"}, hands={1: "1 2 3 4 1"})
    assert (beginnings(play(game, *UP)) == {"S>1"}) is first


@pytest.mark.parametrize(
    ("theirs", "coins", "steps"),
    [
        ("2", 12, 2),  # 9.2: their 2 is bought, the 3 is in the hand
        ("2", 0, NO_ROUTE),
        ("6", 12, NO_ROUTE),
        ("12", 12, NO_ROUTE),
    ],
)
def test_what_others_sell_opens_a_route_to_the_stock_card(theirs: str, coins: int, steps: int) -> None:
    game = deal("masters", stocks={1: "4 9 9", 2: f"{theirs} 12 12"}, hands={1: "1 3 8 8 8"})
    tables = play(game, "H1>1").view(1).tables
    tables["coins"][0, 0] = coins
    assert steps_to_stock(tables, new_scratches(1)) == steps


def test_a_coin_buys_one_card_of_a_route() -> None:
    game = deal("masters", 3, stocks={1: "4 9 9", 2: "2 12 12", 3: "3 12 12"}, hands={1: "1 8 8 8 8"})
    tables = play(game, "H1>1").view(1).tables
    scratches = new_scratches(1)
    found = []
    for coins in (1, 2):
        tables["coins"][0, 0] = coins
        found.append(steps_to_stock(tables, scratches))
    assert found == [NO_ROUTE, 2]


@pytest.mark.parametrize(
    ("own", "hand", "expected"),
    [
        ("W", "1 2 3 4 10", ["H4>1", "S>1"]),
        ("9", "1 2 3 4 5", ["H4>1", "H5>1"]),  # the last card brings a new hand
    ],
)
def test_with_no_room_for_more_positions_plans_may_still_end(own: str, hand: str, expected: list[str]) -> None:
    game = deal(stocks={1: f"{own} 9 9", 2: "12 12 12"}, hands={1: hand})
    assert expected in plans(play(game, *climb(1, 1, 3)), positions=2)

"""Chapter 2: before play."""

import pytest
from rules.positions import Arranged, deal, play, stock

from docena.core.cards import UNKNOWN
from docena.core.editions import NAMES, edition
from docena.core.options import BadOptions, choose_options
from docena.core.scores import next_first
from docena.engine.rules.setup import draw_for_deal, next_seat
from docena.game.game import Game, first_seat

DECK = choose_options("classic", 2).deck


def dealer(players: int, *draws: str) -> int:
    """Who deals, as a seat from 1."""
    return draw_for_deal(DECK, players, Arranged(*draws).shuffle)[0] + 1


def test_2_1_the_highest_number_deals() -> None:
    assert dealer(3, "4 11 7") == 2
    assert dealer(4, "9 11 7 12") == 4


def test_2_1_a_wild_is_lower_than_1() -> None:
    assert dealer(3, "W W 1") == 3


def test_2_1_those_who_tie_for_highest_draw_again() -> None:
    assert dealer(4, "9 4 9 3", "2 5") == 3


def test_2_1_wilds_can_tie_too() -> None:
    assert dealer(2, "W W", "1 W") == 1


def test_2_1_a_deck_in_which_every_draw_ties_leaves_it_to_the_lot() -> None:
    assert draw_for_deal([13] * 20, 3, lambda seats: list(reversed(seats)))[0] == 2


def test_2_1_the_drawn_cards_return_before_each_shuffle() -> None:
    chance = Arranged("9 9", "9 9", "8 9")
    draw_for_deal(DECK, 2, chance.shuffle)
    assert chance.shuffled == [DECK, DECK, DECK]


def test_2_1_the_drawn_cards_return_before_the_deal() -> None:
    game = Game.new("classic", 2, chance=Arranged("5 6", "12 11"))
    assert len(game.deck) == 162


def test_2_2_the_deal_moves_one_seat_to_the_left() -> None:
    deals, seat = [], 2
    for _ in range(4):
        deals.append(seat)
        seat = next_seat(seat, 4)
    assert deals == [2, 3, 0, 1]
    assert [next_first(first, 4) for first in (3, 4, 1)] == [4, 1, 2]


def test_2_3_the_seat_to_the_dealers_left_plays_first() -> None:
    game = Game.new("classic", 4, chance=Arranged("", "4 11 7 2"))
    assert game.first == game.board.mover == 3


def test_2_3_left_of_the_last_seat_sits_the_first() -> None:
    assert Game.new("classic", 3, chance=Arranged("", "4 7 11")).first == 1


def test_2_3_in_masters_the_table_says_who_is_the_youngest() -> None:
    game = Game.new("masters", 3, first=2, chance=Arranged(""))
    assert game.board.mover == 2


def test_2_3_in_masters_a_seat_is_drawn_by_lot_otherwise() -> None:
    chance = Arranged("", lot=2)
    assert Game.new("masters", 3, chance=chance).first == 3
    assert len(chance.shuffled) == 1, "nobody draws for the deal"


def test_2_3_only_masters_has_no_dealer() -> None:
    for name in NAMES:
        expected = 2 if name == "masters" else 1
        assert first_seat(choose_options(name, 4), Arranged("11 4 3 2", lot=2)) == expected


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        ("classic", {2: 30, 3: 30, 4: 30, 5: 20, 6: 20}),
        ("deluxe", {2: 30, 3: 30, 4: 30, 5: 20, 6: 20}),
        ("mod", {2: 15, 3: 15, 4: 15, 5: 15, 6: 15}),
        ("masters", {2: 15, 3: 15, 4: 15, 5: 15, 6: 15}),
        ("tournament", {4: 30, 6: 20}),
    ],
)
def test_2_4_stock_piles_by_the_table(name: str, sizes: dict[int, int]) -> None:
    assert {players: choose_options(name, players).stock for players in edition(name).players} == sizes


@pytest.mark.parametrize("name", NAMES)
def test_2_4_a_short_game_has_stock_piles_of_10(name: str) -> None:
    game = Game.new(name, 4, short=True, seed=1)
    assert [game.board.stock_size(seat) for seat in game.board.seats] == [10, 10, 10, 10]


def test_2_4_any_stock_size_that_the_deck_allows() -> None:
    assert choose_options("classic", 2, stock=1).stock == 1
    assert choose_options("classic", 2, stock=81).stock == 81
    with pytest.raises(BadOptions):
        choose_options("classic", 2, stock=82)
    with pytest.raises(BadOptions):
        choose_options("classic", 2, stock=0)


def test_2_4_stock_piles_are_dealt_card_by_card_from_the_first_seat() -> None:
    options = choose_options("classic", 3, stock=2, cards={str(number): 1 for number in range(1, 13)})
    game = Game(options, range(1, 13), first=2)
    assert [stock(game, seat) for seat in (2, 3, 1)] == ["4 1", "5 2", "6 3"]


def test_2_4_the_rest_of_the_deck_is_the_draw_pile() -> None:
    game = Game.new("classic", 4, first=1, seed=1)
    assert game.board.draw == game.deck[4 * 30 + 5 :]
    assert game.board.draw_size == 162 - 4 * 30 - 5


def test_2_4_everybody_sees_the_top_of_a_stock_pile_and_nobody_the_rest() -> None:
    game = deal(stocks={1: "7 8 9", 2: "4 5 6"})
    for viewer in (1, 2, None):
        assert game.view(viewer).stock(1) == [7, UNKNOWN, UNKNOWN]
        assert game.view(viewer).stock(2) == [4, UNKNOWN, UNKNOWN]


def test_2_4_the_draw_pile_lies_face_down() -> None:
    game = deal(spare=9)
    assert game.view(1).draw == [UNKNOWN] * 4


def test_2_5_masters_players_start_with_12_coins() -> None:
    for players in range(2, 7):
        game = deal("masters", players)
        assert [game.board.coins(seat) for seat in game.board.seats] == [12] * players


def test_2_5_coins_in_play_are_always_12_for_each_player() -> None:
    game = deal("masters", 3, stocks={2: "4 12"}, hands={1: "1$ 3"})
    for move in ("H1$>1", "T", "C>1", "H3>1", "@2S>1"):
        play(game, move)
        board = game.board
        assert sum(map(board.coins, board.seats)) + sum(map(board.beside, range(1, 5))) == 36


def test_2_5_no_other_edition_has_coins() -> None:
    assert [name for name in NAMES if edition(name).coins] == ["masters"]

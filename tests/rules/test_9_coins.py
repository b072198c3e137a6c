"""Chapter 9: the coins of the masters edition."""

import msgspec
import pytest
from rules.positions import clause_against, climb, deal, discard, hand, play, plays, stock

from docena.core.editions import Edition, edition
from docena.game.game import Game


def masters(coins: int) -> Edition:
    """Masters, but each player starts with this many coins."""
    return msgspec.structs.replace(edition("masters"), coins=coins)


def coins(game: Game) -> list[int]:
    return [game.board.coins(seat) for seat in game.board.seats]


def up_to_11(of: Edition | str = "masters", players: int = 2, after: str = "", **stocks: str) -> Game:
    """Seat 1 has built pile 1 up to 11 and holds the cards `after`, up to four of them."""
    piles = {int(seat[-1]): pile for seat, pile in stocks.items()}
    game = deal(of, players, stocks=piles, draw=f"1 2 3 4 5 6 7 8 9 10 11 {after}")
    return play(game, *climb(1, 1, 11))


def test_9_1_n_coins_stand_in_for_the_n_that_a_pile_needs() -> None:
    game = deal("masters", hands={1: "1 2 4"})
    play(game, "H1>2", "H2>2", "C>2")
    assert game.board.height(2) == 3
    assert coins(game) == [9, 12]
    assert game.board.beside(2) == 3


def test_9_1_the_next_number_or_a_wild_must_follow_at_once_in_the_same_place() -> None:
    game = deal("masters", hands={1: "1 3 1 W"})
    play(game, "H1>1", "C>1")
    assert game.legal_moves() == ["H3>1", "HW>1"]
    assert clause_against(game, "H1>2") == "9.1"
    assert clause_against(game, "H12-1") == "9.1"
    play(game, "H3>1")
    assert "H12-1" in game.legal_moves()


def test_9_1_not_without_a_card_that_can_follow() -> None:
    game = deal("masters", hands={1: "1 4"})
    play(game, "H1>1")
    assert clause_against(game, "C>1") == "9.1"


def test_9_1_not_with_too_few_coins() -> None:
    game = deal(masters(2), hands={1: "1 2 W 4"})
    play(game, "H1>1")
    assert "C>1" in plays(game)
    play(game, "H2>1")
    assert clause_against(game, "C>1") == "9.1"


@pytest.mark.parametrize("follower", ["S>1", "D4>1"])
def test_9_1_a_card_of_your_piles_may_follow(follower: str) -> None:
    of_stock = follower == "S>1"
    game = deal("masters", stocks={1: "2 12" if of_stock else "12 12"}, hands={1: "7" if of_stock else "2"})
    play(game, "H7-4" if of_stock else "H2-4", "H12-1", "C>1")
    assert game.legal_moves() == [follower]


def test_9_1_a_card_to_be_bought_may_follow() -> None:
    game = deal("masters", 3, stocks={3: "2 12"})
    play(game, "C>1")
    assert game.legal_moves() == ["@3S>1"]
    play(game, "@3S>1")
    assert game.board.height(1) == 2
    assert coins(game) == [10, 12, 13]


def test_9_1_if_a_coin_is_left_to_buy_it() -> None:
    assert clause_against(deal(masters(1), stocks={2: "2 12"}), "C>1") == "9.1"
    assert clause_against(deal(masters(2), stocks={2: "2 12"}), "C>1") is None


def test_9_1_for_12_it_completes_the_pile_and_a_1_or_a_wild_must_follow() -> None:
    game = up_to_11(after="2 1 W")
    play(game, "C>1")
    assert len(game.board.aside) == 11
    assert game.legal_moves() == ["H1>1", "HW>1"]
    assert clause_against(up_to_11(after="2 3 4"), "C>1") == "9.1"


def test_9_1_the_card_may_be_bought_with_coins_just_dealt_out() -> None:
    game = up_to_11(seat2="1 12")
    play(game, "C>1")
    assert coins(game) == [6, 18], "all twelve were paid, and six came back"
    assert game.legal_moves() == ["@2S>1"]


def test_9_1_coins_cannot_follow_coins() -> None:
    game = deal("masters", hands={1: "2"})
    play(game, "C>1")
    assert plays(game) == ["H2>1"]


def test_9_1_as_often_as_you_can_pay() -> None:
    game = deal("masters", hands={1: "2 2 4"})
    play(game, "C>1", "H2>1", "C>1", "H4>1", "C>2", "H2>2")
    assert coins(game) == [12 - 1 - 3 - 1, 12]


def test_9_2_a_coin_buys_the_top_of_a_stock_pile() -> None:
    game = deal("masters", 3, stocks={2: "1 5"}, hands={1: "7 8 9 10 11"})
    play(game, "@2S>4")
    assert game.board.height(4) == 1
    assert coins(game) == [11, 13, 12]
    assert stock(game, 2) == "5"
    assert game.view(3).stock_top(2) == 5


def test_9_2_or_of_a_discard_pile() -> None:
    game = deal("masters", hands={1: "1"})
    play(game, "H1-3", "@1D3>2")
    assert game.board.height(2) == 1
    assert coins(game) == [13, 11]
    assert discard(game, 1, 3) == ""


@pytest.mark.parametrize("owner", [2, 3, 4, 5, 6])
def test_9_2_from_any_other_player(owner: int) -> None:
    game = deal("masters", 6, stocks={owner: "1 12"})
    assert plays(game) == [f"@{owner}S>{place}" for place in (1, 2, 3, 4)]
    play(game, f"@{owner}S>1")
    assert coins(game) == [11] + [13 if seat == owner else 12 for seat in range(2, 7)]


def test_9_2_not_from_yourself() -> None:
    game = deal("masters", stocks={1: "1 12"})
    assert plays(game) == ["S>1", "S>2", "S>3", "S>4"]
    assert clause_against(game, "@1S>1") == "9.2"


def test_9_2_the_card_never_enters_your_hand_or_piles() -> None:
    game = deal("masters", stocks={2: "1 12"}, hands={1: "7 8 9 10 11"})
    play(game, "@2S>1")
    assert hand(game, 1) == "7 8 9 10 11"
    assert stock(game, 1) == "12 12"
    assert game.board.building(1) == [1]


def test_9_2_it_must_be_played_so_it_must_fit() -> None:
    game = deal("masters", stocks={2: "7 12"})
    assert clause_against(game, "@2S>1") == "3.2"


def test_9_2_not_without_a_coin() -> None:
    game = deal(masters(1), stocks={2: "1 2 12"})
    play(game, "@2S>1")
    assert clause_against(game, "@2S>1") == "9.2"
    assert plays(game) == []


def test_9_2_buying_the_last_card_of_a_stock_pile_makes_its_owner_the_winner() -> None:
    game = deal("masters", 3, stocks={2: "1"})
    play(game, "@2S>1")
    assert game.result == {"reason": "stock", "winners": [2], "stock": [1, 0, 1], "points": 35}


def test_9_2_only_masters_sells() -> None:
    assert clause_against(deal("classic", stocks={2: "1 1"}), "@2S>1") == "9.2"


def test_9_3_pay_the_toll_to_go_on() -> None:
    game = deal("masters", hands={1: "1$$ 2"})
    play(game, "H1$$>1")
    assert game.board.toll == 2
    assert game.legal_moves() == ["T", "X"]
    play(game, "T")
    assert coins(game) == [10, 12]
    assert game.board.beside(1) == 2
    play(game, "H2>1")


def test_9_3_otherwise_your_turn_ends_whatever_else_you_could_play() -> None:
    game = deal("masters", stocks={1: "2 12", 2: "1 12"}, hands={1: "1$ 2 W"})
    play(game, "H1$>1", "X")
    assert coins(game) == [12, 12]
    assert game.board.beside(1) == 0
    assert plays(game) == []
    assert clause_against(game, "S>1") == "9.3"
    assert clause_against(game, "@2S>2") == "9.3"
    assert clause_against(game, "C>1") == "9.3"


def test_9_3_you_still_make_the_closing_discard() -> None:
    game = deal("masters", hands={1: "1$"})
    play(game, "H1$>1", "X")
    assert game.board.mover == 1
    assert game.legal_moves() == ["H12-1", "H12-2", "H12-3", "H12-4"]
    play(game, "H12-4")
    assert game.board.mover == 2


def test_9_3_the_next_player_plays_as_usual() -> None:
    game = deal("masters", hands={1: "1$", 2: "2"})
    play(game, "H1$>1", "X", "H12-1", "H2>1")
    assert game.board.height(1) == 2


def test_9_3_with_too_few_coins_you_cannot_pay() -> None:
    game = deal(masters(1), hands={1: "1$$"})
    play(game, "H1$$>1")
    assert game.legal_moves() == ["X"]


def test_9_3_the_last_coin_may_be_paid() -> None:
    game = deal(masters(2), hands={1: "1$$"})
    play(game, "H1$$>1", "T")
    assert coins(game) == [0, 2]


def test_9_3_the_toll_is_settled_before_the_refill() -> None:
    game = deal("masters", hands={1: "1 2 3 4 5$"}, draw="7 8 9 10 11")
    play(game, *climb(1, 1, 4), "H5$>1")
    assert hand(game, 1) == ""
    play(game, "T")
    assert hand(game, 1) == "7 8 9 10 11"


def test_9_3_a_paid_toll_of_a_card_that_was_not_the_last_draws_nothing() -> None:
    game = deal("masters", hands={1: "1$ 7 8 9 10"})
    play(game, "H1$>1", "T")
    assert hand(game, 1) == "7 8 9 10"


def test_9_3_with_no_card_in_hand_the_turn_ends_there() -> None:
    game = deal("masters", hands={1: "1 2 3 4 5$"})
    play(game, *climb(1, 1, 4), "H5$>1", "X")
    assert hand(game, 1) == ""
    assert game.board.mover == 2


@pytest.mark.parametrize("move", ["S>1", "@2S>2", "D4>3"])
def test_9_3_cards_of_piles_and_bought_cards_have_their_toll(move: str) -> None:
    game = deal("masters", stocks={1: "1$ 12", 2: "1$ 12"}, hands={1: "1$"})
    play(game, "H1$-4", "H12-1", move)
    assert game.board.toll == 1
    play(game, "T")
    assert game.board.beside(int(move[-1])) == 1


def test_9_3_a_card_that_follows_coins_has_its_toll() -> None:
    game = deal("masters", hands={1: "2$$"})
    play(game, "C>1", "H2$$>1")
    assert game.legal_moves() == ["T", "X"]
    play(game, "T")
    assert game.board.beside(1) == 3


def test_9_3_discarding_a_card_with_a_toll_costs_nothing() -> None:
    game = deal("masters", hands={1: "7$$"})
    play(game, "H7$$-1")
    assert game.board.mover == 2
    assert coins(game) == [12, 12]


def test_9_4_coins_lie_beside_the_pile_they_were_spent_on() -> None:
    game = deal("masters", hands={1: "1$ 1$$ 3"})
    play(game, "H1$>2", "T", "H1$$>4", "T", "C>2", "H3>2")
    assert [game.board.beside(place) for place in (1, 2, 3, 4)] == [0, 3, 0, 2]


def test_9_4_a_completed_piles_coins_are_dealt_out_from_the_player_who_completed_it() -> None:
    game = deal("masters", 3, first=2, draw="1$$ 2$$ 3$ 4 5 6 7 8 9 10 11 12")
    play(game, "H1$$>1", "T", "H2$$>1", "T", "H3$>1", "T", *climb(1, 4, 11))
    assert (coins(game), game.board.beside(1)) == ([12, 7, 12], 5)
    play(game, "H12>1")
    assert (coins(game), game.board.beside(1)) == ([13, 9, 14], 0)


def test_9_4_by_a_bought_card_too() -> None:
    game = deal("masters", 3, stocks={3: "12 12"}, draw="1$ 2 3 4 5 6 7 8 9 10 11 7 7 7 7")
    play(game, "H1$>1", "T", *climb(1, 2, 11), "@3S>1")
    assert coins(game) == [11, 12, 13], "the coin beside the pile goes to the buyer, who completed it"


def test_9_4_by_coins_as_a_12_too() -> None:
    game = up_to_11(masters(13), 3, after="1")
    play(game, "C>1")
    assert coins(game) == [1 + 4, 13 + 4, 13 + 4]
    assert game.board.beside(1) == 0


def test_9_4_only_the_coins_of_that_pile() -> None:
    game = deal("masters", draw="1$ 1$ 2 3 4 5 6 7 8 9 10 11 12 7 7")
    play(game, "H1$>1", "T", "H1$>2", "T", *climb(1, 2, 11), "H12>1")
    assert [game.board.beside(place) for place in (1, 2)] == [0, 1]


def test_9_4_dealing_out_comes_before_the_toll_of_the_completing_card() -> None:
    game = deal(masters(2), draw="1$ 2$ 3 4 5 6 7 8 9 10 11 12$")
    play(game, "H1$>1", "T", "H2$>1", "T", *climb(1, 3, 11))
    assert coins(game) == [0, 2]
    play(game, "H12$>1")
    assert coins(game) == [1, 3]
    play(game, "T")
    assert coins(game) == [0, 3]


def test_9_4_whose_coins_then_lie_beside_the_empty_place() -> None:
    game = up_to_11(after="12$ 7 7 7")
    play(game, "H12$>1", "T")
    assert (game.board.height(1), game.board.beside(1)) == (0, 1)

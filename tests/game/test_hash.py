"""A position has one hash, however it was reached: nothing is left in it of what is over and done with."""

import pytest
from random_games import DECKS, contents

from docena.core.notation import card_code
from docena.core.options import choose_options
from docena.game.game import Game


def play(game: Game, *lines: str) -> Game:
    twin = game.copy()
    for line in lines:
        (twin.give if twin.awaits else twin.play)(line)
    return twin


def assert_same(one: Game, other: Game) -> None:
    assert contents(one.board) == contents(other.board)
    assert one.legal_moves() == other.legal_moves()
    assert one.hash() == other.hash()


def masters(deck: str) -> Game:
    cards = deck.split()
    options = choose_options("masters", 2, stock=1, cards={card: cards.count(card) for card in cards})
    return Game(options, [card_code(card) for card in cards], 1)


def open_mod(players: int, partners: bool) -> Game:
    """All cards are wilds, so that it does not matter who draws which."""
    options = choose_options("mod", players, stock=4, partners=partners, table="open", cards=DECKS["all-wild"])
    return Game(options, options.deck, 1)


def test_tolls_paid_on_two_piles() -> None:
    game = masters("5 5 1$ 1$ 5 5 5 5 5 5")
    assert_same(play(game, "H1$>1", "T", "H1$>2", "T"), play(game, "H1$>2", "T", "H1$>1", "T"))


def test_a_hand_played_out_with_a_toll_last_or_first() -> None:
    game = masters("9 9 1 1$ 1 W W 5 5 5 5 5 5 5 5 5 5 5 5")
    game = play(game, "H1>1", "HW>1", "HW>1")
    assert_same(play(game, "H1$>2", "T", "H1>3"), play(game, "H1>3", "H1$>2", "T"))


def test_cards_sunk_under_two_stock_piles() -> None:
    game = play(open_mod(4, partners=True), "roll +1", *["1:draw"] * 5)
    penalty = ["3:talk", "2:accuse3"]
    assert_same(play(game, "R@2", *penalty), play(game, *penalty, "R@2"))


@pytest.mark.parametrize("roll", ["5-8", "wild", "2", "+1"])
def test_what_an_interrupted_player_had_rolled(roll: str) -> None:
    game = open_mod(3, partners=False)
    rest = ["2:out", "roll 1-4", "3:object", *["1:draw"] * 5, "HW-1", "roll 1-4"]
    assert_same(play(game, "roll 1-4", *rest), play(game, f"roll {roll}", *rest))


def test_what_an_interrupted_partner_had_said() -> None:
    game = play(open_mod(4, partners=True), "roll 1-4")
    rest = ["2:out", "roll 1-4", "3:object", *["1:draw"] * 5, "HW-1", "roll 1-4"]
    assert_same(play(game, "3:talk", *rest), play(game, *rest))


def test_the_order_of_cards_set_aside() -> None:
    """They will be shuffled, so their order is nothing."""
    cards = {"5": 4, "12": 1, "W": 23}
    deck = [card_code(card) for card in ["5", "5", *["W"] * 23, "12", "5", "5"]]
    game = Game(choose_options("classic", 2, stock=1, cards=cards), deck, 1)
    game = play(game, *["HW>1"] * 11, *["HW>2"] * 11)
    one, other = play(game, "H12>1", "HW>2"), play(game, "HW>2", "H12>1")
    assert sorted(one.board.aside) == sorted(other.board.aside)
    assert len(one.board.aside) == 24
    assert one.hash() == other.hash()

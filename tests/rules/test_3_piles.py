"""Chapter 3: piles."""

from rules.positions import clause_against, climb, deal, discard, hand, play, plays, stock

from docena.core.cards import UNKNOWN, cards_text


def test_3_1_the_top_of_the_stock_pile_may_be_played() -> None:
    game = deal(stocks={1: "1 2 3"})
    play(game, "S>1")
    assert game.board.height(1) == 1
    assert stock(game, 1) == "2 3"


def test_3_1_only_the_top_may_be_played() -> None:
    game = deal(stocks={1: "2 1 3"})
    assert plays(game) == []


def test_3_1_when_it_is_played_the_next_is_turned_up() -> None:
    game = deal(stocks={1: "1 2 3"})
    assert game.view(2).stock(1) == [1, UNKNOWN, UNKNOWN]
    play(game, "S>1")
    assert game.view(2).stock(1) == [2, UNKNOWN]
    play(game, "S>1")
    assert game.view(2).stock(1) == [3]


def test_3_1_one_stock_pile_a_player() -> None:
    game = deal(players=3, stocks={1: "1", 2: "2", 3: "3"})
    assert [stock(game, seat) for seat in (1, 2, 3)] == ["1", "2", "3"]


def test_3_2_only_a_1_or_a_wild_starts_a_building_pile() -> None:
    game = deal(hands={1: "1 2 5 12 W"})
    assert plays(game) == [f"H{card}>{place}" for card in ("1", "W") for place in (1, 2, 3, 4)]
    assert clause_against(game, "H2>1") == "3.2"


def test_3_2_a_building_pile_goes_up_by_one_number_at_a_time() -> None:
    game = deal(hands={1: "1 1 2 3 4"})
    play(game, "H1>1")
    assert "H2>1" in plays(game)
    assert [clause_against(game, move) for move in ("H1>1", "H3>1", "H4>1")] == ["3.2"] * 3
    play(game, "H2>1", "H3>1")
    assert game.board.height(1) == 3
    assert cards_text(game.board.building(1)) == "3 2 1"


def test_3_2_a_wild_stands_for_whatever_the_pile_needs_several_in_a_row_too() -> None:
    game = deal(hands={1: "W W W 4 W"})
    play(game, "HW>1", "HW>1", "HW>1", "H4>1", "HW>1")
    assert game.board.height(1) == 5


def test_3_2_a_wild_can_be_the_12() -> None:
    game = deal(draw="1 2 3 4 5 6 7 8 9 10 11 W")
    play(game, *climb(1, 1, 11), "HW>1")
    assert game.board.height(1) == 0
    assert len(game.board.aside) == 12


def test_3_2_at_most_four_building_piles() -> None:
    game = deal(hands={1: "1 1 1 1 1"})
    play(game, "H1>1", "H1>2", "H1>3", "H1>4")
    assert plays(game) == []


def test_3_2_building_piles_are_shared() -> None:
    game = deal(hands={1: "1", 2: "2"})
    play(game, "H1>3", "H12-1", "H2>3")
    assert game.board.height(3) == 2


def test_3_3_a_pile_that_reaches_12_is_set_aside_and_its_place_is_free() -> None:
    game = deal(draw="1 2 3 4 5 6 7 8 9 10 11 12 1")
    play(game, *climb(2, 1, 11))
    assert game.board.aside == []
    play(game, "H12>2")
    assert cards_text(game.board.aside) == "12 11 10 9 8 7 6 5 4 3 2 1"
    assert game.board.building(2) == []
    play(game, "H1>2")
    assert game.board.height(2) == 1


def test_3_3_it_is_set_aside_before_any_refill() -> None:
    game = deal(draw="1 2 3 4 5 6 7 8 9 10 11 1 2 3 12", spare=0)
    play(game, *climb(1, 1, 11), *climb(2, 1, 3), "H12>1")
    assert game.awaits == "shuffle"
    assert len(game.chance_cards()) == 12
    play(game, "shuffle 5 6 7 8 9 10 11 12 1 2 3 4")
    assert hand(game, 1) == "5 6 7 8 9"


def test_3_3_any_free_place_may_be_chosen_and_each_is_a_move_of_its_own() -> None:
    game = deal(hands={1: "1 1"})
    assert plays(game) == ["H1>1", "H1>2", "H1>3", "H1>4"]
    play(game, "H1>3")
    assert plays(game) == ["H1>1", "H1>2", "H1>4"]


def test_3_3_the_same_for_discard_piles() -> None:
    game = deal(hands={1: "12 12 12 12 12"})
    assert game.legal_moves() == ["H12-1", "H12-2", "H12-3", "H12-4"]


def test_3_4_up_to_four_discard_piles_any_card_on_any_other() -> None:
    game = deal(hands={1: "12 7 7 3 9"})
    play(game, "H7-2", "H12-1", "H3-2", "H12-1", "H9-2", "H12-1")
    assert discard(game, 1, 2) == "9 3 7"
    assert [len(pile) for pile in game.board.discards(1)] == [0, 3, 0, 0]
    assert discard(game, 2, 1) == "12 12 12"


def test_3_4_only_the_top_card_may_be_played() -> None:
    game = deal(hands={1: "1 9"})
    play(game, "H1-4", "H12-1", "H9-4", "H12-1")
    assert clause_against(game, "D4>1") == "3.2"
    assert plays(game) == []


def test_3_4_the_card_below_is_the_next_top() -> None:
    game = deal(hands={1: "2 1"})
    play(game, "H2-4", "H12-1", "H1-4", "H12-1", "D4>1")
    assert discard(game, 1, 4) == "2"
    play(game, "D4>1")
    assert discard(game, 1, 4) == ""


def test_3_4_discard_piles_lie_face_up() -> None:
    game = deal(hands={1: "7 3"})
    play(game, "H7-1", "H12-1", "H3-1")
    assert game.view(2).discard(1, 1) == game.view(None).discard(1, 1) == [3, 7]


def test_3_4_they_do_not_exist_until_started() -> None:
    game = deal()
    assert game.board.discards(1) == [[], [], [], []]
    assert clause_against(game, "D1>1") == "3.4"

"""Chapter 7: special situations, at open tables."""

import pytest
from rules.positions import clause_against, climb, deal, draws, hand, play, plays, stock

from docena.core.cards import UNKNOWN
from docena.core.options import BadOptions, choose_options
from docena.game.game import Game


def test_7_0_draws_owed_come_before_any_other_move_of_that_seat() -> None:
    game = deal(hands={1: "1"}, stocks={1: "1 12"}, table="open")
    for left in (5, 4, 3, 2, 1):
        assert game.board.owed == left
        assert [move for move in game.legal_moves() if not move.startswith("2:")] == ["1:draw"]
        play(game, "1:draw")
    assert game.board.owed == 0
    assert "S>1" in game.legal_moves()
    assert "H1>1" in game.legal_moves()


def test_7_0_the_draws_of_a_refill_too() -> None:
    game = deal(hands={1: "1 2 3 4 5"}, table="open")
    play(game, *draws(1), *climb(1, 1, 5))
    assert game.board.owed == 5
    assert game.legal_moves() == ["1:draw"]


def test_7_0_a_later_turn_owes_what_is_missing() -> None:
    game = deal(hands={1: "1 7"}, table="open")
    play(game, *draws(1), "H1>1", "H7-1", *draws(2), "H12-1")
    assert game.board.owed == 2


def test_7_0_nothing_is_owed_when_no_card_can_be_drawn() -> None:
    game = deal(draw="7 8", spare=0, table="open")
    play(game, "1:draw", "1:draw")
    assert game.board.owed == 0
    play(game, "H7-1")
    assert "." in game.legal_moves()


def test_7_0_the_die_is_the_first_event_of_a_turn() -> None:
    game = deal("mod", table="open")
    assert game.awaits == "roll"
    assert game.legal_moves() == []
    play(game, "roll 5-8", *draws(1), "H12-1")
    assert game.awaits == "roll"


def test_7_0_also_of_one_started_out_of_turn_and_an_interrupted_player_keeps_the_roll() -> None:
    game = deal("mod", table="open")
    play(game, "roll +1", "2:out")
    assert game.awaits == "roll"
    play(game, "roll 2")
    assert (game.board.die, game.board.die_left) == ("2", 2)
    play(game, "1:object")
    assert (game.board.die, game.board.die_left) == ("+1", 1)
    play(game, *draws(1), "R@2")


def test_7_0_nobody_may_act_between_a_stand_in_and_the_card_that_follows() -> None:
    game = deal("mod", 4, partners=True, hands={1: "2"}, table="open")
    play(game, "roll 1-4", *draws(1))
    assert {"1:draw", "3:talk", "2:accuse3"} <= set(game.legal_moves())
    play(game, "R>1")
    assert game.legal_moves() == ["H2>1"]
    assert clause_against(game, "2:accuse3") == "8.2"


def test_7_0_nobody_plays_or_draws_for_another() -> None:
    game = deal(table="open")
    assert clause_against(game, "2:draw") == "7.0"


def test_7_0_at_a_strict_table_only_what_is_legal_can_be_done() -> None:
    game = deal()
    for act in ("1:draw", "2:out", "2:object", "2:talk", "2:accuse1"):
        assert clause_against(game, act) == "7.0"


def test_7_0_a_table_is_strict_by_default_and_masters_has_no_open_ones() -> None:
    assert choose_options("classic", 2).table == "strict"
    for name in ("classic", "deluxe", "mod", "tournament"):
        assert choose_options(name, 4, table="open").table == "open"
    with pytest.raises(BadOptions, match="open tables"):
        choose_options("masters", 4, table="open")


def test_7_1_an_extra_card_is_shuffled_into_your_own_stock_pile() -> None:
    game = deal(stocks={1: "5 6 7"}, hands={1: ""}, draw="8", table="open")
    play(game, *draws(1))
    assert game.board.hand_size(1) == 5
    play(game, "1:draw")
    assert game.awaits == "restock", "at once, without anybody's call"
    assert sorted(game.chance_cards()) == [6, 7, 8]
    play(game, "restock 1 7 8 6")
    assert stock(game, 1) == "5 7 8 6"
    assert game.board.stock_size(1) == 4
    assert game.board.hand_size(1) == 5
    assert game.board.mover == 1


def test_7_1_the_face_up_card_stays_on_top_and_the_rest_is_face_down() -> None:
    game = deal(stocks={1: "5 6 7"}, hands={1: ""}, draw="8", table="open")
    play(game, *draws(1), "1:draw", "restock 1 7 8 6")
    for viewer in (1, 2, None):
        assert game.view(viewer).stock(1) == [5, UNKNOWN, UNKNOWN, UNKNOWN]


def test_7_1_in_a_finished_stock_pile_it_becomes_the_face_up_top() -> None:
    game = deal(players=4, partners=True, stocks={1: "1"}, hands={1: ""}, draw="8", table="open")
    play(game, *draws(1), "S>1", "1:draw", "restock 1 8")
    assert stock(game, 1) == "8"
    assert game.view(2).stock_top(1) == 8


def test_7_1_any_draw_not_owed_is_one_too_many() -> None:
    game = deal(hands={1: "1"}, table="open")
    play(game, *draws(1), "H1>1", "1:draw")
    assert game.awaits == "restock", "four cards in hand do not make a draw owed"


def test_7_1_a_draw_in_a_penalised_turn_is_one_too_many() -> None:
    game = play(penalised(), "2:draw")
    assert game.awaits == "restock"


def test_7_1_with_no_card_to_draw_none_can_be_too_many() -> None:
    game = deal(draw="7", spare=0, table="open")
    play(game, "1:draw")
    assert clause_against(game, "1:draw") == "4.5"


def penalised() -> Game:
    """It is seat 2's turn, to be played without the draw of 4.1: it holds a 3, a 4 and three 12s."""
    game = deal(players=3, draw="3 4 12 12 12", table="open")
    return play(game, "2:out", *draws(2), "3:object", *draws(1), "H12-1")


def test_7_2_objected_to_it_stops_and_play_goes_back() -> None:
    game = deal(players=3, first=2, table="open")
    play(game, "3:out")
    assert (game.board.turn, game.board.mover) == (2, 3)
    play(game, "1:object")
    assert (game.board.turn, game.board.mover) == (2, 2)
    assert game.board.owed == 5


def test_7_2_the_next_turn_is_played_without_the_draw() -> None:
    game = deal(players=3, table="open")
    play(game, "2:out", "3:object")
    assert [game.board.penalised(seat) for seat in (1, 2, 3)] == [False, True, False]
    play(game, *draws(1), "H12-1")
    assert game.board.mover == 2
    assert game.board.owed == 0
    assert game.board.hand_size(2) == 0


def test_7_2_cards_already_played_stay_played_and_cards_drawn_stay_in_hand() -> None:
    game = deal(draw="1 3 4 5 6", table="open")
    play(game, "2:out", *draws(2), "H1>1", "1:object")
    assert game.board.height(1) == 1
    assert hand(game, 2) == "3 4 5 6"


def test_7_2_a_refill_still_applies_in_the_penalised_turn() -> None:
    game = deal(draw="1 2 3 4 5", table="open")
    play(game, "2:out", *draws(2), *climb(1, 1, 4), "1:object", *draws(1), "H12-1")
    assert (hand(game, 2), game.board.owed) == ("5", 0)
    play(game, "H5>1")
    assert game.board.owed == 5


def test_7_2_it_can_start_only_before_the_player_whose_turn_it_is_has_made_any_move() -> None:
    game = deal(table="open")
    assert clause_against(game, "2:out") is None
    play(game, "1:draw")
    assert clause_against(game, "2:out") == "7.2"
    play(game, *draws(1, 4), "H12-1")
    assert clause_against(game, "1:out") is None


@pytest.mark.parametrize("move", ["S>1", "R@1", "H12+1", "R>1"])
def test_7_2_any_move_counts_not_only_a_draw(move: str) -> None:
    game = deal("mod", 3, stocks={2: "1 12"}, draw="2 12 12 12 12", table="open")
    roll = {"R@1": "+1", "H12+1": "2", "R>1": "wild"}.get(move, "5-8")
    play(game, "roll 5-8", "2:out", "roll 5-8", *draws(2), "3:object", *draws(1), "H12-1", f"roll {roll}")
    assert clause_against(game, "3:out") is None
    play(game, move)
    if move == "R>1":
        play(game, "H2>1")
    assert clause_against(game, "3:out") == "7.2"


def test_7_2_not_while_another_is_under_way() -> None:
    game = deal(players=3, table="open")
    play(game, "2:out")
    assert clause_against(game, "3:out") == "7.2"


def test_7_2_not_in_your_own_turn() -> None:
    assert clause_against(deal(table="open"), "1:out") == "7.2"


def test_7_2_any_seat_but_the_offender_may_object() -> None:
    game = deal(players=4, table="open")
    assert clause_against(game, "1:object") == "7.2", "nobody is out of turn"
    play(game, "3:out")
    assert [move for move in game.legal_moves() if "object" in move] == ["1:object", "2:object", "4:object"]


def test_7_2_the_penalty_is_over_with_the_turn() -> None:
    game = penalised()
    play(game, "H12-1")
    assert not game.board.penalised(2)
    play(game, *draws(3), "H12-1", "1:draw", "H12-1")
    assert game.board.mover == 2
    assert game.board.owed == 1


def test_7_2_the_penalty_waits_for_a_regular_turn_that_is_finished() -> None:
    game = penalised()
    play(game, "3:out", *draws(3), "H12-1")
    assert game.board.penalised(2), "its turn was passed over"
    play(game, "2:out", "H12-1")
    assert game.board.penalised(2), "that was not a regular turn"
    play(game, "3:draw", "H12-1", "1:draw", "H12-1")
    assert (game.board.mover, game.board.owed) == (2, 0)


def test_7_2_out_of_turn_a_penalised_player_draws() -> None:
    game = deal(players=3, table="open")
    play(game, "2:out", "1:object", "2:out")
    assert game.board.owed == 5


def test_7_2_the_penalty_does_not_add_up() -> None:
    game = deal(table="open")
    play(game, "2:out", *draws(2), "1:object", "2:out", "1:object", *draws(1), "H12-1")
    play(game, "H12-1")
    assert not game.board.penalised(2)


def test_7_2_a_penalised_player_with_no_card_in_hand_may_pass() -> None:
    game = deal(table="open")
    play(game, "2:out", "1:object", *draws(1), "H12-1")
    assert hand(game, 2) == ""
    play(game, ".")
    assert game.board.mover == 1
    assert not game.board.penalised(2)


def test_7_2_a_win_out_of_turn_stands() -> None:
    game = deal(stocks={2: "1"}, table="open")
    play(game, "2:out", *draws(2), "S>1")
    assert game.result is not None
    assert game.result["winners"] == [2]


def test_7_2_at_a_strict_table_nobody_plays_out_of_turn() -> None:
    game = deal(stocks={2: "1 1"})
    assert clause_against(game, "2:out") == "7.0"


def test_7_3_finished_unnoticed_it_counts_and_play_goes_on_to_that_players_left() -> None:
    game = deal(players=4, draw="1 12 12 12 12", table="open")
    play(game, "3:out", *draws(3), "H1>1", "H12-1")
    assert (game.board.turn, game.board.mover) == (4, 4)
    assert game.board.height(1) == 1
    assert not game.board.penalised(3)


def test_7_3_it_is_too_late_to_object() -> None:
    game = deal(players=3, table="open")
    play(game, "2:out", *draws(2), "H12-1")
    assert clause_against(game, "1:object") == "7.2"


def finished() -> Game:
    """Seat 1 of a partnership has finished its stock pile; it is seat 2's turn."""
    game = deal(players=4, partners=True, stocks={1: "1", 3: "2"}, table="open")
    return play(game, *draws(1), "S>1", "H12-1")


def test_7_4_a_finished_stock_pile_ends_nobodys_right_to_play() -> None:
    game = finished()
    play(game, *draws(2), "H12-1", *draws(3), "H12-1", *draws(4), "H12-1")
    assert game.board.mover == 1
    play(game, "1:draw")
    assert plays(game) == ["PS>1"]


def test_7_4_nor_to_play_out_of_turn_or_to_object() -> None:
    game = finished()
    assert {"1:out", "3:out", "4:out"} <= set(game.legal_moves())
    play(game, "4:out")
    assert "1:object" in game.legal_moves()

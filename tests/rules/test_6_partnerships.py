"""Chapter 6: partnerships. Seats 1 and 3 are partners, and seats 2 and 4."""

import pytest
from rules.positions import clause_against, climb, deal, discard, draws, hand, play, plays, stock

from docena.core.cards import UNKNOWN
from docena.core.options import BadOptions, choose_options
from docena.game.game import Game


def test_6_1_partners_sit_opposite_each_other() -> None:
    four, six = deal(players=4, partners=True), deal(players=6, partners=True)
    assert [four.board.partner(seat) for seat in four.board.seats] == [3, 4, 1, 2]
    assert [six.board.partner(seat) for seat in six.board.seats] == [4, 5, 6, 1, 2, 3]


def test_6_1_the_partner_is_the_seat_whose_piles_you_play() -> None:
    game = deal(players=6, partners=True, stocks={4: "1 12"})
    play(game, "PS>1")
    assert stock(game, 4) == "12"


@pytest.mark.parametrize("name", ["classic", "deluxe", "mod"])
def test_6_1_four_or_six_players(name: str) -> None:
    for players in range(2, 7):
        assert not choose_options(name, players).partners
        if players in (4, 6):
            assert choose_options(name, players, partners=True).partners
        else:
            with pytest.raises(BadOptions, match="4 or 6"):
                choose_options(name, players, partners=True)


def test_6_1_masters_has_no_partnerships() -> None:
    with pytest.raises(BadOptions, match="not played in partnerships"):
        choose_options("masters", 4, partners=True)


def test_6_2_the_top_of_the_partners_stock_pile_may_be_played() -> None:
    game = deal(players=4, partners=True, stocks={3: "1 2 12"})
    assert plays(game) == ["PS>1", "PS>2", "PS>3", "PS>4"]
    play(game, "PS>2", "PS>2")
    assert game.board.height(2) == 2
    assert stock(game, 3) == "12"
    assert game.view(1).stock_top(3) == 12


def test_6_2_so_may_the_tops_of_the_partners_discard_piles() -> None:
    game = deal(players=4, partners=True, hands={3: "1 2"})
    play(game, "H12-1", "H12-1", "H1-4", "H12-1")
    play(game, "PD4>1")
    assert game.board.height(1) == 1
    assert discard(game, 3, 4) == ""


def test_6_2_a_partners_wild_as_a_4() -> None:
    game = deal(players=4, partners=True, stocks={3: "W 12"}, hands={1: "1 2 3"})
    play(game, *climb(1, 1, 3), "PS>1")
    assert game.board.height(1) == 4


def test_6_2_not_the_piles_of_opponents() -> None:
    game = deal(players=4, partners=True, stocks={2: "1 1", 4: "1 1"})
    assert plays(game) == []


def test_6_2_not_the_partners_hand() -> None:
    game = deal(players=4, partners=True, hands={3: "1 1"})
    play(game, "H12-1", "H12-1", "H1-1", "H12-1")
    assert hand(game, 3).startswith("1")
    assert plays(game) == ["PD1>1", "PD1>2", "PD1>3", "PD1>4"]


def test_6_2_the_closing_discard_goes_on_your_own_piles() -> None:
    game = deal(players=4, partners=True, hands={1: "7"})
    play(game, "H7-2")
    assert discard(game, 1, 2) == "7"
    assert game.board.discards(3) == [[], [], [], []]


def test_6_2_only_in_partnerships() -> None:
    game = deal(players=4, stocks={3: "1 1"})
    assert plays(game) == []
    assert clause_against(game, "PS>1") == "6.2"


def finished() -> Game:
    """Seat 1 has finished its stock pile, and it is its turn again."""
    game = deal(players=4, partners=True, stocks={1: "1", 3: "2"}, hands={1: "7"})
    return play(game, "S>1", "H7-1", "H12-1", "H12-1", "H12-1")


def test_6_3_with_your_own_stock_pile_finished_you_keep_taking_turns() -> None:
    game = finished()
    assert game.board.stock_size(1) == 0
    assert game.board.mover == 1
    assert game.board.hand_size(1) == 5


def test_6_3_with_hand_own_discard_piles_and_the_partners_piles() -> None:
    game = deal(players=4, partners=True, stocks={1: "1", 3: "5"}, hands={1: "2", 3: "4", 4: ""}, draw="3")
    play(game, "S>1", "H2-1", "H12-1", "H4-1", "H12-1")
    play(game, "D1>1", "H3>1", "PD1>1")
    assert game.board.height(1) == 4
    assert clause_against(game, "S>1") == "3.1"
    play(game, "PS>1")
    assert game.over


def test_6_4_one_finished_stock_pile_does_not_end_the_game() -> None:
    game = deal(players=4, partners=True, stocks={1: "1", 2: "2"})
    play(game, "S>1", "H12-1", "S>1")
    assert game.board.stock_size(1) == game.board.stock_size(2) == 0
    assert not game.over


def test_6_4_the_game_is_over_when_both_are_finished() -> None:
    game = finished()
    play(game, "PS>1")
    assert game.over
    assert game.result is not None
    assert game.result["winners"] == [1, 3]


def test_6_4_also_when_the_own_one_is_the_last() -> None:
    game = deal(players=4, partners=True, first=2, stocks={2: "2", 4: "1"})
    play(game, "PS>1", "S>1")
    assert game.result is not None
    assert game.result["winners"] == [2, 4]


def test_6_4_points_for_all_opponents_stock_piles() -> None:
    game = deal(players=6, partners=True, stocks={1: "1 2 3", 4: "4 5 6"})
    play(game, "S>1", "S>1", "S>1", "PS>1", "PS>1", "PS>1")
    assert game.result == {"reason": "stock", "winners": [1, 4], "stock": [0, 3, 3, 0, 3, 3], "points": 25 + 5 * 12}


def talking(draw: str = "8 9 10", spare: int = 40) -> Game:
    """Seat 1 has drawn, and `draw` comes next; seat 3, its partner, has talked."""
    stocks = {1: "1", 3: "5"}
    game = deal(players=4, partners=True, table="open", stocks=stocks, hands={1: ""}, draw=draw, spare=spare)
    return play(game, *draws(1), "3:talk")


def test_6_5_a_partner_who_talked_takes_two_cards_to_the_bottom_one_at_a_time() -> None:
    game = talking()
    play(game, "2:accuse3")
    assert stock(game, 3) == "5 8 9"
    assert game.board.draw[0] == 10
    assert game.board.mover == 1


def test_6_5_they_are_taken_unseen() -> None:
    game = play(talking(), "2:accuse3")
    for viewer in (1, 2, 3, 4, None):
        assert game.view(viewer).stock(3) == [5, UNKNOWN, UNKNOWN]


def test_6_5_any_seat_may_accuse_any_other() -> None:
    accusations = [move for move in talking().legal_moves() if "accuse" in move]
    assert accusations == [f"{seat}:accuse{other}" for seat in range(1, 5) for other in range(1, 5) if seat != other]
    for accuser in (1, 2, 4):
        assert stock(play(talking(), f"{accuser}:accuse3"), 3) == "5 8 9"


def test_6_5_an_accusation_that_is_not_upheld_has_no_effect() -> None:
    game = talking()
    play(game, "1:accuse2", "3:accuse4", "2:accuse1")
    assert [stock(game, seat) for seat in (1, 2, 4)] == ["1", "12", "12"]
    quiet = deal(players=4, partners=True, table="open")
    play(quiet, *draws(1), "2:accuse3")
    assert stock(quiet, 3) == "12 12"


def test_6_5_one_that_is_uses_up_that_talk() -> None:
    game = talking("8 9 10 11")
    play(game, "2:accuse3", "4:accuse3")
    assert stock(game, 3) == "5 8 9"
    play(game, "3:talk", "4:accuse3")
    assert stock(game, 3) == "5 8 9 10 11"


def test_6_5_only_the_partner_of_the_player_who_moves_can_talk_out_of_place() -> None:
    game = talking()
    assert [move for move in game.legal_moves() if "talk" in move] == ["3:talk"]


def test_6_5_a_talk_counts_in_that_turn_only() -> None:
    game = talking()
    play(game, "H12-1", "2:accuse3", "3:accuse4")
    assert [stock(game, seat) for seat in (3, 4)] == ["5", "12"]


def test_6_5_a_turn_out_of_turn_does_not_make_it_forgotten() -> None:
    game = deal(players=4, partners=True, table="open", draw="8 9")
    play(game, "3:talk", "2:out", "1:accuse3")
    assert stock(game, 3) == "12 12", "in seat 2's turn nobody has talked"
    play(game, "4:object", "2:accuse3")
    assert stock(game, 3) == "12 12 8 9"


def test_6_5_the_set_aside_cards_are_shuffled_for_it() -> None:
    game = deal(players=4, partners=True, table="open", draw="1 2 3 4 5 6 7 8 9 10 11 12 11 11 11", spare=1)
    play(game, *draws(1), *climb(1, 1, 5), *draws(1), *climb(1, 6, 10), *draws(1), *climb(1, 11, 12))
    play(game, "3:talk", "4:accuse3")
    assert game.awaits == "shuffle"
    play(game, "shuffle 7 8 9 10 11 12 1 2 3 4 5 6")
    assert stock(game, 3) == "12 12 12 7"


def test_6_5_with_fewer_cards_what_there_is() -> None:
    game = talking("8", spare=0)
    play(game, "2:accuse3")
    assert stock(game, 3) == "5 8"


def test_6_5_a_finished_stock_pile_is_open_again() -> None:
    game = deal(players=4, partners=True, table="open", stocks={3: "1"}, hands={1: ""}, draw="8 9")
    play(game, *draws(1), "PS>1", "3:talk", "4:accuse3")
    assert game.view(2).stock(3) == [8, UNKNOWN]
    assert game.board.stock_size(3) == 2


def test_6_5_not_without_partners_and_not_at_strict_tables() -> None:
    alone = deal(players=4, table="open")
    assert clause_against(alone, "3:talk") == clause_against(alone, "2:accuse3") == "6.5"
    strict = deal(players=4, partners=True)
    assert clause_against(strict, "3:talk") == clause_against(strict, "2:accuse3") == "7.0"

"""Chapter 4: the turn."""

from rules.positions import clause_against, climb, deal, discard, draws, hand, play, plays

from docena.game.game import Game

LADDER = "1 2 3 4 5 6 7 8 9 10 11 12"


def test_4_1_five_cards_in_the_first_turn() -> None:
    game = deal(hands={1: "3 4 5 6 7", 2: "8 9 10 11 12"})
    assert hand(game, 1) == "3 4 5 6 7"
    assert hand(game, 2) == ""
    play(game, "H3-1")
    assert hand(game, 2) == "8 9 10 11 12"


def test_4_1_later_only_until_you_hold_five() -> None:
    game = deal(hands={1: "1 2 5 6 7", 2: "12"}, draw="8 9 10 11")
    play(game, "H1>1", "H2>1", "H5-1")
    assert hand(game, 1) == "6 7"
    play(game, "H12-1")
    assert hand(game, 1) == "6 7 8 9 10"


def test_4_2_the_stock_pile_the_hand_and_the_discard_piles_may_be_played() -> None:
    game = deal(stocks={1: "3 12"}, hands={1: "2", 2: "12"}, draw="1")
    play(game, "H2-4", "H12-1", "H1>1", "D4>1", "S>1")
    assert game.board.height(1) == 3


def test_4_2_play_none_if_you_like() -> None:
    game = deal(stocks={1: "1 12"}, hands={1: "1"})
    assert clause_against(game, "H12-1") is None


def test_4_2_play_as_many_as_you_like() -> None:
    game = deal(draw=LADDER)
    play(game, *climb(1, 1, 12))
    assert game.board.mover == 1


def test_4_2_only_cards_that_you_hold() -> None:
    game = deal(hands={1: "12", 2: "1 1 1 1 1"})
    assert clause_against(game, "H1>1") == "4.2"


def test_4_2_not_the_piles_of_others() -> None:
    game = deal(stocks={1: "12 12", 2: "1 1"})
    assert plays(game) == []


def test_4_3_playing_the_last_hand_card_draws_five_at_once() -> None:
    game = deal(hands={1: "1 2 3 4 5"}, draw="7 8 9 10 11")
    play(game, *climb(1, 1, 4))
    assert hand(game, 1) == "5"
    play(game, "H5>1")
    assert hand(game, 1) == "7 8 9 10 11"
    assert game.board.mover == 1


def test_4_3_the_turn_goes_on_with_them() -> None:
    game = deal(draw=LADDER)
    play(game, *climb(1, 1, 6), "H10-1")
    assert game.board.height(1) == 6
    assert game.board.mover == 2


def test_4_3_a_play_from_a_pile_draws_nothing() -> None:
    game = deal(stocks={1: "1 2 12"}, spare=9)
    play(game, "S>1", "S>1")
    assert game.board.hand_size(1) == 5
    assert game.board.draw_size == 4


def test_4_4_a_discard_ends_the_turn() -> None:
    game = deal(hands={1: "7"})
    play(game, "H7-3")
    assert discard(game, 1, 3) == "7"
    assert game.board.mover == 2


def test_4_4_the_turn_goes_to_the_left() -> None:
    game = deal(players=3, first=2)
    movers = []
    for _ in range(4):
        movers.append(game.board.mover)
        play(game, "H12-1")
    assert movers == [2, 3, 1, 2]


def test_4_4_discarding_the_last_card_draws_nothing() -> None:
    game = deal(hands={1: "1 2 3 4 7"})
    play(game, *climb(1, 1, 4), "H7-1")
    assert hand(game, 1) == ""
    assert game.board.mover == 2


def test_4_4_only_a_card_of_the_hand_can_be_discarded() -> None:
    game = deal(stocks={1: "7 7"})
    assert clause_against(game, "H7-1") == "4.4"


def test_4_5_the_set_aside_cards_become_the_draw_pile() -> None:
    game = deal(draw=f"{LADDER} 9 9 9", spare=0)
    play(game, *climb(1, 1, 12), "H9-1")
    assert game.awaits == "shuffle"
    play(game, "shuffle 3 5 12 1 2 4 6 7 8 9 10 11")
    assert hand(game, 2) == "1 2 3 5 12"
    assert game.board.draw == [4, 6, 7, 8, 9, 10, 11]
    assert game.board.aside == []


def test_4_5_only_when_a_card_is_needed_and_the_draw_pile_is_empty() -> None:
    game = deal(draw=f"{LADDER} 9 9 9", spare=1)
    play(game, *climb(1, 1, 12))
    assert game.board.draw_size == 1
    play(game, "H9-1")
    assert game.awaits == "shuffle", "one card was there, and four more are needed"
    play(game, "shuffle 1 2 3 4 5 6 7 8 9 10 11 12")
    assert hand(game, 2) == "1 2 3 4 12"


def test_4_5_a_draw_pile_with_just_enough_cards_is_not_replaced() -> None:
    game = deal(draw=f"{LADDER} 9 9 9", spare=5)
    play(game, *climb(1, 1, 12), "H9-1")
    assert game.awaits is None
    assert hand(game, 2) == "12 12 12 12 12"
    assert game.board.draw_size == 0


def test_4_5_with_none_set_aside_you_draw_what_there_is() -> None:
    game = deal(draw="7 7 7 7 7 8 9", spare=0)
    play(game, "H7-1")
    assert game.awaits is None
    assert hand(game, 2) == "8 9"


def test_4_5_possibly_nothing() -> None:
    game = deal(stocks={2: "1 12"}, draw="7 7 7 7 7", spare=0)
    play(game, "H7-1")
    assert hand(game, 2) == ""
    assert game.legal_moves() == [".", "S>1", "S>2", "S>3", "S>4"]


def test_4_5_a_refill_that_found_nothing_is_not_made_up_later_in_the_turn() -> None:
    game = deal(stocks={1: "6 7 8 9 10 11 12 12"}, draw="1 2 3 4 5", spare=0)
    play(game, *climb(1, 1, 5))
    assert hand(game, 1) == ""
    play(game, *["S>1"] * 7)
    assert len(game.board.aside) == 12
    assert game.awaits is None
    assert hand(game, 1) == ""
    play(game, ".")
    assert game.awaits == "shuffle", "seat 2 draws again"


def test_4_6_with_no_card_in_hand_the_turn_ends_by_passing() -> None:
    game = deal(draw="7", spare=0)
    play(game, "H7-1")
    assert game.legal_moves() == ["."]
    play(game, ".")
    assert game.board.mover == 1
    assert game.board.discards(2) == [[], [], [], []]


def test_4_6_a_player_who_holds_a_card_must_discard() -> None:
    game = deal(draw="7", spare=0)
    assert clause_against(game, ".") == "4.6"
    assert game.legal_moves() == ["H7-1", "H7-2", "H7-3", "H7-4"]


def empty_handed(table: str = "strict", players: int = 2, **stocks: str) -> Game:
    """No seat has a card in hand or can draw one, and it is seat 1's turn."""
    piles = {int(seat[-1]): pile for seat, pile in stocks.items()}
    return deal(players=players, stocks=piles, stock=2, spare=0, table=table)


def test_4_7_the_game_is_blocked_when_every_seat_has_passed() -> None:
    game = empty_handed(players=3)
    play(game, ".", ".")
    assert not game.over
    play(game, ".")
    assert game.over


def test_4_7_a_blocked_game_has_no_winner_and_scores_nothing() -> None:
    game = play(empty_handed(), ".", ".")
    assert game.result == {"reason": "blocked", "winners": [], "stock": [2, 2], "points": 0}
    assert game.legal_moves() == []


def test_4_7_a_pass_after_a_play_does_not_count() -> None:
    game = empty_handed(seat1="1 12")
    play(game, "S>1", ".", ".")
    assert not game.over
    play(game, ".")
    assert game.over


def test_4_7_a_play_starts_the_count_again() -> None:
    game = empty_handed("open", seat2="1 12 12")
    play(game, ".", "S>1", ".", "2:out", ".")
    assert not game.over, "seat 1 has not passed since the play"
    play(game, ".")
    assert game.over


def test_4_7_a_discard_starts_the_count_again() -> None:
    game = deal(draw="7", spare=0, table="open")
    play(game, "2:out", "2:draw", "1:object", ".", "H7-1", "2:out", ".")
    assert not game.over, "seat 1 has not passed since the discard"
    play(game, ".")
    assert game.over


def test_4_7_a_turn_that_was_stopped_is_no_play_of_the_player_who_was_interrupted() -> None:
    game = empty_handed("open", seat2="1 12 12")
    play(game, "2:out", "S>1", "1:object", ".", ".")
    assert game.over


def test_4_7_a_pass_counts_only_where_no_card_could_be_drawn() -> None:
    game = deal(draw="1 2 3 4 7", table="open")
    play(game, "2:out", "1:object", *draws(1), *climb(1, 1, 4), "H7-1")
    play(game, "1:out", "2:object")
    assert game.board.draw_size > 0
    play(game, ".", ".")
    assert not game.over


def test_4_7_set_aside_cards_could_be_drawn() -> None:
    game = deal(draw=f"{LADDER} 1 2 7", spare=0, table="open")
    play(game, "2:out", "1:object", *draws(1), *climb(1, 1, 5), *draws(1), *climb(1, 6, 10))
    play(game, *draws(1), "H11>1", "H12>1", "H1>1", "H2>1", "H7-1", "1:out", "2:object")
    assert (game.board.draw_size, len(game.board.aside)) == (0, 12)
    play(game, ".", ".")
    assert not game.over

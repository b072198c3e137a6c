"""Chapter 10: the tournament. At a table of six, seats 1 and 4, 2 and 5, 3 and 6 are partners."""

import pytest
from rules.positions import clause_against, deal, draws, hand, play, plays

from docena.core.cards import UNKNOWN
from docena.core.editions import edition
from docena.core.options import BadOptions, choose_options
from docena.core.scores import ScoreSheet, next_first
from docena.engine.rules.setup import next_seat


def test_10_1_six_players_in_three_partnerships_or_four_in_two() -> None:
    assert edition("tournament").players == [4, 6]
    assert choose_options("tournament", 6).partners
    assert choose_options("tournament", 4).partners
    with pytest.raises(BadOptions, match="always"):
        choose_options("tournament", 6, partners=False)
    game = deal("tournament", 6)
    assert [game.board.partner(seat) for seat in game.board.seats] == [4, 5, 6, 1, 2, 3]


def test_10_1_a_partners_piles_may_not_be_played() -> None:
    game = deal("tournament", 6, stocks={4: "1 1"}, hands={4: "1"})
    assert plays(game) == []
    assert clause_against(game, "PS>1") == "6.2"
    play(game, "H12-1", "H12-1", "H12-1", "H1-1", "H12-1", "H12-1")
    assert clause_against(game, "PD1>1") == "6.2"


def test_10_1_own_stock_pile_own_discard_piles_and_hand_may() -> None:
    game = deal("tournament", 4, stocks={1: "3 12"}, hands={1: "2", 4: ""}, draw="1")
    play(game, "H2-1", "H12-1", "H12-1", "H12-1", "H1>1", "D1>1", "S>1")
    assert game.board.height(1) == 3


def test_10_1_nobody_can_be_accused_of_talking() -> None:
    game = deal("tournament", 6, table="open")
    assert clause_against(game, "4:talk") == "6.5"
    assert clause_against(game, "2:accuse4") == "6.5"


def test_10_2_the_first_player_to_finish_their_own_stock_pile_wins_for_the_partnership() -> None:
    game = deal("tournament", 6, first=2, stocks={2: "1"})
    play(game, "S>1")
    assert game.result is not None
    assert game.result["winners"] == [2, 5]


def test_10_2_only_opponents_stock_piles_earn_points() -> None:
    game = deal("tournament", 6, stocks={1: "1 2 3"})
    play(game, "S>1", "S>1", "S>1")
    assert game.result == {"reason": "stock", "winners": [1, 4], "stock": [0, 3, 3, 3, 3, 3], "points": 25 + 5 * 12}


def test_10_3_the_deal_passes_left_after_each_game() -> None:
    deals, seat = [], 4
    for _ in range(4):
        deals.append(seat)
        seat = next_seat(seat, 6)
    assert deals == [4, 5, 0, 1]
    assert [next_first(first, 6) for first in (5, 6, 1)] == [6, 1, 2]


def _four_games(winners: list[int], left: int = 5) -> ScoreSheet:
    """A table of four; what the losers keep is the same in each game."""
    sheet = ScoreSheet(4, partners=True, games=edition("tournament").games)
    for winner in winners:
        sheet.add(sheet.won(winner, [0 if seat == winner else left for seat in range(1, 5)]))
    return sheet


def test_10_3_four_games_and_most_wins() -> None:
    assert not _four_games([1, 3, 1]).over
    sheet = _four_games([1, 2, 3, 1])
    assert (sheet.over, sheet.wins, sheet.winners) == (True, [3, 1], [1, 3])


def test_10_3_ties_are_broken_by_points_then_by_the_cards_left() -> None:
    sheet = _four_games([1, 3, 2])
    sheet.add(sheet.won(4, [6, 5, 5, 0]))
    assert (sheet.wins, sheet.totals, sheet.winners) == ([2, 2], [150, 155], [2, 4])
    sheet = _four_games([1, 3, 2])
    sheet.add(sheet.won(4, [5, 4, 5, 0]))
    assert (sheet.totals, sheet.left, sheet.winners) == ([150, 150], [30, 29], [2, 4])


def test_10_3_points_come_before_the_cards_left() -> None:
    sheet = _four_games([1, 3, 2])
    sheet.add(sheet.won(4, [6, 29, 5, 0]))
    assert (sheet.left, sheet.winners) == ([31, 54], [2, 4])


def test_10_3_still_tied_a_play_off_game_decides() -> None:
    sheet = _four_games([1, 3, 2, 4])
    assert (sheet.over, sheet.play_off, sheet.winners) == (False, True, [])
    sheet.add(sheet.won(2, [9, 0, 9, 1]))
    assert (sheet.over, sheet.play_off, sheet.winners) == (True, False, [2, 4])


def test_10_4_out_of_turn_the_next_turn_is_played_without_the_draw() -> None:
    game = deal("tournament", 6, draw="1 5 6 7 8", table="open")
    play(game, "2:out", *draws(2), "H1>1", "1:object")
    assert game.board.mover == 1
    play(game, *draws(1), "H12-1")
    assert game.board.mover == 2
    assert game.board.owed == 0
    assert hand(game, 2) == "5 6 7 8"
    assert {"H5-1", "H8-4"} <= set(game.legal_moves())


def test_10_4_finished_unnoticed_it_counts() -> None:
    game = deal("tournament", 6, table="open")
    play(game, "5:out", *draws(5), "H12-1")
    assert game.board.mover == 6


def test_10_4_the_extra_card_of_a_penalised_player_is_one_too_many() -> None:
    game = deal("tournament", 4, table="open")
    play(game, "2:out", "1:object", *draws(1), "H12-1", "2:draw", "restock 2 12 12")
    assert game.board.hand_size(2) == 0
    assert game.view(2).stock(2) == [12, UNKNOWN, UNKNOWN]

"""Chapter 5: winning, scoring, match."""

import pytest
from rules.positions import clause_against, deal, play

from docena.core.editions import NAMES, BadEdition, edition, edition_text, read_edition
from docena.core.scores import ScoreSheet


def test_5_1_the_last_card_of_the_stock_pile_wins_at_that_moment() -> None:
    game = deal(stocks={1: "1 2", 2: "12 12"})
    play(game, "S>1")
    assert not game.over
    play(game, "S>1")
    assert game.result is not None
    assert (game.result["reason"], game.result["winners"]) == ("stock", [1])


def test_5_1_in_mid_turn_with_no_discard() -> None:
    game = deal(stocks={1: "1", 2: "12"})
    play(game, "S>1")
    assert game.legal_moves() == []
    assert clause_against(game, "H12-1") == "5.1"


def test_5_1_with_no_toll_to_pay() -> None:
    game = deal("masters", stocks={1: "1$$", 2: "12"})
    play(game, "S>1")
    assert game.over
    assert (game.board.toll, game.board.coins(1)) == (0, 12)


def test_5_1_an_empty_hand_does_not_win() -> None:
    game = deal(draw="1 2 3 4 5", spare=0)
    play(game, "H1>1", "H2>1", "H3>1", "H4>1", "H5>1")
    assert not game.over


def test_5_2_25_points_and_5_for_every_card_left_in_opponents_stock_piles() -> None:
    game = deal(players=3, first=2, stocks={2: "1 1 1", 3: "1"})
    play(game, "H12-1", "S>1", "H12-1", "H12-1", "S>2", "S>3", "S>4")
    assert game.result == {"reason": "stock", "winners": [2], "stock": [3, 0, 2], "points": 25 + 5 * 5}


def test_5_2_30_cards_left_make_175_points() -> None:
    game = deal(stocks={1: "W " * 30})
    play(game, *["S>1"] * 30)
    assert game.result is not None
    assert game.result["points"] == 175


def test_5_2_a_game_that_nobody_has_won_scores_nothing() -> None:
    assert deal().result_with("abandoned")["points"] == 0


@pytest.mark.parametrize("name", NAMES)
def test_5_3_a_match_is_played_to_500(name: str) -> None:
    assert edition(name).goal == 500


def test_5_3_also_where_an_edition_does_not_say() -> None:
    text = edition_text("classic").replace("goal = 500", "")
    assert read_edition(text, "no goal").goal == 500


def test_5_3_a_match_is_won_when_the_goal_is_reached() -> None:
    sheet = ScoreSheet(2, partners=False, goal=500)
    for _ in range(4):
        sheet.add(sheet.won(1, [0, 19]))
    assert (sheet.totals, sheet.over) == ([480, 0], False)
    sheet.add(sheet.won(2, [30, 0]))
    assert (sheet.totals, sheet.over, sheet.winners) == ([480, 175], False, [])
    sheet.add(sheet.won(1, [0, 1]))
    assert (sheet.totals, sheet.over, sheet.winners) == ([510, 175], True, [1])


def test_5_3_exactly_the_goal_is_enough() -> None:
    sheet = ScoreSheet(2, partners=False, goal=500)
    for left in (30, 30, 25):
        sheet.add(sheet.won(2, [left, 0]))
    assert (sheet.totals, sheet.winners) == ([0, 500], [2])


def test_5_3_a_single_game_is_over_when_it_is_won() -> None:
    sheet = ScoreSheet(2, partners=False, goal=0)
    assert not sheet.over
    sheet.add({"reason": "blocked", "winners": [], "stock": [4, 9], "points": 0})
    assert not sheet.over
    sheet.add(sheet.won(2, [4, 0]))
    assert (sheet.over, sheet.winners) == (True, [2])


def test_5_3_the_table_may_set_another_goal() -> None:
    text = edition_text("classic")
    assert read_edition(text.replace("goal = 500", "goal = 200"), "short match").goal == 200
    with pytest.raises(BadEdition, match="goal"):
        read_edition(text.replace("goal = 500", "goal = 0"), "no match")

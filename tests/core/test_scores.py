"""The score sheet of a match: what can be entered, what it adds up to, and who has won."""

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from docena.core.editions import NAMES, BadEdition, edition, edition_text, read_edition
from docena.core.scores import CARD_POINTS, GAME_POINTS, BadScore, ScoreSheet, match_length
from docena.engine.rules import winning

BLOCKED = {"reason": "blocked", "winners": [], "stock": [3, 4], "points": 0}
ABANDONED = {"reason": "abandoned", "winners": [], "stock": [3, 4], "points": 0}


def test_points_are_those_of_the_rules() -> None:
    assert (GAME_POINTS, CARD_POINTS) == (winning.GAME_POINTS, winning.CARD_POINTS)


def test_it_needs_no_compiler() -> None:
    program = "import sys, docena.core.scores; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_partnerships_points_stand_at_both_seats_and_count_once() -> None:
    sheet = ScoreSheet(6, partners=True, goal=500)
    sheet.add(sheet.won(5, [3, 2, 4, 1, 0, 2]))
    assert sheet.sides == [[1, 4], [2, 5], [3, 6]]
    assert sheet.rows == [[0, 75, 0, 0, 75, 0]]
    assert (sheet.totals, sheet.wins, sheet.left) == ([0, 75, 0], [0, 1, 0], [4, 2, 6])


@pytest.mark.parametrize(("players", "partners"), [(2, False), (3, False), (4, False), (4, True), (6, True)])
def test_every_seat_is_in_the_side_that_it_is_said_to_be_in(players: int, partners: bool) -> None:
    sheet = ScoreSheet(players, partners)
    assert sorted(seat for side in sheet.sides for seat in side) == list(range(1, players + 1))
    for seat in range(1, players + 1):
        assert seat in sheet.sides[sheet.side_of(seat)]


def test_winners_may_come_in_any_order() -> None:
    sheet = ScoreSheet(4, partners=True, goal=0)
    sheet.add({"reason": "stock", "winners": [4, 2], "stock": [1, 0, 1, 0], "points": 35})
    assert (sheet.wins, sheet.winners) == ([0, 1], [2, 4])


def test_taking_back_undoes_an_entry_and_the_end_of_the_match() -> None:
    sheet = ScoreSheet(2, partners=False, goal=50)
    sheet.add(sheet.won(1, [0, 2]))
    before = (sheet.rows, sheet.totals, sheet.wins, sheet.left)
    last = sheet.won(2, [5, 0])
    sheet.add(last)
    assert sheet.winners == [2]
    assert sheet.take_back() == last
    assert (sheet.rows, sheet.totals, sheet.wins, sheet.left) == before
    assert (sheet.over, sheet.winners) == (False, [])
    sheet.take_back()
    with pytest.raises(BadScore, match="no game"):
        sheet.take_back()


def test_a_sheet_keeps_its_own_copy_of_what_is_entered() -> None:
    sheet = ScoreSheet(2, partners=False)
    result = sheet.won(1, [0, 2])
    sheet.add(result)
    result["stock"].append(9)
    result["points"] = 1
    assert (sheet.totals, sheet.left) == ([35, 0], [0, 2])


def test_nothing_is_entered_after_the_end() -> None:
    sheet = ScoreSheet(2, partners=False, goal=0)
    sheet.add(sheet.won(1, [0, 2]))
    with pytest.raises(BadScore, match="the match is over"):
        sheet.add(sheet.won(1, [0, 2]))
    assert len(sheet.results) == 1


def test_without_goal_or_number_of_games_it_has_no_end() -> None:
    sheet = ScoreSheet(2, partners=False)
    for _ in range(40):
        sheet.add(sheet.won(1, [0, 30]))
    assert (sheet.over, sheet.play_off, sheet.winners, sheet.ahead) == (False, False, [], [0])


def test_a_blocked_game_is_one_of_the_games_and_an_abandoned_one_is_not() -> None:
    sheet = ScoreSheet(2, partners=False, games=2)
    sheet.add(BLOCKED)
    sheet.add(ABANDONED)
    assert (sheet.over, sheet.rows, sheet.left) == (False, [[0, 0], [0, 0]], [3, 4])
    sheet.add(sheet.won(2, [1, 0]))
    assert (sheet.over, sheet.winners) == (True, [2])


def test_games_that_nobody_won_are_decided_by_the_cards_left() -> None:
    sheet = ScoreSheet(2, partners=False, games=1)
    sheet.add(BLOCKED)
    assert (sheet.over, sheet.winners) == (True, [1])


def test_more_wins_beat_more_points() -> None:
    sheet = ScoreSheet(2, partners=False, games=3)
    sheet.add(sheet.won(1, [0, 30]))
    sheet.add(sheet.won(2, [1, 0]))
    sheet.add(sheet.won(2, [1, 0]))
    assert (sheet.totals, sheet.winners) == ([175, 60], [2])


def test_a_play_off_is_decided_among_those_who_are_tied() -> None:
    sheet = ScoreSheet(3, partners=False, games=2)
    sheet.add(sheet.won(1, [0, 5, 7]))
    sheet.add(sheet.won(2, [5, 0, 7]))
    assert (sheet.play_off, sheet.ahead) == (True, [0, 1])
    sheet.add(sheet.won(3, [1, 9, 0]))  # it may win the game, not the match; and the cards left do not count here
    assert (sheet.play_off, sheet.over, sheet.ahead) == (True, False, [0, 1])
    sheet.add({"reason": "blocked", "winners": [], "stock": [1, 9, 0], "points": 0})
    assert sheet.play_off
    sheet.add(sheet.won(2, [1, 0, 3]))
    assert (sheet.play_off, sheet.over, sheet.winners) == (False, True, [2])
    sheet.take_back()
    assert (sheet.play_off, sheet.winners) == (True, [])


def _result(**changes: Any) -> dict[str, Any]:
    return {"reason": "stock", "winners": [1, 3], "stock": [0, 2, 1, 3], "points": 50, **changes}


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"reason": "luck"}, "luck"),
        ({"winners": [1, 5]}, "no seat 5"),
        ({"winners": [0, 2]}, "no seat 0"),
        ({"winners": [1]}, "both partners"),
        ({"winners": [1, 2]}, "both partners"),
        ({"winners": []}, "both partners"),
        ({"stock": [0, 2, 1]}, "3 were counted"),
        ({"stock": [0, -2, 1, 3]}, "cards left cannot be negative"),
        ({"stock": [1, 2, 1, 3]}, "finished stock pile"),
        ({"points": 55}, "scores 50 points, not 55"),
        ({"reason": "blocked"}, "blocked game has no winner"),
        ({"reason": "abandoned", "winners": []}, "scores nothing"),
    ],
)
def test_what_cannot_be_is_not_entered(changes: dict[str, Any], complaint: str) -> None:
    sheet = ScoreSheet(4, partners=True, goal=500)
    sheet.add(_result())
    with pytest.raises(BadScore, match=complaint):
        sheet.add(_result(**changes))
    assert sheet.totals == [50, 0]


@pytest.mark.parametrize(
    ("players", "partners", "goal", "games", "complaint"),
    [
        (1, False, 500, None, "2 to 6 players"),
        (7, False, 500, None, "2 to 6 players"),
        (5, True, 500, None, "4 or 6"),
        (2, False, 500, 4, "choose one"),
        (2, False, -1, None, "not -1"),
        (2, False, None, 0, "at least one game"),
    ],
)
def test_a_match_that_cannot_be(
    players: int, partners: bool, goal: int | None, games: int | None, complaint: str
) -> None:
    with pytest.raises(BadScore, match=complaint):
        ScoreSheet(players, partners, goal, games)


@given(
    st.sampled_from([(2, False), (3, False), (4, True), (6, True), (6, False)]),
    st.lists(st.tuples(st.integers(0, 6), st.lists(st.integers(0, 30), min_size=6, max_size=6)), max_size=12),
    st.sampled_from([(0, None), (200, None), (None, 1), (None, 4), (None, None)]),
)
def test_any_match(table: tuple[int, bool], games: Any, length: tuple[int | None, int | None]) -> None:
    """Points and wins add up; one side has won exactly if it is over; taking back leads to where it was."""
    sheet = ScoreSheet(*table, *length)
    players, shots = table[0], []
    for winner, cards in games:
        if sheet.over:
            break
        shots.append((sheet.rows, sheet.totals, sheet.wins, sheet.left, sheet.ahead, sheet.over, sheet.play_off))
        if 1 <= winner <= players:
            left = [0 if seat == winner else n for seat, n in enumerate(cards[:players], 1)]
            sheet.add(sheet.won(winner, left))
        else:
            sheet.add({"reason": "blocked", "winners": [], "stock": cards[:players], "points": 0})
    assert sum(sheet.totals) == sum(result["points"] for result in sheet.results)
    assert sum(sheet.wins) == sum(bool(result["winners"]) for result in sheet.results)
    for side, seats in enumerate(sheet.sides):
        for seat in seats:
            assert sum(row[seat - 1] for row in sheet.rows) == sheet.totals[side]
    assert sheet.over == (sheet.winners in sheet.sides)
    assert not (sheet.over and sheet.play_off)
    for shot in reversed(shots):
        sheet.take_back()
        now = (sheet.rows, sheet.totals, sheet.wins, sheet.left, sheet.ahead, sheet.over, sheet.play_off)
        assert now == shot


@pytest.mark.parametrize("name", NAMES)
def test_an_edition_says_how_long_a_match_is(name: str) -> None:
    assert edition(name).games == (4 if name == "tournament" else None)
    assert match_length(edition(name)) == ((None, 4) if name == "tournament" else (500, None))
    assert match_length(edition(name), goal=0) == (0, None)
    assert match_length(edition(name), games=2) == (None, 2)


def test_an_edition_cannot_have_matches_of_no_games() -> None:
    text = edition_text("tournament")
    assert read_edition(text.replace("games = 4", "games = 6"), "long").games == 6
    with pytest.raises(BadEdition, match="games is 0"):
        read_edition(text.replace("games = 4", "games = 0"), "none")

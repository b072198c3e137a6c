"""Standings: the same as an independent count finds, whatever happened at the event."""

from collections.abc import Iterator
from random import Random

import pytest
from tournaments.halls import Hall, some_event
from tournaments.recount import recount

from docena.core.errors import Refused
from docena.tournaments import director
from docena.tournaments import logged_events as e
from docena.tournaments.event_choices import EventChoices
from docena.tournaments.results import GameOutcome
from docena.tournaments.seating import partners, search
from docena.tournaments.seating import plan as seating
from docena.tournaments.standings import standings, to_play_off, winners
from docena.tournaments.store import export_text, read_export


@pytest.fixture
def any_seats(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Seats as they come: the search for better ones takes most of the time, and does not matter for counting."""
    monkeypatch.setattr(search, "_TRIES", 0)
    monkeypatch.setattr(seating, "MOST_TRIED", 0)
    monkeypatch.setattr(partners, "_TRIES", 1)
    seating._first_plan.cache_clear()
    yield
    seating._first_plan.cache_clear()


@pytest.mark.usefixtures("any_seats")
@pytest.mark.parametrize("part", range(8))
def test_an_independent_program_counts_the_same(part: int) -> None:
    seen = {"ties": 0, "play_offs": 0, "dropped": 0, "taken_back": 0, "byes": 0, "cut_short": 0}
    for seed in range(300):
        hall = some_event(Random(f"{part} {seed}"))
        text = export_text("abc", hall.lines)
        ours = standings(hall.event)
        assert [(r.rank, r.entry, r.games, r.wins, r.points, r.left) for r in ours] == recount(text), (part, seed)
        assert read_export(text.encode())[1] == hall.lines
        seen["ties"] += len({row.rank for row in ours}) < len(ours)
        seen["play_offs"] += len(hall.event.games) > hall.event.choices.games
        seen["dropped"] += any(row.dropped for row in ours)
        seen["taken_back"] += any(isinstance(line.event, e.LineTakenBack) for line in hall.lines)
        seen["byes"] += any(hall.event.resting)
        planned = hall.lines[0].event
        assert isinstance(planned, e.EventBegun)
        seen["cut_short"] += hall.event.choices.games < planned.choices.games
    assert min(seen.values()) > 10, seen


def three_pairs(**choices: object) -> Hall:
    hall = Hall(EventChoices("Three", **choices))  # type: ignore[arg-type]
    hall.enter(3)
    hall.take(director.seat(hall.event, "1"))
    return hall


def won(hall: Hall, game: int, entry: int, others: int = 3) -> None:
    (table,) = hall.event.games[game - 1]
    side = table.side_of(entry)
    left = [others] * 6
    left[side - 1] = 0
    hall.take(e.Reported(game, 1, GameOutcome(tuple(left), side), 0))


def test_most_wins_then_points_then_fewest_left_then_a_play_off() -> None:
    hall = three_pairs()
    for game, entry in enumerate((1, 2, 1, 2), 1):
        won(hall, game, entry)
    assert [(row.rank, row.entry, row.wins, row.points, row.left) for row in standings(hall.event)] == [
        (1, 1, 2, 170, 18), (1, 2, 2, 170, 18), (3, 3, 0, 0, 24),
    ]  # fmt: skip
    assert winners(hall.event) == []
    assert [[row.entry for row in group] for group in to_play_off(hall.event)] == [[1, 2]]
    hall.take(director.play_off(hall.event, "2"))
    (table,) = hall.event.games[4]
    assert sorted(table.entries) == [1, 2]
    hall.take(e.Reported(5, 1, GameOutcome((30, 30, 30, 30), 0, "blocked"), 0))
    assert to_play_off(hall.event), "nobody won it: there is another"
    hall.take(director.play_off(hall.event, "3"))
    side = hall.event.games[5][0].side_of(2)
    left = [1, 1, 1, 1]
    left[side - 1] = 0
    hall.take(e.Reported(6, 1, GameOutcome(tuple(left), side), 0))
    assert [row.entry for row in winners(hall.event)] == [2]
    assert [row.points for row in standings(hall.event)] == [170, 170, 0], "a play-off counts for nothing else"
    with pytest.raises(Refused, match="Nobody is tied"):
        director.play_off(hall.event, "4")


def test_the_director_changes_the_order_of_tie_breaks_at_any_time() -> None:
    hall = three_pairs(games=2)
    won(hall, 1, 1, others=9)
    won(hall, 2, 3, others=2)
    assert [row.entry for row in standings(hall.event)] == [1, 3, 2]
    hall.take(e.Changed(EventChoices("Three", games=2, tie_breaks=("left",))))
    assert [(row.entry, row.left) for row in standings(hall.event)] == [(1, 13), (3, 20), (2, 22)]
    with pytest.raises(Refused, match="bye_wins can no longer be changed"):
        hall.take(e.Changed(EventChoices("Three", games=2, bye_wins=True)))


def test_a_play_off_that_comes_before_points_is_played() -> None:
    hall = three_pairs(games=2, tie_breaks=("play_off", "points"))
    won(hall, 1, 1, others=9)
    won(hall, 2, 3, others=2)
    assert [row.points for row in standings(hall.event)] == [205, 65, 0]
    assert [[row.entry for row in group] for group in to_play_off(hall.event)] == [[1, 3]]
    assert not winners(hall.event), "points do not decide what the play-off is for"
    hall.take(director.play_off(hall.event, "2"))
    side = hall.event.games[2][0].side_of(3)
    hall.take(e.Reported(3, 1, GameOutcome((0, 5, 5, 5) if side == 1 else (5, 0, 5, 5), side), 0))
    assert [row.entry for row in winners(hall.event)] == [3]
    assert not to_play_off(hall.event)
    hall.take(e.Changed(EventChoices("Three", games=2, tie_breaks=("points", "play_off"))))
    assert [row.entry for row in winners(hall.event)] == [1]


def test_an_event_ends_earlier_than_was_meant_or_goes_on() -> None:
    hall = three_pairs(games=4)
    for game in (1, 2):
        won(hall, game, 1)
    hall.take(e.Penalised(3, 1, 1, "7.1", 1, ""))
    hall.take(e.Clocked(3, "start", 60))
    assert not winners(hall.event)
    with pytest.raises(Refused, match="cannot end before"):
        hall.take(e.Changed(EventChoices("Three", games=1)))
    hall.take(e.Changed(EventChoices("Three", games=2)))
    assert [row.entry for row in winners(hall.event)] == [1]
    assert (len(hall.event.games), hall.event.penalties, hall.event.clock) == (2, (), None)
    with pytest.raises(Refused, match="There is no game 3"):
        won_at(hall, 3)
    # there is time for one more after all
    hall.take(e.Changed(EventChoices("Three", games=3)))
    assert not winners(hall.event)
    hall.take(director.seat(hall.event, "2"))
    won(hall, 3, 2)
    assert [row.entry for row in winners(hall.event)] == [1]
    # what was cut off is there again when that is taken back
    hall = three_pairs(games=4)
    hall.take(e.Changed(EventChoices("Three", games=2)))
    assert len(hall.event.games) == 2
    hall.take(e.LineTakenBack(len(hall.lines)))
    assert len(hall.event.games) == 4


def won_at(hall: Hall, game: int) -> None:
    hall.take(e.Reported(game, 1, GameOutcome((0, 3, 3, 3, 3, 3), 1), 0))


def test_a_play_off_holds_the_number_of_games() -> None:
    hall = three_pairs(games=2)
    won(hall, 1, 1)
    won(hall, 2, 2)
    hall.take(director.play_off(hall.event, "1"))
    with pytest.raises(Refused, match="play-off"):
        hall.take(e.Changed(EventChoices("Three", games=3)))


def test_wins_against_each_other_count_those_only() -> None:
    hall = Hall(EventChoices("Met", games=2, format="meet", tie_breaks=("met",)))
    hall.enter(4)
    hall.take(director.seat(hall.event, "7"))
    a, b = hall.event.games[0][0].entries
    hall.take(e.Reported(1, 1, GameOutcome((0, 5, 5, 5), 1), 0))
    hall.take(e.Reported(1, 2, GameOutcome((30, 30, 30, 30), 0, "blocked"), 0))
    for table in hall.event.games[1]:
        side = table.side_of(b)
        left = [4, 4, 4, 4]
        if side:
            left[side - 1] = 0
            hall.take(e.Reported(2, table.number, GameOutcome(tuple(left), side), 0))
        else:
            hall.take(e.Reported(2, table.number, GameOutcome((30,) * 4, 0, "blocked"), 0))
    rows = standings(hall.event)
    assert [(row.entry, row.wins) for row in rows[:2]] == [(a, 1), (b, 1)], "a beat b when they met"
    assert rows[0].rank < rows[1].rank
    assert rows[2].rank == rows[3].rank == 3


def test_only_what_is_confirmed_counts() -> None:
    hall = three_pairs(games=1)
    outcome = GameOutcome((0, 1, 1, 1, 1, 1), 1)
    hall.take(e.Reported(1, 1, outcome, 1))
    assert {row.wins for row in standings(hall.event)} == {0}
    with pytest.raises(Refused, match="a pair other than"):
        hall.take(e.Confirmed(1, 1, 1))
    assert isinstance(director.report(hall.event, 1, 1, outcome, 2), e.Confirmed)
    assert isinstance(director.report(hall.event, 1, 1, GameOutcome((0, 1, 1, 1, 1, 2), 1), 2), e.Disputed)
    hall.take(e.Disputed(1, 1, 2))
    with pytest.raises(Refused, match="director decides"):
        hall.take(e.Confirmed(1, 1, 3))
    hall.take(e.Confirmed(1, 1, 0))
    assert sorted(row.wins for row in standings(hall.event)) == [0, 0, 1]
    with pytest.raises(Refused, match="only the director"):
        hall.take(e.Disputed(1, 1, 2))


def test_three_hundred_pairs() -> None:
    hall = Hall(EventChoices("Many", format="meet"))
    hall.enter(300)
    hall.take(director.seat(hall.event, "1"))
    assert hall.event.repeats == 0
    for game in range(1, 5):
        for table in hall.event.games[game - 1]:
            hall.take(e.Reported(game, table.number, GameOutcome((0, 1, 2, 3, 4, 5), 1), 0))
    assert sum(row.wins for row in standings(hall.event)) == 400

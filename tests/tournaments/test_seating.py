"""Seating: everybody has a seat in every game, and nobody meets twice where that can be."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tournaments.halls import Hall

from docena.core.errors import Refused
from docena.tournaments import director
from docena.tournaments import logged_events as e
from docena.tournaments.entries import NewEntry
from docena.tournaments.event_choices import EventChoices
from docena.tournaments.results import GameOutcome
from docena.tournaments.seating.partners import count_partners
from docena.tournaments.seating.plan import fewest, make_plan, shape_for
from docena.tournaments.seating.shapes import PastSeatings
from docena.tournaments.state import Event

IMPOSSIBLE = {2: 3, 3: 9, 4: 2, 5: 6, 6: 9, 7: 1}
"""Pairs that are too few for four games without repeats, and the fewest there can be."""


def met(event: Event) -> dict[tuple[int, ...], int]:
    """Counted here once more, from the tables alone."""
    counts: dict[tuple[int, ...], int] = {}
    for tables in event.games:
        for table in tables:
            for couple in combinations(sorted(table.entries), 2):
                counts[couple] = counts.get(couple, 0) + 1
    return counts


def seated(pairs: int, **choices: object) -> Event:
    hall = Hall(EventChoices("Seats", **{"format": "meet", **choices}))  # type: ignore[arg-type]
    hall.enter(pairs)
    return hall.take(director.seat(hall.event, f"{pairs}"))


@pytest.mark.parametrize("pairs", range(2, 61))
def test_four_games_for_every_count(pairs: int) -> None:
    event = seated(pairs)
    assert len(event.games) == 4
    for tables in event.games:
        assert sorted(entry for table in tables for entry in table.entries) == list(range(1, pairs + 1))
        sizes = sorted(len(table.sides) for table in tables)
        assert set(sizes) <= {2, 3}
        assert sizes.count(2) == (0, 2, 1)[pairs % 3], "as few tables of four as can be"
    repeats = sum(times - 1 for times in met(event).values())
    assert repeats == event.repeats == event.bound == IMPOSSIBLE.get(pairs, 0)
    at_four = [
        sum(len(table.sides) == 2 and bool(table.side_of(entry)) for tables in event.games for table in tables)
        for entry in event.entries
    ]
    assert max(at_four) - min(at_four) <= (2 if pairs == 7 else 1)


def test_the_bound_is_never_above_what_is_possible() -> None:
    for pairs in (2, 4, 5, 6, 7, 12):
        for games in (1, 3, 6):
            plan = make_plan(shape_for(pairs, 3, 2), games)
            assert plan.bound <= plan.repeats
            assert plan.bound == max(plan.bound, fewest(shape_for(pairs, 3, 2), games, {}, PastSeatings()))


def test_the_same_seed_seats_the_same_and_another_does_not() -> None:
    hall = Hall(EventChoices("Seed", format="meet"))
    hall.enter(12)
    one, again, other = (director.seat(hall.event, seed) for seed in ("a", "a", "b"))
    assert one == again
    assert one.games != other.games


def test_without_tables_of_four_everybody_sits_out_in_turn() -> None:
    event = seated(8, four_tables=False)
    assert all(len(table.sides) == 3 for tables in event.games for table in tables)
    out = [entry for resting in event.resting for entry in resting]
    assert sorted(out) == list(range(1, 9)), "two in each of four games: each once"
    assert event.repeats == 0


def test_whoever_keeps_a_table_sits_there() -> None:
    hall = Hall(EventChoices("Kept", format="meet"))
    hall.take(e.EntriesAdded((NewEntry(("Ana", "Luis"), 2), NewEntry(("Eva", "Juan"), 4))))
    hall.enter(12)
    event = hall.take(director.seat(hall.event, "1"))
    for tables in event.games:
        assert tables[1].side_of(1)
        assert tables[3].side_of(2)
    assert event.repeats == 0
    assert all(len(tables[3].sides) == 3 for tables in event.games), "tables of four are where nobody must sit"
    hall.take(e.TableKept(1, 9))
    with pytest.raises(Refused, match="keeps table 9, and there are only 5"):
        director.seat(hall.event, "1")


def test_who_comes_late_and_who_leaves() -> None:
    hall = Hall(EventChoices("Late", format="meet"))
    hall.enter(12)
    hall.take(director.seat(hall.event, "1"))
    first = hall.event.games[0]
    for table in first:
        hall.take(e.Reported(1, table.number, GameOutcome((0, 1, 1, 1, 1, 1), 1), 0))
    hall.take(e.Dropped(3))
    hall.enter(2, 50)
    event = hall.take(director.seat(hall.event, "2"))
    assert event.games[0] == first
    for tables in event.games[1:]:
        assert sorted(entry for table in tables for entry in table.entries) == [1, 2, *range(4, 15)]
    assert sum(times - 1 for times in met(event).values()) == event.repeats == 0
    with pytest.raises(Refused, match="has results already"):
        hall.take(e.GamesSeated(1, (first,), ((),), "", 0, 0))


def test_at_one_table_those_who_stay_stay() -> None:
    hall = Hall(EventChoices("Sheet"))
    hall.enter(9)
    event = hall.take(director.seat(hall.event, "1"))
    assert len(set(event.games)) == 1
    for table in event.games[0]:
        hall.take(e.Reported(1, table.number, GameOutcome((0, 1, 1, 1, 1, 1), 1), 0))
    gone = event.games[0][1].entries[0]
    hall.take(e.Dropped(gone))
    event = hall.take(director.seat(hall.event, "2"))
    assert event.games[1][0] == event.games[0][0]
    assert event.games[1][1].entries == event.games[0][1].entries[1:]
    hall.enter(1, 60)
    event = hall.take(director.seat(hall.event, "3"))
    assert 10 in event.games[1][1].entries


@pytest.mark.parametrize("players", [*range(4, 20), 24, 29, 36, 40, 61])
def test_partners_change_in_every_game(players: int) -> None:
    hall = Hall(EventChoices("Partners", format="partners"))
    hall.take(e.EntriesAdded(tuple(NewEntry((f"P{n}",)) for n in range(players))))
    event = hall.take(director.seat(hall.event, "1"))
    for tables, resting in zip(event.games, event.resting, strict=True):
        seats = [entry for table in tables for entry in table.entries]
        assert sorted([*seats, *resting]) == list(range(1, players + 1))
        assert len(resting) == players % 2
    had = count_partners([table.sides for table in tables] for tables in event.games)
    # four players have three partners each, and there are four games
    assert max(had.values()) == (2 if players == 4 else 1)
    assert event.bound <= event.repeats


def test_winners_move_up_and_change_partners() -> None:
    hall = Hall(EventChoices("Up", format="progressive", games=3))
    hall.take(e.EntriesAdded(tuple(NewEntry((f"P{n}",)) for n in range(16))))
    hall.take(director.seat(hall.event, "1"))
    assert len(hall.event.games) == 1
    for game in (1, 2):
        tables = hall.event.games[game - 1]
        hall.take(e.Reported(game, 1, GameOutcome((0, *[5] * (2 * len(tables[0].sides) - 1)), 1), 0))
        with pytest.raises(Refused, match="not finished"):
            director.seat(hall.event, "1")
        for table in tables[1:]:
            hall.take(e.Reported(game, table.number, GameOutcome((0, *[5] * (2 * len(table.sides) - 1)), 1), 0))
        event = hall.take(director.seat(hall.event, "1"))
        for above, table in zip(event.games[game], tables[1:], strict=False):
            assert set(table.sides[0]) <= set(above.entries)
        assert set(tables[0].sides[0]) <= set(event.games[game][0].entries), "the best of the top table stay"
    had = count_partners([table.sides for table in tables] for tables in hall.event.games)
    assert max(had.values()) == 1


@settings(deadline=None, max_examples=12)
@given(st.integers(2, 40), st.integers(1, 6), st.data())
def test_any_plan_seats_everybody_once(units: int, games: int, data: st.DataObject) -> None:
    shape = shape_for(units, 3, 2)
    tables = len(shape.sizes)
    fixed = data.draw(st.dictionaries(st.integers(0, units - 1), st.integers(0, tables - 1), max_size=2))
    plan = make_plan(shape, games, fixed)
    for game in plan.games:
        assert sorted(unit for table in game for unit in table) == list(range(units))
        assert [len(table) for table in game] == list(shape.sizes)
        assert all(unit in game[table] for unit, table in fixed.items())
    assert plan.bound <= plan.repeats

"""The arena: the same results whatever the workers, an end when enough is known, and what cannot be played."""

from typing import Any

import pytest
from arena.short_arenas import SHORT, TABLES, name_of, played

import docena.arena.arena
from docena.arena.arena import Arena
from docena.arena.simulate import Simulation
from docena.core.errors import DocenaError
from docena.core.options import Options, choose_options


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """All bots play move by move, as searching bots do, in threads of this process."""
    monkeypatch.setattr("docena.arena.arena.is_bulk", lambda spec: False)
    monkeypatch.setattr(Arena, "_is_apart", False)


def test_equal_bots_are_equal() -> None:
    (pair,) = played(Arena(SHORT, ["greedy", "greedy"], 200))["pairs"]
    assert (pair["games"], pair["win_rate"], pair["elo"]) == (200, 0.5, 0)
    assert pair["ci95"][0] < 0.5 < pair["ci95"][1]


def test_results_are_the_same_for_any_number_of_workers() -> None:
    reports = [played(Arena(SHORT, ["greedy", "random", "greedy"], 400, seed=4, workers=n)) for n in (1, 3)]
    assert reports[0] == reports[1]
    assert [pair["games"] for pair in reports[0]["pairs"]] == [400] * 3


@pytest.mark.usefixtures("in_python")
def test_results_are_the_same_for_any_number_of_workers_in_python() -> None:
    options = choose_options("mod", 4, stock=2, partners=True, table="open")
    reports = [played(Arena(options, ["greedy", "random"], 12, seed=4, workers=n)) for n in (1, 3)]
    assert reports[0] == reports[1]
    assert reports[0]["pairs"][0]["games"] == 12


def test_both_ways_to_play_measure_the_same_thing(monkeypatch: pytest.MonkeyPatch) -> None:
    options = choose_options("classic", 2, stock=1)
    compiled = Arena(options, ["greedy", "random"], 4000)
    played(compiled)
    monkeypatch.setattr("docena.arena.arena.is_bulk", lambda spec: False)
    slow = Arena(options, ["greedy", "random"], 120)
    played(slow)
    low, high = slow.matchups[0].ci95
    assert low - 0.05 < compiled.matchups[0].share < high + 0.05
    assert slow.matchups[0].times_a.turns > 120


def test_other_seeds_are_other_games() -> None:
    twins = [played(Arena(SHORT, ["greedy", "random"], 300, seed=seed))["pairs"][0]["twins"] for seed in (1, 2)]
    assert twins[0] != twins[1]


@pytest.mark.parametrize("workers", [1, 3])
def test_until_plays_until_the_interval_is_narrow_enough(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docena.arena.arena, "_CHUNK_DEALS", 5)
    options = choose_options("classic", 2, stock=1)
    arena = Arena(options, ["greedy", "random", "greedy"], until=40, workers=workers)
    pairs = played(arena)["pairs"]
    assert all(matchup.elo_half < 40 for matchup in arena.matchups)
    assert all(pair["games"] < 20_000 for pair in pairs)
    assert pairs[1]["games"] < pairs[0]["games"]  # equals are soon known to be equal
    expected = played(Arena(options, ["greedy", "random", "greedy"], until=40, workers=2))["pairs"]
    assert pairs == expected


def test_until_has_an_end() -> None:
    arena = Arena(SHORT, ["greedy", "random"], games=300, until=0.001)
    assert played(arena)["pairs"][0]["games"] == 300


def test_compiled_bots_have_thinking_times() -> None:
    arena = Arena(SHORT, ["greedy", "random"], 2)
    played(arena)
    told = arena.report()["pairs"][0]
    assert told["ms_per_turn_a"] > 0
    assert told["p99_ms_b"] > 0


@pytest.mark.parametrize("options", TABLES[::2], ids=name_of)
def test_the_clock_changes_nothing_in_compiled_games(options: Options) -> None:
    simulation = Simulation(options, ["greedy"] * options.players, games=6, seed=4)
    assert simulation.turn_times().turns == simulation.results(0, 6)["turns"].sum()


def test_results_so_far_are_kept_when_it_is_stopped() -> None:
    arena = Arena(choose_options("classic", 2), ["greedy", "greedy"], 100_000, workers=2)
    run = arena.run()
    done = [next(run) for _ in range(3)]
    run.close()
    assert arena.report()["pairs"][0]["games"] == done[-1] == 300


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"bots": ["greedy"]}, "at least two bots"),
        ({"bots": ["greedy", ""]}, "at least two bots"),
        ({"bots": ["greedy", "gredy"]}, "there is no bot called 'gredy'"),
        ({"bots": ["greedy", "reference"]}, "there is no bot called 'reference'"),
        ({"games": 7}, "the number of games is even, not 7"),
        ({"games": 0}, "at least 2, not 0"),
        ({"until": 0.0}, "above 0"),
        ({"until": float("nan")}, "above 0"),
        ({"workers": 0}, "the number of workers is 1 to 256, not 0"),
        ({"seed": -1}, "a seed is a number from 0"),
        ({"on_error": "panic"}, "--on-error is stop or forfeit, not 'panic'"),
        ({"turn_limit": 0.0}, "the turn limit is 1 to"),
    ],
)
def test_what_cannot_be_played_gets_a_sentence(wanted: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DocenaError, match=sentence):
        Arena(SHORT, **{"bots": ["greedy", "greedy"], **wanted})

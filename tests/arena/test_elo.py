"""Elo and its intervals: right on average, and as wide as they say."""

import pickle
from math import inf, log

import numpy as np
import pytest

from docena.arena.elo import elo_of, ratings
from docena.arena.matchup import MOST_ERRORS, Matchup
from docena.arena.times import TurnTimes


def matchup_of(lost: int, shared: int, won: int) -> Matchup:
    """Twins of which bot a lost both games, won one, and won both."""
    return Matchup("a", "b", [lost, 0, shared, 0, won], wins_a=2 * won + shared, wins_b=2 * lost + shared)


def test_elo_is_the_logistic_scale_of_chess() -> None:
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(1 / 11) == pytest.approx(-400)
    assert elo_of(0) == -inf


@pytest.mark.parametrize("twins", [30, 300])
@pytest.mark.parametrize(("share", "correlation"), [(0.5, -0.5), (0.5, 0.0), (0.5, 0.6), (0.65, -0.2), (0.8, 0.3)])
def test_intervals_cover_the_truth_in_95_of_100_cases(twins: int, share: float, correlation: float) -> None:
    """Whatever the two games of twins have to do with each other."""
    rng = np.random.default_rng([twins, round(100 * share), round(10 + 10 * correlation)])
    spread = share * (1 - share)
    both, one = share**2 + correlation * spread, 2 * (1 - correlation) * spread
    cases = rng.multinomial(twins, [1 - both - one, one, both], size=1500)
    intervals = [matchup_of(*map(int, case)).ci95 for case in cases]
    covered = sum(low <= share <= high for low, high in intervals) / len(cases)
    assert 0.925 <= covered <= 0.975


def test_games_that_are_shared_by_luck_make_intervals_narrow() -> None:
    """Where each deal is won by the better seat, bots are equal for sure; independent games would say less."""
    low, high = matchup_of(0, 500, 0).ci95
    assert high - low < 0.01
    low, high = matchup_of(125, 250, 125).ci95
    assert 0.05 < high - low < 0.07
    low, high = matchup_of(250, 0, 250).ci95
    assert high - low > 0.08


@pytest.mark.parametrize("twins", [1, 5, 100])
def test_an_interval_is_never_certain(twins: int) -> None:
    for lost, shared, won in ((twins, 0, 0), (0, twins, 0), (0, 0, twins)):
        low, high = matchup_of(lost, shared, won).ci95
        assert 0 <= low < high <= 1


def test_a_draw_is_half_a_point() -> None:
    matchup = Matchup("a", "b")
    matchup.add(1, 1)
    matchup.add(2, 0)
    matchup.add(2, 1)
    assert (matchup.games, matchup.wins_a, matchup.wins_b, matchup.draws) == (6, 2, 1, 3)
    assert matchup.share == pytest.approx(3.5 / 6)
    assert matchup.deals == [0, 0, 2, 1, 0]


def test_nothing_played_says_nothing() -> None:
    told = Matchup("a", "b").as_dict()
    assert told["ci95"] == [0, 1]
    assert told["elo_ci95"] == [None, None]
    assert told["ms_per_turn_a"] == told["p99_ms_b"] == 0


def test_everything_won_has_an_interval_with_one_end() -> None:
    matchup = matchup_of(0, 0, 1000)
    assert matchup.elo == inf
    assert matchup.elo_ci95[0] > 1000
    assert matchup.elo_ci95[1] == inf
    assert matchup.elo_half == inf
    assert matchup.as_dict()["elo"] is None


def test_only_some_errors_are_kept() -> None:
    matchup = Matchup("a", "b")
    for number in range(1000):
        matchup.complain(f"fault {number}")
    told = matchup.as_dict()["errors"]
    assert told[MOST_ERRORS - 1 :] == [f"fault {MOST_ERRORS - 1}", f"and {1000 - MOST_ERRORS} more"]


def test_one_list_finds_the_strengths_that_made_the_results() -> None:
    truth = [0.0, 120.0, -250.0, 40.0]
    pairs = [(a, b) for a in range(4) for b in range(a + 1, 4)]
    results = [(a, b, 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400)), 1e7) for a, b in pairs]
    for (elo, low, high), true in zip(ratings(4, results), truth, strict=True):
        assert elo == pytest.approx(true, abs=0.01)
        assert low <= true <= high


def test_intervals_of_the_list_cover_the_truth() -> None:
    rng = np.random.default_rng(5)
    truth, games = [0.0, 80.0, -60.0], 400
    pairs = [(0, 1), (0, 2), (1, 2)]
    covered = 0
    for _ in range(300):
        results = []
        for a, b in pairs:
            share = 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
            results.append((a, b, rng.binomial(games, share) / games, float(games)))
        _, low, high = ratings(3, results)[1]
        covered += low <= truth[1] <= high
    assert 0.92 <= covered / 300 <= 0.98


def test_two_bots_on_the_list_have_the_interval_of_their_games() -> None:
    _, (elo, low, high) = ratings(2, [(0, 1, 0.4, 10_000.0)])
    assert elo == pytest.approx(elo_of(0.6), abs=0.1)
    half = 1.96 * 400 / log(10) / (10_000 * 0.24) ** 0.5
    assert high - low == pytest.approx(2 * half, rel=0.01)


def test_a_bot_that_has_won_everything_has_a_rating() -> None:
    (_, _, _), (elo, low, high) = ratings(2, [(0, 1, 0.0, 2000.0)])
    assert 0 < low < elo < 5000
    assert high == inf
    assert [row[0] for row in ratings(3, [(0, 1, 0.5, 0.0), (0, 2, 0.5, 0.0), (1, 2, 0.5, 0.0)])] == [0, 0, 0]


def test_thinking_times_are_kept_in_little_memory() -> None:
    times, more = TurnTimes(), TurnTimes()
    for turn in range(100_000):
        (times if turn % 2 else more).add(0.1 if turn % 50 else 0.3)
    times.merge(more)
    assert times.turns == 100_000
    assert times.ms_per_turn == pytest.approx(104)
    assert times.p99_ms == pytest.approx(300, rel=0.01)
    assert len(pickle.dumps(times)) < 1000


@pytest.mark.parametrize(("games", "low"), [(60, 0.940), (80, 0.954)])
def test_where_everything_was_won_the_interval_is_that_of_wilson(games: int, low: float) -> None:
    """Deals that are won twice say nothing about how alike their two games are."""
    for matchup, bounds in ((matchup_of(0, 0, games // 2), (low, 1.0)), (matchup_of(games // 2, 0, 0), (0.0, 1 - low))):
        assert matchup.ci95 == pytest.approx(bounds, abs=0.0005)


@pytest.mark.parametrize("case", [(0, 0, 40), (1, 3, 30), (20, 100, 40), (0, 1, 50)])
def test_the_list_and_the_pair_have_the_same_interval(case: tuple[int, int, int]) -> None:
    matchup = matchup_of(*case)
    _, (elo, low, high) = ratings(2, [(1, 0, matchup.share, matchup.worth)])
    assert (low, high) == pytest.approx(matchup.elo_ci95, abs=0.1)
    assert low < elo < high

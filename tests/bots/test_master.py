"""`master` and the planning bots: fair, the same for the same seed and tries, within the budget, worth their names."""

from collections.abc import Callable, Iterator
from random import Random
from threading import Event

import numpy as np
import pytest
from random_games import LONG, SETTINGS, Setting, positions
from redraw import own_table, redrawn

from docena.arena.arena import Arena
from docena.arena.lineup import Lineup
from docena.bots import EXPERT
from docena.bots.kernels.model import FEATURES, HIDDEN
from docena.bots.kernels.plan_search import PLANNED_COST, POLICY, count_rollouts
from docena.bots.players.evaluator import best_plans
from docena.bots.players.level_player import LevelPlayer
from docena.bots.players.master import Budget, MasterPlayer, budget_in
from docena.bots.players.player import player_for
from docena.bots.players.search import HIGH, Effort, PlanSearch, search_for
from docena.bots.weights.families import FAMILIES
from docena.bots.weights.files import network_of, planner_of
from docena.core.cards import WILD
from docena.core.moves import CLOSING
from docena.core.options import choose_options
from docena.engine.table import record_in
from docena.engine.view import View
from docena.game.game import Game

TRIES = 400
PLANNERS = ("beginner", "casual", "skilled", "expert", f"master@{TRIES}tries")


def some_positions(setting: Setting, every: int) -> Iterator[Game]:
    """Positions in which somebody has a choice, of a game that goes on."""
    for number, game in enumerate(positions(setting, "bots", "plays", 400 if LONG else 90)):
        if number % every == 0 and game.awaits is None and not game.over and len(game.legal_numbers()) > 1:
            yield game


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_master_moves_the_same_whatever_is_hidden(setting: Setting) -> None:
    rng = Random(str(setting))
    for game in some_positions(setting, 15):
        mover = game.board.mover
        moves = {
            MasterPlayer(Budget(TRIES, "tries"), seed=5).choose(View(tables, mover))
            for tables in (own_table(game), redrawn(game, mover, rng), redrawn(game, mover, rng))
        }
        assert len(moves) == 1, game.log
        assert moves <= set(game.view(mover).legal_moves())


def test_a_master_that_is_shown_everything_is_caught() -> None:
    """The same thoughts on the whole table, as the reference has them, change with what is hidden."""

    class SeesAll(PlanSearch):
        sees_all = True

    def best(tables: object) -> tuple[int, ...]:
        search = SeesAll(tables, 5)
        search.find()
        search.run(lambda tries: tries / TRIES, lambda: False)
        return search.plans[search.order()[0]]

    rng = Random(1)
    games = some_positions(SETTINGS[0], 5)
    assert any(best(own_table(game)) != best(redrawn(game, game.board.mover, rng)) for game in games)


@pytest.mark.parametrize("name", PLANNERS)
def test_whole_games_are_played_in_every_edition(name: str) -> None:
    for edition, players, partners in (("classic", 3, False), ("mod", 4, True), ("masters", 2, False)):
        game = Game.new(edition, players, partners=partners, stock=3, seed=4)
        seats = [player_for(name, seat) for seat in range(players)]
        while not game.over and len(game.log) < 1500:
            mover = game.board.mover
            game.play(seats[mover - 1].choose(game.view(mover)))
        assert game.over


def moves_of(seed: int) -> list[str]:
    game = Game.new("mod", 2, stock=4, seed=9)
    seats = [player_for(f"master@{TRIES}tries", seed), player_for("greedy", 1)]
    while not game.over and len(game.log) < 60:
        mover = game.board.mover
        game.play(seats[mover - 1].choose(game.view(mover)))
    return list(game.log)


def test_the_same_seed_and_tries_give_the_same_moves() -> None:
    assert moves_of(3) == moves_of(3)


def a_choice(seed: int = 3) -> Game:
    """A first turn with several plans."""
    while True:
        game = Game.new("classic", 2, seed=seed)
        search = search_for(game.view(game.board.mover))
        search.find()
        if len(search.plans) > 5:
            return game
        seed += 1


class Counting(PlanSearch):
    """Counts what it costs, and how widely and how far it thinks."""

    cost = widest = farthest = 0

    def run_policy(self, worlds: int) -> None:
        Counting.cost += worlds * self.left
        super().run_policy(worlds)

    def run_planned(self) -> None:
        Counting.cost += PLANNED_COST * self.closings * (2 if self.effort.revalue else 1) * self.left
        Counting.widest, Counting.farthest = max(Counting.widest, self.left), self.closings
        super().run_planned()


def counted(tries: int, monkeypatch: pytest.MonkeyPatch) -> type[Counting]:
    for name in ("cost", "widest", "farthest"):
        monkeypatch.setattr(Counting, name, 0)
    monkeypatch.setattr("docena.bots.players.master.search_for", lambda view, *how: Counting(view.tables, *how))
    game = a_choice()
    MasterPlayer(Budget(tries, "tries")).choose(game.view(game.board.mover))
    return Counting


@pytest.mark.parametrize("tries", [100, 1000, 5000, 60_000])
def test_no_more_is_thought_than_the_budget_allows(tries: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # the last tries of each kind may go a little beyond
    assert 0 < counted(tries, monkeypatch).cost <= tries + 4 * 8 * PLANNED_COST


def test_a_large_budget_is_spent_on_more_plans_and_farther_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    little = counted(5000, monkeypatch)
    assert (little.widest, little.farthest) == (4, 1)
    more = counted(6_000, monkeypatch)
    assert more.widest > 4
    assert more.farthest == 1
    much = counted(60_000, monkeypatch)
    assert much.widest > 4
    assert much.farthest == 2


def tried(view: View, effort: Effort) -> list[float]:
    """What came of each plan in a few careful tries."""
    search = search_for(view, 7, effort)
    search.find()
    for _ in range(3):
        search.run_planned()
    return [search.planned.mean(plan) for plan in range(len(search.plans))]


@pytest.mark.parametrize("setting", SETTINGS[::3], ids=str)
def test_tries_at_length_are_the_same_whatever_is_hidden(setting: Setting) -> None:
    rng = Random(str(setting))
    for game in some_positions(setting, 25):
        mover = game.board.mover
        own, other = own_table(game), redrawn(game, mover, rng)
        assert tried(View(own, mover), HIGH) == tried(View(other, mover), HIGH), game.log


@pytest.mark.parametrize("revalue", [False, True])
def test_what_is_heard_at_several_closings_is_their_mean(revalue: bool) -> None:
    for game in list(some_positions(SETTINGS[0], 10))[:6]:
        view = game.view(game.board.mover)
        near, far, both = (
            np.array(tried(view, HIGH._replace(closings=closings, evaluations=evaluations, revalue=revalue)))
            for closings, evaluations in ((1, 1), (2, 1), (2, 2))
        )
        assert both == pytest.approx((near + far) / 2)
        assert np.any(near != far) or len(near) == 1


def test_players_of_tries_at_length_ask_the_second_opinion() -> None:
    """What they do is not what the judge alone would have them do."""
    views = [game.view(game.board.mover) for game in some_positions(SETTINGS[0], 10)]
    stops = HIGH._replace(closings=1, evaluations=1)
    assert any(tried(view, stops) != tried(view, stops._replace(revalue=False)) for view in views)


def test_the_better_half_of_the_plans_is_tried_for_longer() -> None:
    game = a_choice()
    search = search_for(game.view(game.board.mover))
    search.find()
    for number in range(len(search.plans)):
        search.priors[number] = 0.5  # none is surely behind
    search.drops = False
    search.run(lambda _: 0.3 + 0.01 * search.planned.worlds, lambda: False)
    counts = sorted(search.planned.counts[: len(search.plans)], reverse=True)
    assert len(counts) > 5
    half = (len(counts) + 1) // 2
    assert counts[0] == counts[1] > counts[2]
    assert counts[half - 1] > counts[half] > 0
    assert search.order()[0] in np.flatnonzero(search.planned.counts == counts[0])


def test_a_decision_after_which_a_card_is_turned_leaves_something_for_the_next() -> None:
    shares = {}
    for game in some_positions(SETTINGS[0], 1):
        spent: list[bool] = []

        class Watched(Budget):
            def spend(self, begun: float, last: bool) -> Callable[[int], float]:
                spent.append(last)  # noqa: B023 (used within the same round)
                return super().spend(begun, last)

        player = MasterPlayer(Watched(300, "tries"))
        view = game.view(game.board.mover)
        player.plan(view)
        search = search_for(view)
        search.find()
        if len(search.plans) > 1:
            ways = {plan[-1] >> 6 for plan in search.plans}
            assert spent == [ways <= {CLOSING}]
            shares[spent[0]] = Budget(1000, "tries").spend(0.0, spent[0])(300)
    assert shares[True] == 0.3
    assert shares[False] > 0.3


def test_a_budget_that_is_spent_leaves_a_narrow_search_of_expert() -> None:
    game = a_choice()
    view = game.view(game.board.mover)
    budget = Budget(1000, "tries")
    budget.spent = 1000
    player = MasterPlayer(budget)
    player._turn = int(record_in(view.tables).turns)
    assert player.plan(view) == LevelPlayer("expert", positions=48).plan(view)
    assert budget.effort.positions > 48
    assert budget.spent == 1000


def test_thinking_can_be_cancelled() -> None:
    asked = []
    player = MasterPlayer(Budget(600_000, "ms"))

    def cancelled() -> bool:
        asked.append(1)
        return len(asked) > 3

    player.cancelled = cancelled
    game = a_choice()
    assert player.choose(game.view(game.board.mover)) in game.view(game.board.mover).legal_moves()
    assert len(asked) < 10


def test_a_world_that_would_hardly_fit_in_the_budget_is_not_begun() -> None:
    game = a_choice()
    search = search_for(game.view(game.board.mover))
    search.find()
    search.run(lambda _: 0.5 + 0.48 * search.planned.worlds, lambda: False)
    assert search.planned.worlds == 1


def test_time_is_planned_with_some_to_spare() -> None:
    for spec, most in (("master@10ms", 9.0), ("master@100ms", 96.0), ("master@1000ms", 961.0)):
        budget = budget_in(spec)
        assert budget is not None
        assert budget.amount / 2 < budget.planned < most


def test_a_plan_that_is_surely_behind_is_dropped_and_one_that_is_not_stays() -> None:
    game = a_choice()
    search = search_for(game.view(game.board.mover))
    search.find()
    search.active[3:] = False
    rng = np.random.default_rng(1)
    for number in range(20):
        world = rng.normal(0.5, 0.2)
        chances = world, world - 0.05 + rng.normal(0, 0.01), world - 0.001 + rng.normal(0, 0.02)
        search._record.sums[:3] = chances
        count_rollouts(search._searches, POLICY, 1, number == 19)
    assert search.active[:3].tolist() == [True, False, True], "worlds differ more than plans: only differences count"


@pytest.mark.parametrize("name", ["expert", f"master@{TRIES}tries"])
def test_a_game_that_can_be_won_now_is_won(name: str) -> None:
    won = 0
    for seed in range(400):
        game = Game.new("classic", 2, stock=1, seed=seed)
        mover = game.board.mover
        if game.board.stock_top(mover) == 2 and 1 in game.view(mover).hand(mover):
            player = player_for(name)
            while game.board.mover == mover and not game.over:
                game.play(player.choose(game.view(mover)))
            assert game.over
            won += 1
    if not won:
        pytest.fail("no such deal: the test proves nothing")


def test_every_family_has_a_network_that_fits() -> None:
    for family in FAMILIES:
        assert network_of(family)["w1"].shape == (FEATURES, HIDDEN)
        assert record_in(planner_of(family).models).w1.any()


def test_the_levels_of_each_planner_are_its_own() -> None:
    one, other = planner_of("duel"), planner_of("duel")
    one.levels["noise"][EXPERT] = 5.0
    assert other.levels["noise"][EXPERT] == 0.0
    assert planner_of("duel").levels["noise"][EXPERT] == 0.0


@pytest.mark.parametrize(("better", "worse", "least"), [
    ("greedy", "random", 0.8), ("beginner", "greedy", 0.52), ("casual", "beginner", 0.6), ("skilled", "casual", 0.65),
    ("expert", "skilled", 0.65), ("expert", "greedy", 0.95),
])  # fmt: skip
def test_each_level_is_stronger_than_the_one_below(better: str, worse: str, least: float) -> None:
    """The steps of the ladder; docs/results.md has them exactly."""
    arena = Arena(choose_options("classic", 2), [better, worse], games=300, seed=2)
    for _ in arena.run():
        pass
    assert arena.matchups[0].share > least


def test_a_stock_card_that_fits_is_played_first() -> None:
    for game in some_positions(SETTINGS[0], 3):
        view = game.view(game.board.mover)
        plays = [move for move in view.legal_moves() if move.startswith("S>")]
        if plays and game.board.stock_top(game.board.mover) != WILD:
            assert LevelPlayer("expert", 1).choose(view) in plays


def test_plans_are_weighed_for_the_seat_that_moves() -> None:
    game = a_choice()
    evaluated = best_plans(game.view(game.board.mover), tries=800)
    assert [plan.chance for plan in evaluated] == sorted((plan.chance for plan in evaluated), reverse=True)
    assert all(0 < plan.chance < 1 and plan.tries >= 10 for plan in evaluated)


def test_careful_tries_that_are_known_not_to_fit_are_not_begun() -> None:
    game = a_choice()
    tried: dict[float, int] = {}
    for takes in (0.0, 0.05, 1.0):
        search = search_for(game.view(game.board.mover))
        search.find()

        def spent(_: int, search: PlanSearch = search) -> float:
            return 0.34 + 0.05 * int(search.planned.counts.sum())

        search.run(spent, lambda: False, takes)
        tried[takes] = int(search.planned.counts.sum())
    assert tried[1.0] == 0
    assert 0 < tried[0.05] <= tried[0.0]


def test_one_slow_moment_does_not_end_all_careful_tries() -> None:
    game = a_choice()
    takes, decisions, begun = 1.0, 0, 0
    while not begun:
        search = search_for(game.view(game.board.mover))
        search.find()

        def spent(_: int, search: PlanSearch = search) -> float:
            return 0.34 + 0.01 * int(search.planned.counts.sum())

        search.run(spent, lambda: False, takes)
        takes, decisions, begun = search.rollout_took, decisions + 1, search.planned.worlds
    assert 3 < decisions < 40
    assert takes == pytest.approx(0.01)


def test_a_plan_that_was_dropped_in_the_last_world_is_not_chosen() -> None:
    game = a_choice()
    search = search_for(game.view(game.board.mover))
    search.find()
    search.priors[1] = 1.0
    assert search.order()[0] == 1
    search.active[1] = False
    assert search.order()[0] != 1


def test_an_arena_that_is_stopped_ends_the_thinking_of_master() -> None:
    stopped = Event()
    (player,) = Lineup(5.0, stopped).sit(["master@600000ms"])
    assert isinstance(player, MasterPlayer)
    game = a_choice()
    stopped.set()
    assert player.choose(game.view(game.board.mover)) in game.view(game.board.mover).legal_moves()


def test_the_stock_card_of_another_is_bought_only_at_need() -> None:
    bought = 0
    for seed in range(40):
        game = Game.new("masters", 4, stock=5, seed=seed)
        for _ in range(600):
            if game.over:
                break
            view = game.view(game.board.mover)
            move = player_for("greedy").choose(view)
            bought += move.startswith("@")
            if move.startswith("@") and move[2] == "S":
                assert all(other.startswith("@") and other[2] == "S" for other in view.legal_moves()), game.log
            game.play(move)
    assert bought > 20

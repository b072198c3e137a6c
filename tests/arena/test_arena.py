"""The arena: paired deals, the same results whatever the workers, and bots that fail."""

from pathlib import Path
from typing import Any

import pytest
from programs import ANSWER, program

import docena.arena.arena
from docena.arena.arena import Arena
from docena.arena.lineup import Lineup, is_bulk, is_program
from docena.arena.match import AnyPlayer, Fault, Match, Seeing
from docena.arena.pairs import DRAW, LOSS, WIN, Pairing, play_compiled, play_mirrored, sides
from docena.arena.simulate import Simulation
from docena.bots.players.player import LightPlayer, SeatPlayer
from docena.core.cards import cards_text
from docena.core.errors import DocenaError
from docena.core.options import Options, choose_options
from docena.engine.view import View
from docena.game.game import Game
from docena.game.record import check, read_record

SHORT = choose_options("classic", 2, stock=3)
TABLES = [
    choose_options("classic", 2, stock=5),
    choose_options("classic", 3, stock=5),
    choose_options("classic", 4, stock=5, partners=True, table="open"),
    choose_options("mod", 6, stock=5, partners=True),
    choose_options("mod", 5, stock=5, table="open"),
    choose_options("masters", 4, stock=5),
]


def name_of(options: Options) -> str:
    return f"{options.edition.name}-{options.players}-{options.partners}-{options.table}"


def played(arena: Arena) -> dict[str, Any]:
    """Plays it all; returns the report without the times."""
    for _ in arena.run():
        pass
    report = arena.report()
    del report["seconds"]
    for pair in report["pairs"]:
        for key in ("ms_per_turn_a", "ms_per_turn_b", "p99_ms_a", "p99_ms_b"):
            del pair[key]
    return report


@pytest.fixture
def in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """All bots play move by move, as searching bots do, in threads of this process."""
    monkeypatch.setattr("docena.arena.arena.is_bulk", lambda spec: False)
    monkeypatch.setattr(Arena, "_is_apart", False)


# --- paired deals -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", TABLES, ids=name_of)
def test_every_bot_plays_every_seat_of_a_deal(options: Options) -> None:
    first, second = sides(options, False), sides(options, True)
    assert [a + b for a, b in zip(first, second, strict=True)] == [1] * options.players
    assert all(first[seat] != first[seat + 1] for seat in range(min(options.players, 3) - 1))
    if options.partners:
        half = options.players // 2
        assert first[:half] == first[half:]


@pytest.mark.parametrize("options", TABLES, ids=name_of)
def test_equal_bots_share_the_points_of_each_deal(options: Options) -> None:
    """Greedy plays the same deal the same way twice: whoever has the better seat wins once."""
    halves = play_compiled(Pairing(options, "greedy", "greedy", 7), 0, 60).halves
    assert len(halves) == 60
    assert {sum(twins) for twins in halves} == {2}
    assert len(set(halves)) > 1


@pytest.mark.parametrize("bot", ["greedy", "random"])
@pytest.mark.parametrize("options", TABLES[:4], ids=name_of)
def test_equal_bots_share_the_points_of_each_deal_in_python(options: Options, bot: str) -> None:
    """LocalWorker random does so too: its own chance goes by the seat."""
    lineup = Lineup(1.0)
    for number in range(3):
        twins = play_mirrored(Pairing(options, bot, bot, 7, most_moves=300), number, lineup, forfeit=False)
        assert sum(*twins.halves) == 2


class Watcher:
    """Plays as greedy does, and keeps what it saw first."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seen: list[str] = []
        self._bot = LightPlayer("greedy")
        self._new = False

    def new_game(self, seed: int) -> None:
        self._new = True

    def choose(self, view: View) -> str:
        if self._new:
            assert view.seat is not None
            self.seen.append(f"seat {view.seat}: {cards_text(view.hand(view.seat))}, stock {view.stock_top(view.seat)}")
            self._new = False
        return self._bot.choose(view)

    def close(self) -> None:
        """Nothing to let go."""


def test_both_bots_see_the_same_cards_in_the_same_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    watchers = {"a": Watcher("a"), "b": Watcher("b")}
    monkeypatch.setattr(Lineup, "_new", lambda self, spec: watchers[spec])
    for number in range(5):
        play_mirrored(Pairing(SHORT, "a", "b", 3), number, Lineup(1.0), forfeit=False)
    a, b = watchers["a"].seen, watchers["b"].seen
    assert len(a) == len(set(a)) == 10
    assert a[0::2] == b[1::2]
    assert a[1::2] == b[0::2]


def test_games_without_a_winner_are_draws() -> None:
    pairing = Pairing(SHORT, "greedy", "random", 1, most_moves=5)
    assert play_compiled(pairing, 0, 3).halves == [(DRAW, DRAW)] * 3
    assert play_mirrored(pairing, 0, Lineup(1.0), forfeit=False).halves == [(DRAW, DRAW)]


def test_the_better_bot_wins_whichever_is_named_first() -> None:
    better = Pairing(SHORT, "greedy", "random", 1)
    worse = Pairing(SHORT, "random", "greedy", 1)
    assert play_compiled(better, 0, 40).halves.count((WIN, WIN)) > 25
    assert play_compiled(worse, 0, 40).halves.count((LOSS, LOSS)) > 25


def test_a_number_is_the_same_deal_in_any_chunk() -> None:
    pairing = Pairing(SHORT, "greedy", "random", 5)
    assert play_compiled(pairing, 0, 30).halves == [
        twins for start in (0, 10, 20) for twins in play_compiled(pairing, start, 10).halves
    ]


# --- the whole event --------------------------------------------------------------------------------------------


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


# --- programs ---------------------------------------------------------------------------------------------------


def test_programs_are_told_from_bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mybot", "greedy", "plain"):
        (tmp_path / name).write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / "mybot").chmod(0o755)
    (tmp_path / "greedy").chmod(0o755)
    specs = ["mybot", "greedy", "plain", "./plain", "python3 x.py", "nowhere"]
    assert [is_program(spec) for spec in specs] == [True, False, False, True, True, False]
    assert is_bulk("greedy")
    assert not is_bulk("mybot")


@pytest.mark.parametrize("workers", [1, 3])
def test_a_program_plays_the_same_games_for_any_number_of_workers(workers: int, tmp_path: Path) -> None:
    spec = program(tmp_path)
    arena = Arena(SHORT, [spec, "greedy"], 12, workers=workers, turn_limit=60)
    pair = played(arena)["pairs"][0]
    assert pair["games"] == 12
    assert pair["twins"] == played(Arena(SHORT, [spec, "greedy"], 12, workers=2, turn_limit=60))["pairs"][0]["twins"]
    assert arena.matchups[0].times_a.ms_per_turn > 0


FAILS_IN_THE_THIRD_GAME = f"{ANSWER} if games != 3 else sys.exit(4)"


def test_a_fault_stops_the_arena_and_keeps_the_results(tmp_path: Path) -> None:
    spec = program(tmp_path, FAILS_IN_THE_THIRD_GAME)
    arena = Arena(SHORT, ["greedy", spec], 12, turn_limit=60)
    pair = played(arena)["pairs"][0]
    assert pair["games"] == 2
    assert arena.failed == f"game 3: {spec} ended with exit status 4"
    assert pair["errors"] == [arena.failed]


def test_a_fault_loses_the_game_and_the_arena_goes_on(tmp_path: Path) -> None:
    spec = program(tmp_path, FAILS_IN_THE_THIRD_GAME)
    for bots in (["greedy", spec], [spec, "greedy"]):
        arena = Arena(SHORT, bots, 8, on_error="forfeit", turn_limit=60)
        pair = played(arena)["pairs"][0]
        assert arena.failed is None
        assert pair["games"] == 8
        lost = [f"game {n}: {spec} ended with exit status 4; the game is lost for it" for n in (3, 6)]
        assert pair["errors"] == lost
        assert pair["wins_a" if bots[0] == "greedy" else "wins_b"] >= 2


def test_a_program_that_never_starts_loses_everything(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("#!/nowhere/at/all\n", encoding="utf-8")
    file.chmod(0o755)
    pair = played(Arena(SHORT, ["greedy", str(file)], 6, on_error="forfeit", workers=2))["pairs"][0]
    assert (pair["games"], pair["wins_a"], len(pair["errors"])) == (6, 6, 6)
    assert "cannot be started: No such file or directory" in pair["errors"][0]


# --- those who see everything -----------------------------------------------------------------------------------


class Seer:
    """Is shown the whole game; plays its first legal move that is no act."""

    name = "seer"

    def __init__(self) -> None:
        self.games: list[Game] = []

    def new_game(self, seed: int) -> None:
        self.seed = seed

    def choose_seeing(self, game: Game) -> str:
        self.games.append(game)
        assert len(game.board.draw) == game.board.draw_size
        assert 0 not in game.board.hand(1) + game.board.hand(2)
        return LightPlayer("greedy").choose(game.view(game.board.mover))

    def close(self) -> None:
        """Nothing to let go."""


def test_a_player_that_sees_is_given_the_game_and_others_a_view() -> None:
    seer, watcher = Seer(), Watcher("b")
    assert isinstance(seer, Seeing)
    assert not isinstance(watcher, Seeing)
    players: list[AnyPlayer] = [seer, watcher]
    game = Game.new("classic", players=2, stock=3, seed=1)
    match = Match(game, players, ["seer", "b"])
    match.play([1, 2], 2000)
    assert game.over
    assert all(seen is game for seen in seer.games)
    assert len(watcher.seen) == 1
    assert match.times[0].turns > 0


def test_the_reference_takes_part_only_when_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys
    from types import ModuleType

    fake = ModuleType("docena.bots.players.reference")
    fake.ReferencePlayer = lambda seed: Seer()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "docena.bots.players.reference", fake)
    report = played(Arena(SHORT, ["greedy", "random"], 2, reference=True))
    assert [row["bot"] for row in report["elo"]] == ["greedy", "random", "reference"]
    assert [(pair["a"], pair["b"]) for pair in report["pairs"]][1:] == [
        ("greedy", "reference"),
        ("random", "reference"),
    ]
    with pytest.raises(DocenaError, match="there is no bot called 'reference'"):
        Arena(SHORT, ["greedy", "reference"], 2)


def test_an_illegal_move_of_a_bot_of_ours_is_a_fault_too() -> None:
    class Bad(Watcher):
        def choose(self, view: View) -> str:
            return "T"

    bad: SeatPlayer = Bad("bad")
    game = Game.new("classic", players=2, stock=3, seed=1)
    with pytest.raises(Fault, match="bad answered 'T': There is no toll to settle"):
        Match(game, [bad, bad], ["bad", "bad"]).play([1, 2], 100)


# --- names and records


def test_records_of_all_games_are_written_in_order(tmp_path: Path) -> None:
    """Of compiled bots and of programs; whoever reads them finds the results of the arena."""
    spec = program(tmp_path, hello="print('docena 2 Talker', flush=True)", name="talker.py")
    for workers in (1, 2):
        lines: list[str] = []
        arena = Arena(SHORT, ["greedy", "random", spec], 4, seed=6, workers=workers, write=lines.append)
        played(arena)
        records = [read_record(line) for line in lines]
        for record in records:
            check(record)
        assert len(records) == 12
        names = [{player.name.split()[0] for player in record.players} for record in records]
        assert names.count({"greedy", "random"}) == names.count({"greedy", "Talker"}) == 4
        assert {player.kind for record in records for player in record.players} == {"bot"}
        ended = [(record, record.result) for record in records if record.result and record.result.winners]
        won = [record.players[result.winners[0] - 1].name for record, result in ended]
        assert won.count("Talker") == arena.matchups[1].wins_b + arena.matchups[2].wins_b


def test_a_game_that_was_lost_by_a_fault_has_a_record_too(tmp_path: Path) -> None:
    lines: list[str] = []
    spec = program(tmp_path, "print('H7>9', flush=True)")
    played(Arena(SHORT, ["greedy", spec], 2, on_error="forfeit", write=lines.append))
    results = [read_record(line).result for line in lines]
    assert [result and result.reason for result in results] == ["abandoned"] * 2


def test_programs_are_called_by_their_names_unless_two_have_the_same(tmp_path: Path) -> None:
    first, second = (program(tmp_path, name=name) for name in ("first.py", "second.py"))
    arena = Arena(SHORT, ["greedy", first], 2)
    assert arena.called(first) == first
    report = played(arena)
    assert report["names"] == {"greedy": "greedy", first: "test"}
    arena = Arena(SHORT, [first, second], 2)
    played(arena)
    assert [arena.called(bot) for bot in arena.bots] == [first, second]

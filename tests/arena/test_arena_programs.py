"""Programs in the arena: the same games every time, faults, names and records."""

from pathlib import Path

import pytest
from arena.short_arenas import SHORT, played
from programs import ANSWER, program

from docena.arena.arena import Arena
from docena.arena.lineup import is_bulk, is_program
from docena.game.record import check, read_record


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

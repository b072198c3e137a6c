"""Booths: bots that think by the clock play in processes, and nothing else is different."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from processes import children_of, gone
from programs import ANSWER, program

from docena.arena import Arena
from docena.booth import Apart
from docena.options import choose_options

SHORT = choose_options("classic", 2, stock=3)
QUICK_MASTER = "master@50tries"


def played(bots: list[str], games: int, **more: Any) -> Arena:
    arena = Arena(SHORT, bots, games, turn_limit=60, **more)
    for _ in arena.run():
        pass
    return arena


@pytest.fixture
def booths(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes of all booths that are opened."""
    opened: list[int] = []

    class Noted(Apart):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            opened.append(self._process.pid)

    monkeypatch.setattr("docena.arena.Apart", Noted)
    return opened


def test_processes_play_the_games_of_one_worker(booths: list[int]) -> None:
    alone, apart = (played([QUICK_MASTER, "greedy"], 8, seed=3, workers=workers) for workers in (1, 2))
    assert len(booths) == 2
    assert apart.matchups[0].twins == alone.matchups[0].twins
    assert apart.matchups[0].thinking_a.turns == alone.matchups[0].thinking_a.turns > 0
    assert all(map(gone, booths))


def test_bots_without_a_clock_need_no_processes(booths: list[int]) -> None:
    played(["greedy", "expert"], 20, workers=2)
    assert booths == []


def test_a_program_that_fails_in_a_booth_stops_the_arena_or_forfeits(tmp_path: Path, booths: list[int]) -> None:
    spec = program(tmp_path, f"{ANSWER} if games != 1 else sys.exit(4)")
    stopped = played([QUICK_MASTER, spec], 4, workers=2)
    assert stopped.failed == f"game 1: {spec} ended with exit status 4"
    forfeited = played([QUICK_MASTER, spec], 4, workers=2, on_error="forfeit")
    assert forfeited.failed is None
    assert forfeited.matchups[0].games == 4
    assert f"game 1: {spec} ended with exit status 4; the game is lost for it" in forfeited.matchups[0].errors
    assert all(map(gone, booths))


def test_a_process_that_dies_is_told_and_the_results_are_kept(booths: list[int]) -> None:
    arena = Arena(SHORT, ["master@2000tries", "expert"], 2000, workers=2)
    run = arena.run()
    next(run)
    for booth in booths:
        os.kill(booth, signal.SIGKILL)
    for _ in run:
        pass
    assert arena.failed == "a process in which games are played ended by itself: signal 9"
    assert 2 <= arena.report()["pairs"][0]["games"] < 2000


def test_ctrl_c_ends_long_thoughts_at_once_and_leaves_nothing_behind() -> None:
    command = [sys.executable, "-c", "from docena.cli import main; main()", "arena", "--bots", "master@600000ms,greedy"]
    with subprocess.Popen(
        [*command, "--games", "4", "--workers", "2", "--json"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        apart: set[int] = set()
        while len(apart) < 2:
            apart = children_of(running.pid)
            with pytest.raises(subprocess.TimeoutExpired):
                running.wait(0.5)
        running.send_signal(signal.SIGINT)
        out, told = running.communicate()
    assert running.returncode == 130
    assert told.endswith("docena: stopped; these are the results so far\n")
    assert json.loads(out)["pairs"][0]["games"] == 0
    assert all(map(gone, apart))

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

from docena.arena.arena import Arena
from docena.arena.workers import ProcessWorker
from docena.core.options import choose_options

SHORT = choose_options("classic", 2, stock=3)
QUICK_MASTER = "master@50tries"


def played(bots: list[str], games: int, **more: Any) -> Arena:
    arena = Arena(SHORT, bots, games, turn_limit=60, **more)
    for _ in arena.run():
        pass
    return arena


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The processes of all workers that are opened."""
    opened: list[int] = []

    class Noted(ProcessWorker):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            opened.append(self.pid)

    monkeypatch.setattr("docena.arena.arena.ProcessWorker", Noted)
    return opened


def test_processes_play_the_games_of_one_worker(workers: list[int]) -> None:
    alone, apart = (played([QUICK_MASTER, "greedy"], 8, seed=3, workers=workers) for workers in (1, 2))
    assert len(workers) == 2
    assert apart.matchups[0].deals == alone.matchups[0].deals
    assert apart.matchups[0].times_a.turns == alone.matchups[0].times_a.turns > 0
    assert all(map(gone, workers))


def test_bots_without_a_clock_need_no_processes(workers: list[int]) -> None:
    played(["greedy", "expert"], 20, workers=2)
    assert workers == []


def test_a_program_that_fails_in_a_booth_stops_the_arena_or_forfeits(tmp_path: Path, workers: list[int]) -> None:
    spec = program(tmp_path, f"{ANSWER} if games != 1 else sys.exit(4)")
    stopped = played([QUICK_MASTER, spec], 4, workers=2)
    assert stopped.failed == f"game 1: {spec} ended with exit status 4"
    forfeited = played([QUICK_MASTER, spec], 4, workers=2, on_error="forfeit")
    assert forfeited.failed is None
    assert forfeited.matchups[0].games == 4
    assert f"game 1: {spec} ended with exit status 4; the game is lost for it" in forfeited.matchups[0].errors
    assert all(map(gone, workers))


def test_a_process_that_dies_is_replaced_and_its_game_is_played_again(workers: list[int]) -> None:
    alone = played([QUICK_MASTER, "expert"], 60, seed=3)
    arena = Arena(SHORT, [QUICK_MASTER, "expert"], 60, seed=3, workers=2)
    run = arena.run()
    next(run)
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    for _ in run:
        pass
    assert arena.failed is None
    assert len(workers) == 4
    assert arena.matchups[0].deals == alone.matchups[0].deals
    assert all(map(gone, workers))


@pytest.mark.parametrize(
    ("does", "sentence"),
    [
        ("sys.exit(3)", "a process in which games are played ended with exit status 3"),
        ("os.kill(os.getpid(), 9)", "a process in which games are played was ended by signal 9"),
        (
            "LocalWorker.warm_up = lambda worker: 1 / 0; main()",
            "games cannot be played: ZeroDivisionError: division by zero",
        ),
    ],
)
def test_processes_that_cannot_play_are_told(does: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    program = f"import os, sys; from docena.arena.workers import LocalWorker, main; {does}"
    monkeypatch.setattr("docena.arena.workers.COMMAND", (sys.executable, "-c", program))
    arena = played([QUICK_MASTER, "greedy"], 4, workers=2)
    assert arena.failed == sentence
    assert arena.matchups[0].games == 0


@pytest.mark.parametrize(
    ("thinks", "sent"), [(False, signal.SIGTERM), (True, signal.SIGINT)], ids=["warming up", "thinking"]
)
def test_a_signal_ends_it_at_once_and_leaves_nothing_behind(thinks: bool, sent: signal.Signals, tmp_path: Path) -> None:
    sign = tmp_path / "sign"
    spec = program(tmp_path, f"open({str(sign)!r}, 'w').close(); {ANSWER}")
    command = [sys.executable, "-c", "from docena.cli import main; main()", "arena", "--games", "4", "--workers", "2"]
    with subprocess.Popen(
        [*command, "--json", "--turn-limit", "600000", "--bots", f"master@600000ms,{spec}"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        try:
            apart: set[int] = set()
            while len(apart) < 2 or (thinks and not sign.exists()):
                with pytest.raises(subprocess.TimeoutExpired):
                    running.wait(0.1)
                apart = children_of(running.pid)
            # whoever is asked has answered by now, and the other thinks for ten minutes
            with pytest.raises(subprocess.TimeoutExpired):
                running.wait(1.0 if thinks else 0.1)
            running.send_signal(sent)
            out, told = running.communicate()
        finally:
            running.kill()
    assert running.returncode == 128 + sent
    assert told.endswith("docena: stopped; these are the results so far\n")
    assert json.loads(out)["pairs"][0]["games"] == 0
    assert all(map(gone, apart))

"""The engine compiled, compiled with bounds checks, and as plain Python: one and the same."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]

SIMULATED = """
from random_games import SETTINGS
from docena.arena.simulate import Simulation

for setting in SETTINGS[::4]:
    options = setting.options()
    bots = (["greedy", "random"] * 3)[: options.players]
    simulation = Simulation(options, bots, games=1, seed=SETTINGS.index(setting), most_moves=100)
    for _ in simulation.run(print, legal=True):
        pass
    print(simulation.tally.as_dict())
"""
"""Some games by bots, written out with all their legal moves."""


LINES = {"0": "12"}
"""Plain Python is a hundred times slower: its games are shorter."""


def run(mode: str, *arguments: str) -> str:
    lines = LINES.get(mode, "25")
    environment = {**os.environ, "DOCENA_JIT": mode, "DOCENA_GAMES": "1", "DOCENA_LINES": lines}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=TESTS, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"DOCENA_JIT={mode}:\n{done.stdout[-4000:]}\n{done.stderr[-4000:]}"
    return done.stdout


@pytest.mark.parametrize("mode", ["0", "check"])
def test_the_conformance_tests_pass(mode: str) -> None:
    tests = ["engine/test_conformance.py", "game/test_samples.py"]
    assert "passed" in run(mode, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests)


def test_the_same_games_are_played() -> None:
    compiled, checked, plain = (run(mode, "-c", SIMULATED) for mode in ("1", "check", "0"))
    assert compiled.count('"log"') == len(compiled.splitlines()) / 2 > 15
    assert checked == compiled
    assert plain == compiled

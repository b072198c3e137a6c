"""Compares the speed of two checkouts: `python benchmarks/compare.py OLD NEW [ROUNDS]`.

They are measured in turn, in processor time, and the best of all runs counts, so the ratios hold even if the machine is
busy with other things.
"""

import contextlib
import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

SECONDS = 1.0
TABLES = (("classic", 2), ("mod", 4), ("masters", 4))


def module(*names: str) -> Any:
    """The first of these modules that there is: older checkouts call them differently."""
    for name in names:
        with contextlib.suppress(ModuleNotFoundError):
            return importlib.import_module(name)
    raise SystemExit(f"there is no {names[0]} here")


def best_rate(play: Callable[[], int]) -> float:
    play()  # loads or compiles what it needs
    best, end = 0.0, time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        begun = time.process_time()
        done = play()
        best = max(best, done / (time.process_time() - begun))
    return best


def measure() -> dict[str, float]:
    bench = module("docena.arena.bench", "docena.bench")
    simulate = module("docena.arena.simulate", "docena.simulate")
    choose_options = module("docena.core.options", "docena.options").choose_options

    def games(bot: str, count: int, edition: str, players: int) -> int:
        for _ in simulate.Simulation(choose_options(edition, players), simulate.bots_for([bot], players), count).run():
            pass
        return count

    rates = {}
    for edition, players in TABLES:
        options = choose_options(edition, players)
        rates[f"random moves, {edition}, {players}"] = best_rate(lambda o=options: bench._random_play(o, 0.02)[1])
    rates["greedy games, classic, 2"] = best_rate(lambda: games("greedy", 500, "classic", 2))
    rates["expert games, classic, 2"] = best_rate(lambda: games("expert", 8, "classic", 2))
    rates["expert games, masters, 4"] = best_rate(lambda: games("expert", 4, "masters", 4))
    return rates


def main(checkouts: list[str], rounds: int) -> None:
    best: list[dict[str, float]] = [{}, {}]
    for number in range(rounds):
        for which in (0, 1) if number % 2 else (1, 0):
            source = str(Path(checkouts[which], "src").resolve())
            done = subprocess.run(
                [sys.executable, __file__],
                env={**os.environ, "PYTHONPATH": source},
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
            for what, rate in json.loads(done.stdout).items():
                best[which][what] = max(rate, best[which].get(what, 0.0))
    for what, old in best[0].items():
        new = best[1][what]
        print(f"{what:<30} {old:>12,.0f} {new:>12,.0f}   ratio {new / old:.3f}")


if __name__ == "__main__":
    if len(sys.argv) == 1:
        print(json.dumps(measure()))
    else:
        main(sys.argv[1:3], int(sys.argv[3]) if len(sys.argv) > 3 else 8)

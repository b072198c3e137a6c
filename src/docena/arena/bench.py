"""How fast the engine is on this machine, in one run."""

import os
import platform
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from docena.arena.simulate import Simulation, bots_for
from docena.bots.kernels.random_play import play_random
from docena.core.editions import NAMES, edition
from docena.core.options import Options, choose_options
from docena.engine import step as engine
from docena.engine.positions.bare_table import empty_table
from docena.engine.table import TABLE, new_pads, new_tables
from docena.engine.view import look
from docena.game.game import Game

_ROUND_GAMES = 500


def _random_play(options: Options, seconds: float, first_game: int = 0) -> tuple[int, int]:
    """Random legal play, plays first, for about so long; returns games and moves."""
    tables, pads, proto = new_tables(1), new_pads(1), empty_table(options)
    deck = np.array(options.deck, np.uint8)
    games = moves = 0
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        moves += play_random(tables, pads, proto, deck, 1, first_game + games, _ROUND_GAMES)
        games += _ROUND_GAMES
    return games, moves


def random_play_rates(options: Options, seconds: float, threads: int = 1) -> dict[str, float]:
    begun = time.perf_counter()
    with ThreadPoolExecutor(threads) as pool:
        parts = list(pool.map(lambda i: _random_play(options, seconds, i * 10**9), range(threads)))
    taken = time.perf_counter() - begun
    games, moves = (sum(column) for column in zip(*parts, strict=True))
    return {"moves_per_second": moves / taken, "games_per_second": games / taken}


def _nanoseconds(call: Callable[[], object], seconds: float) -> float:
    call()  # compiled, if it was not yet
    n = 0
    begun = now = time.perf_counter()
    while now < begun + seconds:
        for _ in range(200):
            call()
        n += 200
        now = time.perf_counter()
    return (now - begun) / n * 1e9


def _simulated(bot: str, seconds: float) -> dict[str, float]:
    """Games a second of a bot against itself: classic, two players, stock 30, one worker."""
    games = 100
    while True:
        simulation = Simulation(choose_options("classic", 2), bots_for([bot], 2), games)
        for _ in simulation.run():
            pass
        if simulation.seconds >= seconds / 2:
            report = simulation.report()
            return {key: report[key] for key in ("games_per_second", "moves_per_second")}
        games *= 4


def measure(seconds: float = 1.0, announce: Callable[[str], object] = lambda _: None) -> dict[str, Any]:
    """Measures everything, `seconds` for each figure; `announce` is called with what is being measured."""
    cores = os.cpu_count() or 1
    classic = choose_options("classic", 2)
    announce("classic, 2 players")
    _random_play(classic, 0.0)
    _random_play(classic, seconds / 4)
    report: dict[str, Any] = {
        "machine": platform.machine(),
        "python": platform.python_version(),
        "cores": cores,
        "table_bytes": TABLE.itemsize,
        **random_play_rates(classic, seconds),
    }
    announce("all cores")
    report["all_cores"] = random_play_rates(classic, seconds, cores)
    report["bots"] = {}
    for bot in ("greedy", "random", "expert"):
        announce(f"{bot} against {bot}")
        report["bots"][bot] = _simulated(bot, seconds)
    report["nanoseconds"] = _costs(seconds / 4, announce)
    report["editions"] = {}
    for name in NAMES:
        by_players = {}
        for players in edition(name).players:
            announce(f"{name}, {players} players")
            by_players[str(players)] = random_play_rates(choose_options(name, players), seconds / 4)
        first = by_players[str(edition(name).players[0])]
        report["editions"][name] = {**first, "players": by_players}
    return report


def _costs(seconds: float, announce: Callable[[str], object]) -> dict[str, float]:
    """What single steps cost when they are called from Python."""
    announce("single calls from Python")
    game = Game.new("classic", 2, seed=1)
    tables, other, pads = game.tables, new_tables(1), new_pads(1)
    move = game.legal_numbers()[0]
    raw, spare = tables.view(np.uint8), other.view(np.uint8)

    def make() -> None:
        engine.make_move(other, 0, move)
        spare[:] = raw

    copy = _nanoseconds(lambda: spare.__setitem__(slice(None), raw), seconds)
    return {
        "copy": copy,
        "view": _nanoseconds(lambda: look(tables, 0, other, 0, 0), seconds),
        "legal": _nanoseconds(lambda: engine.legal_moves(tables, 0, pads), seconds),
        "move": max(0.0, _nanoseconds(make, seconds) - copy),
    }

"""Compiles what the tests need: `python tests/compiled.py all`, and `light` with `DOCENA_JIT=check`.

In one process, since what several entries call is then worked out once for all of them.
"""

import sys

from bots.test_fairness import bot_move, move_at

from docena.arena.bench import random_play_rates
from docena.arena.simulate import Simulation
from docena.bots import LARGE_MODELS, bot_number
from docena.bots.players.evaluator import win_chances
from docena.bots.players.player import player_for, warm_up
from docena.bots.selfplay.targets import play_decisions, play_trajectories
from docena.bots.weights.files import network_of
from docena.core.options import choose_options
from docena.game.game import Game, prepare


def play(*bots: str) -> None:
    Simulation(choose_options("classic", 2), list(bots), games=1).results(0, 1)


def compile_light() -> None:
    """The engine move by move, and whole games by light bots: all that tests run with bounds checks."""
    prepare(sights=True)
    play("greedy", "random")


def compile_all() -> None:
    """The same, bots at a table of Python's, whole games by all bots, and games to learn from."""
    compile_light()
    game = Game.new("classic", players=2, seed=1)
    view = game.view(game.board.mover)
    player_for("greedy").choose(view)
    warm_up("master", view)
    win_chances(view, tries=1)
    play("expert", "greedy")
    random_play_rates(game.options, 0.001)
    play_trajectories("duel", 1, 1, None, 0.0, 1)
    play_decisions("duel", 1, 1, network_of(f"{LARGE_MODELS}/duel"), 0.0, 1)
    move_at(game._tables, bot_move, bot_number("greedy"), 1)


PARTS = {"all": compile_all, "light": compile_light}

if __name__ == "__main__":
    PARTS[sys.argv[1]]()

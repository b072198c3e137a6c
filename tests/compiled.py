"""Compiles what the tests need, a part at a time: `python tests/compiled.py thinking` or `games`."""

import sys

from docena.bots.player import player_for, warm_up
from docena.bots.thinker import outlook
from docena.game import Game, prepare
from docena.options import choose_options
from docena.simulate import Simulation


def compile_thinking() -> None:
    """The engine move by move, and bots at a table of Python's."""
    prepare(sights=True)
    game = Game.new("classic", players=2, seed=1)
    view = game.view(game.board.mover)
    player_for("greedy").choose(view)
    warm_up("master", view)
    outlook(view, tries=1)


def compile_games() -> None:
    """Whole games by bots."""
    Simulation(choose_options("classic", 2), ["expert", "greedy"], games=1).results(0, 1)


PARTS = {"thinking": compile_thinking, "games": compile_games}

if __name__ == "__main__":
    PARTS[sys.argv[1]]()

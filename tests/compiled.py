"""Compiles what the tests need, a part at a time: `python tests/compiled.py games`.

What the entries of a part call is worked out once for all of them, so that there are few parts: `games` and `stories`
take about as long as what else is done before the tests.
"""

import sys

from test_bots_fair import bot_move, move_at

from docena.bench import random_play_rates
from docena.bots import bot_number
from docena.bots.player import player_for, warm_up
from docena.bots.stories import play_stories
from docena.bots.thinker import outlook
from docena.game import Game, prepare
from docena.options import choose_options
from docena.simulate import Simulation


def play(*bots: str) -> None:
    Simulation(choose_options("classic", 2), list(bots), games=1).results(0, 1)


def compile_light() -> None:
    """The engine move by move, and whole games by light bots: with `DOCENA_JIT=check` all that tests run."""
    prepare(sights=True)
    play("greedy", "random")


def compile_games() -> None:
    """The same, bots at a table of Python's, and whole games by all bots."""
    compile_light()
    game = Game.new("classic", players=2, seed=1)
    view = game.view(game.board.mover)
    player_for("greedy").choose(view)
    warm_up("master", view)
    outlook(view, tries=1)
    play("expert", "greedy")
    random_play_rates(game.options, 0.001)


def compile_stories() -> None:
    """Games to learn from, and single moves of simulated seats."""
    play_stories("duel", 1, 1, None, 0.0, 1)
    move_at(Game.new("classic", players=2, seed=1)._tables, bot_move, bot_number("greedy"), 1)


PARTS = {"light": compile_light, "games": compile_games, "stories": compile_stories}

if __name__ == "__main__":
    PARTS[sys.argv[1]]()

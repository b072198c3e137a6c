"""Compiles what tests run with bounds checks: `DOCENA_JIT=check python tests/bounds_checked.py`.

Once and in one process, instead of in every process of the tests.
"""

from docena.arena.simulate import Simulation
from docena.core.options import choose_options
from docena.engine.step import give_order
from docena.engine.table import new_pads
from docena.game.game import Game


def main() -> None:
    game = Game.new("mod", players=2, seed=1)
    game.play(game.view(game.board.mover).legal_numbers()[0])
    game.chance_cards()
    game.sight(None)
    give_order(game.tables, 0, new_pads(1))
    Simulation(choose_options("classic", 2), ["greedy", "random"], games=1).results(0, 1)


if __name__ == "__main__":
    main()

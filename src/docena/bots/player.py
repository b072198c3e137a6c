"""A bot as a player at a table of Python's: it gets a view and gives a move."""

from docena.bots import bot_number
from docena.moves import move_text
from docena.playout import choose_move, seed_pad
from docena.table import new_pads
from docena.view import View


class BotPlayer:
    """
    >>> from docena.game import Game
    >>> game = Game.new("classic", players=2, stock=10, seed=7)
    >>> BotPlayer("greedy").choose(game.view(game.board.mover))
    'H12-1'
    """

    def __init__(self, name: str, seed: int = 1) -> None:
        self.name = name
        self._number = bot_number(name)
        self._pads = new_pads(1)
        seed_pad(self._pads, seed)

    def choose(self, view: View) -> str:
        """The move that the bot makes; the view must be that of the seat that moves."""
        return move_text(choose_move(view._tables, self._pads, self._number))

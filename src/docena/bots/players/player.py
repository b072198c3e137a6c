"""Bots as players called from Python: each gets a view and returns a move."""

from typing import Protocol

from docena.bots import LIGHT, bot_number
from docena.bots.kernels.playout import choose_move, seed_pad
from docena.bots.players.level_player import LevelPlayer
from docena.bots.players.master import MasterPlayer, budget_in
from docena.core.moves import move_text
from docena.engine.table import new_pads
from docena.engine.view import View


class SeatPlayer(Protocol):
    """Whoever plays a seat: a bot of ours or another program."""

    name: str

    def new_game(self, seed: int) -> None:
        """A new game begins: chance of the player's own starts from this seed."""

    def choose(self, view: View) -> str:
        """The move that the player makes; the view is that of the seat that moves."""

    def close(self) -> None:
        """The player is no longer needed."""


class LightPlayer:
    """`random` or `greedy`.

    >>> from docena.game.game import Game
    >>> game = Game.new("classic", players=2, stock=10, seed=7)
    >>> LightPlayer("greedy").choose(game.view(game.board.mover))
    'HW>1'
    """

    def __init__(self, name: str, seed: int = 1) -> None:
        self.name = name
        self._number = bot_number(name)
        self._pads = new_pads(1)
        self.new_game(seed)

    def new_game(self, seed: int) -> None:
        seed_pad(self._pads, seed % (1 << 62))

    def choose(self, view: View) -> str:
        """The move that the bot makes; the view must be that of the seat that moves."""
        return move_text(choose_move(view.tables, self._pads, self._number))

    def close(self) -> None:
        """A bot of this kind holds no resources."""


def hurried(spec: str) -> str:
    """The same bot with hardly any time for its search.

    >>> hurried("master@1000ms"), hurried("expert")
    ('master@1tries', 'expert')
    """
    return spec if budget_in(spec) is None else "master@1tries"


def player_for(spec: str, seed: int = 1) -> SeatPlayer:
    """The bot of a name; `master` may be given a budget a turn.

    >>> player_for("greedy").name, player_for("master@500tries").name
    ('greedy', 'master@500tries')
    """
    budget = budget_in(spec)
    if budget is not None:
        return MasterPlayer(budget, seed, spec)
    return LightPlayer(spec, seed) if bot_number(spec) in LIGHT else LevelPlayer(spec, seed)

"""The reference: a player that is shown every card, to measure how much complete information is worth.

It is for `docena arena --reference` and for tests only, and is no bot: it gets a game, not a view.
"""

from docena.bots.players.search import LOW, PlanSearch
from docena.core.moves import move_text
from docena.engine.table import copy_of, record_in
from docena.game.game import Game

_TRIES = 2000


class _SeesAll(PlanSearch):
    """Plans that run on past cards that nobody else has seen, with rollouts from the table itself."""

    sees_all = True


class ReferencePlayer:
    """Sees all hands, all stock piles and the draw pile; only shuffles and rolls to come are unknown to it."""

    name = "reference"

    def __init__(self, seed: int = 1) -> None:
        self.new_game(seed)

    def new_game(self, seed: int) -> None:
        self._seed = seed

    def choose_seeing(self, game: Game) -> str:
        """The move of the seat that moves."""
        tables = copy_of(game.tables)
        table = record_in(tables)
        if table.open and table.owed > 0:
            return f"{game.board.mover}:draw"
        search = _SeesAll(tables, self._seed * 1_000_003 + int(table.moves), LOW)
        search.find()
        if not search.plans:
            return game.view(game.board.mover).legal_moves()[0]
        search.run(lambda tries: tries / _TRIES, lambda: False)
        return move_text(search.plans[search.order()[0]][0])

    def close(self) -> None:
        """It holds no resources."""

"""Players that plan: a plan is made once and carried out move by move, until something new is seen."""

from abc import ABC, abstractmethod
from typing import Any

from docena.bots import bot_number
from docena.bots.learned import mind_at
from docena.bots.plans import DESK, find_plans
from docena.moves import ACT_DRAW, ACTS, move_text
from docena.playout import seed_pad
from docena.table import new_pads, new_tables, record_in
from docena.view import View


class Planning(ABC):
    """What all of them share; `plan` is their own."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.new_game(seed)

    def new_game(self, seed: int) -> None:
        """A new game begins: chance of the player's own starts from this seed."""
        self._seed = seed
        self._plan: list[int] = []
        self._expects = -1

    def choose(self, view: View) -> str:
        """The move that it makes; the view must be that of the seat that moves."""
        table = record_in(view._tables)
        if table.open and table.owed > 0:
            return move_text(64 * ACTS + ACT_DRAW + int(table.mover))
        legal = [move for move in view.legal_numbers() if move < 64 * ACTS]
        if int(table.moves) != self._expects or not self._plan or self._plan[0] not in legal:
            self._plan = [legal[0]] if len(legal) == 1 else list(self.plan(view)) or [legal[0]]
        self._expects = int(table.moves) + 1
        return move_text(self._plan.pop(0))

    @abstractmethod
    def plan(self, view: View) -> tuple[int, ...]:
        """A plan for the rest of the turn."""

    def close(self) -> None:
        """Such a player holds nothing but its plan."""
        self._plan = []


class LevelPlayer(Planning):
    """The best plan as good as a level of the ladder sees it."""

    def __init__(self, name: str, seed: int = 1, states: int | None = None) -> None:
        """`states`: so many positions of a turn are looked at, and not as many as the level does."""
        self._states = states
        super().__init__(name, seed)

    def new_game(self, seed: int) -> None:
        super().new_game(seed)
        self._pads = new_pads(1)
        seed_pad(self._pads, seed % (1 << 62))
        self._desk = new_tables(DESK)
        self._minds: Any = None

    def plan(self, view: View) -> tuple[int, ...]:
        self._desk[:1] = view._tables
        if self._minds is None:
            self._minds = mind_at(record_in(self._desk))
            if self._states is not None:
                record_in(self._minds).most_states[bot_number(self.name)] = self._states
        if not find_plans(self._desk, self._pads, self._minds, bot_number(self.name), 1):
            return ()
        mind = record_in(self._minds)
        return tuple(map(int, mind.moves[0, : mind.length[0]]))

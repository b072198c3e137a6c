"""Players that plan: a plan is made once and carried out move by move, until something new is seen."""

from abc import ABC, abstractmethod
from typing import Any

from docena.bots import bot_number
from docena.bots.kernels.planner import move_at_hand
from docena.bots.kernels.plans import DESK, find_plans
from docena.bots.kernels.playout import seed_pad
from docena.bots.weights.files import mind_at
from docena.core.moves import ACTS, move_text
from docena.engine.table import new_pads, new_tables, record_in
from docena.engine.view import View


class Planning(ABC):
    """What all of them share; `plan` is their own."""

    def __init__(self, name: str, seed: int) -> None:
        self.name = name
        self.new_game(seed)

    def new_game(self, seed: int) -> None:
        """A new game begins: chance of the player's own starts from this seed."""
        self._seed = seed
        self._pads = new_pads(1)
        seed_pad(self._pads, seed % (1 << 62))
        self._plan: list[int] = []
        self._expects = -1

    def choose(self, view: View) -> str:
        """The move that it makes; the view must be that of the seat that moves."""
        moves = int(view._tables["moves"][0])
        planned = self._plan[0] if self._plan and moves == self._expects else -1
        move = move_at_hand(view._tables, self._pads, planned)
        if move >= 64 * ACTS:
            return move_text(move)
        if move < 0:
            self._plan = list(self.plan(view)) or view.legal_numbers()[:1]
        elif move != planned:
            self._plan = [move]
        self._expects = moves + 1
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
        self._number = bot_number(self.name)
        self._desk = new_tables(DESK)
        self._minds: Any = None

    def plan(self, view: View) -> tuple[int, ...]:
        if self._minds is None:
            self._minds = mind_at(record_in(view._tables))
            if self._states is not None:
                record_in(self._minds).most_states[self._number] = self._states
        if not find_plans(view._tables, self._desk, self._pads, self._minds, self._number, 1):
            return ()
        return tuple(self._minds["moves"][0, 0, : self._minds["length"][0, 0]].tolist())

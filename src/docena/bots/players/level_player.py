"""Players that plan: a plan is made once and carried out move by move, until something new is seen."""

from abc import ABC, abstractmethod

from docena.bots import bot_number
from docena.bots.kernels.planner import level_move, ready_move
from docena.bots.kernels.plans import SEARCH_TABLES, find_plans
from docena.bots.kernels.playout import seed_pad
from docena.bots.weights.files import Planner, planner_at
from docena.core.moves import ACTS, move_text
from docena.engine.table import new_pads, new_tables, record_in
from docena.engine.view import View


class PlanningPlayer(ABC):
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
        moves = int(view.tables["moves"][0])
        planned = self._plan[0] if self._plan and moves == self._expects else -1
        move = ready_move(view.tables, self._pads, planned)
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
        """The rest of the plan is dropped."""
        self._plan = []


class LevelPlayer(PlanningPlayer):
    """The best plan that a level of the ladder finds."""

    def __init__(self, name: str, seed: int = 1, positions: int | None = None) -> None:
        """`positions`: so many positions of a turn are looked at, instead of as many as the level has."""
        self._positions = positions
        super().__init__(name, seed)

    def new_game(self, seed: int) -> None:
        super().new_game(seed)
        self._number = bot_number(self.name)
        self._work = new_tables(SEARCH_TABLES)
        self._planner: Planner | None = None

    def choose(self, view: View) -> str:
        self._work[0] = view.tables[0]
        return move_text(level_move(self._work, self._pads, *self._planner_at(view), self._number))

    def close(self) -> None:
        """The rest of the plan, which is kept in the scratch memory, is dropped."""
        if self._planner is not None:
            self._planner.scratches["steps_left"] = 0

    def _planner_at(self, view: View) -> Planner:
        if self._planner is None:
            self._planner = planner_at(record_in(view.tables))
            if self._positions is not None:
                self._planner.levels["positions"][self._number] = self._positions
        return self._planner

    def plan(self, view: View) -> tuple[int, ...]:
        planner = self._planner_at(view)
        if not find_plans(view.tables, self._work, self._pads, *planner, self._number, 1):
            return ()
        scratch = record_in(planner.scratches)
        return tuple(scratch.plan_moves[0, : scratch.plan_length[0]].tolist())

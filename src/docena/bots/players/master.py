"""`master`: rollouts of the best plans of its turn, for as long as its budget lasts."""

import re
import time
from collections.abc import Callable

from docena.bots import UnknownBot
from docena.bots.players.level_player import LevelPlayer, PlanningPlayer
from docena.bots.players.search import HIGH, LOW, MEDIUM, Effort, search_for
from docena.engine.table import record_in
from docena.engine.view import View

USUAL_MS = 100.0
DECISION_SHARE = 0.6
"""Of what is left of a turn's budget, the part that a decision may take after which a card is turned."""
PLANNED_SHARE = 0.96
SPARE_MS = 2.7
"""Planning uses only this part of a time budget, less these milliseconds: the machine has other things to do too."""
SPENT_SHARE = 0.9
"""From this part of it on a turn's budget is spent, and what a card may still turn up is left to `expert` ..."""
EXPERT_POSITIONS = 48
"""... which looks at this many positions of the turn: a long one has a dozen decisions."""
EFFORT_BUDGETS = {"ms": (40.0, 400.0), "tries": (6_000.0, 60_000.0)}
"""Budgets from which on the effort is medium, and high."""
_SPEC = re.compile(r"master(?:@(\d+(?:\.\d+)?)(ms|tries))?")
_MOST_MS, _MOST_TRIES = 600_000.0, 1_000_000_000.0


class Budget:
    """What a turn may take: a number of milliseconds, or of tries, which are policy rollouts."""

    def __init__(self, amount: float = USUAL_MS, unit: str = "ms") -> None:
        self.amount, self.unit = amount, unit
        self.planned = max(PLANNED_SHARE * amount - SPARE_MS, amount / 3) if unit == "ms" else amount
        self.spent = 0.0
        self.allowed = self.planned

    @property
    def is_spent(self) -> bool:
        return self.spent >= SPENT_SHARE * self.planned

    @property
    def effort(self) -> Effort:
        medium, high = EFFORT_BUDGETS[self.unit]
        return HIGH if self.amount >= high else MEDIUM if self.amount >= medium else LOW

    def spend(self, begun: float, last: bool) -> Callable[[int], float]:
        """The share of a decision's budget that has been spent, given the tries since it began. The last decision of a
        turn may take all that is left.
        """
        allowed = self.allowed = max(1e-9, (self.planned - self.spent) * (1.0 if last else DECISION_SHARE))
        before = self.spent

        def share(tries: int) -> float:
            used = float(tries) if self.unit == "tries" else 1000 * (time.perf_counter() - begun)
            self.spent = before + used
            return used / allowed

        return share


def budget_in(spec: str) -> Budget | None:
    """The budget in `master`, `master@50ms` or `master@500tries`; None for any other name.

    >>> budget_in("master@50ms").amount, budget_in("greedy")
    (50.0, None)
    """
    found = _SPEC.fullmatch(spec)
    if found is None:
        return None
    if found[1] is None:
        return Budget()
    amount, unit = float(found[1]), found[2]
    if not 0 < amount <= (_MOST_MS if unit == "ms" else _MOST_TRIES):
        raise UnknownBot(f"{spec!r}: master thinks for 1 to {_MOST_MS:.0f} ms, or 1 to {_MOST_TRIES:.0f} tries, a turn")
    return Budget(amount, unit)


class MasterPlayer(PlanningPlayer):
    """A player called from Python. `cancelled` may be set to end its search early, from any thread."""

    def __init__(self, budget: Budget, seed: int = 1, name: str = "master") -> None:
        self.budget = budget
        self.cancelled: Callable[[], bool] = lambda: False
        super().__init__(name, seed)

    def new_game(self, seed: int) -> None:
        super().new_game(seed)
        self._turn = -1
        self._rollout_ms = 0.0
        self._expert = LevelPlayer("expert", seed, EXPERT_POSITIONS)

    def plan(self, view: View) -> tuple[int, ...]:
        table = record_in(view.tables)
        if int(table.turns) != self._turn:
            self._turn, self.budget.spent = int(table.turns), 0.0
        if self.budget.is_spent:
            return self._expert.plan(view)
        begun = time.perf_counter()
        # the same position is searched in the same way, whatever came before
        search = search_for(view, self._seed * 1_000_003 + int(table.moves), self.budget.effort)
        search.find()
        if not search.plans:
            return ()
        share_spent = self.budget.spend(begun, search.ends_turn)
        # the time of a rollout is known from the previous decision; in tries it is always the same
        search.run(share_spent, self.cancelled, self._rollout_ms / self.budget.allowed)
        if self.budget.unit == "ms":
            self._rollout_ms = search.rollout_took * self.budget.allowed
        return search.plans[search.order()[0]]

"""`master`: tries the best plans of its turn in imagined worlds, for as long as its budget lasts."""

import re
import time
from collections.abc import Callable

from docena.bots import UnknownBot
from docena.bots.players.planning import LevelPlayer, Planning
from docena.bots.players.thinker import AT_LENGTH, BRIEFLY, IN_HASTE, Manner, thinker_for
from docena.engine.table import record_in
from docena.engine.view import View

USUAL_MS = 100.0
_SHARE = 0.6
"""Of what is left of a turn's budget, the part that a decision may take after which a card is turned."""
_PLANNED = 0.96
_SPARE_MS = 2.7
"""A budget in time is planned with as this part of it, less so much: the machine has other things to do, too."""
_SPENT = 0.9
"""From this part of it on a turn's budget is spent, and what a card may still turn up is left to `expert` ..."""
_GLANCE = 48
"""... who looks at so many positions of the turn: a long one has a dozen decisions."""
_MANNERS = {"ms": (40.0, 400.0), "tries": (6_000.0, 60_000.0)}
"""Budgets from which on a turn is not thought about in haste, and at length."""
_SPEC = re.compile(r"master(?:@(\d+(?:\.\d+)?)(ms|tries))?")
_MOST_MS, _MOST_TRIES = 600_000.0, 1_000_000_000.0


class Budget:
    """How long a turn may be thought about: so many milliseconds, or so many tries."""

    def __init__(self, amount: float = USUAL_MS, unit: str = "ms") -> None:
        self.amount, self.unit = amount, unit
        self.planned = max(_PLANNED * amount - _SPARE_MS, amount / 3) if unit == "ms" else amount
        self.spent = 0.0
        self.allowed = self.planned

    @property
    def is_spent(self) -> bool:
        return self.spent >= _SPENT * self.planned

    @property
    def manner(self) -> Manner:
        some, much = _MANNERS[self.unit]
        return AT_LENGTH if self.amount >= much else BRIEFLY if self.amount >= some else IN_HASTE

    def spend(self, begun: float, last: bool) -> Callable[[int], float]:
        """Tells which share of what a decision may take has gone, given the tries since it was begun.

        The last decision of a turn may take all that is left.
        """
        allowed = self.allowed = max(1e-9, (self.planned - self.spent) * (1.0 if last else _SHARE))
        before = self.spent

        def share(tries: int) -> float:
            used = float(tries) if self.unit == "tries" else 1000 * (time.perf_counter() - begun)
            self.spent = before + used
            return used / allowed

        return share


def parse(spec: str) -> Budget | None:
    """The budget in `master`, `master@50ms` or `master@500tries`; None for any other name.

    >>> parse("master@50ms").amount, parse("greedy")
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


class MasterPlayer(Planning):
    """A player at a table of Python's. `cancelled` may be set to end its thinking early, from any thread."""

    def __init__(self, budget: Budget, seed: int = 1, name: str = "master") -> None:
        self.budget = budget
        self.cancelled: Callable[[], bool] = lambda: False
        super().__init__(name, seed)

    def new_game(self, seed: int) -> None:
        super().new_game(seed)
        self._turn = -1
        self._try_ms = 0.0
        self._at_once = LevelPlayer("expert", seed, _GLANCE)

    def plan(self, view: View) -> tuple[int, ...]:
        table = record_in(view._tables)
        if int(table.turns) != self._turn:
            self._turn, self.budget.spent = int(table.turns), 0.0
        if self.budget.is_spent:
            return self._at_once.plan(view)
        begun = time.perf_counter()
        # the same position is thought about in the same way, whatever came before
        thinker = thinker_for(view, self._seed * 1_000_003 + int(table.moves), self.budget.manner)
        thinker.find()
        if not thinker.plans:
            return ()
        share_spent = self.budget.spend(begun, thinker.ends_turn)
        # what a try takes is known from the decision before; in tries it is always the same
        thinker.consider(share_spent, self.cancelled, self._try_ms / self.budget.allowed)
        if self.budget.unit == "ms":
            self._try_ms = thinker.try_took * self.budget.allowed
        return thinker.plans[thinker.order()[0]]

"""Plans that are as good as each other: rollouts cannot tell them apart, and a good teacher would pick the simplest."""

from collections.abc import Sequence
from math import sqrt

from docena.bots.players.evaluated import EvaluatedPlan
from docena.core.notation import parse_move

POINT = 0.01
"""A difference that matters to nobody."""
_ERRORS = 2.0
"""As many standard errors of a difference of two chances are noise."""


def as_good(plan: EvaluatedPlan, best: EvaluatedPlan) -> bool:
    """Whether a plan is within two standard errors, or one point, of the best.

    >>> best = EvaluatedPlan(("S>1",), 0.52, 2000)
    >>> as_good(EvaluatedPlan(("H7-1",), 0.50, 2000), best), as_good(EvaluatedPlan(("H7-1",), 0.40, 2000), best)
    (True, False)
    """
    variance = sum(each.chance * (1 - each.chance) / max(1, each.tries) for each in (plan, best))
    return best.chance - plan.chance <= max(POINT, _ERRORS * sqrt(variance))


def teacher_first(plans: Sequence[EvaluatedPlan]) -> tuple[list[EvaluatedPlan], int]:
    """Plans that come best first, those that are as good as the best in a teacher's order; and how many those are."""
    equal = [plan for plan in plans if as_good(plan, plans[0])]
    return [*sorted(equal, key=_plainness), *(plan for plan in plans if plan not in equal)], len(equal)


def _plainness(plan: EvaluatedPlan) -> tuple[int, int, int]:
    """The stock card first, then whatever spends no wild and is soon said."""
    moves = [parse_move(move) for move in plan.moves]
    stock = sum(move.act == "play" and move.source == "stock" and not move.other for move in moves)
    wilds = sum(move.act == "play" and move.card is not None and move.card.is_wild for move in moves)
    return -stock, wilds, len(moves)

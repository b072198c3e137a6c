"""Plans with their chances, as hints and analysis are given them."""

from typing import NamedTuple


class EvaluatedPlan(NamedTuple):
    """A plan for the rest of a turn, from now to the closing discard or to where something hidden is seen."""

    moves: tuple[str, ...]
    chance: float
    tries: int
    """The rollouts behind the chance."""

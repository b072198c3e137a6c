"""Bots: each chooses a move from a view, and never sees a table.

The view is that of the seat that moves. `random` and `greedy` are rules that look at one move; the bots from
`beginner` to `expert` search the whole turn (`kernels.plans`) and evaluate where it leads (`kernels.evaluation`);
`master` evaluates the best plans again with a larger network and plays them on in sampled worlds (`kernels.rollouts`).
The list below gives the names and the numbers by which compiled play calls them.
"""

from collections.abc import Callable

from docena.core.errors import Refused
from docena.core.words import worded

NAMES = ("random", "greedy", "beginner", "casual", "skilled", "expert", "master")
RANDOM, GREEDY, BEGINNER, CASUAL, SKILLED, EXPERT, MASTER = range(len(NAMES))
ROLLOUT_POLICY = ROLLOUT_PLANNER = len(NAMES)
"""The players in rollouts, which have no names of their own: one follows a policy, the other plans."""
LIGHT = (RANDOM, GREEDY)
"""Those that need no model."""
LARGE_MODELS = "opinions"
"""Among learned weights those of large networks have this prefix, and then the name of their family."""


class UnknownBot(Refused):
    """A name that is not a bot's."""

    def __init__(self, sentence: str | Callable[[str], str]) -> None:
        super().__init__("bad", sentence)


def bot_number(name: str) -> int:
    """
    >>> bot_number("greedy")
    1
    """
    try:
        return NAMES.index(name)
    except ValueError:
        raise UnknownBot(worded("options", "bot", bot=name, bots=", ".join(NAMES))) from None

"""Bots: each chooses a move from a view, and never sees a table.

The view is that of the seat that moves. `random` and `greedy` are rules that look at one move; the bots from
`beginner` to `expert` plan the whole turn (`plans`) and judge where it leads (`judge`); `master` asks a second
opinion about the best plans (`opinion`) and tries them in imagined games (`search`). The list below gives the names
and the numbers by which compiled play calls them.
"""

from collections.abc import Callable

from docena.core.errors import Refused
from docena.core.words import worded

NAMES = ("random", "greedy", "beginner", "casual", "skilled", "expert", "master")
RANDOM, GREEDY, BEGINNER, CASUAL, SKILLED, EXPERT, MASTER = range(len(NAMES))
QUICK = CAREFUL = len(NAMES)
"""The players of imagined games, which have no names of their own; one makes rules of thumb, the other plans."""
LIGHT = (RANDOM, GREEDY)
"""Those that need no mind."""
OPINIONS = "opinions"
"""Among learned weights the second opinions come after this name, and then by that of their family."""


class UnknownBot(Refused):
    """A name that no bot has."""

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

"""Bots: each chooses a move from a view, and never sees a table.

A bot is a rule `choose(view, pad) -> move` in a module of its own. The view is that of the seat that moves, and the pad
holds all moves that are legal. The list below gives the names and the numbers by which compiled play calls them.
"""

from docena.errors import DocenaError

NAMES = ("random", "greedy")
RANDOM, GREEDY = range(len(NAMES))


class UnknownBot(DocenaError):
    """A name that no bot has."""


def bot_number(name: str) -> int:
    """
    >>> bot_number("greedy")
    1
    """
    try:
        return NAMES.index(name)
    except ValueError:
        raise UnknownBot(f"there is no bot called {name!r}; the bots are {', '.join(NAMES)}") from None

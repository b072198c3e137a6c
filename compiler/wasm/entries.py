"""What the page calls: the entries of the engine and the bots, without those that only Python needs."""

from collections.abc import Callable
from typing import Any

from compiler.entries import entries_of, name_of

LIBRARIES = ("engine", "bots")
NATIVE_ONLY = {
    *("choose_move", "full_rollouts", "legal_moves", "make_move"),
    *("play_games", "play_light_games", "play_random"),
}


def page_entries() -> list[Callable[..., Any]]:
    """The entries as compiled functions, in the order of their names."""
    found = [entry for library in LIBRARIES for entry in entries_of(library)]
    return sorted((entry for entry in found if name_of(entry) not in NATIVE_ONLY), key=name_of)


def function_of(entry: Any) -> Callable[..., Any]:
    """The function as it was written."""
    function: Callable[..., Any] = entry.py_func
    return function

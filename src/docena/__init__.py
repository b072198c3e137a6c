"""docena: the card game in which four shared piles are built from 1 to 12.

The library is used through `docena.Game`; see `docs/library.md`.
"""

TYPE_CHECKING = False
"""Said here, for `typing` takes ten times as long to import as this does, and Ctrl-C is not waited for meanwhile."""
__version__ = "0.1.0"

if TYPE_CHECKING:
    from typing import Any

    from docena.analysis import analyse
    from docena.game import Game
    from docena.hint import hints
    from docena.options import Options, choose_options
    from docena.record import Record, check, read_record, record_of, replay, write_record
    from docena.view import View

_HOMES = {
    "Game": "game",
    "Options": "options",
    "Record": "record",
    "View": "view",
    "analyse": "analysis",
    "check": "record",
    "choose_options": "options",
    "hints": "hint",
    "read_record": "record",
    "record_of": "record",
    "replay": "record",
    "write_record": "record",
}

__all__ = [
    "Game",
    "Options",
    "Record",
    "View",
    "analyse",
    "check",
    "choose_options",
    "hints",
    "read_record",
    "record_of",
    "replay",
    "write_record",
]


def __getattr__(name: str) -> "Any":
    """Loads a name when it is first used: importing docena stays quick."""
    if name not in _HOMES:
        raise AttributeError(f"module 'docena' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"docena.{_HOMES[name]}"), name)

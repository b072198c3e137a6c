"""docena: the card game in which four shared piles are built from 1 to 12.

The library is used through `docena.Game`; see `docs/library.md`.
"""

TYPE_CHECKING = False
"""Said here, for `typing` takes ten times as long to import as this does, and Ctrl-C is not waited for meanwhile."""
__version__ = "0.1.0"

if TYPE_CHECKING:
    from typing import Any

    from docena.analysis.game_analysis import analyse
    from docena.analysis.hints import hints
    from docena.arena.series import play
    from docena.core.options import Options, choose_options
    from docena.engine.view import View
    from docena.envs.vector import VectorEnv
    from docena.game.game import Game
    from docena.game.record import Record, check, read_record, record_of, replay, write_record

_HOMES = {
    "Game": "game.game",
    "Options": "core.options",
    "Record": "game.record",
    "VectorEnv": "envs.vector",
    "View": "engine.view",
    "analyse": "analysis.game_analysis",
    "check": "game.record",
    "choose_options": "core.options",
    "hints": "analysis.hints",
    "play": "arena.series",
    "read_record": "game.record",
    "record_of": "game.record",
    "replay": "game.record",
    "write_record": "game.record",
}

__all__ = [
    "Game",
    "Options",
    "Record",
    "VectorEnv",
    "View",
    "analyse",
    "check",
    "choose_options",
    "hints",
    "play",
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

"""A database and an events file that the previous version wrote, and what it showed of them."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

FOLDER = Path(__file__).parent / "previous"
TABLES, EVENTS, EXPECTED = FOLDER / "docena.db", FOLDER / "events.db", FOLDER / "expected.json"
LOGIN = {"name": "Ana", "password": "correct horse battery"}


class Finished(msgspec.Struct, frozen=True):
    """A table whose game is over."""

    table: str
    deck: str
    log: list[str]


class Playing(msgspec.Struct, frozen=True):
    """A table in the middle of a game."""

    table: str
    secrets: list[str]
    """Of its seats."""
    seq: int
    position: str
    """The hash of the game."""


class Opened(msgspec.Struct, frozen=True):
    """An event or a pad."""

    id: str
    key: str
    shown: dict[str, Any]
    """Parts of what the server sent of it."""


EVENT_PARTS = ("seq", "entries", "games", "unfinished", "standings")
PAD_PARTS = ("seq", "names", "games", "totals", "wins")


class Expected(msgspec.Struct, frozen=True):
    finished: Finished
    playing: Playing
    event: Opened
    pad: Opened


def expected() -> Expected:
    return msgspec.json.decode(EXPECTED.read_bytes(), type=Expected)


def parts(shown: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    return {name: shown[name] for name in names}

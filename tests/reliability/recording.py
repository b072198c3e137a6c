"""What clients asked for and what they were told, in the order in which it happened: the history that is checked."""

from typing import Any

import msgspec

from docena.tables.decide import Asker


class Operation(msgspec.Struct, eq=False):
    """Something that a client asked for; sent again with the same id, it is the same operation."""

    client: int
    ask: Any
    seat: int | None
    node: int
    """Where it was asked for last."""
    invoked: int
    """The moment."""
    sent: int = 1
    elsewhere: bool = False
    """It was sent to another node before: that one may yet come to it, whatever this one answers."""
    answered: int | None = None
    answer: bytes | None = None
    """None: nobody knows whether it happened."""
    askers: list[Asker] = []
    """On whose behalf the node decided."""

    @property
    def id(self) -> str:
        return str(self.ask.id)

    @property
    def action(self) -> str:
        return f"{self.seat or 0}:{self.id}"


class Frame(msgspec.Struct, eq=False):
    """Bytes that left a node for a client."""

    client: int
    link: int
    """Which of the client's connections: what is sent on one arrives in order, or not at all."""
    node: int
    seat: int | None
    left: int
    known: int
    """The last event that the node had been told is on the disk."""
    data: bytes
    arrived: int | None = None


class Recording(msgspec.Struct):
    """One history."""

    table: str
    nodes: int
    operations: list[Operation] = []
    frames: list[Frame] = []
    wrong: list[str] = []
    """What was wrong already while it was recorded."""
    moment: int = 0

    def now(self) -> int:
        self.moment += 1
        return self.moment

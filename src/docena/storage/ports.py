"""What tables need from outside: a store for their logs, and a clock."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Protocol

import msgspec

from docena.core.errors import DocenaError


class WriteOutcome(Enum):
    """The outcome of a write."""

    WRITTEN = "written"
    """It is on the disk: it may be acknowledged and shown."""
    TAKEN = "taken"
    """Another writer had that number, or the same action was written before: reread the log."""
    FAILED = "failed"
    """It was not written and never will be: nothing has happened."""
    UNKNOWN = "unknown"
    """The connection was lost during the write: reread the log to find out."""


class StoreDown(DocenaError):
    """The store cannot be read or written at the moment."""


class Index(msgspec.Struct, frozen=True):
    """The lookup data of a table, for queries without its log; written with the event that changed it."""

    code: str
    """The code of the table, without a dash; empty once the table is closed."""
    public: bool
    live: bool
    """Not closed."""
    due: bool
    """A bot, or the table itself, must act next: if no node drives the table, another may take it over."""
    summary: bytes
    """The entry in the list of public tables, as JSON."""


class PlayedGame(msgspec.Struct, frozen=True):
    """One player's line of history, written with the event that ended the game."""

    player: str
    table: str
    game: int
    seat: int
    at: int
    """Seconds since 1970."""
    summary: bytes
    """Edition, players, result, as JSON."""


class Snapshot(msgspec.Struct, frozen=True):
    """The state after the events of a log up to `seq`, so that they need not be replayed.

    It is a cache: the log says the same, and is read if a snapshot is missing or unreadable.
    """

    part: int
    """The part of the log that begins after it: of a table, the number of the game."""
    seq: int
    body: bytes


class Label(msgspec.Struct, frozen=True):
    """The kind and title of a log."""

    id: str
    kind: str
    title: str
    made: str


class Write(msgspec.Struct):
    """Events of one log, written atomically and numbered from `seq` without a gap."""

    table: str
    seq: int
    bodies: Sequence[bytes]
    action: str | None
    """The sender and the client's id, unique in the table: a second write of it is TAKEN."""
    done: Callable[[WriteOutcome], None]
    """Called once, on the event loop's thread, in the order of the table's writes."""
    index: Index | None = None
    played: Sequence[PlayedGame] = ()
    snapshot: Snapshot | None = None
    """A snapshot of the log before these events, which begin a new part of it."""
    label: Label | None = None
    """The label of a new log, or of one with a new title."""


class LogRow(msgspec.Struct, frozen=True):
    """A line of a table's log."""

    seq: int
    action: str | None
    body: bytes


class Store(Protocol):
    """Append-only logs of tables."""

    @property
    def shared(self) -> bool:
        """Whether other nodes may write to the same logs."""

    def write(self, write: Write) -> None:
        """Queues a write, to be committed with others; never blocks, never raises."""

    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[LogRow]:
        """The log of a table from a number on, up to a number of lines; empty for an unknown table."""

    async def snapshot(self, table: str, part: int | None = None) -> Snapshot | None:
        """The latest snapshot of a table's log, or the latest at or before the beginning of this part."""

    async def find(self, code: str) -> str | None:
        """The table with this code, if it is live."""

    async def live(self, active_since: int) -> list[str]:
        """Live tables active since then (seconds since 1970), the latest first."""

    async def due(self, idle_since: int) -> list[str]:
        """Live tables that are due, and have not been active since then."""

    async def public(self, most: int) -> list[bytes]:
        """The summaries of public live tables, the latest first."""

    async def history(self, player: str, before: int | None, most: int) -> list[PlayedGame]:
        """A player's games, the latest first; optionally those before a time."""

    async def forget_player(self, player: str) -> None:
        """Deletes a player's lines of history."""

    async def adopt(self, from_player: str, to_player: str) -> int:
        """Moves one player's lines of history to another; returns how many there were."""

    async def forget_tables(self, idle_days: int) -> int:
        """Deletes tables without activity for more than this many days on which a server has run."""

    async def secret(self) -> bytes:
        """A secret of this store, made when it is first needed: the same for all nodes, and after a restart."""

    async def healthy(self) -> bool:
        """Whether writing works now: makes a small write."""

    async def close(self) -> None:
        """Finishes all writes, and releases everything."""

    def on_change(self, heard: Callable[[str, int], None]) -> None:
        """Registers a callback for writes of other nodes, with `(table, seq)`; `("", 0)`: some may have been lost."""


class Ticker(Protocol):
    """Time that never goes back."""

    def now(self) -> float:
        """Seconds since some moment."""

    def today(self) -> int:
        """Seconds since 1970, for stored times."""

    def later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        """Calls once after this many seconds; returns a function that cancels it."""

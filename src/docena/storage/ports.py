"""What tables need from outside: a store that keeps their logs, and a clock."""

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Protocol

import msgspec

from docena.core.errors import DocenaError


class WriteOutcome(Enum):
    """What became of a write."""

    WRITTEN = "written"
    """It is on the disk: it may be acknowledged and shown."""
    TAKEN = "taken"
    """Another writer had that number, or the same action was written before: reread the log."""
    FAILED = "failed"
    """It is not written and never will be: nothing has happened."""
    UNKNOWN = "unknown"
    """The connection was lost while it was being written: reread the log to know."""


class StoreDown(DocenaError):
    """The store cannot be read or written at the moment."""


class Index(msgspec.Struct, frozen=True):
    """What is looked up about a table without reading its log; written with the event that changed it."""

    code: str
    """What people type to come to the table, without a dash; empty once the table is closed."""
    public: bool
    live: bool
    """Not closed."""
    due: bool
    """Somebody other than a person must act next: if no node drives the table, another may take it up."""
    summary: bytes
    """What a list of public tables shows, as JSON."""


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
    """What the events of a log up to `seq` add up to, so that nobody has to add them up again.

    It is a cache: the log says the same, and is read where a snapshot is missing or cannot be understood.
    """

    part: int
    """The part of the log that begins after it: of a table, the number of the game."""
    seq: int
    body: bytes


class Label(msgspec.Struct, frozen=True):
    """What a log is, where logs are of several kinds."""

    id: str
    kind: str
    title: str
    made: str


class Write(msgspec.Struct):
    """Events of one log that stand or fall together, numbered from `seq` without a gap."""

    table: str
    seq: int
    bodies: Sequence[bytes]
    action: str | None
    """Who asked and the client's own id, unique in the table: a second write of it is TAKEN."""
    done: Callable[[WriteOutcome], None]
    """Called once, on the event loop's thread, in the order in which writes of a table were given."""
    index: Index | None = None
    played: Sequence[PlayedGame] = ()
    snapshot: Snapshot | None = None
    """Of the log before these events, which begin a new part of it."""
    label: Label | None = None
    """Of a log that begins, or whose title has changed."""


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
        """Writes soon, together with what others want written; never blocks, never raises."""

    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[LogRow]:
        """The log of a table from a number on, no more than so many lines; empty for a table that is not known."""

    async def snapshot(self, table: str, part: int | None = None) -> Snapshot | None:
        """The latest snapshot of a table's log, or the latest that lies at the beginning of this part or before it."""

    async def find(self, code: str) -> str | None:
        """The table with this code, if it is live."""

    async def live(self, active_since: int) -> list[str]:
        """Live tables in whose log something happened since then (seconds since 1970), the latest first."""

    async def due(self, idle_since: int) -> list[str]:
        """Live tables that are due, and in whose log nothing has happened since then."""

    async def public(self, most: int) -> list[bytes]:
        """The summaries of public live tables, the latest first."""

    async def history(self, player: str, before: int | None, most: int) -> list[PlayedGame]:
        """A player's games, the latest first; those before a time, if one is given."""

    async def forget_player(self, player: str) -> None:
        """Takes a player's lines of history away."""

    async def adopt(self, from_player: str, to_player: str) -> int:
        """Makes one player's lines of history another's, and says how many there were."""

    async def forget_tables(self, idle_days: int) -> int:
        """Takes away tables at which nothing has happened for more than so many days on which a server has run."""

    async def healthy(self) -> bool:
        """Whether a write would succeed now: a small one is made."""

    async def close(self) -> None:
        """Writes what was given, and lets go of everything."""

    def on_change(self, heard: Callable[[str, int], None]) -> None:
        """Asks to be told `(table, seq)` when another node has written; `("", 0)`: some of these may have been lost."""


class Ticker(Protocol):
    """Time that never goes back."""

    def now(self) -> float:
        """Seconds since some moment."""

    def today(self) -> int:
        """Seconds since 1970, for what is kept."""

    def later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        """Calls once after so many seconds; the answer takes the order back."""

"""One log that several nodes share, and everything that can go wrong between a node and it; in memory, by chance."""

import asyncio
from collections.abc import Callable, Iterator
from random import Random

import msgspec
from tables.fakes import MemoryStore

from docena.storage.ports import LogRow, Snapshot, StoreDown, Write, WriteOutcome


class Weather(msgspec.Struct, frozen=True):
    """How often things go wrong: each history draws its own, so that some see one trouble often and others never."""

    failed: float = 0.0
    unknown_written: float = 0.0
    unknown_lost: float = 0.0
    unknown_late: float = 0.0
    """Nobody knows what became of it, and only later it comes to be on the disk."""
    split: float = 0.0
    """On the disk now, and told later."""
    unreadable: float = 0.0
    stale_read: float = 0.0
    """A read that was answered long before its answer arrives."""
    unheard: float = 0.0
    """A notice that is lost with the connection: once it is back, the node is told that it may have missed some."""
    dropped: float = 0.0
    """A link that is cut, with all that was under way on it."""
    crash: float = 0.0


def weather(chance: Random) -> Weather:
    def often(most: float) -> float:
        return chance.choice((0.0, chance.random() * most / 4, chance.random() * most))

    return Weather(
        failed=often(0.3),
        unknown_written=often(0.3),
        unknown_lost=often(0.3),
        unknown_late=often(0.3),
        split=often(0.5),
        unreadable=often(0.4),
        stale_read=often(0.5),
        unheard=often(0.5),
        dropped=often(0.1),
        crash=often(0.03),
    )


Step = Callable[[], None]


class NodeStore(MemoryStore):
    """The shared log as one node reaches it. Nothing happens by itself: `steps` are what could happen next."""

    def __init__(self, disk: MemoryStore, chance: Random, weather: Weather, *, shared: bool) -> None:
        super().__init__()
        self.shared = shared
        self.logs, self.snapshots, self.codes, self.index = disk.logs, disk.snapshots, disk.codes, disk.index
        self.played = disk.played
        self.disk, self.chance, self.weather = disk, chance, weather
        self.known: dict[str, int] = {}
        """The last event of each table that this node has been told is on the disk."""
        self.calm = False
        """Nothing goes wrong any more."""
        self._told: list[tuple[Write, WriteOutcome]] = []
        self._late: list[Write] = []
        self._reads: list[tuple[asyncio.Future[list[LogRow]], str, int, int | None, list[LogRow] | None]] = []
        self._notices: list[tuple[str, int]] = []
        self.closed = False
        disk.on_change(self._notice)

    # --- what a registry calls

    def write(self, write: Write) -> None:
        if not self.closed:
            self.waiting.append(write)

    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[LogRow]:
        if self.closed:
            raise asyncio.CancelledError
        future: asyncio.Future[list[LogRow]] = asyncio.get_running_loop().create_future()
        early = await self.disk.read(table, after, most) if self._happens(self.weather.stale_read) else None
        self._reads.append((future, table, after, most, early))
        rows = await future
        if rows:
            self.known[table] = max(self.known.get(table, 0), rows[-1].seq)
        return rows

    async def snapshot(self, table: str, part: int | None = None) -> Snapshot | None:
        found = await super().snapshot(table, part)
        if found is not None:
            self.known[table] = max(self.known.get(table, 0), found.seq)
        return found

    # --- what happens next

    def steps(self) -> Iterator[Step]:
        if self.waiting:
            yield self._write_next
        if self._told:
            yield self._tell
        if self._late:
            yield self._arrive_late
        if self._reads:
            yield self._answer_read
        if self._notices and not self.closed:
            yield self._hear

    def _happens(self, probability: float) -> bool:
        return not self.calm and self.chance.random() < probability

    def _write_next(self) -> None:
        write, weather = self.waiting.pop(0), self.weather
        if self._happens(weather.failed):
            self._told.append((write, WriteOutcome.FAILED))
        elif self._happens(weather.unknown_lost):
            self._told.append((write, WriteOutcome.UNKNOWN))
        elif self._happens(weather.unknown_late):
            self._late.append(write)
            self._told.append((write, WriteOutcome.UNKNOWN))
        else:
            outcome = self._put(write)
            if outcome is WriteOutcome.WRITTEN and self._happens(weather.unknown_written):
                outcome = WriteOutcome.UNKNOWN
            self._told.append((write, outcome))
        if not self._happens(weather.split):
            self._tell()

    def _put(self, write: Write) -> WriteOutcome:
        outcomes: list[WriteOutcome] = []
        kept, self.disk.heard = self.disk.heard, []  # each node hears of it in its own time
        self.disk.write(msgspec.structs.replace(write, done=outcomes.append))
        self.disk.heard = kept
        if outcomes == [WriteOutcome.WRITTEN]:
            for heard in kept:
                if heard != self._notice:
                    heard(write.table, write.seq + len(write.bodies) - 1)
        return outcomes[0]

    def _arrive_late(self) -> None:
        write = self._late.pop(0)
        if self._put(write) is WriteOutcome.WRITTEN and not self.closed:
            # the node has read the log meanwhile, and must hear of it like of the writing of others
            self._notice(write.table, write.seq + len(write.bodies) - 1)

    def _tell(self) -> None:
        write, outcome = self._told.pop(0)
        if outcome is WriteOutcome.WRITTEN:
            self.known[write.table] = max(self.known.get(write.table, 0), write.seq + len(write.bodies) - 1)
        if not self.closed:
            write.done(outcome)

    def _answer_read(self) -> None:
        future, table, after, most, early = self._reads.pop(self.chance.randrange(len(self._reads)))
        if future.done():
            return
        if self._happens(self.weather.unreadable):
            future.set_exception(StoreDown("the database cannot be read"))
        else:
            future.set_result(early if early is not None else self.logs.get(table, [])[after:][:most])

    def _notice(self, table: str, seq: int) -> None:
        self._notices.append(("", 0) if self._happens(self.weather.unheard) else (table, seq))

    def _hear(self) -> None:
        table, seq = self._notices.pop(0)
        for heard in self.heard:
            heard(table, seq)

    def crash(self) -> None:
        """The node is gone: what it had given to be written is on the disk, or never will be."""
        self.closed = True
        for write in [*self._late, *self.waiting]:
            if self.chance.random() < 0.5:
                self._put(write)
        self._late.clear()
        self.waiting.clear()
        for future, *_ in self._reads:
            future.cancel()
        self.disk.heard.remove(self._notice)

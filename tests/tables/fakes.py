"""A world for the host that tests hold in their hands: a store in memory, a clock by hand, bots that answer at once."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy as np

from docena.bots.players.player import LightPlayer
from docena.engine.table import TABLE, copy_of
from docena.engine.view import View
from docena.storage.ports import LogRow, PlayedGame, Snapshot, Write, WriteOutcome
from docena.tables.bots import worker as thinker
from docena.tables.bots.frames import Question, Wish
from docena.tables.messages import Answer, AnyMessage, State


class MemoryStore:
    """Keeps logs; `fails` and `slow` make it misbehave."""

    shared = False

    def __init__(self) -> None:
        self.logs: dict[str, list[LogRow]] = {}
        self.snapshots: dict[str, dict[int, Snapshot]] = {}
        self.codes: dict[str, str] = {}
        self.index: dict[str, Any] = {}
        self.played: list[PlayedGame] = []
        self.outcome: WriteOutcome | None = None
        """What becomes of every write, if it is set: UNKNOWN ones are written all the same."""
        self.slow = False
        self.waiting: list[Write] = []
        self.heard: list[Callable[[str, int], None]] = []

    def write(self, write: Write) -> None:
        if self.slow:
            self.waiting.append(write)
        else:
            self._write(write)

    def release(self, n: int | None = None) -> None:
        """Writes what waits."""
        now, self.waiting = self.waiting[:n], self.waiting[n:] if n is not None else []
        for write in now:
            self._write(write)

    def _write(self, write: Write) -> None:
        if self.outcome is WriteOutcome.FAILED:
            write.done(WriteOutcome.FAILED)
            return
        rows = self.logs.setdefault(write.table, [])
        if write.seq != len(rows) + 1 or (write.action and any(row.action == write.action for row in rows)):
            write.done(WriteOutcome.TAKEN)
            return
        for offset, body in enumerate(write.bodies):
            rows.append(LogRow(write.seq + offset, write.action if offset == 0 else None, body))
        if write.index is not None:
            self.index[write.table] = write.index
            self.codes[write.index.code] = write.table
        self.played += write.played
        if write.snapshot is not None:
            self.snapshots.setdefault(write.table, {})[write.snapshot.part] = write.snapshot
        write.done(self.outcome or WriteOutcome.WRITTEN)
        for heard in self.heard:
            heard(write.table, len(rows))

    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[LogRow]:
        return self.logs.get(table, [])[after:][:most]

    async def snapshot(self, table: str, part: int | None = None) -> Snapshot | None:
        found = self.snapshots.get(table, {})
        at = max((kept for kept in found if part is None or kept <= part), default=None)
        return None if at is None else found[at]

    async def find(self, code: str) -> str | None:
        return self.codes.get(code)

    async def live(self, active_since: int) -> list[str]:
        return list(self.logs)

    async def due(self, idle_since: int) -> list[str]:
        return [table for table, index in self.index.items() if index.due]

    async def public(self, most: int) -> list[bytes]:
        return [index.summary for index in self.index.values() if index.public][:most]

    async def history(self, player: str, before: int | None, most: int) -> list[PlayedGame]:
        rows = [row for row in self.played if row.player == player and (before is None or row.at < before)]
        return sorted(rows, key=lambda row: row.at, reverse=True)[:most]

    async def forget_player(self, player: str) -> None:
        self.played = [row for row in self.played if row.player != player]

    async def adopt(self, from_player: str, to_player: str) -> int:
        moved = [row for row in self.played if row.player == from_player]
        kept = [row for row in self.played if row.player != from_player]
        self.played = kept + [msgspec.structs.replace(row, player=to_player) for row in moved]
        return len(moved)

    async def forget_tables(self, idle_days: int) -> int:
        return 0

    async def secret(self) -> bytes:
        return b"secret of a store in memory"

    async def healthy(self) -> bool:
        return self.outcome is not WriteOutcome.FAILED

    async def close(self) -> None: ...

    def on_change(self, heard: Callable[[str, int], None]) -> None:
        self.heard.append(heard)


class HandClock:
    """Time that passes when a test says so."""

    def __init__(self) -> None:
        self.time = 0.0
        self.date = 1_800_000_000
        """What day it is when the time is 0; a date may be wrong, and be set right."""
        self._orders: list[tuple[float, int, Callable[[], None]]] = []
        self._n = 0

    def now(self) -> float:
        return self.time

    def today(self) -> int:
        return self.date + int(self.time)

    def later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        self._n += 1
        order = self.time + seconds, self._n, call
        self._orders.append(order)
        return lambda: self._orders.remove(order) if order in self._orders else None

    def pass_time(self, seconds: float) -> None:
        """Lets so much time pass, and everything happen that was ordered for it."""
        until = self.time + seconds
        while due := [order for order in self._orders if order[0] <= until]:
            order = min(due)
            self._orders.remove(order)
            self.time = max(self.time, order[0])
            order[2]()
        self.time = until


class QuickBots:
    """Bots that answer at once, with `greedy`; they get bytes of a view and nothing else."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.fail = False

    def ask(self, key: str, bot: str, seed: int, seat: int, view: bytes, done: Callable[[str | None], None]) -> None:
        self.asked.append((key, bot))
        if self.fail:
            done(None)
            return
        tables = copy_of(np.frombuffer(view, TABLE))
        seen = View(tables, seat)
        done(LightPlayer("greedy", seed).choose(seen))

    def cancel(self, key: str) -> None: ...

    def hint(self, key: str, seed: int, seat: int, view: bytes, wish: Wish, done: Callable[[str | None], None]) -> None:
        """As the process of the bots does it, in this one."""
        self.asked.append((key, "hint"))
        done(None if self.fail else thinker.hint(Question(1, key, "master", seed, seat, view, wish)))


_read: Callable[[bytes], State | Answer] = msgspec.json.Decoder(AnyMessage).decode


class Friend:
    """A guest who keeps what they are sent."""

    def __init__(self, seat: int | None, lang: str | None = None) -> None:
        self.seat, self.lang = seat, lang
        self.frames: list[bytes] = []
        self.dismissed = False

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def dismiss(self, frame: bytes) -> None:
        self.frames.append(frame)
        self.dismissed = True

    @property
    def messages(self) -> list[State | Answer]:
        return [_read(frame) for frame in self.frames]

    @property
    def _latest(self) -> Iterator[State | Answer]:
        return map(_read, reversed(self.frames))

    @property
    def last(self) -> Any:
        return next(self._latest)

    @property
    def seq(self) -> int:
        """The position that the guest knows of."""
        return next(message.seq for message in self._latest if isinstance(message, State))

    @property
    def view(self) -> Any:
        return next(m.view for m in self._latest if isinstance(m, State) and m.view is not None)

    @property
    def table(self) -> Any:
        return next(m.table for m in self._latest if isinstance(m, State) and m.table is not None)

"""Faults at every point at which one can strike: an await of the tables, or a statement of a database."""

import asyncio
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import apsw
import asyncpg  # type: ignore[import-untyped]
from tables.fakes import MemoryStore

import docena.tables
from docena.storage.ports import LogRow, Snapshot, StoreDown, Write

_TABLES = str(Path(docena.tables.__file__).parent)
_CALLS = ("execute", "executemany", "fetch", "fetchrow", "fetchval")


class Points:
    """Counts the points that are passed; at the one that is aimed at the fault strikes, and at so many after it."""

    def __init__(self, target: int, times: int = 1) -> None:
        self.target, self.times = target, times
        self.passed = 0
        self.struck = 0
        self.armed = True

    def strikes(self) -> bool:
        if not self.armed:
            return False
        self.passed += 1
        struck = self.target <= self.passed < self.target + self.times
        self.struck += struck
        return struck


class YieldingStore(MemoryStore):
    """Keeps logs in memory, and takes a round of the event loop for everything that is read."""

    reading: "asyncio.Task[Any] | None" = None
    """Whose reading the last await was."""

    async def _pause(self) -> None:
        self.reading = asyncio.current_task()
        await asyncio.sleep(0)
        self.reading = None

    def write(self, write: Write) -> None:
        asyncio.get_running_loop().call_soon(super().write, write)

    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[LogRow]:
        await self._pause()
        return await super().read(table, after, most)

    async def snapshot(self, table: str, part: int | None = None) -> Snapshot | None:
        await self._pause()
        return await super().snapshot(table, part)

    async def live(self, active_since: int) -> list[str]:
        await self._pause()
        return await super().live(active_since)

    async def due(self, idle_since: int) -> list[str]:
        await self._pause()
        return await super().due(idle_since)


class Watched(Coroutine[Any, Any, Any]):
    """A coroutine into which a fault is thrown where it waits."""

    def __init__(self, whole: Coroutine[Any, Any, Any], fault_at: Callable[[Any], BaseException | None]) -> None:
        self._whole, self._fault_at = whole, fault_at
        self._due: BaseException | None = None

    def send(self, value: Any) -> Any:
        due, self._due = self._due, None
        return self._waits(self._whole.send(value) if due is None else self._whole.throw(due))

    def throw(self, *error: Any) -> Any:
        return self._waits(self._whole.throw(*error))

    def close(self) -> None:
        self._whole.close()

    def __await__(self) -> Generator[Any, Any, Any]:
        return self._whole.__await__()

    def _waits(self, what: Any) -> Any:
        self._due = self._fault_at(self._whole)
        return what


def places(whole: Any) -> Iterator[tuple[str, int]]:
    """Where a coroutine waits: the file and line of each await, from the outermost to the innermost."""
    while whole is not None and getattr(whole, "cr_frame", None) is not None:
        yield whole.cr_code.co_filename, whole.cr_frame.f_lineno
        whole = whole.cr_await


class AtAwaits:
    """Throws a fault where the tables wait: cancels who asks, or has the store fail that is read."""

    def __init__(self, points: Points, store: YieldingStore, kind: str) -> None:
        self._points, self._store, self._kind = points, store, kind
        self.sites: set[tuple[str, int]] = set()

    def factory(self, loop: asyncio.AbstractEventLoop, whole: Any, **more: Any) -> "asyncio.Task[Any]":
        return asyncio.Task(Watched(whole, self._fault_at), loop=loop, **more)

    def _fault_at(self, whole: Any) -> BaseException | None:
        waits = list(places(whole))
        here = [(file, line) for file, line in waits if file.startswith(_TABLES)]
        self.sites.update(here)
        if not here:
            return None
        if self._kind == "cancelled":
            asked = not waits[0][0].startswith(_TABLES)  # what the tables do by themselves is cancelled by nobody
            return asyncio.CancelledError() if asked and self._points.strikes() else None
        if self._store.reading is not None and self._store.reading is asyncio.current_task() and self._points.strikes():
            return StoreDown("as the test wants it") if self._kind == "down" else RuntimeError("as the test wants it")
        return None


@contextmanager
def at_sqlite_statements(points: Points, fault: type[apsw.Error]) -> Iterator[None]:
    """Every statement of every connection is a point; where the fault strikes it is not executed."""

    def trace(cursor: Any, statement: str, bindings: Any) -> bool:
        if points.strikes():
            raise fault("as the test wants it")
        return True

    def hook(connection: apsw.Connection) -> None:
        connection.exec_trace = trace

    apsw.connection_hooks.append(hook)
    try:
        yield
    finally:
        apsw.connection_hooks.remove(hook)


@contextmanager
def at_postgres_statements(points: Points, *, after: bool) -> Iterator[None]:
    """The connection is lost at every call in turn, before it reaches the server or when the answer is on its way."""

    def losing(honest: Callable[..., Any]) -> Callable[..., Any]:
        async def call(self: Any, *parts: Any, **more: Any) -> Any:
            strikes = points.strikes()
            if strikes and not after:
                self.terminate()
            answer = await honest(self, *parts, **more)
            if strikes:
                self.terminate()
                raise asyncpg.ConnectionDoesNotExistError("as the test wants it")
            return answer

        return call

    patches = [patch.object(asyncpg.Connection, name, losing(getattr(asyncpg.Connection, name))) for name in _CALLS]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in patches:
            each.stop()

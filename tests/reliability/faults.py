"""Faults: one at every statement of a database and at every await of the tables; nothing false is told and it heals."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar
from unittest.mock import patch

import apsw
from reliability.fault_points import AtAwaits, Points, YieldingStore, at_postgres_statements, at_sqlite_statements
from reliability.part import Chunk, Part, Result
from storage.places import FilePlace, Place, PostgresPlace, postgres_server
from tables.fakes import Friend, HandClock, QuickBots

from docena.core.errors import DocenaError, Refused
from docena.storage import sqlite_writer
from docena.storage.ports import Store, WriteOutcome
from docena.tables import commands as cmd
from docena.tables.live_table import LiveTable
from docena.tables.log.archive import finished_game
from docena.tables.registry import TableRegistry
from docena.tables.room import room_from
from docena.tables.table_choices import Choices

T = TypeVar("T")
_TRIES = 12
_SECONDS = 30.0
_MOVES = 6
_CHOICES = Choices(edition="classic", players=2, stock=2, clock="off", pace=0)


class Session:
    """Some people at one table from its opening to its end, who ask again until they are answered."""

    def __init__(self, store: Store, points: Points) -> None:
        self.store, self.points, self.clock = store, points, HandClock()
        self.registry = self._start()
        self.acknowledged: list[str] = []
        self.wrong: list[str] = []
        self.cut_off = 0
        """Requests that were cancelled."""
        self.table = ""

    def _start(self) -> TableRegistry:
        registry = TableRegistry(self.store, self.clock, QuickBots(), "here", seed=7)
        registry.alone = True
        return registry

    async def do(self, call: Callable[[], Awaitable[T]]) -> T:
        """Asks until it is done; each try is a request of its own, and may be cut off."""

        async def once() -> T:
            return await call()

        for _ in range(_TRIES):
            task = asyncio.ensure_future(once())
            while not task.done():
                self.clock.pass_time(0.2)
                await asyncio.sleep(0.0005)
            if task.cancelled():
                self.cut_off += 1
                if self.cut_off > self.points.struck:
                    self.wrong.append("somebody was cut off because another was")
                continue
            error = task.exception()
            if error is None:
                return task.result()
            if isinstance(error, Refused) and error.reason not in ("unavailable", "stale"):
                raise error
            if not isinstance(error, DocenaError) and "as the test wants it" not in str(error):
                raise error
            await asyncio.sleep(0.002)
        raise TimeoutError("it was refused again and again")

    async def live(self) -> LiveTable:
        found = await self.do(lambda: self.registry.live(self.table))
        assert found is not None, "the table is not known any more"
        return found

    async def ask(self, seat: int, ask: Any) -> None:
        live = await self.live()

        async def done() -> bool:
            try:
                await self.registry.ask_once(live, seat, ask)
            except Refused as why:
                if why.reason == "unavailable":
                    raise
                return False
            return True

        if await self.do(done):
            self.acknowledged.append(f"{seat}:{ask.id}")

    async def play(self) -> None:
        self.table = await self.do(lambda: self.registry.open_for_others(_CHOICES))
        live = await self.live()
        friends = [Friend(seat) for seat in (1, 2)]
        for seat, friend in enumerate(friends, 1):
            await self.do(lambda seat=seat: self.registry.give(live, seat, f"Ana {seat}"))  # type: ignore[misc]
            await self.do(lambda: self.registry.prepare(live, "en"))
            self.registry.enter(live, friend)
        for seat in (1, 2):
            await self.ask(seat, cmd.GetReady(f"r{seat}"))
        await self._moves("a", _MOVES)
        # the process starts again, and several people look for the table at once
        self.registry = self._start()
        looks = [asyncio.ensure_future(self.live()) for _ in range(3)]
        await self.do(self.registry.resume)
        found = await asyncio.gather(*looks)
        if len(set(map(id, found))) != 1:
            self.wrong.append("one table was read from its log as several")
        await self._moves("b", _MOVES)
        await self.do(self.registry.step_in)
        live = await self.live()
        await self.do(lambda: self.registry.close(live))
        await self.do(lambda: finished_game(self.store, self.table, 1, self.registry.turns))

    async def _moves(self, name: str, n: int) -> None:
        for number in range(n):
            live = await self.live()
            game = live.room.game
            if game is None or game.over:
                return
            move = game.legal_moves()[0]
            await self.ask(game.mover, cmd.MakeMove(f"{name}{number}", live.room.stamp, move))

    async def check(self) -> None:
        """The trouble is over: the table comes to rest, is what its log says, and all that was promised is in it."""
        self.points.armed = False
        live = await self.live()
        for _ in range(200):
            self.clock.pass_time(1.0)
            await asyncio.sleep(0.001)
            rows = await self.store.read(self.table)
            if live.idle and live.room.seq == len(rows):
                break
        else:
            self.wrong.append(f"the table does not come to rest: it is at {live.room.seq}, its log at {len(rows)}")
        actions = Counter(row.action for row in rows if row.action)
        self.wrong += [f"{name} was done {times} times" for name, times in actions.items() if times > 1]
        self.wrong += [f"{name} was acknowledged and is lost" for name in self.acknowledged if name not in actions]
        if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
            self.wrong.append("the log has a gap")
        elif room_from([(row.body, row.action) for row in rows]).phase != live.room.phase:
            self.wrong.append("the table is not what its log says")


async def _session(store: Store, points: Points) -> list[str]:
    complaints: list[str] = []

    def complain(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        if "as the test wants it" not in str(context.get("exception")):
            complaints.append(f"{context['message']}: {context.get('exception')!r}")

    asyncio.get_running_loop().set_exception_handler(complain)
    session = Session(store, points)
    try:
        async with asyncio.timeout(_SECONDS):
            await session.play()
            await session.check()
    except (Exception, asyncio.CancelledError) as error:
        session.wrong.append(f"it broke off: {error!r}")
    return session.wrong + complaints


def at_await(target: int, kind: str) -> tuple[list[str], Points, set[tuple[str, int]]]:
    """One session in memory, with a fault at one await."""

    async def main() -> tuple[list[str], Points, set[tuple[str, int]]]:
        points, store = Points(target), YieldingStore()
        faults = AtAwaits(points, store, kind)
        asyncio.get_running_loop().set_task_factory(faults.factory)
        found = await _session(store, points)
        return found, points, faults.sites

    return asyncio.run(main())


async def _opened(place: Place) -> Any:
    for _ in range(_TRIES):
        try:
            return await place.open()
        except DocenaError:
            continue
    raise TimeoutError("the database cannot be opened")


def at_statement(place: Place, points: Points) -> list[str]:
    """One session at a database, with whatever fault the points bring."""

    async def main() -> list[str]:
        try:
            store = await _opened(place)
        except Exception as error:
            return [f"it was not opened: {error!r}"]
        try:
            return await _session(store, points)
        finally:
            await store.close()

    return asyncio.run(main())


Run = Callable[[int], tuple[list[str], Points]]


@contextmanager
def runs_of(kind: str) -> Iterator[Run]:
    """Sessions with one kind of fault, each at the point that is named."""
    where, _, what = kind.partition(": ")
    with (
        TemporaryDirectory() as folder,
        patch.object(sqlite_writer, "SETTLING", (0.0, 0.0, 0.0)),
        postgres_server() if where == "postgres" else nullcontext() as server,
    ):

        def run(target: int) -> tuple[list[str], Points]:
            if where == "await":
                return at_await(target, what)[:2]
            fault, _, long = what.partition(" ")
            points = Points(target, 4 if long else 1)
            if where == "postgres":
                assert server is not None
                database = PostgresPlace(server.new_database())
                with at_postgres_statements(points, after=fault == "after"):
                    return at_statement(database, points), points
            place = Path(folder, str(target))
            place.mkdir()
            with at_sqlite_statements(points, getattr(apsw, fault)):
                return at_statement(FilePlace(place), points), points

        yield run


KINDS = (
    "await: cancelled",
    "await: down",
    "await: broken",
    "sqlite: IOError",
    "sqlite: FullError",
    "sqlite: BusyError",
    "sqlite: IOError lasting",
    "sqlite: BusyError lasting",
    "postgres: before",
    "postgres: after",
)


def everywhere(kind: str, step: int = 1, first: int = 1) -> tuple[list[str], int]:
    """A session for each point at which this fault can strike, or for every so-manieth; gives how many there were."""
    found: list[str] = []
    with runs_of(kind) as run:
        target, done = first, 0
        while True:
            wrong, points = run(target)
            if not points.struck:
                return found, done
            found += [f"{kind} at point {target}: {what}" for what in wrong[:3]]
            target, done = target + step, done + 1
            if len(found) > 20:
                return found, done


def run(chunk: Chunk) -> Result:
    kind = KINDS[chunk.number]
    found, done = everywhere(kind)
    return Result(chunk.trials, found, {f"faults ({kind})": done})


# --- planted faults


@contextmanager
def _optimist() -> Iterator[None]:
    """A write that failed is told as written."""
    honest = sqlite_writer.Writer._write

    def write(self: Any, batch: Any) -> Any:
        return [WriteOutcome.WRITTEN for _ in honest(self, batch)]

    with patch.object(sqlite_writer.Writer, "_write", write):
        yield


def controls(_: Path) -> dict[str, bool]:
    caught = {}
    with _optimist():
        caught["a write that failed is told as written"] = bool(everywhere("sqlite: FullError", 7)[0])
    return caught


PART = Part(
    "faults",
    "a fault at every statement of SQLite and PostgreSQL, and at every await of the tables",
    "kinds of faults",
    full=len(KINDS),
    chunk=1,
    run=run,
    controls=controls,
    least=len(KINDS),
)

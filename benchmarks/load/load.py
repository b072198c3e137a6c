"""A load test: many tables, all their seats, moves at a rate or as fast as the server takes them."""

import asyncio
import contextlib
import gc
import sys
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import msgspec

from benchmarks.load.crowd import LoadSeat, LoadTable, Tally
from benchmarks.load.figures import Gauge, MetricsGauge, ProcessGauge, Spread, Used, spread_of
from benchmarks.load.nuisances import Nuisance, Nuisances
from benchmarks.load.own_server import own_server
from docena.client.address import Address
from docena.core.errors import DocenaError

_SPARE_FILES = 100
_AT_ONCE = 64
"""Requests and handshakes that are under way at the same time."""
_DEAL_SECONDS = 120.0
_DRAIN_SECONDS = 5.0
_OPEN_SECONDS = 60.0
_TICK_SECONDS = 0.001
_MOST_WARNINGS = 10
_ANYTHING = {"SOCKETS_PER_ADDRESS": "0", "TABLES_PER_HOUR": "0", "ASKS_PER_SECOND": "2000"}
"""Settings of our own server: all the load comes from one address."""


class Plan(msgspec.Struct, frozen=True):
    """What is to be done."""

    tables: int = 2500
    seats: int = 4
    rate: float = 1000.0
    """Moves a second; not used if saturated."""
    seconds: float = 30.0
    saturate: bool = False
    """Every table has a move under way at all times."""
    edition: str = "classic"
    slow: int = 0
    silent: int = 0
    flooders: int = 0
    one_core: bool = True
    """A server of our own is held to one core."""

    @property
    def sockets(self) -> int:
        return self.tables * self.seats


class Outcome(msgspec.Struct, frozen=True):
    """What was measured."""

    plan: Plan
    seconds: float
    moves: int
    moves_per_second: float
    ack: Spread | None
    """From sending a move until the mover is told that it is on the disk, in milliseconds."""
    seen: Spread | None
    """... until every seat has been shown it."""
    cpu_us_per_move: float | None
    moves_per_cpu_second: float | None
    cpu_share: float | None
    """Of one core, during the measurement."""
    bytes_per_socket: float | None
    memory_before: int | None
    memory_after: int | None
    games: int
    refused: dict[str, int]
    sentences: list[str]
    lost: int
    unfinished: int
    """Moves that were sent and not answered at the end."""
    nuisances: Nuisances
    warnings: list[str] = []
    """The last lines that a server of our own has logged: with its folder they would be gone."""


Tell = Callable[[str], None]


def raise_file_limit(wanted: int) -> None:
    """As many files as may be open, at once; a sentence if they are too few."""
    if sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted + _SPARE_FILES:
        raise DocenaError(
            f"{wanted:,} sockets need {wanted + _SPARE_FILES:,} open files, and this machine allows {soft:,}: "
            "raise the limit (ulimit -Hn) or take fewer tables"
        )


def check_plan(plan: Plan) -> None:
    """Refuses what makes no sense."""
    if plan.tables < 1 or plan.rate <= 0 or plan.seconds <= 0:
        raise DocenaError("a load test needs at least one table, and a rate and a duration above 0")
    if min(plan.slow, plan.silent, plan.flooders) < 0:
        raise DocenaError("the number of slow, silent or flooding guests cannot be negative")


class Load:
    """One load test against one server."""

    def __init__(self, plan: Plan, address: Address, gauge: Gauge, session: aiohttp.ClientSession, tell: Tell) -> None:
        self.plan, self.address, self.gauge, self.session, self.tell = plan, address, gauge, session, tell
        self._seats: list[asyncio.Task[None]] = []
        """All seats, each hearing what its socket brings."""
        self.tally = Tally()
        self.tables: list[LoadTable] = []
        self._idle: deque[LoadTable] = deque()
        self._dealt = asyncio.Event()
        self._playing = False

    async def run(self) -> Outcome:
        self.tell(f"opening {self.plan.tables:,} tables")
        await _many(range(self.plan.tables), self._open_table)
        before = await self.gauge.read()
        self.tell(f"connecting {self.plan.sockets:,} sockets")
        await _many([seat for table in self.tables for seat in table.seats], self._connect)
        await self._wait_for_the_deals()
        nuisance = Nuisance(self.session, self.address, [table.id for table in self.tables])
        nuisance.begin(self.plan.slow, self.plan.silent, self.plan.flooders)
        # what has been made so far lives to the end: nothing is to be gained by looking through it
        gc.collect()
        gc.freeze()
        gc.disable()
        try:
            return await self._measure(before, nuisance)
        finally:
            gc.enable()
            gc.unfreeze()
            self.tally.over = True
            await nuisance.end()
            for seat in self._seats:
                seat.cancel()
            await asyncio.gather(*self._seats, return_exceptions=True)

    # --- sitting down

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        try:
            async with self.session.post(self.address.http(path), json=body) as response:
                answer = await response.json(content_type=None)
        except (aiohttp.ClientError, TimeoutError, ValueError) as error:
            raise DocenaError(f"{self.address.place} does not answer as a server of tables does: {error}") from None
        if not response.ok or not isinstance(answer, dict):
            why = answer.get("why") if isinstance(answer, dict) else None
            raise DocenaError(f"the server refused a table: {why or f'status {response.status}'}")
        return answer

    async def _open_table(self, number: int) -> None:
        choices = {"edition": self.plan.edition, "players": self.plan.seats, "clock": "off", "chat": "off", "pace": 0}
        opened = await self._post("/api/tables", {"name": f"Load {number}", "choices": choices})
        table = LoadTable(opened["table"], self.tally, self._on_idle)
        table.add(opened["seat"], opened["secret"])
        for other in range(2, self.plan.seats + 1):
            sat = await self._post(f"/api/tables/{table.id}/seats", {"name": f"Load {number}.{other}"})
            table.add(sat["seat"], sat["secret"])
        self.tables.append(table)

    async def _connect(self, seat: LoadSeat) -> None:
        url = self.address.http(f"/api/tables/{seat.table_id}/socket")
        try:
            async with asyncio.timeout(_OPEN_SECONDS):
                socket = await self.session.ws_connect(url)
        except (aiohttp.ClientError, OSError) as error:
            raise DocenaError(
                f"cannot open a socket at {self.address.place}: {error or 'it does not answer'}"
            ) from None
        await seat.sit(socket)
        self._seats.append(asyncio.create_task(seat.play()))

    async def _wait_for_the_deals(self) -> None:
        self.tell("waiting for the deals")
        try:
            await asyncio.wait_for(self._dealt.wait(), _DEAL_SECONDS)
        except TimeoutError:
            missing = self.plan.tables - len(self._idle)
            raise DocenaError(
                f"{missing:,} of {self.plan.tables:,} tables were not dealt in {_DEAL_SECONDS:.0f} seconds"
            ) from None

    # --- playing

    async def _on_idle(self, table: LoadTable) -> None:
        if self._playing and self.plan.saturate:
            await table.move()
            return
        self._idle.append(table)
        if len(self._idle) == self.plan.tables:
            self._dealt.set()

    async def _play(self, seconds: float) -> None:
        """Moves, for so long: at the rate, or all tables at once and each again as soon as it can."""
        loop = asyncio.get_running_loop()
        begun = loop.time()
        self._playing = True
        if self.plan.saturate:
            await self._start_all()
            await asyncio.sleep(seconds)
            return
        sent = 0
        while (gone := loop.time() - begun) < seconds:
            due = int(gone * self.plan.rate) - sent
            for _ in range(min(due, len(self._idle))):
                await self._idle.popleft().move()
                sent += 1
            await asyncio.sleep(_TICK_SECONDS)

    async def _start_all(self) -> None:
        while self._idle:
            await self._idle.popleft().move()

    async def _measure(self, before: Used | None, nuisance: Nuisance) -> Outcome:
        loop = asyncio.get_running_loop()
        tally, plan = self.tally, self.plan
        Random(1).shuffle(self._idle)  # neighbours in the queue need not be neighbours at the server
        self.tell("warming up")
        await self._play(min(3.0, plan.seconds / 4))
        self.tell(f"measuring for {plan.seconds:g} seconds")
        start, done, begun = await self.gauge.read(), tally.done, loop.time()
        tally.counting = True
        await self._play(plan.seconds)
        tally.counting = False
        moves, seconds, end = tally.done - done, loop.time() - begun, await self.gauge.read()
        self._playing = False
        await self._drain()
        cpu = end.cpu - start.cpu if start is not None and end is not None else None
        grown = end.memory - before.memory if before is not None and end is not None else None
        return Outcome(
            plan=plan,
            seconds=round(seconds, 3),
            moves=moves,
            moves_per_second=round(moves / seconds, 1),
            ack=spread_of(tally.acks),
            seen=spread_of(tally.all_seen),
            cpu_us_per_move=round(1e6 * cpu / moves, 2) if cpu is not None and moves else None,
            moves_per_cpu_second=round(moves / cpu, 1) if cpu else None,
            cpu_share=round(cpu / seconds, 3) if cpu is not None else None,
            bytes_per_socket=round(grown / plan.sockets, 1) if grown is not None else None,
            memory_before=before.memory if before is not None else None,
            memory_after=end.memory if end is not None else None,
            games=tally.games,
            refused=dict(tally.refused),
            sentences=tally.sentences,
            lost=tally.lost,
            unfinished=tally.sent - tally.done - tally.failed,
            nuisances=nuisance.count,
        )

    async def _drain(self) -> None:
        """Waits for the moves that are under way."""
        for _ in range(int(_DRAIN_SECONDS / 0.05)):
            if self.tally.done + self.tally.failed >= self.tally.sent:
                return
            await asyncio.sleep(0.05)


async def _many(things: Any, do: Callable[[Any], Awaitable[None]]) -> None:
    """Does the same with many things, some at a time; the first failure ends it."""
    todo = iter(list(things))

    async def work() -> None:
        for thing in todo:
            await do(thing)

    async with asyncio.TaskGroup() as group:
        for _ in range(_AT_ONCE):
            group.create_task(work())


@asynccontextmanager
async def _server(
    plan: Plan, address: Address | None, tell: Tell
) -> AsyncIterator[tuple[Address, int | None, Path | None]]:
    if address is not None:
        yield address, None, None
        return
    tell("starting a server")
    async with own_server(one_core=plan.one_core, settings=_ANYTHING) as (own, pid, said):
        yield own, pid, said


async def _run(plan: Plan, address: Address | None, tell: Tell) -> Outcome:
    async with _server(plan, address, tell) as (place, pid, said):
        connector = aiohttp.TCPConnector(limit=0)  # every seat keeps its connection
        async with aiohttp.ClientSession(connector=connector) as session:
            gauge: Gauge = MetricsGauge(session, place) if pid is None else ProcessGauge(pid)
            try:
                outcome = await Load(plan, place, gauge, session, tell).run()
                lines = said.read_text(errors="replace").splitlines() if said is not None else []
                return msgspec.structs.replace(outcome, warnings=lines[-_MOST_WARNINGS:])
            except ExceptionGroup as failures:
                complaint = next((one for one in failures.exceptions if isinstance(one, DocenaError)), None)
                raise complaint or failures from None


def run_load(plan: Plan, address: Address | None, tell: Tell = lambda _: None) -> Outcome:
    """Runs a load test, against a server of its own where no address is given."""
    check_plan(plan)
    raise_file_limit(plan.sockets + plan.slow + plan.silent + plan.flooders)
    if sys.platform == "win32":
        return asyncio.run(_run(plan, address, tell))
    import uvloop

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(_run(plan, address, tell))

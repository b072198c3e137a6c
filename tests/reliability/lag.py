"""Lag: how long a table waits for the event loop while others send the heaviest requests there are."""

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
from reliability.part import Chunk, Lag, Part, Result
from server.guests import Guest, all_here, more_moves, open_table, play_on, rest
from server.node import Node, running
from server.wire import lay_wire

from benchmarks.load.figures import Spread, spread_of

_AT_ONCE = 4
"""Heavy requests under way at the same time."""
_PAUSE = 0.02
_BUCKET = re.compile(r'^docena_loop_lag_seconds_bucket\{le="([0-9.]+|\+Inf)"\} ([0-9.]+)$', re.MULTILINE)
_BLOCKER = """
import time
from docena.tables.registry import TableRegistry
look = TableRegistry.live
async def live(self, table):
    time.sleep(0.3)
    return await look(self, table)
TableRegistry.live = live
"""
"""A planted fault: whoever looks a table up holds the loop for 0.3 seconds."""


class Heavy:
    """The heaviest requests, over and over."""

    def __init__(self, node: Node, guest: Guest, event: str) -> None:
        self._node, self._guest, self._event = node, guest, event
        self.done = 0
        self.refused = 0

    async def go_on(self, session: aiohttp.ClientSession, number: int) -> None:
        kinds: list[Callable[[], Awaitable[Any]]] = [
            lambda: self._get(session, f"/api/tables/{self._guest.table}/games/1"),
            lambda: self._get(session, f"/api/tables/{self._guest.table}"),
            lambda: self._get(session, f"/e/{self._event}/paper/standings"),
            lambda: self._get(session, f"/e/{self._event}/paper/sheets"),
            lambda: self._get(session, f"/api/events/{self._event}"),
            lambda: self._post(session, "/api/events", b"x" * 700_000),
            lambda: self._post(session, "/api/tables", b'{"name":"' + b"y" * 60_000 + b'"}'),
        ]
        while True:
            with suppress(aiohttp.ClientError):
                await kinds[number % len(kinds)]()
            number += 1

    async def _get(self, session: aiohttp.ClientSession, path: str) -> None:
        async with session.get(self._node.address.http(path)) as reply:
            await reply.read()
            self._count(reply.status)

    async def _post(self, session: aiohttp.ClientSession, path: str, body: bytes) -> None:
        async with session.post(self._node.address.http(path), data=body) as reply:
            await reply.read()
            self._count(reply.status)

    def _count(self, status: int) -> None:
        self.done += 1
        self.refused += status >= 400


async def _pings(guest: Guest, seconds: float) -> list[float]:
    """How long a table that nothing else happens at waits for the answer to a ping."""
    answered, times = asyncio.Event(), list[float]()
    address = guest.servers[0]
    path = f"/api/tables/{guest.table}/socket"
    wire = await lay_wire(address, path, lambda _: answered.set(), lambda: None)
    wire.send(msgspec.json.encode({"do": "hello", "secret": guest.secret}))
    await answered.wait()
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        answered.clear()
        begun = time.perf_counter()
        wire.send(b'{"do":"ping","id":"p"}')
        async with asyncio.timeout(60):
            await answered.wait()
        times.append(time.perf_counter() - begun)
        await asyncio.sleep(_PAUSE)
    wire.cut()
    return times


async def _loop_lag(node: Node) -> Lag:
    """As the server itself has measured it: the smallest bounds that 99 % of its loop's delays, and all, are within."""
    buckets = [(float(bound), float(times)) for bound, times in _BUCKET.findall(await node.get("/metrics"))]
    total = buckets[-1][1]

    def within(share: float) -> float:
        return 1000 * next(bound for bound, times in buckets if times >= share * total)

    return Lag(within(0.99), within(1.0))


async def measure(folder: Path, seconds: float, plant: str = "") -> tuple[Spread, Lag, dict[str, int]]:
    node = Node(folder, str(folder / "docena.db"), plant=plant)
    async with running(node), aiohttp.ClientSession() as session:
        guests = await open_table(node, [node.address], 2, players=2)
        (quiet,) = await open_table(node, [node.address], 1, players=2)
        await all_here(guests)
        play_on(guests)
        await more_moves(guests, 300)
        await rest(guests)
        status, opened = await node.post("/api/events", {"choices": {"title": "Friday", "format": "meet"}})
        assert status == 201, opened
        heavy = Heavy(node, guests[0], opened["event"])
        working = [asyncio.ensure_future(heavy.go_on(session, number)) for number in range(_AT_ONCE)]
        times = await _pings(quiet, seconds)
        for task in working:
            task.cancel()
        await asyncio.gather(*working, return_exceptions=True)
        lag = await _loop_lag(node)
        for guest in guests:
            await guest.leave()
        assert await node.stop() == 0
        assert not node.blunders, node.blunders
    spread = spread_of(times)
    assert spread is not None
    return spread, lag, {"heavy requests": heavy.done, "of them refused": heavy.refused}


def run(chunk: Chunk) -> Result:
    spread, lag, counts = asyncio.run(measure(chunk.folder, 60.0 * chunk.trials))
    figures = {"ms for a ping of another table, p50": spread.p50, "p99": spread.p99, "most": spread.max}
    return Result(chunk.trials, [], counts, lag=lag, figures=figures)


def sees_a_blocked_loop(folder: Path) -> bool:
    spread, _, _ = asyncio.run(measure(folder, 4.0, _BLOCKER))
    return spread.p99 > 250.0


def controls(folder: Path) -> dict[str, bool]:
    return {"a request holds the event loop": sees_a_blocked_loop(folder)}


PART = Part(
    "lag",
    "the event loop under heavy requests, for what it is: nothing is asserted of it",
    "minutes",
    full=10,
    chunk=0,
    run=run,
    controls=controls,
    least=1,
    in_parallel=False,
)

"""A server as it stands in the world: a real port, a real file, a real clock, and a log that is read to its end."""

import asyncio
import io
import logging
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import uvloop
from aiohttp import web
from server.hall import cheap
from server.wire import Wire, frame, lay_wire
from tables.fakes import QuickBots

from docena.client.address import Address
from docena.server.app import make_app
from docena.server.logs import start_logging
from docena.server.metrics import Metrics
from docena.server.operations import Readiness
from docena.server.people.players import Players
from docena.server.protection.connection import HttpRunner
from docena.server.protection.connections import Connections
from docena.server.protection.listening import site_of
from docena.server.settings import Settings
from docena.server.tables.sockets import Sockets
from docena.server.ticker import LoopTicker
from docena.storage.sqlite import SqliteStore
from docena.storage.sqlite_file import Setup
from docena.tables import events as e
from docena.tables.live_table import LiveTable
from docena.tables.registry import TableRegistry

PATIENCE = 60.0
"""Whatever a test waits for comes long before."""


class Reply(msgspec.Struct):
    """What came back over HTTP."""

    status: int
    raw: bytes
    headers: Mapping[str, str]

    @property
    def json(self) -> Any:
        return msgspec.json.decode(self.raw)


class Visitor:
    """A client at the end of a socket, who keeps every byte that comes."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self._news = asyncio.Event()
        self.lost = asyncio.Event()
        self._wire: Wire | None = None
        self._asked = 0

    @property
    def wire(self) -> Wire:
        assert self._wire is not None
        return self._wire

    async def come(self, address: Address, table: str) -> "Visitor":
        self._wire = await lay_wire(address, f"/api/tables/{table}/socket", self._hear, self._lose)
        return self

    def _hear(self, message: bytes) -> None:
        self.heard.append(message)
        self._news.set()

    def _lose(self) -> None:
        self.lost.set()
        self._news.set()

    def send(self, **ask: Any) -> None:
        self.wire.send(msgspec.json.encode(ask))

    async def until(self, found: Callable[[Any], bool], start: int = 0) -> Any:
        """The first message from a place on of which this is true."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for message in self.heard[start:]:
                    read = msgspec.json.decode(message)
                    if found(read):
                        return read
                start = len(self.heard)
                assert not self.lost.is_set(), f"the server hung up: {self.wire.code} {self.wire.reason}"
                self._news.clear()
                await self._news.wait()

    async def ask(self, do: str, **more: Any) -> Any:
        """Asks for something, and gives the answer to it."""
        self._asked += 1
        name = more.pop("id", f"{do}{self._asked}")
        start = len(self.heard)
        self.send(do=do, id=name, **more)
        return await self.until(lambda message: message.get("id") == name, start)

    async def hello(self, secret: str | None = None, **more: Any) -> Any:
        self.send(do="hello", **({} if secret is None else {"secret": secret}), **more)
        return await self.until(lambda message: "table" in message)

    async def gone(self) -> int:
        """Waits until the server has hung up; gives the code of the close."""
        async with asyncio.timeout(PATIENCE):
            await self.lost.wait()
        return self.wire.code

    def leave(self) -> None:
        self.wire.cut()

    # --- what was seen last

    def _last(self, part: str) -> Any:
        for message in reversed(self.heard):
            read = msgspec.json.decode(message)
            if part in read:
                return read[part]
        raise AssertionError(f"nothing was said of {part}")

    @property
    def seq(self) -> int:
        return int(self._last("seq"))

    @property
    def view(self) -> Any:
        return self._last("view")

    @property
    def table(self) -> Any:
        return self._last("table")


class Stage:
    """The server, and what comes to it from outside."""

    def __init__(
        self,
        registry: TableRegistry,
        store: SqliteStore,
        sockets: Sockets,
        app: web.Application,
        address: Address,
        log: io.StringIO,
    ) -> None:
        self.registry, self.store, self.sockets, self.address = registry, store, sockets, address
        self.app = app
        self.connections = Connections(0, lambda: 0.0)
        self._log = log
        self.session = aiohttp.ClientSession()
        self.visitors: list[Visitor] = []
        self.replies: list[tuple[str, str, Reply]] = []
        """All that came back over HTTP, with what was asked for."""
        self.closing: list[Callable[[], None]] = []
        """What else must be closed at the end."""

    @property
    def log(self) -> str:
        return self._log.getvalue()

    # --- HTTP

    async def request(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        data = body if isinstance(body, bytes | None) else msgspec.json.encode(body)
        async with self.session.request(method, self.address.http(path), data=data, headers=named) as response:
            reply = Reply(response.status, await response.read(), dict(response.headers))
            self.replies.append((method, path, reply))
            return reply

    async def get(self, path: str, **headers: str) -> Reply:
        return await self.request("GET", path, **headers)

    async def post(self, path: str, body: Any, **headers: str) -> Reply:
        return await self.request("POST", path, body, **headers)

    async def raw(self, data: bytes) -> bytes:
        """Bytes to the port as they are; what comes back until the server closes or says no more."""
        reader, writer = await asyncio.open_connection(self.address.host, self.address.port)
        try:
            writer.write(data)
            if writer.can_write_eof():
                writer.write_eof()
            async with asyncio.timeout(PATIENCE):
                return await reader.read()
        except ConnectionError:
            return b""
        finally:
            writer.close()

    async def replies_to(self, *requests: bytes) -> list[bytes]:
        """The replies to requests on one connection, sent as they are, each after the reply to the one before."""
        reader, writer = await asyncio.open_connection(self.address.host, self.address.port)
        replies = []
        try:
            async with asyncio.timeout(PATIENCE):
                for request in requests:
                    writer.write(request)
                    head = await reader.readuntil(b"\r\n\r\n")
                    length = re.search(rb"\r\nContent-Length: (\d+)\r\n", head)
                    replies.append(head + (await reader.readexactly(int(length[1])) if length else b""))
        finally:
            writer.close()
        return replies

    # --- tables

    async def open(self, name: str = "Ana", **choices: Any) -> Any:
        """What somebody who opens a table is given."""
        reply = await self.post("/api/tables", {"name": name, "choices": {"clock": "off", "pace": 0} | choices})
        assert reply.status == 201, reply.raw
        return reply.json

    async def sit(self, table: str, name: str = "Luis", **more: Any) -> Any:
        reply = await self.post(f"/api/tables/{table}/seats", {"name": name} | more)
        assert reply.status == 201, reply.raw
        return reply.json

    async def live(self, table: str) -> LiveTable:
        live = await self.registry.live(table)
        assert live is not None
        return live

    async def visit(self, table: str) -> Visitor:
        """A socket that has not said anything yet."""
        visitor = Visitor()
        self.visitors.append(visitor)
        return await visitor.come(self.address, table)

    async def enter(self, table: str, secret: str | None = None, **more: Any) -> Visitor:
        visitor = await self.visit(table)
        await visitor.hello(secret, **more)
        return visitor

    async def duel(self, **choices: Any) -> "Duel":
        """Two people at a table, dealt, and a spectator."""
        ana = await self.open(players=2, **choices)
        luis = await self.sit(ana["table"])
        people = [await self.enter(ana["table"], who["secret"]) for who in (ana, luis)]
        for person in people:
            person.send(do="ready", id="ready")
        for person in people:
            await person.until(lambda message: "view" in message)
        duel = Duel(self, await self.live(ana["table"]), people, [ana["secret"], luis["secret"]])
        await duel.settle()
        return duel

    def close(self) -> None:
        for visitor in self.visitors:
            visitor.leave()
        for close in self.closing:
            close()


class Duel:
    """A table of two, as seen from the server and from both seats."""

    def __init__(self, stage: Stage, live: LiveTable, people: list[Visitor], secrets: list[str]) -> None:
        self.stage, self.live, self.people, self.secrets = stage, live, people, secrets
        self.id = live.room.id
        self.path = f"/api/tables/{self.id}"

    @property
    def mover(self) -> Visitor:
        assert self.live.room.mover is not None
        return self.people[self.live.room.mover - 1]

    @property
    def other(self) -> Visitor:
        assert self.live.room.mover is not None
        return self.people[2 - self.live.room.mover]

    async def settle(self) -> None:
        """Waits until nothing is being written, and everybody has seen what there is."""
        async with asyncio.timeout(PATIENCE):
            while not self.live.idle:
                await asyncio.sleep(0.002)
            for person in self.people:
                while not person.lost.is_set() and person.seq != self.live.room.stamp:
                    await asyncio.sleep(0.002)

    async def position(self) -> tuple[Any, ...]:
        """All that a table is, but for who is connected at the moment."""
        await self.settle()
        room = self.live.room
        assert room.game is not None
        rows = await self.stage.store.read(room.id)
        events = [event for row in rows if not isinstance(event := e.read_event(row.body), e.Here | e.Gone)]
        return room.game.hash(), room.stamp, room.phase, room.mover, len(events), bytes(room.movers), len(room.said)

    async def move(self) -> Any:
        """A move of whoever must move, acknowledged."""
        mover = self.mover
        await self.settle()
        legal = mover.view["legal"]
        move = min(legal, key=lambda move: (":" in move, not move.startswith("S>"), ">" not in move, move))
        answer = await mover.ask("move", seq=mover.seq, move=move, id=f"good{self.live.room.seq}")
        async with asyncio.timeout(PATIENCE):
            # a long game by a program may be too quick for a server that expects people
            while answer.get("reason") == "too_many":
                await asyncio.sleep(0.2)
                answer = await mover.ask("move", seq=mover.seq, move=move, id=f"again{self.live.room.seq}")
        assert answer["type"] == "state", answer
        return answer


@contextmanager
def listening() -> Iterator[io.StringIO]:
    """Everything that the server writes to its log at its most talkative."""
    lines, root = io.StringIO(), logging.getLogger()
    loggers = [root, logging.getLogger("aiohttp"), logging.getLogger("asyncio"), logging.getLogger("aiohttp.server")]
    before = [(logger, logger.level, list(logger.handlers), list(logger.filters)) for logger in loggers]
    start_logging("debug", lines)
    try:
        yield lines
    finally:
        for logger, level, handlers, filters in before:
            logger.setLevel(level)
            logger.handlers[:], logger.filters[:] = handlers, filters


def complaints(log: str) -> list[str]:
    """Lines of a log that tell of something that nobody has thought of."""
    lines = [msgspec.json.decode(line) for line in log.splitlines()]
    return [str(line) for line in lines if "trace" in line or line["level"] in ("error", "critical")]


def perform(
    folder: Path, test: Callable[[Stage], Awaitable[None]], *, may_complain: bool = False, **settings: Any
) -> None:
    """Runs a test against a server; at its end the server answers, and has nothing to complain of."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        store = await SqliteStore.open(Setup(str(folder / "docena.db")), loop)
        registry = TableRegistry(store, LoopTicker(loop), QuickBots(), "here", seed=7)
        usual: dict[str, Any] = {"tables_per_hour": 0, "events": str(folder / "events.db")}
        chosen = Settings(**usual | settings)
        sockets = Sockets(registry, chosen, loop.time)
        metrics = Metrics(lambda: len(registry), lambda: sockets.open, lambda: registry.moves)
        readiness = Readiness(registry, loop.time)
        app = make_app(registry, sockets, Players(store.accounts), readiness, metrics, chosen, hasher=cheap())
        connections = Connections(chosen.connections or 10_000, loop.time)
        runner = HttpRunner(app, connections, shutdown_timeout=0.2)
        await runner.setup()
        await site_of(runner, "127.0.0.1", 0).start()
        address = Address(False, "127.0.0.1", int(runner.addresses[0][1]), "", None)
        with listening() as log:
            stage = Stage(registry, store, sockets, app, address, log)
            stage.connections = connections
            try:
                async with asyncio.timeout(10 * PATIENCE):
                    await test(stage)
                for path in ("/healthz", "/readyz"):
                    assert (await stage.get(path)).status == 200
            finally:
                stage.close()
                await stage.session.close()
                await runner.cleanup()
                await store.close()
            assert may_complain or not complaints(stage.log), "\n".join(complaints(stage.log))

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as running:
        running.run(main())


__all__ = ["PATIENCE", "Duel", "Reply", "Stage", "Visitor", "complaints", "frame", "perform"]

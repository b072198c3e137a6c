"""A small server of tables for trying clients: it keeps nothing, and fails when it is told to."""

import asyncio
import secrets
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, cast

import msgspec
from aiohttp import WSMsgType, web
from client.sighted import sight_of

from docena.client.address import Address
from docena.core.notation import public_line
from docena.game.game import Game
from docena.tables import commands as cmd
from docena.tables.messages import Answer, GameResultSight, Going, LogSight, PersonSight, ScoreSight, State, TableSight
from docena.tables.phases import Phase
from docena.tables.table_choices import options_from

encode = msgspec.json.encode

Fault = str
"""What happens to the next move: `cut_before` or `cut_after` it is made, `stale`, `unavailable`, `going`, `undo`."""


class FakeTable:
    """One table."""

    def __init__(self, name: str, ask: cmd.Open, faults: deque[Fault]) -> None:
        self.id, self.choices, self.faults = name, ask.choices, faults
        self.options = options_from(ask.choices)
        self.names: list[str] = [""] * self.options.players
        self.secrets: list[str] = [""] * self.options.players
        self.ready: set[int] = set()
        self.sockets: list[tuple[web.WebSocketResponse, int | None]] = []
        self.game: Game | None = None
        self.number = 0
        self.seq = 1
        self.done: dict[str, int] = {}
        """The ids of asks that were done, each once."""
        self.moves: list[tuple[int, str]] = []
        self.asked: list[cmd.AnyCommand] = []

    def sit(self, name: str, wanted: int | None) -> int:
        seat = wanted or self.names.index("") + 1
        self.names[seat - 1], self.secrets[seat - 1] = name, secrets.token_hex(16)
        return seat

    @property
    def phase(self) -> Phase:
        if self.game is None:
            return "gathering"
        return "between" if self.game.over else "playing"

    def _sight(self) -> TableSight:
        people = [
            PersonSight("person" if name else "empty", name, "", True, False, seat in self.ready, None)
            for seat, name in enumerate(self.names, 1)
        ]
        score = ScoreSight(500, None, [], [], [], [], False, [])
        first = self.game.first if self.game else None
        result = cast("GameResultSight | None", self.game.result if self.game else None)
        return TableSight(
            self.id, "ABCDE", self.choices, self.options.stock, self.options.partners, self.phase, 1, self.number,
            first, people, score, "", result, None, [], None,
        )  # fmt: skip

    def state(self, seat: int | None, asked: str | None = None, start: int = 0) -> State:
        if self.game is None:
            return State(self.seq, asked, table=self._sight(), seat=seat)
        lines = [public_line(line) for line in self.game.log]
        return State(
            self.seq, asked, self._sight(), LogSight(start, lines[start:]), view=sight_of(self.game, seat), seat=seat
        )

    async def show(self, asker: web.WebSocketResponse | None = None, asked: str | None = None, start: int = 0) -> None:
        for socket, seat in list(self.sockets):
            if not socket.closed:
                await socket.send_bytes(encode(self.state(seat, asked if socket is asker else None, start)))

    async def take(self, socket: web.WebSocketResponse, seat: int, ask: cmd.AnyCommand) -> None:
        self.asked.append(ask)
        if isinstance(ask, cmd.GetReady):
            self.ready.add(seat)
            if len(self.ready) == len(self.names) and all(self.names):
                self.ready.clear()
                self.number, self.seq = self.number + 1, self.seq + 1
                self.game = Game.deal(self.options, Game.new(seed=self.number).chance, None)  # type: ignore[arg-type]
            await self.show(socket, ask.id)
        elif isinstance(ask, cmd.Stand):
            self.names[seat - 1] = self.secrets[seat - 1] = ""
            await self.show(socket, ask.id)
        elif isinstance(ask, cmd.MakeMove):
            await self._move(socket, seat, ask)

    async def _move(self, socket: web.WebSocketResponse, seat: int, ask: cmd.MakeMove) -> None:
        if ask.id in self.done:
            await socket.send_bytes(encode(self.state(seat, ask.id)))
            return
        fault = self.faults.popleft() if self.faults else ""
        if fault == "unavailable":
            await socket.send_bytes(encode(Answer(ask.id, False, "not now", "unavailable")))
        elif fault == "going":
            await socket.send_bytes(encode(Going(10)))
            await socket.close(code=1001)
        elif fault == "cut_before":
            await _cut(socket)
        elif fault == "stale":
            self.seq += 1
            await self.show()
            await socket.send_bytes(encode(Answer(ask.id, False, "that was another position", "stale")))
        else:
            assert self.game is not None
            if ask.seq != self.seq or self.game.board.mover != seat:
                await socket.send_bytes(encode(Answer(ask.id, False, "that was another position", "stale")))
                return
            start = len(self.game.log)
            self.game.play(ask.move)
            self.seq += 1
            self.done[ask.id] = self.seq
            self.moves.append((seat, ask.move))
            if fault == "cut_after":
                await _cut(socket)
            if fault == "undo":
                self.game.undo()
                self.seq += 1
                start = len(self.game.log)
            await self.show(socket, ask.id, start)


async def _cut(socket: web.WebSocketResponse) -> None:
    """The connection breaks in the middle of a sentence."""
    transport = socket._req.transport if socket._req is not None else None
    if transport is not None:
        transport.abort()
    await asyncio.sleep(0)


class FakeHouse:
    """The server: its tables by id."""

    def __init__(self, faults: list[Fault]) -> None:
        self.tables: dict[str, FakeTable] = {}
        self.faults = deque(faults)
        self.full = 0
        """So many more sockets find no room."""
        self.sockets: set[web.WebSocketResponse] = set()

    def application(self) -> web.Application:
        application = web.Application()
        application.router.add_post("/api/tables", self._open)
        application.router.add_post("/api/tables/{table}/seats", self._sit)
        application.router.add_get("/api/tables/{table}/socket", self._socket)
        application.router.add_get("/metrics", self._metrics)
        return application

    def _seated(self, table: FakeTable, seat: int) -> web.Response:
        body = {"table": table.id, "code": "ABCDE", "seat": seat, "secret": table.secrets[seat - 1], "link": ""}
        return web.json_response(body, status=201)

    async def _open(self, request: web.Request) -> web.Response:
        ask = msgspec.json.decode(await request.read(), type=cmd.Open)
        table = FakeTable(f"t{len(self.tables)}", ask, self.faults)
        self.tables[table.id] = table
        return self._seated(table, table.sit(ask.name, ask.seat))

    async def _sit(self, request: web.Request) -> web.Response:
        table = self.tables.get(request.match_info["table"])
        ask = msgspec.json.decode(await request.read(), type=cmd.Sit)
        if table is None:
            return web.json_response({"ok": False, "why": "There is no such table.", "reason": "not_found"}, status=404)
        return self._seated(table, table.sit(ask.name, ask.seat))

    async def _metrics(self, _: web.Request) -> web.Response:
        return web.Response(text="process_cpu_seconds_total 1.5\nprocess_resident_memory_bytes 2.5e+07\n")

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        table = self.tables[request.match_info["table"]]
        socket = web.WebSocketResponse(max_msg_size=8192)
        await socket.prepare(request)
        self.sockets.add(socket)
        seat: int | None = None
        try:
            async for message in socket:
                if message.type != WSMsgType.TEXT:
                    break
                try:
                    ask = cmd.read_command(message.data)
                except msgspec.DecodeError:
                    break
                if isinstance(ask, cmd.Hello) and self.full:
                    self.full -= 1
                    await socket.send_bytes(encode(Answer(None, False, "The server is busy.", "busy")))
                    await socket.close(code=1013)
                elif isinstance(ask, cmd.Hello):
                    if ask.secret is not None and ask.secret not in table.secrets:
                        await socket.send_bytes(encode(Answer(None, False, "This secret opens no seat.", "secret")))
                        break
                    seat = None if ask.secret is None else table.secrets.index(ask.secret) + 1
                    await socket.send_bytes(encode(table.state(seat)))
                    table.sockets.append((socket, seat))
                elif seat is not None:
                    await table.take(socket, seat, ask)
        finally:
            table.sockets = [entry for entry in table.sockets if entry[0] is not socket]
            self.sockets.discard(socket)
        return socket


@asynccontextmanager
async def a_house(*faults: Fault) -> AsyncIterator[tuple[FakeHouse, Address]]:
    """A server that runs while the test does."""
    registry = FakeHouse(list(faults))
    runner = web.AppRunner(registry.application(), shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield registry, Address(False, "127.0.0.1", runner.addresses[0][1], "", None)
    finally:
        for socket in list(registry.sockets):
            await socket.close()
        await runner.cleanup()


async def open_table(registry: FakeHouse, **choices: Any) -> FakeTable:
    """A table that nobody sits at yet."""
    ask = msgspec.convert({"name": "Ana", "choices": choices}, cmd.Open)
    table = FakeTable(f"t{len(registry.tables)}", ask, registry.faults)
    registry.tables[table.id] = table
    return table


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.01)

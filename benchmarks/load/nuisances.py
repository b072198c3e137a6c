"""Guests that a server has to bear with: some do not read, some say nothing, some never stop talking."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence

import aiohttp
import msgspec

from docena.client.address import Address

_AGAIN_SECONDS = 0.25
"""Whoever was thrown out comes back after this."""
_BURST_SECONDS = 0.02
_OVERSIZED = 1 << 20
_OPEN_SECONDS = 30.0


_GARBAGE = [
    b"",
    b"{}",
    b"null",
    b'{"do":"move"}',
    b'{"do":"move","id":"x","seq":1,"move":"H7>2"}',
    b'{"do":"say","id":"x","text":"' + b"a" * 4000 + b'"}',
    b'{"do":"ready","id":"x"}',
    b'{"do":"undo","id":"x","seq":-1}',
    b"[" * 3000,
    b'"' + b"\xff\xfe" * 50 + b'"',
]


class Nuisances(msgspec.Struct):
    """How many there were, and how often the server ended their connection or refused it."""

    slow: int = 0
    silent: int = 0
    flooders: int = 0
    thrown_out: int = 0
    turned_away: int = 0


class Nuisance:
    """All of them, running beside the honest guests until they are stopped."""

    def __init__(self, session: aiohttp.ClientSession, address: Address, tables: Sequence[str]) -> None:
        self._session, self._address, self._tables = session, address, tables
        self._tasks: list[asyncio.Task[None]] = []
        self.count = Nuisances()

    def begin(self, slow: int, silent: int, flooders: int) -> None:
        self.count.slow, self.count.silent, self.count.flooders = slow, silent, flooders
        for many, be in ((slow, self._be_slow), (silent, self._be_silent), (flooders, self._flood)):
            self._tasks += [asyncio.ensure_future(self._keep(be, n)) for n in range(many)]

    async def end(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep(self, be: Callable[[str, int], Awaitable[None]], number: int) -> None:
        table = self._tables[number % len(self._tables)]
        while True:
            try:
                await be(table, number)
                self.count.thrown_out += 1
            except (aiohttp.ClientError, OSError):
                self.count.turned_away += 1
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _socket(self, table: str) -> aiohttp.ClientWebSocketResponse:
        async with asyncio.timeout(_OPEN_SECONDS):
            return await self._session.ws_connect(self._address.http(f"/api/tables/{table}/socket"))

    async def _be_slow(self, table: str, _number: int) -> None:
        """Watches a table and takes nothing of what it is sent."""
        socket = await self._socket(table)
        try:
            await socket.send_str('{"do":"hello"}')
            await asyncio.Event().wait()
        finally:
            await socket.close()

    async def _be_silent(self, table: str, number: int) -> None:
        """Connects and never says who it is; every other one does not even finish its first request."""
        if number % 2:
            reader, writer = await asyncio.open_connection(self._address.host, self._address.port)
            try:
                writer.write(b"GET / HTTP/1.1\r\nHost: ")
                await reader.read()
            finally:
                writer.close()
                with contextlib.suppress(OSError):
                    await writer.wait_closed()
            return
        async for _ in await self._socket(table):
            pass

    async def _flood(self, table: str, number: int) -> None:
        """Sends what makes no sense, as fast as it is taken; every fourth one sends what is much too long."""
        socket = await self._socket(table)
        burst = _GARBAGE * 5 if number % 4 else [b'{"do":"' + b"x" * _OVERSIZED + b'"}']
        hearing = asyncio.create_task(_hear_out(socket))
        try:
            await socket.send_str('{"do":"hello"}')
            while not hearing.done():
                for message in burst:
                    await socket.send_frame(message, aiohttp.WSMsgType.TEXT)
                await asyncio.wait({hearing}, timeout=_BURST_SECONDS)
        except ConnectionError:
            return  # thrown out in the middle of a message
        finally:
            hearing.cancel()
            await socket.close()


async def _hear_out(socket: aiohttp.ClientWebSocketResponse) -> None:
    async for _ in socket:
        pass

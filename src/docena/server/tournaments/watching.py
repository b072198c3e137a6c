"""Devices that follow a log: each gets the number of the last line, and fetches what it shows."""

import asyncio
from collections import defaultdict
from contextlib import suppress

import msgspec
from aiohttp import web

from docena.server.protection.connection import stand
from docena.server.protection.connections import Rank
from docena.server.protection.inbox import Inbox, web_socket
from docena.server.protection.limits import Quota, too_many

LONGEST_MESSAGE = 1024
_HALL = 5
"""The phones of a tournament share one address: this many times as many may follow it."""


class Seq(msgspec.Struct, frozen=True):
    """The message to a socket."""

    seq: int


class Watcher:
    """One device; a slow one gets only the latest number, once it has read the previous one."""

    def __init__(self, socket: web.WebSocketResponse) -> None:
        self.socket = socket
        self._latest = 0
        self._sending: asyncio.Task[None] | None = None

    def tell(self, seq: int) -> None:
        if seq > self._latest:
            self._latest = seq
            if self._sending is None:
                self._sending = asyncio.get_running_loop().create_task(self._send())

    def tell_again(self) -> None:
        """Repeats the latest number, for a device that checks whether its socket still works."""
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        sent = 0
        with suppress(ConnectionError):
            while sent < self._latest:
                sent = self._latest
                await self.socket.send_str(msgspec.json.encode(Seq(sent)).decode())
        self._sending = None


class Watchers:
    """All devices that follow something here."""

    def __init__(self, most: int, rate: float) -> None:
        """`most`: sockets that an address may have open if they are not phones of one hall; 0 for no limit.

        `rate`: messages that each may send in a second.
        """
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)
        self._places, self._rate = Quota(most * _HALL), rate

    @property
    def followed(self) -> list[str]:
        return list(self._watchers)

    async def follow(self, request: web.Request, address: str, log: str, seq: int) -> web.WebSocketResponse:
        """Serves one device until it leaves; any message is answered with the latest number."""
        if not self._places.take(address):
            raise too_many()
        socket = web_socket(LONGEST_MESSAGE)
        watcher = Watcher(socket)
        try:
            await socket.prepare(request)
            if not stand(request, Rank.WATCHING):
                await socket.close(code=1013)
                return socket
            self._watchers[log].add(watcher)
            watcher.tell(seq)
            inbox = Inbox(socket, self._rate, asyncio.get_running_loop().time)
            while await inbox.next() is not None:
                if inbox.has_room():
                    watcher.tell_again()
        except ConnectionError:
            pass
        finally:
            self._leave(log, watcher)
            self._places.give_back(address)
        return socket

    def _leave(self, log: str, watcher: Watcher) -> None:
        if log in self._watchers:
            self._watchers[log].discard(watcher)
            if not self._watchers[log]:
                del self._watchers[log]

    def tell(self, log: str, seq: int) -> None:
        """Notifies all followers who do not have the number yet."""
        for watcher in self._watchers.get(log, ()):
            watcher.tell(seq)

    async def close(self) -> None:
        for watchers in list(self._watchers.values()):
            for watcher in list(watchers):
                with suppress(ConnectionError):
                    await watcher.socket.close(code=1001)

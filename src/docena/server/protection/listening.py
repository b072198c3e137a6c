"""Listening for connections, of which only a few are accepted in one turn of the event loop.

Event loops accept everything that waits before they do anything else: with a thousand new connections, and the first
request of each, everybody else would wait for half a second.
"""

import asyncio
import errno
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import cast

from aiohttp import web

AT_ONCE = 8
"""Connections accepted in one turn."""
WAITING = 4096
"""Connections that may wait to be accepted: the system keeps them, at no cost to anybody else."""
RECEIVED_AT_ONCE = 8 * 1024
"""Bytes of a connection that the system receives before they are read, as a flood would bring them all at once."""
_NOT_HERE = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
"""A name such as localhost has an address in a network that is switched off."""
_PAUSE_SECONDS = 0.5
"""After an error, such as too many open files."""


class Acceptor:
    """Accepts connections at some sockets."""

    def __init__(self, sockets: list[socket.socket], make: Callable[[], asyncio.Protocol]) -> None:
        self.sockets, self._make = sockets, make
        self._loop = asyncio.get_running_loop()
        self._beginning: set[asyncio.Task[None]] = set()
        for sock in sockets:
            sock.setblocking(False)
            with suppress(OSError):  # connections have it from their beginning
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVED_AT_ONCE)
            sock.listen(WAITING)
            self._watch(sock)

    def close(self) -> None:
        for sock in self.sockets:
            if sock.fileno() >= 0:
                self._loop.remove_reader(sock)
                sock.close()
        for task in self._beginning:
            task.cancel()

    def _watch(self, sock: socket.socket) -> None:
        if sock.fileno() >= 0:
            self._loop.add_reader(sock, self._accept, sock)

    def _accept(self, sock: socket.socket) -> None:
        for _ in range(AT_ONCE):
            try:
                accepted, _ = sock.accept()
            except (BlockingIOError, InterruptedError):
                return
            except ConnectionError:  # it has gone again
                continue
            except OSError:
                self._loop.remove_reader(sock)
                self._loop.call_later(_PAUSE_SECONDS, self._watch, sock)
                return
            accepted.setblocking(False)
            task = self._loop.create_task(self._begin(accepted))
            self._beginning.add(task)
            task.add_done_callback(self._beginning.discard)

    async def _begin(self, accepted: socket.socket) -> None:
        try:
            await self._loop.connect_accepted_socket(self._make, accepted)
        except OSError:
            accepted.close()


class ListeningSite(web.BaseSite):
    """The addresses at which a runner is reached."""

    def __init__(self, runner: web.BaseRunner, host: str, port: int) -> None:
        super().__init__(runner)
        self._host, self._port = host, port

    @property
    def name(self) -> str:
        return f"http://{self._host}:{self._port}"

    async def start(self) -> None:
        server = self._runner.server
        assert server is not None
        sockets = await _bound(self._host, self._port)
        # all that a runner wants of it: its sockets, and to close it
        self._server = cast("asyncio.AbstractServer", Acceptor(sockets, server))
        await super().start()


def site_of(runner: web.BaseRunner, host: str, port: int) -> web.BaseSite:
    """The addresses at which a runner is reached, as the event loop of this system can serve them."""
    if sys.platform == "win32":  # its event loop cannot watch a socket
        return web.TCPSite(runner, host, port, backlog=WAITING)
    return ListeningSite(runner, host, port)


async def _bound(host: str, port: int) -> list[socket.socket]:
    """Sockets at all addresses of a host that this machine has; raises OSError if there is none."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    sockets: list[socket.socket] = []
    missing: OSError | None = None
    for family, address in dict.fromkeys((info[0], info[4]) for info in found):
        try:
            sockets.append(socket.create_server(address, family=family, backlog=WAITING))
        except OSError as error:
            # without the address, which is said already
            missing = OSError(error.errno, os.strerror(error.errno or 0))
            if error.errno not in _NOT_HERE:
                for sock in sockets:
                    sock.close()
                raise missing from None
    if missing is not None and not sockets:
        raise missing
    return sockets

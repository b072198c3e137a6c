"""One connection: limits on the time and size of HTTP requests, and the refusal of anything else."""

import asyncio
import logging
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from aiohttp import web
from aiohttp.streams import EMPTY_PAYLOAD, StreamReader

from docena.server.protection.addresses import grouped
from docena.server.protection.beginnings import Beginnings
from docena.server.protection.connections import Connections, Rank
from docena.server.protection.leftovers import Leftovers
from docena.server.protection.listening import RECEIVED_AT_ONCE
from docena.server.protection.responses import HEADERS, refusal, sealed

log = logging.getLogger("docena.server")

IDLE_SECONDS = 75.0
"""A connection without requests is closed after this."""
UNREAD_SECONDS = 60.0
"""So is one whose other end accepts no data."""
LONGEST_HEAD = 16 * 1024
"""Limit on a request, before its body."""
_LINGER_SECONDS = 10.0
"""Time for the rest of a body that was refused, if it is received at all."""
_LOOK_SECONDS = 1.0
_LARGE_BUFFER = 256 * 1024
"""Received in advance by the system for bodies that may be long and are read."""

_TOO_LONG = (
    f"HTTP/1.1 431 Request Header Fields Too Large\r\nServer: {HEADERS['Server']}\r\n"
    "X-Content-Type-Options: nosniff\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
).encode()


class Connection(web.RequestHandler):
    """The connection of one client, counted among all others from beginning to end."""

    __slots__ = ("_all", "_answered", "_body", "_leftovers", "_unfinished", "address", "rank")

    def __init__(self, manager: "ConnectionFactory", **settings: Any) -> None:
        super().__init__(manager, **settings)
        self._all, self._leftovers = manager.open, manager.leftovers
        self._body: StreamReader = EMPTY_PAYLOAD
        """Of the last request whose head has arrived."""
        self._answered = 0
        """Requests."""
        self._unfinished = 0
        """Bytes of the head of a request that has not ended yet."""
        self.address = ""
        self.rank: Rank | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        peer = transport.get_extra_info("peername")
        self.address = (grouped(peer[0]) or peer[0]) if peer else ""
        _set_limits(transport.get_extra_info("socket"))
        super().connection_made(transport)
        if not self._all.admit(self):
            self.drop()

    def connection_lost(self, exc: BaseException | None) -> None:
        self._all.leave(self)
        self._end_leftovers()
        super().connection_lost(exc)
        # both refer to this, and would be kept with all that they hold until the garbage collector looks at them
        self._body, self._data_received_cb = EMPTY_PAYLOAD, None

    def _end_leftovers(self) -> None:
        if self._leftovers.end(self):
            self._body.set_exception(TimeoutError())  # aiohttp then closes the connection, as if it had taken too long

    def drop(self) -> None:
        """Closes at once, without waiting for unsent data."""
        transport = self.transport
        self.force_close()
        if transport is not None:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        if self._leftovers.is_over(self, len(data)):
            self._end_leftovers()
            return
        heads, body, in_body = self._request_count, self._body, not self._body.is_eof()
        super().data_received(data)
        if in_body and body.is_eof():
            self._leftovers.end(self)
        if self._payload_parser is not None:  # a WebSocket
            return
        if self._request_count > heads and self._messages:
            self._body = self._messages[-1][1]
        if self._request_count > heads or in_body:
            self._unfinished = 0
            return
        self._unfinished += len(data)
        if self._unfinished and self.rank is Rank.IDLE:
            self._all.move(self, Rank.NEW)
        if self._unfinished > LONGEST_HEAD:
            # what follows CONNECT is no head, and that request is yet to be answered
            if self.rank is Rank.NEW and self._answered == self._request_count and self.transport is not None:
                self.transport.write(_TOO_LONG)
            self.force_close()

    def begin(self) -> bool:
        """Registers a request; False if there are too many others."""
        return self._all.move(self, Rank.BUSY)

    def stand(self, rank: Rank) -> bool:
        """Registers a socket after its hello; False if there is no room for it."""
        return self._all.move(self, rank)

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        if isinstance(resp, web.HTTPException):  # raised before our own handlers were called
            resp = _error(resp.status)
        try:
            return await super().finish_response(request, resp, start_time)
        finally:
            self._answered += 1
            self._all.move(self, Rank.IDLE)
            # otherwise aiohttp would receive the rest of every refused body, however many there are
            is_read = request.content.is_eof()
            self._lingering_time = 0.0
            if not is_read and self._leftovers.begin(self):
                self._lingering_time = _LINGER_SECONDS
                expect_much(request)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,  # noqa: ARG002  # it quotes the request
    ) -> web.StreamResponse:
        """Replaces aiohttp's error, which would reveal its version and quote the request, here and in the log."""
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR and not isinstance(exc, ConnectionError):
            log.error("a request failed", exc_info=exc)
        if request.writer.output_size > 0:
            raise ConnectionError
        response = _error(status)
        response.force_close()
        return response


def stand(request: web.Request, rank: Rank) -> bool:
    """Sets the rank of the socket that began with this request; False if there is no room for it."""
    connection = request.protocol
    return not isinstance(connection, Connection) or connection.stand(rank)


def expect_much(request: web.BaseRequest) -> None:
    """Receives more in advance, if the body of this request may be long."""
    if request.content_length is not None and request.content_length <= RECEIVED_AT_ONCE:
        return
    sock = request.transport.get_extra_info("socket") if request.transport is not None else None
    if sock is not None:
        with suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _LARGE_BUFFER)


def _error(status: int) -> web.StreamResponse:
    is_unreadable = status == HTTPStatus.BAD_REQUEST
    why = "this is no request that can be read" if is_unreadable else HTTPStatus(status).phrase.lower()
    return sealed(refusal(status, why, "bad" if status < HTTPStatus.INTERNAL_SERVER_ERROR else "unavailable"))


def _set_limits(sock: socket.socket | None) -> None:
    if sock is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
        with suppress(OSError):
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(UNREAD_SECONDS * 1000))


_Answer = Callable[[web.BaseRequest], Awaitable[web.StreamResponse]]


class ConnectionFactory(web.Server):
    """Makes connections."""

    def __init__(self, answer: _Answer, connections: Connections, **settings: Any) -> None:
        beginnings = Beginnings()

        async def answered(request: web.BaseRequest) -> web.StreamResponse:
            connection = request.protocol
            if isinstance(connection, Connection) and not connection.begin():
                response = _error(HTTPStatus.SERVICE_UNAVAILABLE)
                response.force_close()
                return response
            await beginnings.next()
            return await answer(request)

        super().__init__(answered, **settings)
        self.open, self.leftovers = connections, Leftovers(asyncio.get_running_loop().time)

    def __call__(self) -> Connection:
        return Connection(self, loop=self._loop, **self._kwargs)


class HttpRunner(web.AppRunner):
    """Runs the application with connections of our own."""

    def __init__(self, app: web.Application, connections: Connections, shutdown_timeout: float) -> None:
        super().__init__(
            app,
            access_log=None,
            handle_signals=False,
            shutdown_timeout=shutdown_timeout,
            keepalive_timeout=IDLE_SECONDS,
            auto_decompress=False,  # the bytes counted must be the bytes kept
            read_bufsize=RECEIVED_AT_ONCE,
        )
        self._connections = connections
        self._sweeping: asyncio.Task[None] | None = None

    async def setup(self) -> None:
        await super().setup()
        self._sweeping = asyncio.get_running_loop().create_task(self._sweep())

    async def cleanup(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
        await super().cleanup()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            self._connections.sweep()

    async def _make_server(self) -> ConnectionFactory:
        made: Any = await super()._make_server()
        return ConnectionFactory(
            made.request_handler,
            self._connections,
            request_factory=made.request_factory,
            loop=made._loop,
            **made._kwargs,
        )

"""Sockets: one viewer each."""

import asyncio
import struct
from collections.abc import Callable

import msgspec
from aiohttp import web

from docena.core.errors import Refused, plain
from docena.core.words import LANGUAGES, refused, say
from docena.server.protection.addresses import address_of
from docena.server.protection.connection import stand
from docena.server.protection.connections import Rank
from docena.server.protection.inbox import Inbox, web_socket
from docena.server.protection.limits import Quota, too_many
from docena.server.protection.responses import refusal
from docena.server.settings import Settings
from docena.tables import commands as cmd
from docena.tables.live_table import LiveTable
from docena.tables.messages import PREVIOUS, PROTOCOL
from docena.tables.registry import TableRegistry
from docena.tables.showing import answer, refusal_answer

LONGEST_MESSAGE = 8192
HELLO_SECONDS = 10.0
MOST_UNSENT = 64 * 1024
"""A client that does not read is sent nothing beyond this; when it reads again it gets the current table."""
DEVICES_OF_A_SEAT = 8
_CATCH_UP_SECONDS = 0.5
_TEXT_FRAME = 0x81


class Socket:
    """A viewer at the end of a WebSocket."""

    __slots__ = ("_behind", "_seat", "_transport", "_web", "lang", "live", "on_unseated")

    def __init__(self, socket: web.WebSocketResponse, transport: asyncio.Transport, live: LiveTable) -> None:
        self._web, self._transport, self.live = socket, transport, live
        self._seat: int | None = None
        self.lang: str | None = None
        self.on_unseated: Callable[[], None] | None = None
        self._behind = False

    @property
    def seat(self) -> int | None:
        return self._seat

    @seat.setter
    def seat(self, seat: int | None) -> None:
        had, self._seat = self._seat, seat
        if had is not None and seat is None and self.on_unseated is not None:
            self.on_unseated()

    def send(self, frame: bytes) -> None:
        transport = self._transport
        if transport.is_closing() or self._behind:
            return
        if transport.get_write_buffer_size() > MOST_UNSENT:
            self._behind = True
            asyncio.get_running_loop().call_later(_CATCH_UP_SECONDS, self._catch_up)
            return
        # a whole frame in one write: four of these follow every move, and nothing else here is as expensive
        size = len(frame)
        if size < 126:
            head = struct.pack("!BB", _TEXT_FRAME, size)
        elif size < 65_536:
            head = struct.pack("!BBH", _TEXT_FRAME, 126, size)
        else:
            head = struct.pack("!BBQ", _TEXT_FRAME, 127, size)
        transport.write(head + frame)

    def _catch_up(self) -> None:
        transport = self._transport
        if transport.is_closing():
            return
        if transport.get_write_buffer_size() > 0:
            asyncio.get_running_loop().call_later(_CATCH_UP_SECONDS, self._catch_up)
            return
        self._behind = False
        self.send(self.live.hello_frame(self.seat, self.lang))

    def dismiss(self, frame: bytes) -> None:
        self.send(frame)
        task = asyncio.get_running_loop().create_task(self._close())
        _closing.add(task)
        task.add_done_callback(_closing.discard)

    async def _close(self) -> None:
        await self._web.close(code=1001)


_closing: set[asyncio.Task[None]] = set()


class _OpenPlace:
    """Counts a socket: among the players, or among the spectators of its address."""

    def __init__(self, request: web.Request, viewer: Socket, spectators: Quota, address: str) -> None:
        self._request, self._viewer, self._spectators, self._address = request, viewer, spectators, address
        self._is_counted = False

    def take(self) -> None:
        """Refuses sockets beyond the limits; a seat has few devices, and any more count as spectators."""
        seat = self._viewer.seat
        devices = sum(viewer.seat == seat for viewer in self._viewer.live.viewers)
        if seat is None or devices >= DEVICES_OF_A_SEAT:
            self._count()
        if not stand(self._request, Rank.WATCHING if self._is_counted else Rank.SEATED):
            self.give_back()
            raise refused("busy", "refused", "busy")
        self._viewer.on_unseated = self._unseated

    def give_back(self) -> None:
        self._viewer.on_unseated = None
        if self._is_counted:
            self._spectators.give_back(self._address)
        self._is_counted = False

    def _count(self) -> None:
        if not self._spectators.take(self._address):
            raise too_many()
        self._is_counted = True

    def _unseated(self) -> None:
        """The seat was given up: this becomes a spectator, if its address may have one more."""
        try:
            if not self._is_counted:
                self._count()
            stand(self._request, Rank.WATCHING)
        except Refused as error:
            self._viewer.dismiss(refusal_answer(None, error, self._viewer.lang))


class Sockets:
    """All sockets of this process."""

    def __init__(self, registry: TableRegistry, settings: Settings, now: Callable[[], float]) -> None:
        self._registry, self._settings, self.now = registry, settings, now
        self._spectators = Quota(settings.sockets_per_address)
        self.open = 0
        self.stopping = False

    async def serve(self, request: web.Request, live: LiveTable) -> web.StreamResponse:
        """Serves one socket from its handshake to its end."""
        if self.stopping:
            return refusal(503, say("en", "refused", "stopping"), "unavailable")
        self.open += 1
        try:
            return await self._serve(request, live)
        finally:
            self.open -= 1

    async def _serve(self, request: web.Request, live: LiveTable) -> web.StreamResponse:
        socket = web_socket(LONGEST_MESSAGE)
        await socket.prepare(request)
        transport = request.transport
        if transport is None:
            return socket
        viewer = Socket(socket, transport, live)
        inbox = Inbox(socket, float(self._settings.asks_per_second), self.now)
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                first = await inbox.next()
            if first is None:
                return socket
            await self._hello(viewer, first)
            place = _OpenPlace(request, viewer, self._spectators, address_of(request, self._settings))
            place.take()
        except TimeoutError:
            await socket.close(code=1008, message=b"say hello first")
            return socket
        except Refused as error:
            viewer.send(refusal_answer(None, error, viewer.lang))
            await socket.close(code=1013 if error.reason == "busy" else 1008)
            return socket
        self._registry.enter(live, viewer)
        try:
            await self._listen(inbox, viewer)
        finally:
            self._registry.leave(live, viewer)
            place.give_back()
        return socket

    async def _hello(self, viewer: Socket, message: str) -> None:
        hello = _read(message)
        if not isinstance(hello, cmd.Hello):
            raise Refused("bad", 'the first message of a socket is {"do": "hello"}')
        if hello.lang is not None:
            viewer.lang = hello.lang if hello.lang in LANGUAGES else "en"
        check_version(hello.version)
        await self._registry.prepare(viewer.live, viewer.lang)
        viewer.seat = self._registry.seat_of(viewer.live, hello.secret)

    async def _listen(self, inbox: Inbox, viewer: Socket) -> None:
        while (message := await inbox.next()) is not None:
            if not inbox.has_room():
                viewer.send(refusal_answer(_id_in(message), too_many(), viewer.lang))
                continue
            try:
                ask = _read(message)
                if isinstance(ask, cmd.Ping):
                    # at once: a table waiting for the disk must not look like a lost connection
                    viewer.send(answer(ask.id))
                else:
                    self._registry.ask(viewer.live, viewer, ask)
            except Refused as error:
                inbox.fault()
                viewer.send(refusal_answer(_id_in(message), error, viewer.lang))


def check_version(version: int) -> None:
    """Refuses clients that would misread messages: a page then offers to reload."""
    if version not in (PREVIOUS, PROTOCOL):
        raise refused("outdated", "refused", "outdated", version=version, previous=PREVIOUS, current=PROTOCOL)


def _read(message: str) -> cmd.AnyCommand:
    try:
        return cmd.read_command(message)
    except msgspec.ValidationError as error:
        raise Refused("bad", plain(str(error))) from None
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise Refused("bad", f"this is not JSON: {error}") from None


class _Named(msgspec.Struct):
    id: str | None = None


def _id_in(message: str) -> str | None:
    """The id of a command that is otherwise unreadable."""
    try:
        found = msgspec.json.decode(message, type=_Named).id
    except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
        return None
    return found[:40] if found is not None else None

"""Messages received through a WebSocket, with limits on their rate and size."""

from collections.abc import Callable

from aiohttp import WSMessage, WSMsgType, web

from docena.server.protection.limits import Bucket

PING_SECONDS = 30.0
_MOST_FAULTS = 20
_CONTROL = (WSMsgType.PING, WSMsgType.PONG)


def web_socket(longest_message: int) -> web.WebSocketResponse:
    """A socket that pings its client, and passes the client's pings to us: they count like other messages."""
    return web.WebSocketResponse(
        max_msg_size=longest_message, compress=False, heartbeat=PING_SECONDS, timeout=2.0, autoping=False
    )


class Inbox:
    """The messages of one socket, which is closed if it keeps sending too many, or invalid ones."""

    def __init__(self, socket: web.WebSocketResponse, rate: float, now: Callable[[], float]) -> None:
        self._socket, self._now = socket, now
        self._bucket, self._faults, self._over = Bucket(rate, 2 * rate, now()), 0, False

    def has_room(self) -> bool:
        """Whether the received message is within the limit."""
        if self._bucket.take(self._now()):
            return True
        self.fault()
        return False

    def fault(self) -> None:
        """Counts a message that was invalid, or one too many."""
        self._faults += 1
        self._over = self._faults > _MOST_FAULTS and not self._bucket.take(self._now())

    async def next(self) -> str | None:
        """The next text; None when the client has gone, or has been cut off."""
        while not self._over:
            message = await self._socket.receive()
            if message.type is WSMsgType.TEXT:
                text: str = message.data
                return text
            if message.type not in _CONTROL:
                _forget_trace(self._socket)
                return None
            await self._answer(message)
        await self._socket.close(code=1008, message=b"too many")
        return None

    async def _answer(self, message: WSMessage) -> None:
        if self.has_room() and message.type is WSMsgType.PING:
            await self._socket.pong(message.data)


def _forget_trace(socket: web.WebSocketResponse) -> None:
    """Frees what a closed socket refers to: the trace of its last error refers to the socket itself."""
    error = socket.exception()
    if error is not None:
        error.__traceback__ = error.__context__ = None

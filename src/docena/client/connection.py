"""The client's end of a table's socket."""

import asyncio
import contextlib
from collections.abc import Callable

import aiohttp
import msgspec

from docena.client.address import Address
from docena.client.reaching import why_unreachable
from docena.core.errors import Refused
from docena.core.words import worded

MOST_MESSAGE = 4 << 20
"""A longer message ends the connection."""
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""Raised for a message that no server of tables sends."""
_OPEN_SECONDS = 10.0
_GOODBYE_SECONDS = 1.0


class NoConnection(Refused):
    """A connection that could not be opened; `status` is the server's answer if it gave one."""

    def __init__(self, sentence: Callable[[str], str], status: int = 0) -> None:
        super().__init__("unavailable", sentence)
        self.status = status


class TableConnection:
    """One WebSocket: `hear` gets each message as it arrives, `lose` is called once when the connection ends."""

    def __init__(
        self,
        session: aiohttp.ClientSession,
        socket: aiohttp.ClientWebSocketResponse,
        hear: Callable[[str | bytes], None],
        lose: Callable[[], None],
    ) -> None:
        self._session, self._socket = session, socket
        self._reading = asyncio.create_task(self._read(hear, lose))

    async def _read(self, hear: Callable[[str | bytes], None], lose: Callable[[], None]) -> None:
        try:
            async for message in self._socket:
                if message.type in (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY):
                    hear(message.data)
        except UNREADABLE:
            await self._socket.close()
        finally:
            lose()

    async def send(self, message: bytes) -> None:
        """Sends a message; does nothing if the connection is lost."""
        with contextlib.suppress(ConnectionError, aiohttp.ClientError):
            await self._socket.send_str(message.decode())

    async def close(self) -> None:
        """Closes the connection, waiting only briefly for the server."""
        await self._socket.close()
        self._reading.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._reading
        await self._session.close()


async def connect(
    address: Address, table: str, hear: Callable[[str | bytes], None], lose: Callable[[], None]
) -> TableConnection:  # fmt: skip
    """Opens the socket of a table; `NoConnection` says why if it cannot."""
    session = aiohttp.ClientSession()
    try:
        async with asyncio.timeout(_OPEN_SECONDS):
            socket = await session.ws_connect(
                address.http(f"/api/tables/{table}/socket"),
                max_msg_size=MOST_MESSAGE,
                timeout=aiohttp.ClientWSTimeout(ws_close=_GOODBYE_SECONDS),
            )
        return TableConnection(session, socket, hear, lose)
    except aiohttp.WSServerHandshakeError as error:
        await session.close()
        answered = worded("join_refused", "status", status=error.status)
        raise NoConnection(worded("join_refused", "no_socket", why=answered), error.status) from None
    except (aiohttp.ClientError, OSError, ValueError) as error:
        await session.close()
        why = why_unreachable(error)
        raise NoConnection(worded("join_refused", "unreachable", place=address.place, why=why)) from None
    except BaseException:
        await session.close()
        raise

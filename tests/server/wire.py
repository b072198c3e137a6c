"""A wire to a server: the client's end of a WebSocket (RFC 6455), so lean that one process holds ten thousand."""

import asyncio
import base64
import hashlib
import os
import ssl
from collections.abc import Callable
from typing import cast

import msgspec

from docena.client.address import Address
from docena.core.errors import DocenaError

Hear = Callable[[bytes], None]
Lose = Callable[[], None]

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
MOST_MESSAGE = 4 << 20
"""A longer message ends the wire."""
_MOST_HEAD = 16 << 10
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What is raised for a message that no server of tables sends."""
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_NO_MASK = bytes(4)
NORMAL, PROTOCOL_ERROR, TOO_BIG, NO_CODE, LOST = 1000, 1002, 1009, 1005, 1006


class NoWire(DocenaError):
    """A wire that could not be laid, or is cut; `status` is the server's answer if it gave one."""

    def __init__(self, sentence: str, status: int = 0) -> None:
        super().__init__(sentence)
        self.status = status


class _Why(msgspec.Struct):
    why: str


def frame(payload: bytes, *, kind: int = TEXT, mask: bytes = _NO_MASK) -> bytes:
    """A client's frame: its payload is masked, and with a mask of zeros stays as it is.

    >>> frame(b"hi"), frame(b"hi", mask=bytes([1, 2, 3, 4]))
    (b'\\x81\\x82\\x00\\x00\\x00\\x00hi', b'\\x81\\x82\\x01\\x02\\x03\\x04ik')
    """
    n = len(payload)
    if n < 126:
        head = bytes((kind, 0x80 | n)) + mask
    elif n < 1 << 16:
        head = bytes((kind, 0xFE)) + n.to_bytes(2, "big") + mask
    else:
        head = bytes((kind, 0xFF)) + n.to_bytes(8, "big") + mask
    if mask == _NO_MASK:
        return head + payload
    pattern = (mask * (n // 4 + 1))[:n]
    return head + (int.from_bytes(payload, "big") ^ int.from_bytes(pattern, "big")).to_bytes(n, "big")


class Wire(asyncio.Protocol):
    """One WebSocket. `hear` gets each message; `lose` is called once when the wire is cut, by whomever."""

    __slots__ = (
        "_accept", "_hello", "_masked", "_opened", "_parts", "_rest", "_transport",
        "code", "hear", "lose", "opened", "reason", "writable",
    )  # fmt: skip

    def __init__(self, hello: bytes, accept: bytes, hear: Hear, lose: Lose, *, masked: bool) -> None:
        self._hello, self._accept = hello, accept
        self.hear, self.lose = hear, lose
        self._masked = masked
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._parts: list[bytes] | None = None
        self._opened = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.writable = True
        """The transport takes more at once."""
        self.code = LOST
        """Why the wire was cut, once it is."""
        self.reason = ""

    # --- the transport's calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's own is none by name
        self._transport.write(self._hello)
        self._hello = b""

    def connection_lost(self, _error: Exception | None) -> None:
        self._transport = None
        if not self._opened:
            self._fail(NoWire("the server hung up before the connection was open"))
            return
        self.lose()

    def pause_writing(self) -> None:
        self.writable = False

    def resume_writing(self) -> None:
        self.writable = True

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
            self._rest = b""
        at = 0 if self._opened else self._shake(data)
        n = len(data)
        while n - at >= 2:
            first, length = data[at], data[at + 1]
            begin = at + 2
            if length > 125:
                more = 2 if length == 126 else 8
                if n - begin < more:
                    break
                if length > 127:
                    return self._break(PROTOCOL_ERROR)  # a server does not mask
                length = int.from_bytes(data[begin : begin + more], "big")
                begin += more
                if length > MOST_MESSAGE:
                    return self._break(TOO_BIG)
            end = begin + length
            if end > n:
                break
            at = end
            if first == TEXT and self._parts is None:
                self.hear(data[begin:end])
            elif not self._other(first, data[begin:end]):
                return None
        if at < n:
            self._rest = data[at:]
        return None

    # --- frames

    def _other(self, first: int, payload: bytes) -> bool:
        """Pieces of messages, and what is said about the wire itself; whether to go on reading."""
        kind, last = first & 0x0F, first & 0x80
        if first & 0x70 or (kind >= 8 and (not last or len(payload) > 125)) or kind not in (0, 1, 2, 8, 9, 10):
            self._break(PROTOCOL_ERROR)
            return False
        if kind == 8:
            self._closed_by_server(payload)
            return False
        if kind == 9:
            self.send(payload, kind=PONG)
        elif kind <= 2:
            return self._piece(kind, bool(last), payload)
        return True

    def _piece(self, kind: int, last: bool, payload: bytes) -> bool:
        if (kind == 0) != (self._parts is not None):
            self._break(PROTOCOL_ERROR)
            return False
        parts = self._parts or []
        parts.append(payload)
        if sum(map(len, parts)) > MOST_MESSAGE:
            self._break(TOO_BIG)
            return False
        self._parts = None if last else parts
        if last:
            self.hear(b"".join(parts))
        return True

    def _closed_by_server(self, payload: bytes) -> None:
        self.code = int.from_bytes(payload[:2], "big") if len(payload) >= 2 else NO_CODE
        self.reason = payload[2:].decode("utf-8", "replace")
        if self._transport is not None:
            self.send(payload[:2], kind=CLOSE)
            self._transport.close()

    def _break(self, code: int) -> None:
        self.code, self._rest, self._parts = code, b"", None
        self.close(code)
        if self._transport is not None:
            self._transport.close()

    # --- the handshake

    def _shake(self, data: bytes) -> int:
        """Reads the server's answer; returns where the first frame begins, or the end of what is not one."""
        end = data.find(b"\r\n\r\n")
        if end < 0:
            if len(data) > _MOST_HEAD:
                self._fail(NoWire("this is not a server of tables: its answer does not end"))
            self._rest = data
            return len(data)
        status, *lines = data[:end].split(b"\r\n")
        heads = {key.strip().lower(): value.strip() for key, _, value in (line.partition(b":") for line in lines)}
        words = status.split(b" ", 2)
        if len(words) < 2 or not words[0].startswith(b"HTTP/1.") or not words[1].isdigit():
            self._fail(NoWire("this is not a server of tables: it does not speak HTTP"))
            return len(data)
        if words[1] == b"101" and heads.get(b"sec-websocket-accept") == self._accept:
            self._opened = True
            if not self.opened.done():
                self.opened.set_result(None)
            return end + 4
        self._fail(self._refusal(int(words[1]), data[end + 4 :]))
        return len(data)

    @staticmethod
    def _refusal(status: int, body: bytes) -> NoWire:
        try:
            why = msgspec.json.decode(body, type=_Why).why
        except UNREADABLE:
            why = f"it answered with status {status}"
        return NoWire(f"the server did not open a connection: {why}", status)

    def _fail(self, error: NoWire) -> None:
        if not self.opened.done():
            self.opened.set_exception(error)
        self.cut()

    # --- what the holder of a wire does

    def send(self, payload: bytes, *, kind: int = TEXT) -> None:
        """Sends a message; on a wire that is cut it is lost."""
        if self._transport is not None:
            mask = os.urandom(4) if self._masked else _NO_MASK
            self._transport.write(frame(payload, kind=kind, mask=mask))

    def send_raw(self, data: bytes) -> None:
        """Bytes as they are, whatever a server will think of them."""
        if self._transport is not None:
            self._transport.write(data)

    def stop_reading(self) -> None:
        """Takes nothing more from the server: what it sends stays with it."""
        if self._transport is not None:
            self._transport.pause_reading()

    def close(self, code: int = NORMAL) -> None:
        """Says goodbye; the server ends the connection."""
        self.send(code.to_bytes(2, "big"), kind=CLOSE)

    def cut(self) -> None:
        """Ends the connection here and now."""
        if self._transport is not None:
            self._transport.abort()


def handshake(address: Address, path: str) -> tuple[bytes, bytes]:
    """The request that opens a wire, and the proof that the server must answer it with."""
    key = base64.b64encode(os.urandom(16))
    head = (
        f"GET {path} HTTP/1.1\r\nHost: {address.place}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key.decode()}\r\n\r\n"
    )
    accept = base64.b64encode(hashlib.sha1(key + _GUID, usedforsecurity=False).digest())
    return head.encode(), accept


async def lay_wire(
    address: Address, path: str, hear: Hear, lose: Lose, *, masked: bool = True, seconds: float = 10.0
) -> Wire:
    """Opens a WebSocket; `NoWire` says why it cannot be done.

    Without `masked` the mask is of zeros, which is quicker; masks protect proxies of others, not the talk.
    """
    hello, accept = handshake(address, path)
    security = ssl.create_default_context() if address.secure else None
    loop = asyncio.get_running_loop()
    wire = None
    try:
        async with asyncio.timeout(seconds):
            _, wire = await loop.create_connection(
                lambda: Wire(hello, accept, hear, lose, masked=masked), address.host, address.port, ssl=security
            )
            await wire.opened
            return wire
    except TimeoutError:
        if wire is not None:
            wire.cut()
        raise NoWire(f"{address.place} does not answer") from None
    except OSError as error:
        raise NoWire(f"cannot reach {address.place}: {error.strerror or error}") from None

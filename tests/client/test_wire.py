"""The client's end of a WebSocket, against a real server and against bytes of all sorts."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
import uvloop
from aiohttp import WSMsgType, web

from docena.client.address import Address, read_address
from docena.client.wire import LOST, MOST_MESSAGE, NoWire, Wire, frame, handshake, lay_wire
from docena.core.errors import DocenaError

Talk = Callable[[web.WebSocketResponse], Awaitable[None]]


@asynccontextmanager
async def a_server(talk: Talk, *, refuse: int = 0) -> AsyncIterator[Address]:
    """A server of aiohttp's that talks with whoever comes."""

    async def socket(request: web.Request) -> web.StreamResponse:
        if refuse:
            return web.json_response({"ok": False, "why": "there is no such table", "reason": "gone"}, status=refuse)
        response = web.WebSocketResponse(max_msg_size=1 << 22)
        await response.prepare(request)
        await talk(response)
        return response

    application = web.Application()
    application.router.add_get("/socket", socket)
    runner = web.AppRunner(application)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        yield Address(False, "127.0.0.1", port, "", None)
    finally:
        await runner.cleanup()


async def _echo(response: web.WebSocketResponse) -> None:
    async for message in response:
        if message.type == WSMsgType.TEXT:
            await response.send_str(message.data)


class Ear:
    """Hears what comes over a wire."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.lost = asyncio.Event()
        self._more = asyncio.Event()

    def hear(self, payload: bytes) -> None:
        self.heard.append(payload)
        self._more.set()

    async def until(self, n: int) -> list[bytes]:
        async with asyncio.timeout(10):
            while len(self.heard) < n:
                self._more.clear()
                await self._more.wait()
        return self.heard


async def _wire(address: Address, ear: Ear, *, masked: bool = True) -> Wire:
    return await lay_wire(address, "/socket", ear.hear, ear.lost.set, masked=masked)


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop], ids=["asyncio", "uvloop"])
@pytest.mark.parametrize("masked", [True, False])
def test_messages_of_every_length_come_back(masked: bool, loop: Callable[[], asyncio.AbstractEventLoop]) -> None:
    sizes = [0, 1, 125, 126, 127, 65_535, 65_536, 1_000_001]
    sent = [("é7" * n).encode()[:n].decode("utf-8", "ignore").encode() for n in sizes]

    async def talk() -> None:
        async with a_server(_echo) as address:
            ear = Ear()
            wire = await _wire(address, ear, masked=masked)
            for payload in sent:
                wire.send(payload)
            assert await ear.until(len(sent)) == sent
            wire.close()
            await asyncio.wait_for(ear.lost.wait(), 10)
            assert wire.code == 1000

    with asyncio.Runner(loop_factory=loop) as runner:
        runner.run(talk())


def test_a_ping_is_answered_and_a_close_is_told() -> None:
    async def pinging(response: web.WebSocketResponse) -> None:
        await response.ping(b"are you there")
        message = await response.receive()
        assert message.type == WSMsgType.TEXT
        await response.send_str(message.data)
        await response.close(code=4001, message=b"go home")

    async def talk() -> None:
        async with a_server(pinging) as address:
            ear = Ear()
            wire = await _wire(address, ear)
            wire.send(b"here")
            await asyncio.wait_for(ear.lost.wait(), 10)
            assert ear.heard == [b"here"]
            assert (wire.code, wire.reason) == (4001, "go home")

    asyncio.run(talk())


def test_a_refusal_is_a_sentence() -> None:
    async def talk() -> None:
        async with a_server(_echo, refuse=404) as address:
            with pytest.raises(NoWire, match="there is no such table") as caught:
                await _wire(address, Ear())
            assert caught.value.status == 404
        with pytest.raises(NoWire, match="cannot reach"):
            await _wire(address, Ear())

    asyncio.run(talk())


def test_a_server_that_says_nothing_is_given_up() -> None:
    async def listen(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1024):
            pass
        writer.close()
        hung_up.set()

    hung_up = asyncio.Event()

    async def talk() -> None:
        server = await asyncio.start_server(listen, "127.0.0.1", 0)
        async with server:
            port = server.sockets[0].getsockname()[1]
            address = Address(False, "127.0.0.1", port, "", None)
            with pytest.raises(NoWire, match="does not answer"):
                await lay_wire(address, "/socket", Ear().hear, lambda: None, seconds=0.05)
            await asyncio.wait_for(hung_up.wait(), 10)

    asyncio.run(talk())


def _answer(*frames: bytes, cuts: int, accept: bool = True) -> tuple[list[bytes], bytes, int, bytes]:
    """What a wire makes of a server's bytes, given in pieces: heard, sent, its code, the handshake's request."""
    written: list[bytes] = []

    class Transport(asyncio.Transport):
        def write(self, data: bytes | bytearray | memoryview) -> None:
            written.append(bytes(data))

        def close(self) -> None:
            closed.append(True)

        def abort(self) -> None:
            closed.append(True)

    closed: list[bool] = []
    heard: list[bytes] = []
    code = LOST

    async def run() -> None:
        nonlocal code
        hello, proof = handshake(Address(False, "example.org", 80, "", None), "/socket")
        wire = Wire(hello, proof if accept else b"?", heard.append, lambda: None, masked=False)
        wire.connection_made(Transport())
        head = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: " + proof + b"\r\n\r\n"
        data = head + b"".join(frames)
        step = -(-len(data) // cuts)
        for at in range(0, len(data), step):
            if not closed:
                wire.data_received(data[at : at + step])
        if accept:
            wire.opened.result()
        else:
            assert isinstance(wire.opened.exception(), NoWire)
        code = wire.code

    asyncio.run(run())
    return heard, b"".join(written[1:]), code, written[0]


def _from_server(first: int, payload: bytes) -> bytes:
    n = len(payload)
    return bytes((first, n)) + payload if n < 126 else bytes((first, 126)) + n.to_bytes(2, "big") + payload


@pytest.mark.parametrize("cuts", [1, 2, 7, 1000])
def test_pieces_of_messages_are_put_together_with_a_ping_between(cuts: int) -> None:
    frames = [
        _from_server(0x81, b"whole"),
        _from_server(0x01, b"first, "),
        _from_server(0x89, b"ping"),
        _from_server(0x00, b"second, "),
        _from_server(0x80, b"third" * 50),
        _from_server(0x81, b"after"),
    ]
    heard, sent, _, request = _answer(*frames, cuts=cuts)
    assert heard == [b"whole", b"first, second, " + b"third" * 50, b"after"]
    assert sent == frame(b"ping", kind=0x8A)
    assert request.startswith(b"GET /socket HTTP/1.1\r\nHost: example.org\r\n")
    assert b"Origin" not in request


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        (_from_server(0x80, b"a piece of nothing"), 1002),
        (_from_server(0x01, b"a") + _from_server(0x81, b"begun twice"), 1002),
        (_from_server(0xC1, b"deflated"), 1002),
        (_from_server(0x83, b"unheard of"), 1002),
        (_from_server(0x09, b"half a ping"), 1002),
        (b"\x81\xfe\x00\x80" + bytes(132), 1002),
        (b"\x81\x7f" + (MOST_MESSAGE + 1).to_bytes(8, "big"), 1009),
    ],
)
def test_what_no_server_should_send_ends_the_wire(bad: bytes, code: int) -> None:
    heard, sent, got, _ = _answer(_from_server(0x81, b"good"), bad, _from_server(0x81, b"late"), cuts=1)
    assert heard == [b"good"]
    assert got == code
    assert sent == frame(code.to_bytes(2, "big"), kind=0x88)


def test_an_answer_without_the_proof_opens_nothing() -> None:
    heard, _, _, _ = _answer(_from_server(0x81, b"trust me"), cuts=1, accept=False)
    assert heard == []


def test_addresses() -> None:
    assert read_address("https://example.org/cards/t/Ab-1/").http("/x") == "https://example.org/cards/x"
    assert read_address("http://[::1]:8000").place == "[::1]:8000"
    assert read_address("ws://h:81/t/k").table == "k"
    for bad in ("", "ftp://x", "http://", "http://h:port", "http://[::1"):
        with pytest.raises(DocenaError, match="not the address"):
            read_address(bad)

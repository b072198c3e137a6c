"""What is no HTTP, or hardly: refused in our own words, which tell no version and repeat nothing that was sent."""

import asyncio
import gzip
from pathlib import Path

import pytest
from server.organisers import Organiser
from server.stage import PATIENCE, Stage, perform

CANARY = b"canary7"
_HEAD = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
_POST = b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\n"
_SOCKET = b"GET /api/tables/%s/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
_KEY = b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
RAW = {
    "words": CANARY + b" is no request\r\n\r\n",
    "method": b"G(" + CANARY + b") / HTTP/1.1\r\n\r\n",
    "version": b"GET /" + CANARY + b" HTTP/9.9\r\n\r\n",
    "tls": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + CANARY,
    "target": b"GET http://[" + CANARY + b" HTTP/1.1\r\n\r\n",
    "long target": b"GET /" + CANARY * 3000 + b" HTTP/1.1\r\n\r\n",
    "header": _HEAD + CANARY + b"\r\n\r\n",
    "header name": _HEAD + CANARY + b" x: y\r\n\r\n",
    "zero": _HEAD + b"X: " + CANARY + b"\x00\r\n\r\n",
    "long header": _HEAD + b"X: " + CANARY * 3000 + b"\r\n\r\n",
    "many headers": _HEAD + b"X: " + CANARY + b"\r\n" + b"X: y\r\n" * 500 + b"\r\n",
    "length": _HEAD + b"Content-Length: " + CANARY + b"\r\n\r\n",
    "lengths": _HEAD + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n" + CANARY,
    "expect": _HEAD + b"Expect: " + CANARY + b"\r\n\r\n",
    "chunk": _POST + b"Transfer-Encoding: chunked\r\n\r\n" + CANARY + b"\r\n\r\n",
    "coding": _POST + b"Content-Encoding: gzip\r\nContent-Length: 7\r\n\r\n" + CANARY,
    "odd coding": _POST + b"Content-Encoding: " + CANARY + b"\r\nContent-Length: 7\r\n\r\n" + CANARY,
    "path": b"GET /api/" + CANARY + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "wrong method": b"PATCH /api/tables HTTP/1.1\r\nHost: localhost\r\nX: " + CANARY + b"\r\n\r\n",
    "odd method": CANARY.upper() + b" /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "upgrade": _SOCKET + b"Upgrade: " + CANARY + b"\r\n\r\n",
    "upgrade version": _SOCKET + _KEY + b"Upgrade: websocket\r\nSec-WebSocket-Version: " + CANARY + b"\r\n\r\n",
    "upgrade key": _SOCKET
    + b"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
    + CANARY
    + b"\r\n\r\n",
}


def _says_nothing(reply: bytes) -> None:
    assert reply.startswith((b"HTTP/1.1 4", b"HTTP/1.0 4")), reply[:500]
    lower = reply.lower()
    for word in (CANARY, b"aiohttp", b"python", b"traceback", b"<html"):
        assert word not in lower, reply[:500]
    assert b"\r\nServer: docena\r\n" in reply
    assert b"\r\nContent-Type: application/json" in reply
    assert b"\r\nX-Content-Type-Options: nosniff\r\n" in reply
    assert b'"ok":false' in reply


@pytest.mark.parametrize("name", RAW)
def test_what_cannot_be_read_is_refused_without_versions_and_without_echo(tmp_path: Path, name: str) -> None:
    async def test(stage: Stage) -> None:
        table = (await stage.open())["table"]
        data = RAW[name] % table.encode() if b"%s" in RAW[name] else RAW[name]
        (only,) = await stage.replies_to(data)
        _says_nothing(only)
        # the same after a request that was answered on the same connection
        first, second = await stage.replies_to(_HEAD + b"\r\n", data)
        assert first.startswith(b"HTTP/1.1 200 ")
        _says_nothing(second)
        assert CANARY.decode() not in stage.log.lower()

    perform(tmp_path, test)


def test_the_beginning_of_a_socket_tells_no_version(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        table = (await stage.open())["table"]
        event = await Organiser.open(stage)
        for path in (f"/api/tables/{table}/socket", f"{event.path}/socket"):
            async with stage.session.ws_connect(stage.address.http(path)) as socket:
                assert socket._response.headers["Server"] == "docena"

    perform(tmp_path, test)


def test_a_body_may_not_be_packed(tmp_path: Path) -> None:
    """It would be larger unpacked than what was counted."""

    async def test(stage: Stage) -> None:
        packed = gzip.compress(b'{"name":"Ana"}')
        assert (await stage.post("/api/tables", packed, Content_Encoding="gzip")).status == 415
        assert (await stage.post("/api/tables", b'{"name":"Ana"}', Content_Encoding="identity")).status == 201

    perform(tmp_path, test)


def test_a_refused_tunnel_ends_its_connection(tmp_path: Path) -> None:
    """Otherwise the next request of the same connection would be taken for part of the tunnel."""

    async def test(stage: Stage) -> None:
        reader, writer = await asyncio.open_connection(stage.address.host, stage.address.port)
        writer.write(b"CONNECT localhost:80 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            reply = await reader.read()
        writer.close()
        _says_nothing(reply)
        assert b"\r\nConnection: close\r\n" in reply

    perform(tmp_path, test)

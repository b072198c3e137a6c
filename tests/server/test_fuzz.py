"""A hundred thousand messages that make no sense, or nearly: each is answered, and nothing has happened."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import msgspec
import pytest
from server.gibberish import ODD_TEXTS, RAW_ODDITIES, Gibberish
from server.stage import PATIENCE, Duel, Stage, Visitor, frame, perform

from docena.core.errors import Refused
from docena.server.protection.responses import HEADERS
from docena.server.tables.sockets import LONGEST_MESSAGE
from docena.tables.asks import read_ask
from docena.tables.decide import Asker, decide

EACH = 12_500
BATCH = 100
UNBOUNDED: dict[str, Any] = {"asks_per_second": 10**9, "sockets_per_address": 0}


def harmless(messages: Iterator[str], duel: Duel, seat: int | None) -> Iterator[bytes]:
    """Those that lead to no event where they come from, as the rules of the table have it."""
    asker = Asker(seat)
    for message in messages:
        data = message.encode()
        if len(data) >= LONGEST_MESSAGE:
            continue
        try:
            if decide(duel.desk.room, asker, read_ask(data)).events:
                continue
        except (Refused, msgspec.DecodeError, ValueError):
            pass
        yield data


async def pour(visitor: Visitor, messages: Iterator[bytes], reasons: Counter[str]) -> None:
    """Sends messages in heaps, and sees that each of them is answered, one by one and in order."""
    while batch := list(islice(messages, BATCH)):
        start = len(visitor.heard)
        visitor.wire.send_raw(b"".join(map(frame, batch)))
        async with asyncio.timeout(PATIENCE):
            while len(visitor.heard) < start + len(batch):
                assert not visitor.lost.is_set(), (visitor.wire.code, batch)
                await asyncio.sleep(0.001)
        for sent, heard in zip(batch, visitor.heard[start:], strict=True):
            answer = msgspec.json.decode(heard)
            assert answer["type"] == "answer", (sent, heard)
            assert answer["ok"] is not bool(answer.get("why")), (sent, heard)
            reasons[answer.get("reason", "ok")] += 1
            asked = _id_of(sent)
            assert answer["id"] == asked or asked is None, (sent, heard)
        del visitor.heard[start:]


def _id_of(message: bytes) -> str | None:
    try:
        return getattr(read_ask(message), "id", None)
    except (msgspec.DecodeError, ValueError):
        return None


@pytest.mark.parametrize("seed", [1, 2])
def test_fuzzed_messages_are_answered_and_change_nothing(tmp_path: Path, seed: int) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel(chat="free")
        for _ in range(10):
            await duel.move()
        before = await duel.position()
        reasons: Counter[str] = Counter()
        seated = [(person, number) for number, person in enumerate(duel.people, 1)]
        watchers = [(await stage.enter(duel.id, lang=lang), None) for lang in ("en", "es")]
        await asyncio.gather(
            *(
                pour(
                    visitor,
                    islice(harmless(Gibberish(10 * seed + n, before[1]).messages(), duel, seat), EACH),
                    reasons,
                )
                for n, (visitor, seat) in enumerate([*seated, *watchers])
            )
        )
        assert sum(reasons.values()) == 4 * EACH
        assert {"bad", "not_yours", "not_now", "illegal", "stale", "ok"} <= set(reasons), reasons
        assert await duel.position() == before
        for _ in range(4):
            await duel.move()

    perform(tmp_path, test, **UNBOUNDED)


def test_frames_that_are_no_frames_end_their_socket_only(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        before, rng = await duel.position(), Random(5)
        for _ in range(300):
            visitor = await stage.enter(duel.id)
            visitor.wire.send_raw(rng.randbytes(rng.randrange(1, 400)))
            visitor.wire.send_raw(frame(b"\xff", kind=rng.choice((0x81, 0x83, 0xC1, 0x00, 0x09))))
            await asyncio.sleep(0)
            if rng.random() < 0.5:
                visitor.leave()
            else:
                # if all of it was half a frame, the other half never comes
                visitor.wire.send_raw(bytes(70_000))
                await visitor.gone()
        assert await duel.position() == before
        await duel.move()

    perform(tmp_path, test, **UNBOUNDED)


# --- HTTP

METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PROPFIND"]
PATHS = [
    "/",
    "/t/{table}",
    "/t/%3Cscript%3E",
    "/api/tables",
    "/api/tables/{table}",
    "/api/tables/{code}",
    "/api/tables/{odd}",
    "/api/tables/{table}/seats",
    "/api/tables/{table}/asks",
    "/api/tables/{table}/socket",
    "/api/tables/{table}/games/1",
    "/api/tables/{table}/games/{odd}",
    "/api/tables/{table}/qr.svg",
    "/api/phrases?lang={odd}",
    "/api/me",
    "/api/me/games?before={odd}&most={odd}",
    "/api/me/statistics",
    "/api/me/export",
    "/api/account",
    "/api/account/password",
    "/api/account/adopt",
    "/api/account/passkeys/{odd}",
    "/api/accounts",
    "/api/sessions",
    "/api/passkeys/begin",
    "/api/passkeys/finish",
    "/api/passkeys/login/finish",
    "/api/schema.json",
    "/healthz",
    "/metrics",
    "/{odd}",
    "/api/../../{odd}",
]
IN_PATHS = [
    "%00",
    "%ff",
    "%ed%a0%80",
    "%2e%2e%2f",
    "-1",
    "99999999999999999999",
    "%D9%A3",
    "a" * 2000,
    "%F0%9F%83%8F",
    "x y",
]
HEADER_NAMES = [
    "Authorization",
    "X-Docena-Key",
    "Accept-Language",
    "Content-Type",
    "X-Forwarded-For",
    "Range",
    "Cookie",
]


def bodies(rng: Random, gibberish: Iterator[str]) -> bytes | None:
    return rng.choice(
        (
            None,
            rng.randbytes(rng.randrange(300)),
            next(gibberish).encode(),
            rng.choice(RAW_ODDITIES).encode(),
            b'{"name":' + msgspec.json.encode(rng.choice(ODD_TEXTS)) + b"}",
            b'{"name":"x","choices":{"players":%d,"edition":"%s"}}' % (rng.randrange(9), rng.choice((b"mod", b"x"))),
            b'{"name":"x","password":' + msgspec.json.encode(rng.choice(ODD_TEXTS)) + b"}",
            b'{"name":"x","choices":{"bots":{"1":{"1":' + b"[" * 2000 + b"}}}",
            b"x" * 70_000,
        )
    )


def test_fuzzed_requests_are_answered_and_change_nothing(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        before, rng = await duel.position(), Random(8)
        gibberish, statuses = Gibberish(8, before[1]).messages(), Counter[int]()
        for _ in range(2500):
            path = rng.choice(PATHS).format(table=duel.id, code=duel.desk.room.code, odd=rng.choice(IN_PATHS))
            headers: dict[str, str] = {}
            for name in rng.sample(HEADER_NAMES, rng.randrange(3)):
                words = (*ODD_TEXTS, "Seat " + "x" * 43, "Bearer " + "x" * 43, "é" * 43, "x" * 43)
                headers[name] = "".join(letter for letter in rng.choice(words) if letter.isprintable())
            method = rng.choice(METHODS[:2] if rng.random() < 0.5 else METHODS)
            try:
                reply = await stage.request(method, path, bodies(rng, gibberish), **headers)
            except (ValueError, OSError, aiohttp.ClientError):  # the client itself will not send it
                statuses[0] += 1
                continue
            statuses[reply.status] += 1
            assert reply.status < 500, (method, path, reply)
            if reply.status == 400 and reply.headers["Content-Type"].startswith("text/plain"):
                continue  # it did not get through the door: aiohttp could not read it
            check_headers(method, path, reply.headers)
            if reply.status >= 400 and method != "HEAD" and reply.headers.get("Content-Type") == "application/json":
                body = reply.json
                assert body["ok"] is False
                assert body["why"]
                assert body["reason"]
        assert statuses[0] + statuses[400] < 1500
        assert {200, 201, 400, 401, 404, 405} <= set(statuses), statuses
        assert await duel.position() == before
        await duel.move()

    perform(tmp_path, test, **UNBOUNDED)


def check_headers(method: str, path: str, headers: Any) -> None:
    for name, value in HEADERS.items():
        assert headers.get(name) == value, (method, path, name)


HEADS = [
    b"GET / HTTP/1.1",
    b"GET / HTTP/9.9",
    b"GET  /  HTTP/1.1",
    b"GET http://[ HTTP/1.1",
    b"GET //evil.example/ HTTP/1.1",
    b"GET /api/tables/\xff\xfe HTTP/1.1",
    b"GET /\x00 HTTP/1.1",
    b"G\x00T / HTTP/1.1",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"PRI * HTTP/2.0",
    b"POST /api/tables HTTP/1.1",
    b"GET /" + b"a" * 20_000 + b" HTTP/1.1",
]
LINES = [
    b"Host: localhost",
    b"Host: x\r\nHost: y",
    b"Content-Length: 5\r\nContent-Length: 6",
    b"Content-Length: -1",
    b"Content-Length: 99999999999999999999",
    b"Transfer-Encoding: chunked\r\nContent-Length: 3",
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: gzip, chunked",
    b"Content-Encoding: gzip\r\nContent-Length: 3",
    b"Authorization: Seat canary\x00canary",
    b"Authorization: Seat can\r\n ary",
    b"Author ization: Seat canarycanary",
    b": nothing",
    b"X: " + b"y" * 20_000,
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 99\r\nSec-WebSocket-Key: canarycanary",
    b"Expect: 100-continue",
    b"Expect: everything",
    b"Connection: close",
    b"Origin: http://[",
]


def test_what_is_hardly_http_is_refused_and_stands_in_no_log(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        before, rng = await duel.position(), Random(9)
        for _ in range(600):
            lines = rng.sample(LINES, rng.randrange(4))
            data = b"\r\n".join([rng.choice(HEADS), *lines, b"", rng.choice((b"", b"abc", b"zz\r\n", b"5\r\nabc"))])
            if rng.random() < 0.2:
                data = data[: rng.randrange(len(data))]
            reply = await stage.raw(data)
            assert reply[:9] in (b"", b"HTTP/1.1 ", b"HTTP/1.0 "), data
            assert reply[9:10] != b"5", (data, reply)
        assert "canary" not in stage.log
        assert await duel.position() == before
        await duel.move()

    perform(tmp_path, test, **UNBOUNDED)

"""A hundred thousand messages that make no sense, or nearly: each is answered, and nothing has happened."""

import asyncio
from collections import Counter
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from server.fuzzing import UNBOUNDED, fuzz_requests, harmless, pour
from server.gibberish import Gibberish
from server.stage import Stage, frame, perform

EACH = 12_500


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


def test_fuzzed_requests_are_answered_and_change_nothing(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        before = await duel.position()
        statuses = await fuzz_requests(stage, duel, 8, 2500)
        assert statuses[0] + statuses[400] < 1500
        assert {200, 201, 400, 401, 404, 405} <= set(statuses), statuses
        assert await duel.position() == before
        await duel.move()

    perform(tmp_path, test, **UNBOUNDED)


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

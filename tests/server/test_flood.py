"""A thousand connections at once: little of them in one turn of the event loop, and little of what they send."""

import asyncio
import errno
import socket
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from rounds import Rounds
from server.stage import PATIENCE, Stage, perform

from docena.server.protection import leftovers, listening
from docena.server.protection.beginnings import Beginnings
from docena.server.protection.connection import Connection

HEAD = b"POST /api/events/x/asks HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n"
SIZE = 800_000


async def flood(stage: Stage, senders: int) -> list[int]:
    """Statuses of requests with long bodies that are sent at once; 0 where the connection was cut."""

    async def send() -> int:
        reader, writer = await asyncio.open_connection(stage.address.host, stage.address.port)
        try:
            writer.write(HEAD % SIZE + bytes(SIZE))
            return int((await reader.readline())[9:12] or 0)
        except ConnectionError:
            return 0
        finally:
            writer.transport.abort()

    async with asyncio.timeout(PATIENCE):
        return await asyncio.gather(*(send() for _ in range(senders)))


def test_little_of_a_flood_is_done_in_one_turn_and_received_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leftovers, "BURST", 2_000_000.0)
    monkeypatch.setattr(leftovers, "RATE", 1.0)
    rounds = Rounds(monkeypatch)
    rounds.watch("connections", Connection, "connection_made")
    rounds.watch("bytes", Connection, "data_received", lambda _, data: len(data))

    async def test(stage: Stage) -> None:
        visitor = await stage.enter((await stage.open())["table"])
        with rounds.counting():
            statuses, _ = await asyncio.gather(flood(stage, 150), visitor.ask("ping"))
        assert set(statuses) <= {0, 404, 429}
        assert statuses.count(0) < 15
        assert rounds.sum["connections"] == 150
        assert rounds.most["connections"] <= listening.AT_ONCE
        # of 120 MB: what comes along with the heads, and what refused senders may still send
        assert rounds.sum["bytes"] < 150 * 60_000 + 2_000_000

    perform(tmp_path, test)


def test_who_sends_everything_before_reading_gets_the_refusal(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        for _ in range(2 * leftovers.MOST_AT_ONCE):
            reply = await stage.raw(HEAD % SIZE + bytes(SIZE))
            assert reply.startswith(b"HTTP/1.1 404"), reply[:100]
            assert b'"why":' in reply
        # and the connection may go on
        heads = [HEAD % SIZE + bytes(SIZE), b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"]
        assert [reply[9:12] for reply in await stage.replies_to(*heads)] == [b"404", b"200"]

    perform(tmp_path, test)


def test_after_an_error_it_accepts_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "_PAUSE_SECONDS", 0.01)
    failed = 0

    class Exhausted(socket.socket):
        def accept(self) -> tuple[socket.socket, Any]:
            nonlocal failed
            failed += 1
            if failed < 3:
                raise OSError(errno.EMFILE, "too many open files")
            return super().accept()

    make = socket.create_server
    monkeypatch.setattr(
        socket, "create_server", lambda *given, **named: Exhausted(fileno=make(*given, **named).detach())
    )

    async def test(stage: Stage) -> None:
        assert (await stage.get("/healthz")).status == 200
        assert failed >= 3

    perform(tmp_path, test)


def test_requests_that_come_together_begin_a_few_in_a_turn_in_their_order() -> None:
    async def main() -> None:
        beginnings, turn = Beginnings(10), 0
        began: list[tuple[int, int]] = []

        def tick() -> None:
            nonlocal turn
            turn += 1
            asyncio.get_running_loop().call_soon(tick)

        async def begin(number: int) -> None:
            await beginnings.next()
            began.append((turn, number))

        tick()
        given_up = asyncio.ensure_future(begin(-1))
        requests = [asyncio.ensure_future(begin(number)) for number in range(95)]
        await asyncio.sleep(0)
        requests[50].cancel()
        await asyncio.gather(*requests, given_up, return_exceptions=True)
        assert [number for _, number in began] == [-1, *range(50), *range(51, 95)]
        assert max(Counter(turn for turn, _ in began).values()) == 10
        # and alone it begins at once
        await asyncio.sleep(0.01)
        before = turn
        await begin(100)
        assert began[-1] == (before, 100)

    asyncio.run(main())

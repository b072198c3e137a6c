"""Too many messages, sockets or tables, and clients that do not read."""

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.attempts import bear, refused
from server.organisers import Organiser, follow
from server.stage import PATIENCE, Duel, Stage, Visitor, frame, perform

from docena.server import requests
from docena.server.protection.connections import Rank
from docena.server.tables import sockets
from docena.server.tables.sockets import DEVICES_OF_A_SEAT, LONGEST_MESSAGE


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


@pytest.mark.parametrize(
    ("data", "codes"),
    [
        (frame(b'{"do":"say","id":"x","text":"' + b"a" * LONGEST_MESSAGE + b'"}'), {1009}),
        (frame(b"\x00" * 100_000), {1009}),
        (b"\x81\xff" + (1 << 62).to_bytes(8, "big") + bytes(4), {1009, 1002}),
        (
            b"\x01\xfe"
            + (6000).to_bytes(2, "big")
            + bytes(4)
            + b"a" * 6000
            + b"\x80\xfe"
            + (6000).to_bytes(2, "big")
            + bytes(4)
            + b"a" * 6000,
            {1009},
        ),
        (frame(b"\xff\xfe\xfd"), {1007, 1002}),
        (frame(b'{"do":"ready","id":"x"}', kind=0x82), {1000, 1003, 1006, 1008}),
        (frame(b"{}", kind=0x83), {1002}),
        (frame(b"x" * 126, kind=0x89), {1002}),
        (frame(b"{}", kind=0xF1), {1002}),
        (frame(b"\x00", kind=0x88), {1002, 1000}),
        (frame((999).to_bytes(2, "big"), kind=0x88), {1002, 1000}),
    ],
    ids=["long", "longer", "longest", "pieces", "not-utf8", "binary", "unknown", "ping", "bits", "cut", "code"],
)
def test_what_is_no_message_of_ours_ends_that_socket_and_no_other(tmp_path: Path, data: bytes, codes: set[int]) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        for secret in (None, duel.secrets[0]):
            visitor = await stage.enter(duel.id, secret)
            heard = len(visitor.heard)
            visitor.wire.send_raw(data)
            assert await visitor.gone() in codes | {1006}
            assert all(b'"view"' not in message for message in visitor.heard[heard:])
        assert not any(person.lost.is_set() for person in duel.people)

    bear(tmp_path, attempt)


def test_one_address_has_so_many_spectators_and_gets_them_back(tmp_path: Path) -> None:
    async def is_refused(stage: Stage, duel: Duel, secret: str | None = None) -> None:
        visitor = await stage.visit(duel.id)
        visitor.send(do="hello", **({"secret": secret} if secret else {}))
        assert await visitor.gone() == 1008
        refused(msgspec.json.decode(visitor.heard[-1]), "too_many")

    async def attempt(stage: Stage, duel: Duel) -> None:
        more = [await stage.enter(duel.id) for _ in range(3)]
        for _ in range(3):
            await is_refused(stage, duel)
        more[0].leave()
        more[1].wire.close()
        await until(lambda: stage.sockets.open == 3)
        await stage.enter(duel.id)
        await stage.enter(duel.id)
        await is_refused(stage, duel)
        # whoever has a seat is no spectator, but on more devices than anybody has
        for _ in range(DEVICES_OF_A_SEAT - 1):
            await stage.enter(duel.id, duel.secrets[0])
        await is_refused(stage, duel, duel.secrets[0])
        more[2].leave()
        await until(lambda: stage.sockets.open == 4 + DEVICES_OF_A_SEAT - 1)
        await stage.enter(duel.id, duel.secrets[0])
        await is_refused(stage, duel)

    bear(tmp_path, attempt, sockets_per_address=3)


def test_who_gives_up_a_seat_is_a_spectator_like_others(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        table = await stage.open(players=3)
        stood = []
        for number in range(4):
            sat = await stage.sit(table["table"], f"Eva {number}")
            visitor = await stage.enter(table["table"], sat["secret"])
            assert stage.connections.count(Rank.SEATED) == 1
            visitor.send(do="stand", id=f"stand{number}")
            await until(lambda: stage.connections.count(Rank.SEATED) == 0)
            stood.append(visitor)
        assert await stood[-1].gone() == 1001
        assert any(msgspec.json.decode(message).get("reason") == "too_many" for message in stood[-1].heard)
        assert stage.connections.count(Rank.WATCHING) == 3
        assert not any(visitor.lost.is_set() for visitor in stood[:-1])

    perform(tmp_path, test, sockets_per_address=3)


def test_one_address_opens_so_many_tables_in_an_hour(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        statuses = [(await stage.post("/api/tables", {"name": "Eva"})).status for _ in range(8)]
        assert statuses == [201, 201, *[429] * 6]
        assert len(stage.registry) == 3

    bear(tmp_path, attempt, tables_per_hour=3)


def test_an_address_behind_a_proxy_is_the_one_that_the_proxy_saw(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        async def open_from(told: str) -> int:
            return (await stage.post("/api/tables", {"name": "Eva"}, X_Forwarded_For=told)).status

        # a client writes the beginning of the list, the proxy its end
        assert [await open_from(f"{n}.0.0.1, 9.9.9.9") for n in range(3)] == [201, 429, 429]
        assert await open_from("9.9.9.9, 8.8.8.8") == 201

    bear(tmp_path, attempt, trust_proxy=True, tables_per_hour=1)


def test_without_a_proxy_nobody_is_believed_who_names_another_address(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        for n in range(3):
            reply = await stage.post("/api/tables", {"name": "Eva"}, X_Forwarded_For=f"{n}.0.0.1")
            assert reply.status == 429

    bear(tmp_path, attempt, tables_per_hour=1)


async def ping_on(visitor: Visitor) -> None:
    while not visitor.lost.is_set():
        visitor.wire.send(b"x", kind=0x89)
        await asyncio.sleep(0.05)


def test_who_says_nothing_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        monkeypatch.setattr(sockets, "HELLO_SECONDS", 0.2)
        silent = [await stage.visit(duel.id) for _ in range(20)]
        # pings are no hello, however often they come
        pinging = asyncio.get_running_loop().create_task(ping_on(silent[0]))
        await duel.move()
        assert {await visitor.gone() for visitor in silent} == {1008}
        await pinging
        assert all(visitor.heard == [] for visitor in silent)
        await until(lambda: stage.sockets.open == 2)

    async def test(stage: Stage) -> None:
        await attempt(stage, await stage.duel())

    perform(tmp_path, test)


def test_who_does_not_read_is_passed_over_and_then_shown_the_table_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "MOST_UNSENT", 2048)
    monkeypatch.setattr(sockets, "_CATCH_UP_SECONDS", 0.05)

    async def test(stage: Stage) -> None:
        duel = await stage.duel(chat="free", stock=30)
        slow = await stage.enter(duel.id)
        slow.wire.stop_reading()
        guest: Any = next(guest for guest in duel.live.viewers if guest.seat is None)
        client: Any = slow.wire._transport
        # as little as the system lets us, so that not everything fits in between
        guest._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        client.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        ana, words = duel.people[0], 0
        while not guest._behind:
            await ana.ask("say", id=f"w{words}", text="x" * 200)
            words += 1
            assert words < 10_000
        for number in range(300):
            await ana.ask("say", id=f"v{number}", text="x" * 200)
            if number % 50 == 0:
                await duel.move()
            # never more than a whole table beyond what it may leave unread
            assert guest._transport.get_write_buffer_size() < 2048 + len(duel.live.hello_frame(None)) + 1000
        heard = len(slow.heard)
        client.resume_reading()
        stamp = duel.live.room.stamp
        whole = await slow.until(lambda message: "table" in message and message["seq"] == stamp, heard)
        assert whole["view"]["hand"] == []
        assert whole["log"]["start"] == 0
        await duel.move()
        await slow.until(lambda message: message["seq"] == duel.live.room.stamp, heard)

    perform(tmp_path, test, asks_per_second=1_000_000)


def test_a_flood_is_answered_and_then_ended(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        for flood in (b'{"do":"back","id":"f"}', b"nonsense", b'{"do":"move","id":"f","seq":-1,"move":"S>1"}'):
            visitor = await stage.enter(duel.id)
            visitor.wire.send_raw(frame(flood) * 2000)
            assert await visitor.gone() == 1008
            answers = [msgspec.json.decode(message) for message in visitor.heard[1:]]
            assert {answer["type"] for answer in answers} == {"answer"}
            assert visitor.wire.reason == "too many"
            assert len(answers) < 200
            await duel.mover.ask("back")
        assert not any(person.lost.is_set() for person in duel.people)

    bear(tmp_path, attempt, asks_per_second=20)


@pytest.mark.parametrize("kind", [0x81, 0x89, 0x8A], ids=["texts", "pings", "pongs"])
def test_a_flood_of_whatever_kind_is_ended_and_others_go_on(tmp_path: Path, kind: int) -> None:
    """Of tables as of events, where nothing is answered to those who say too much."""

    async def attempt(stage: Stage, duel: Duel) -> None:
        event = await Organiser.open(stage)
        quiet, loud = [await follow(stage, f"{event.path}/socket") for _ in range(2)]
        spectator = await stage.enter(duel.id)
        for visitor in (loud, spectator):
            visitor.wire.send_raw(frame(b"{}", kind=kind) * 1000)
            assert await visitor.gone() in (1008, 1006)  # what was still on the way may cut it short
        assert len(loud.heard) < 100
        quiet.wire.send(b"{}")
        await quiet.until(lambda _: len(quiet.heard) > 1)

    bear(tmp_path, attempt, asks_per_second=5)


def test_a_message_to_an_event_may_not_be_long(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        event = await Organiser.open(stage)
        visitor = await follow(stage, f"{event.path}/socket")
        visitor.wire.send_raw(frame(b"x" * 1025))
        assert await visitor.gone() in (1009, 1006)

    bear(tmp_path, attempt)


def test_who_sends_a_request_drop_by_drop_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        monkeypatch.setattr(requests, "BODY_SECONDS", 0.2)
        for path in ("/api/tables", f"{duel.path}/asks", f"{duel.path}/seats", "/api/accounts"):
            reader, writer = await asyncio.open_connection(stage.address.host, stage.address.port)
            writer.write(f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{{".encode())
            async with asyncio.timeout(PATIENCE):
                assert (await reader.readline()).startswith(b"HTTP/1.1 408")
            writer.close()

    bear(tmp_path, attempt)


def test_a_flood_over_http_is_refused_as_well(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        ask = {"do": "back", "id": "x"}
        seat = f"Seat {duel.secrets[0]}"
        replies = [await stage.post(f"{duel.path}/asks", ask, Authorization=seat) for _ in range(60)]
        assert {reply.status for reply in replies} == {200, 429}
        # on a slow machine one of them may be in time again, and it may be the last
        assert {reply.json["reason"] for reply in replies if reply.status == 429} == {"too_many"}

    bear(tmp_path, attempt, asks_per_second=5)

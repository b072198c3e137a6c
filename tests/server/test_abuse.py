"""What people try who mean no good: refused with a reason, the table as it was, the server at its work."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from server.organisers import Organiser, follow
from server.stage import PATIENCE, Duel, Stage, Visitor, frame, perform

from docena.server import requests
from docena.server.protection.connections import Rank
from docena.server.tables import sockets
from docena.server.tables.sockets import DEVICES_OF_A_SEAT, LONGEST_MESSAGE
from docena.tables import commands as cmd

Try = Callable[[Stage, Duel], Awaitable[None]]


def bear(folder: Path, attempt: Try, choices: dict[str, Any] | None = None, **settings: Any) -> None:
    """Somebody tries something at a table of two: it is as it was, and goes on."""

    async def test(stage: Stage) -> None:
        duel = await stage.duel(**(choices or {}))
        for _ in range(6):
            await duel.move()
        before = await duel.position()
        await attempt(stage, duel)
        assert await duel.position() == before
        for _ in range(2):
            await duel.move()

    perform(folder, test, **settings)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.005)


def refused(answer: Any, *reasons: str) -> None:
    assert answer["type"] == "answer", answer
    assert answer["ok"] is False
    assert answer["reason"] in reasons, answer
    assert answer["why"]


# --- pages of others

OWN = "http://127.0.0.1:{port}"
FOREIGN = [
    "null",
    "",
    "http://evil.example",
    "https://evil.example",
    "http://127.0.0.1:{port}.evil.example",
    "http://127.0.0.1:{port}@evil.example",
    "http://evil.example@127.0.0.1:{port}",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://127.0.0.1:{port}/",
    "http://127.0.0.1:{port}, http://evil.example",
    "http://localhost:{port}",
    "http://sub.127.0.0.1:{port}",
    "ftp://127.0.0.1:{port}",
    "file://",
    "127.0.0.1:{port}",
    "//127.0.0.1:{port}",
    "http://[",
    "http://127.0.0.1:{port}\u00e9",
]
PUBLIC = "https://docena.example"
FOREIGN_TO_PUBLIC = [
    "null",
    "http://docena.example",
    "https://docena.example.evil",
    "https://evil.docena.example",
    "https://xdocena.example",
    "https://docena.example:8443",
    "https://docena.example:0443",
    "https://docena.example/",
    "https://docena.example@evil.example",
    "https://evil.example#https://docena.example",
    "http://127.0.0.1:{port}",
    "wss://docena.example",
    "http://[",
]


async def handshake(stage: Stage, path: str, origin: str | None, host: str | None = None) -> tuple[int, bytes]:
    """Status and body of an attempt to open a socket from a page."""
    headers = {} if origin is None else {"Origin": origin}
    if host is not None:
        headers["Host"] = host
    try:
        async with stage.session.ws_connect(stage.address.http(f"{path}/socket"), headers=headers):
            return 101, b""
    except aiohttp.WSServerHandshakeError as error:
        return error.status, b""


async def from_page(stage: Stage, duel: Duel, origin: str, *, host: str = "", move: str = "S>1") -> list[int]:
    """What a page of this origin gets from a socket and from posts, with a seat's own secret in them."""
    origin = origin.format(port=stage.address.port)
    host = host or f"127.0.0.1:{stage.address.port}"
    seat = {"Authorization": f"Seat {duel.secrets[0]}", "Origin": origin, "Host": host}
    posts = [
        ("/api/tables", {"name": "Eva"}),
        (f"{duel.path}/seats", {"name": "Eva"}),
        (f"{duel.path}/asks", {"do": "move", "id": "x", "seq": duel.people[0].seq, "move": move}),
        ("/api/accounts", {"name": "Eva", "password": "long enough, this"}),
    ]
    statuses = [(await handshake(stage, duel.path, origin, host))[0]]
    for path, body in posts:
        reply = await stage.post(path, body, **seat)
        statuses.append(reply.status)
        if reply.status == 403:
            assert reply.json["reason"] in ("origin", "not_yours")
    statuses.append((await stage.request("DELETE", "/api/me", **seat)).status)
    return statuses


def test_a_page_of_another_origin_gets_nothing(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        tables = len(stage.registry)
        for origin in FOREIGN:
            assert await from_page(stage, duel, origin) == [403] * 6, origin
        assert len(stage.registry) == tables
        # the same from our own page, and from a program, which is no page
        assert (await handshake(stage, duel.path, OWN.format(port=stage.address.port)))[0] == 101
        assert (await handshake(stage, duel.path, None))[0] == 101
        # with a move that no card allows: by luck S>1 could be made
        assert 403 not in (await from_page(stage, duel, OWN, move="S>5"))[:2]

    bear(tmp_path, attempt)


def test_where_an_address_is_public_only_its_pages_are_ours(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        for origin in FOREIGN_TO_PUBLIC:
            for host in ("docena.example", "evil.example", ""):
                expected = 421 if host == "evil.example" else 403
                assert await from_page(stage, duel, origin, host=host) == [expected] * 6, origin
        assert (await handshake(stage, duel.path, PUBLIC))[0] == 101

    bear(tmp_path, attempt, public_url=PUBLIC + "/")


def test_a_public_address_may_name_its_port_and_be_written_in_capitals(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        assert (await handshake(stage, duel.path, PUBLIC))[0] == 101
        assert (await handshake(stage, duel.path, PUBLIC + ":8443"))[0] == 403

    bear(tmp_path, attempt, public_url="https://Docena.Example:443")


def test_behind_a_proxy_with_tls_a_page_without_it_is_foreign(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        for origin, status in (("http://docena.example", 403), ("https://docena.example", 201)):
            reply = await stage.post(
                "/api/tables", {"name": "Eva"}, Origin=origin, Host="docena.example", X_Forwarded_Proto="https"
            )
            assert reply.status == status

    bear(tmp_path, attempt, trust_proxy=True, host_names="docena.example")


# --- secrets of seats


def test_without_the_right_secret_no_byte_of_the_table_is_sent(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        secret = duel.secrets[0]
        strangers = await stage.open(name="Eva")
        kept = duel.live.room.seat(1).secret
        wrong = [
            secret[:-1],
            secret + "A",
            secret.swapcase(),
            secret[::-1],
            strangers["secret"],
            kept,
            "x" * 43,
            "é" * 43,
        ]
        for text in wrong:
            visitor = await stage.visit(duel.id)
            visitor.send(do="hello", secret=text)
            assert await visitor.gone() == 1008
            (only,) = [msgspec.json.decode(message) for message in visitor.heard]
            refused(only, "secret")
            assert set(only) == {"type", "id", "ok", "why", "reason"}
        for text in [text for text in wrong if text.isascii()]:
            for reply in (
                await stage.get(duel.path, Authorization=f"Seat {text}"),
                await stage.post(f"{duel.path}/asks", {"do": "away", "id": "x"}, Authorization=f"Seat {text}"),
            ):
                assert (reply.status, reply.json["reason"]) == (401, "secret")
                assert set(reply.json) == {"ok", "why", "reason"}
        for words in ("", "Seat", "Seat ", "Basic " + secret, "Bearer " + secret, secret):
            reply = await stage.post(f"{duel.path}/asks", {"do": "away", "id": "x"}, Authorization=words)
            assert reply.json["reason"] in ("secret", "not_yours")

    bear(tmp_path, attempt)


@pytest.mark.parametrize(
    "first",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b'"hello"',
        b'{"do":"move","id":"x","seq":1,"move":"S>1"}',
        b'{"do":"hello","secret":5}',
        b'{"do":"hello","secret":"short"}',
        b'{"do":"hello","seat":1}',
        b'{"do":"hello","lang":"' + b"e" * 100 + b'"}',
        b'{"x":' + b"[" * 4000,
        b'{"do":"hello","secret":"\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800"}',
    ],
    ids=range(12),
)
def test_a_hello_that_is_none_gets_a_reason_and_nothing_else(tmp_path: Path, first: bytes) -> None:
    async def test(stage: Stage) -> None:
        table = (await stage.open())["table"]
        visitor = await stage.visit(table)
        visitor.wire.send(first)
        assert await visitor.gone() == 1008
        (only,) = [msgspec.json.decode(message) for message in visitor.heard]
        refused(only, "bad")
        assert table not in only["why"]

    perform(tmp_path, test)


def test_a_secret_that_was_replaced_opens_nothing_any_more(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        old, room = duel.people[0], duel.live.room
        ticket = (await old.ask("ticket"))["ticket"]
        for text in (ticket[:-1], ticket + "A", duel.secrets[0], room.seat(1).ticket, ""):
            reply = await stage.post(f"{duel.path}/seats", {"name": "Eva", "ticket": text})
            assert (reply.status, reply.json["reason"]) == (401, "secret"), text
        guest = next(guest for guest in duel.live.viewers if guest.seat == 1)
        moved = await stage.sit(duel.id, ticket=ticket)
        # as if it had come in before, and been read only now
        stage.registry.ask(duel.live, guest, cmd.Say("late", phrase="hello"))
        # what the old device still says is said by nobody
        legal = {1: old.view["legal"], 2: []}[room.mover or 1]
        for number, move in enumerate(legal or ["S>1"]):
            old.send(do="move", id=f"late{number}", seq=room.stamp, move=move)
        old.send(do="say", id="late", phrase="hello")
        assert await old.gone() == 1001
        assert msgspec.json.decode(old.heard[-1])["reason"] == "moved_over"
        await duel.settle()
        assert not room.movers
        assert not room.said
        late = await stage.visit(duel.id)
        late.send(do="hello", secret=duel.secrets[0])
        assert await late.gone() == 1008
        refused(msgspec.json.decode(late.heard[0]), "secret")
        again = await stage.post(f"{duel.path}/seats", {"name": "Eva", "ticket": ticket})
        assert (again.status, again.json["reason"]) == (401, "secret")
        new = await stage.enter(duel.id, moved["secret"])
        assert msgspec.json.decode(new.heard[0])["seat"] == 1
        assert len(new.view["hand"]) == (5 if room.mover == 1 else 0)

    perform(tmp_path, test)


# --- moves that are not one's own, not now, or not again


def test_nobody_moves_for_another_seat(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        mover, other = duel.mover, duel.other
        seat = duel.live.room.mover
        for number, move in enumerate(mover.view["legal"]):
            refused(await other.ask("move", seq=other.seq, move=move), "not_yours")
            refused(await other.ask("move", seq=other.seq, move=move, id=f"good{number}"), "not_yours")
        for act in ("draw", "talk", "object", "accuse", "out"):
            for visitor, whose in ((other, seat), (mover, 3 - (seat or 0))):
                refused(await visitor.ask("move", seq=visitor.seq, move=f"{whose}:{act}"), "not_yours", "bad")
        for extra in ({"seat": seat}, {"as": seat}, {"secret": duel.secrets[0]}):
            refused(await other.ask("move", seq=other.seq, move=mover.view["legal"][0], **extra), "bad")

    bear(tmp_path, attempt, {"table": "open"})


def test_a_spectator_can_do_nothing_but_look(tmp_path: Path) -> None:
    asks: list[dict[str, Any]] = [
        {"do": "undo", "seq": 0},
        {"do": "agree", "yes": True},
        {"do": "say", "phrase": "hello"},
        {"do": "say", "text": "hello"},
        {"do": "ready"},
        {"do": "ready", "contribution": "00"},
        {"do": "start"},
        {"do": "bot", "seat": 1, "level": "casual"},
        *({"do": do} for do in ("stand", "away", "back", "nudge", "ticket", "abandon", "close")),
    ]

    async def attempt(stage: Stage, duel: Duel) -> None:
        watcher = await stage.enter(duel.id)
        assert "seat" not in msgspec.json.decode(watcher.heard[0])
        assert watcher.view["hand"] == watcher.view["legal"] == []
        moves = duel.mover.view["legal"]
        for ask in asks + [{"do": "move", "move": move, "seq": 0} for move in moves]:
            seq = {"seq": watcher.seq} if "seq" in ask else {}
            refused(await watcher.ask(**(ask | seq)), "not_yours", "not_now")
            reply = await stage.post(f"{duel.path}/asks", ask | seq | {"id": "x"})
            assert reply.status in (403, 409)
        watcher.send(do="hello", secret=duel.secrets[0])
        refused(await watcher.until(lambda message: message["type"] == "answer" and message["id"] is None), "not_now")
        assert "seat" not in msgspec.json.decode(watcher.heard[-1])

    bear(tmp_path, attempt, {"chat": "free"})


def test_what_was_done_is_not_done_again_however_often_and_by_whomever_it_is_sent(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel(chat="free")
        sent: list[tuple[Visitor, dict[str, Any]]] = []
        for number in range(8):
            mover, legal = duel.mover, duel.mover.view["legal"]
            move = min(legal, key=lambda move: (">" not in move, move))
            ask = {"do": "move", "id": f"m{number}", "seq": mover.seq, "move": move}
            sent.append((mover, ask))
            assert (await mover.ask(**ask))["type"] == "state"
            await duel.settle()
        spoken = {"do": "say", "id": "spoken", "text": "well"}
        sent.append((duel.people[0], spoken))
        assert (await duel.people[0].ask(**spoken))["said"]
        before = await duel.position()
        for mover, ask in reversed(sent):
            answer = await mover.ask(**ask)
            # what was done is shown as it stands now, in full
            assert answer["seq"] == duel.live.room.stamp
            assert answer["view"] == mover.view
        for mover, ask in sent[:-1]:
            other = duel.people[1] if mover is duel.people[0] else duel.people[0]
            refused(await other.ask(**ask), "not_yours", "stale")
            refused(await mover.ask(**(ask | {"id": f"again {ask['id']}"})), "stale", "not_yours")
        watcher = await stage.enter(duel.id)
        refused(await watcher.ask(**sent[0][1]), "not_yours")
        assert await duel.position() == before
        for _ in range(3):
            await duel.move()

    perform(tmp_path, test)


def test_what_was_done_long_ago_is_not_done_again_either(tmp_path: Path) -> None:
    """The room remembers some of what was asked for lately; the store remembers all of it."""

    async def test(stage: Stage) -> None:
        duel = await stage.duel(chat="free")
        ana = duel.people[0]
        for number in range(80):
            assert (await ana.ask("say", id=f"s{number}", text=f"word {number}"))["type"] == "state"
        assert "1:s0" not in duel.live.room.actions
        before = await duel.position()
        answer = await ana.ask("say", id="s0", text="word 0")
        assert answer["type"] == "state", answer
        assert answer["table"]["id"] == duel.id
        reply = await stage.post(
            f"{duel.path}/asks", {"do": "say", "id": "s1", "text": "x"}, Authorization=f"Seat {duel.secrets[0]}"
        )
        assert reply.status == 200
        assert await duel.position() == before

    perform(tmp_path, test)


def test_a_move_from_a_position_that_is_past_or_never_was_is_stale(tmp_path: Path) -> None:
    async def attempt(stage: Stage, duel: Duel) -> None:
        mover = duel.mover
        move, seq = mover.view["legal"][0], mover.seq
        for wrong in (seq - 1, seq + 1, 0, -1, -seq, 2**31, 2**63, 2**64 + seq, 10**30):
            refused(await mover.ask("move", seq=wrong, move=move), "stale")
            refused(await mover.ask("undo", seq=wrong), "stale")
        for bad in (None, True, float(seq) + 0.5, str(seq), [seq]):
            refused(await mover.ask("move", seq=bad, move=move), "bad")

    bear(tmp_path, attempt)


def test_of_two_moves_sent_at_once_from_one_position_one_is_made(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        mover, legal = duel.mover, duel.mover.view["legal"]
        assert len(legal) > 1
        start, moves = len(mover.heard), len(duel.live.room.movers)
        mover.wire.send_raw(
            b"".join(
                frame(msgspec.json.encode({"do": "move", "id": f"both{n}", "seq": mover.seq, "move": move}))
                for n, move in enumerate(legal)
            )
        )
        await mover.until(lambda message: message.get("id") == f"both{len(legal) - 1}", start)
        answers = [msgspec.json.decode(message) for message in mover.heard[start:]]
        assert [answer["type"] for answer in answers if answer.get("id")].count("state") == 1
        assert {answer["reason"] for answer in answers if answer["type"] == "answer"} <= {"stale", "not_yours"}
        assert len(duel.live.room.movers) == moves + 1

    perform(tmp_path, test)


# --- too much of it


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

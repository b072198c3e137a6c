"""Nonsense on its way to a server: over sockets, as requests, and as entries at events; each is answered."""

import asyncio
import secrets
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import aiohttp
import msgspec
from server.gibberish import ODD_TEXTS, RAW_ODDITIES, Gibberish
from server.organisers import WON, Organiser
from server.stage import PATIENCE, Duel, Stage, Visitor, frame

from docena.core.errors import Refused
from docena.server.protection.responses import HEADERS
from docena.server.tables.sockets import LONGEST_MESSAGE
from docena.tables.commands import read_command
from docena.tables.decide import Asker, decide
from docena.tournaments.store import read_export

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
            if decide(duel.live.room, asker, read_command(data)).events:
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
        return getattr(read_command(message), "id", None)
    except (msgspec.DecodeError, ValueError):
        return None


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


async def fuzz_requests(stage: Stage, duel: Duel, seed: int, n: int) -> Counter[int]:
    """So many requests that make no sense, none of which is a fault of the server; gives how often each status came."""
    rng = Random(seed)
    gibberish, statuses = Gibberish(seed, duel.live.room.stamp).messages(), Counter[int]()
    for _ in range(n):
        path = rng.choice(PATHS).format(table=duel.id, code=duel.live.room.code, odd=rng.choice(IN_PATHS))
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
    return statuses


def check_headers(method: str, path: str, headers: Any) -> None:
    for name, value in HEADERS.items():
        assert headers.get(name) == value, (method, path, name)


# --- entries at events

PLACE = {"game": 1, "table": 1}
ASKS: list[dict[str, Any]] = [
    {"do": "change", "choices": {"title": "Spring", "games": 4, "tie_breaks": ["left"]}},
    {"do": "enter", "newcomers": [{"names": ["Sol", "Mar"], "table": 1}]},
    {"do": "list", "text": "Sol & Mar; 3\nPaz"},
    {"do": "rename", "entry": 1, "names": ["Ana", "Leo"]},
    {"do": "keep", "entry": 1, "table": 2},
    {"do": "drop", "entry": 1},
    {"do": "back", "entry": 1},
    {"do": "pair", "entry": 7, "partner": 8},
    {"do": "draw", "seed": "1"},
    {"do": "seat", "seed": "1"},
    {"do": "play_off", "seed": "1"},
    {"do": "report", **PLACE, "outcome": WON, "side": 1},
    {"do": "confirm", **PLACE, "side": 2},
    {"do": "dispute", **PLACE, "side": 2},
    {"do": "correct", **PLACE, "outcome": WON},
    {"do": "clear", **PLACE},
    {"do": "penalty", **PLACE, "seat": 1, "clause": "7.1", "cards": 2, "note": "x"},
    {"do": "clock", "game": 1, "action": "start", "seconds": 60},
    {"do": "note", "text": "x"},
    {"do": "undo", "line": 4, "seen": 3},
]
_ODD: list[Any] = [None, True, -1, 0, 7, 10**6, 2**31, 2**62, -(2**62), 10**40, 0.5, "", [], {}, [[]], {"x": 1}]


def mangled(value: Any, chance: Random) -> Any:
    """The same with something odd in one place."""
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(list(value))
        return {**value, key: mangled(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.7:
        at = chance.randrange(len(value))
        return [*value[:at], mangled(value[at], chance), *value[at + 1 :]]
    return chance.choice([*_ODD, chance.choice(ODD_TEXTS), chance.choice(ODD_TEXTS) * 120])


async def fuzz_entries(stage: Stage, seed: int, n: int) -> tuple[Organiser, Counter[int]]:
    """So many entries at an event that make no sense, or nearly."""
    chance = Random(seed)
    event = await Organiser.open(stage, ["Ana & Luis", "Eva & Juan", "Rosa & Pedro", "Sole", "Marga"])
    await event.seq("seat", seed="1")
    statuses = Counter[int]()
    for _ in range(n):
        ask = chance.choice(ASKS)
        body = mangled(ask, chance) if chance.random() < 0.8 else ask
        if isinstance(body, dict):
            body = {"ask": secrets.token_hex(8)} | body
        reply = await stage.post(f"{event.path}/asks", encoded(body), Authorization=f"Key {event.key}")
        statuses[reply.status] += 1
        assert reply.status in (200, 400, 409, 413, 422), (body, reply.raw)
        assert reply.status == 200 or reply.json["why"], body
    return event, statuses


async def check_whole(event: Organiser) -> int:
    """The log of the event has no gap, and can be read; gives its length."""
    _, lines, _ = read_export((await event.get("/export")).raw)
    assert len(lines) == (await event.sight())["seq"]
    assert (await event.get("/log")).status == 200
    return len(lines)


def encoded(body: Any) -> bytes:
    try:
        return msgspec.json.encode(body)
    except (OverflowError, UnicodeEncodeError, msgspec.EncodeError):
        return b'{"do": "note", "ask": "too-odd-to-say", "text": 1e999}'

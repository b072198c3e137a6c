"""Thousands of entries that make no sense, or nearly: each is answered with a sentence, and the log stays whole."""

import secrets
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from server.gibberish import ODD_TEXTS, RAW_ODDITIES
from server.organisers import WON, Organiser
from server.stage import Stage, perform

from docena.tournaments.store import read_export

TRIES = 2500
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


def test_fuzzed_entries_are_answered_and_the_log_stays_whole(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        chance = Random(20264)
        event = await Organiser.open(stage, ["Ana & Luis", "Eva & Juan", "Rosa & Pedro", "Sole", "Marga"])
        await event.seq("seat", seed="1")
        statuses = set()
        for _ in range(TRIES):
            ask = chance.choice(ASKS)
            body = mangled(ask, chance) if chance.random() < 0.8 else ask
            if isinstance(body, dict):
                body = {"ask": secrets.token_hex(8)} | body
            reply = await stage.post(f"{event.path}/asks", encoded(body), Authorization=f"Key {event.key}")
            statuses.add(reply.status)
            assert reply.status in (200, 400, 409, 413, 422), (body, reply.raw)
            assert reply.status == 200 or reply.json["why"], body
        assert statuses >= {200, 400, 422}
        for raw in RAW_ODDITIES:
            data = raw.encode("utf-8", "surrogatepass") if isinstance(raw, str) else raw
            assert (await stage.post(f"{event.path}/asks", data, Authorization=f"Key {event.key}")).status == 400
        _, lines = read_export((await event.get("/export")).raw)
        assert len(lines) == (await event.sight())["seq"] > 50
        assert (await event.get("/log")).status == 200

    perform(tmp_path, test, asks_per_second=10**6)


def encoded(body: Any) -> bytes:
    try:
        return msgspec.json.encode(body)
    except (OverflowError, UnicodeEncodeError, msgspec.EncodeError):
        return b'{"do": "note", "ask": "too-odd-to-say", "text": 1e999}'

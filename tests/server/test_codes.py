"""Guessing the codes of tables: bounded for each address and for all together; links and right codes cost nothing."""

import asyncio
import time
from collections import Counter
from math import ceil
from pathlib import Path
from random import Random
from typing import Any

import pytest
from server.stage import Reply, Stage, perform

from docena.server.protection.exposure import code_length, is_exposed
from docena.server.settings import Settings
from docena.server.tables import lookup
from docena.tables.codes import ALPHABET, LONG, SHORT, read_code

GUESSES = 600
_TOGETHER = 40
ROUTES = (
    ("GET", "/api/tables/{}"),
    ("POST", "/api/tables/{}/seats"),
    ("POST", "/api/tables/{}/asks"),
    ("GET", "/api/tables/{}/socket"),
    ("GET", "/api/tables/{}/games/1"),
    ("GET", "/api/tables/{}/games/1/steps"),
    ("GET", "/api/tables/{}/qr.svg"),
    ("POST", "/api/tables/{}/hint"),
    ("GET", "/api/tables/{}/pad"),
    ("GET", "/api/tables/{}/pad/csv"),
)


def guesses(count: int, length: int = SHORT) -> list[str]:
    rng = Random(17)
    return ["".join(rng.choices(ALPHABET, k=length)) for _ in range(count)]


def count_lookups(stage: Stage) -> list[str]:
    """Every code that is looked up in the database from now on."""
    looked: list[str] = []
    find = stage.store.find

    async def counted(code: str) -> str | None:
        looked.append(code)
        return await find(code)

    stage.store.find = counted  # type: ignore[method-assign]
    return looked


async def attack(stage: Stage, asked: list[tuple[str, str, str]]) -> list[Reply]:
    """Sends requests, many at once; each with the address that the proxy names for it."""
    gate = asyncio.Semaphore(_TOGETHER)

    async def one(method: str, path: str, address: str) -> Reply:
        body = {"name": "Eva"} if method == "POST" else None
        async with gate:
            return await stage.request(method, path, body, X_Forwarded_For=address)

    return await asyncio.gather(*(one(*each) for each in asked))


def most(burst: float, rate: float, begun: float) -> int:
    return ceil(burst + rate * (time.monotonic() - begun))


def test_one_address_tries_few_codes_on_whatever_route(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        ana = await stage.open()
        looked, begun = count_lookups(stage), time.monotonic()
        asked = [
            (method, path.format(code), "198.51.100.7")
            for place, code in enumerate(guesses(GUESSES))
            for method, path in [ROUTES[place % len(ROUTES)]]
        ]
        replies = await attack(stage, asked)
        bound = most(lookup.CODES_BURST, lookup.CODES_RATE, begun)
        assert len(looked) <= bound
        kinds = Counter(reply.status for reply in replies)
        assert set(kinds) <= {404, 429}
        assert lookup.CODES_BURST <= kinds[404] <= bound
        # the right code does not get through either, or one would go on guessing; others and links are not touched
        (right,) = await attack(stage, [("GET", f"/api/tables/{ana['code']}", "198.51.100.7")])
        assert (right.status, right.json["reason"]) == (429, "too_many")
        assert "your network" in right.json["why"]
        (link,) = await attack(stage, [("GET", f"/api/tables/{ana['table']}", "198.51.100.7")])
        (other,) = await attack(stage, [("GET", f"/api/tables/{ana['code']}", "198.51.100.8")])
        assert link.status == other.status == 200

    perform(tmp_path, test, trust_proxy=True)


def test_many_addresses_together_pause_codes_and_never_links(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        ana = await stage.open()
        looked, begun = count_lookups(stage), time.monotonic()
        asked = [
            ("GET", f"/api/tables/{code}", f"203.0.113.{place % 100}") for place, code in enumerate(guesses(GUESSES))
        ]
        replies = await attack(stage, asked)
        # those under way when the last one counts are done, too
        bound = most(lookup.ALL_CODES_BURST, lookup.ALL_CODES_RATE, begun) + _TOGETHER
        assert len(looked) <= bound
        assert lookup.ALL_CODES_BURST <= Counter(reply.status for reply in replies)[404] <= bound
        for lang, said in (("en", "Codes are paused"), ("es", "Los códigos están en pausa")):
            paused = await stage.get(f"/api/tables/{ana['code']}", X_Forwarded_For="192.0.2.1", Accept_Language=lang)
            assert (paused.status, paused.json["reason"]) == (429, "too_many")
            assert paused.json["why"].startswith(said)
        luis = await stage.request(
            "POST", f"/api/tables/{ana['table']}/seats", {"name": "Luis"}, X_Forwarded_For="203.0.113.1"
        )
        assert luis.status == 201

    perform(tmp_path, test, trust_proxy=True)


def test_what_fits_costs_nothing(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        ana = await stage.open()
        for _ in range(5):
            assert (await stage.get(f"/api/tables/{guesses(1)[0]}")).status == 404
        replies = await attack(
            stage, [("GET", f"/api/tables/{ana[name]}", "") for name in ("code", "table") for _ in range(40)]
        )
        assert {reply.status for reply in replies} == {200}

    perform(tmp_path, test)


def test_wrong_links_are_bounded_and_known_ones_go_on(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        ana = await stage.open()
        read: list[str] = []
        reading = stage.store.read

        async def counted(table: str, after: int = 0, most: int | None = None) -> Any:
            read.append(table)
            return await reading(table, after, most)

        stage.store.read = counted  # type: ignore[method-assign]
        begun = time.monotonic()
        replies = await attack(stage, [("GET", f"/api/tables/{n:016}", "198.51.100.7") for n in range(GUESSES)])
        assert len(read) <= most(lookup.LINKS_BURST, lookup.LINKS_RATE, begun)
        assert {reply.status for reply in replies} == {404, 429}
        assert (await stage.get(f"/api/tables/{ana['table']}", X_Forwarded_For="198.51.100.7")).status == 200
        assert (await stage.get(f"/api/tables/{ana['code']}", X_Forwarded_For="198.51.100.7")).status == 200

    perform(tmp_path, test, trust_proxy=True)


def test_a_code_works_while_a_seat_is_free(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        ana = await stage.open(players=2)
        code = f"/api/tables/{ana['code']}"
        unknown = await stage.get(f"/api/tables/{guesses(1)[0]}")
        assert (await stage.get(code)).status == 200
        luis = await stage.sit(ana["code"])
        full = [await stage.request(method, path.format(ana["code"]), {"name": "Eva"}) for method, path in ROUTES]
        assert {reply.raw for reply in full} == {unknown.raw}
        # whoever has the link looks on, and who sits there comes back with it
        assert (await stage.get(f"/api/tables/{ana['table']}")).status == 200
        visitor = await stage.enter(ana["table"], luis["secret"])
        await visitor.ask("stand")
        assert (await stage.get(code)).status == 200
        await stage.sit(ana["code"])
        assert (await stage.get(code)).status == 404

    perform(tmp_path, test)


@pytest.mark.parametrize("length", [SHORT, LONG])
def test_codes_of_either_length_are_shown_and_typed(tmp_path: Path, length: int) -> None:
    async def test(stage: Stage) -> None:
        stage.registry.code_length = length
        ana = await stage.open(players=3, public=True)
        plain = read_code(ana["code"])
        assert len(plain) == length
        shown = plain if length == SHORT else f"{plain[:4]}-{plain[4:]}"
        assert ana["code"] == shown
        for typed in (plain, shown, plain.lower(), f"{plain[:3]}%20{plain[3:]}", f"{plain[:4]}%E2%80%93{plain[4:]}"):
            state = await stage.get(f"/api/tables/{typed}")
            assert state.json["table"]["code"] == shown
        assert [line["code"] for line in (await stage.get("/api/tables")).json["tables"]] == [shown]
        assert shown in (await stage.get(f"/api/tables/{ana['table']}/pad")).json["choices"]["title"]
        # tables that have a code keep it, however long those of others are
        stage.registry.code_length = SHORT + LONG - length
        other = await stage.open()
        assert len(read_code(other["code"])) == SHORT + LONG - length
        assert (await stage.get(f"/api/tables/{plain}")).status == 200

    perform(tmp_path, test)


@pytest.mark.parametrize(
    ("settings", "exposed"),
    [
        ({}, False),
        ({"host": "::1"}, False),
        ({"host": "localhost"}, False),
        ({"host": "192.168.1.7"}, False),
        ({"host": "100.100.1.7"}, False),
        ({"host": "203.0.113.7", "public_url": "http://10.0.0.2:8012"}, False),
        ({"host": "8.8.8.8"}, True),
        ({"host": "0.0.0.0"}, True),
        ({"host": "::"}, True),
        # --lan
        ({"host": "0.0.0.0", "link_url": "http://192.168.1.7:8012"}, False),
        ({"host": "0.0.0.0", "link_url": "http://198.41.0.4:8012"}, True),
        ({"link_url": "https://tunnel.example.org"}, True),
        ({"public_url": "https://play.example.org"}, True),
        ({"public_url": "http://[fd00::7]:8012"}, False),
        ({"public_url": "http://laptop.local:8012", "trust_proxy": True}, False),
        ({"public_url": "https://play.example.org", "host": "127.0.0.1"}, True),
        ({"trust_proxy": True}, True),
        ({"database": "postgresql://docena@db/docena"}, True),
        ({"public_url": "http://[", "host": "127.0.0.1"}, True),
    ],
)
def test_who_can_reach_a_server_is_read_off_its_settings(settings: dict[str, Any], exposed: bool) -> None:
    assert is_exposed(Settings(**settings)) is exposed
    assert code_length(Settings(**settings)) == (LONG if exposed else SHORT)
    assert code_length(Settings(**settings, codes="short")) == SHORT
    assert code_length(Settings(**settings, codes="long")) == LONG

"""The description of the API tells the truth: all that is sent is in it, and nothing is sent that is not."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.stage import Stage, perform

from docena.game.record import Record
from docena.server import bodies as b
from docena.server.schema import openapi
from docena.tables import commands as cmd
from docena.tables import messages as sights
from docena.tables.player_games import Statistics

KEY = "k" * 43


def same(data: bytes, kind: Any) -> bool:
    """Whether a message is just what its type says: read and written again, nothing is lost and nothing is new."""
    sent = msgspec.json.decode(data)
    back = msgspec.json.decode(msgspec.json.encode(msgspec.json.decode(data, type=kind)))
    if isinstance(sent.get("log"), dict) and sent["log"].get("words") == []:
        for said in ("words", "mine", "seats"):
            del sent["log"][said]  # said, though it goes without saying
    return bool(sent == back)


def test_a_field_that_is_not_described_is_noticed() -> None:
    assert same(b'{"type":"state","seq":7}', sights.AnyMessage)
    assert not same(b'{"type":"state","seq":7,"more":1}', sights.AnyMessage)
    assert not same(b'{"type":"state","seq":7,"clock":{"seat":1,"ms":5,"then":"bot","x":1}}', sights.AnyMessage)


CHOICES: list[dict[str, Any]] = [
    {"edition": "classic", "chat": "free", "clock": "soft"},
    {"edition": "mod", "public": True},
    {"edition": "masters", "stock": 3},
    {"edition": "deluxe", "table": "open", "clock": "strict"},
]


ASKS: list[dict[str, Any]] = [
    {"do": "say", "phrase": "hello"},
    {"do": "say", "text": "hi"},
    {"do": "ticket"},
    {"do": "move", "seq": -1, "move": "S>1"},
    {"do": "away"},
    {"do": "back"},
    {"do": "nonsense"},
]


@pytest.mark.parametrize("choices", CHOICES, ids=lambda choices: str(choices["edition"]))
def test_every_message_of_a_socket_is_as_it_is_described(tmp_path: Path, choices: dict[str, Any]) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel(**{"stock": 2} | choices)
        watchers = [await stage.enter(duel.id, lang=lang) for lang in ("en", "es")]
        ana, luis = duel.people
        await duel.move()
        mover, other = (ana, luis) if duel.live.room.movers[-1] == 1 else (luis, ana)
        await mover.ask("undo", seq=mover.seq)
        await other.ask("agree", yes=True)
        for ask in ASKS:
            await ana.ask(**ask)
        for _ in range(400):
            await duel.settle()
            if duel.live.room.phase != "playing":
                break
            await duel.move()
        assert duel.live.room.phase == "between"
        stage.registry.farewell(msgspec.json.encode(sights.Going(5)))
        kinds: set[str] = set()
        parts: set[str] = set()
        for visitor in [*duel.people, *watchers]:
            await visitor.gone()
            for message in visitor.heard:
                assert same(message, sights.AnyMessage), message
                read = msgspec.json.decode(message)
                kinds.add(read["type"])
                parts |= set(read)
        assert kinds == {"state", "answer", "going"}
        assert {"seq", "id", "table", "log", "view", "seat", "ok", "why", "reason", "ticket", "said"} <= parts

    perform(tmp_path, test)


ANSWERS: list[tuple[str, str, Any]] = [
    ("GET", "/healthz", b.Health),
    ("GET", "/readyz", b.Done),
    ("GET", "/api/tables", b.TableList),
    ("GET", "/api/phrases?lang=es", b.Phrases),
    ("GET", "/api/tables/{table}", sights.State),
    ("GET", "/api/tables/{table}?lang=en", sights.State),
    ("GET", "/api/tables/{table}/games/1", Record),
    ("GET", "/api/me/games", b.MyGames),
    ("GET", "/api/me/statistics", Statistics),
    ("DELETE", "/api/me", b.Done),
    ("GET", "/api/account", b.Refusal),
    ("GET", "/api/tables/NOONE", b.Refusal),
    ("GET", "/nowhere", b.Refusal),
    ("PUT", "/api/tables", b.Refusal),
]


def test_every_answer_over_http_is_as_it_is_described(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        opened = await stage.post(
            "/api/tables", {"name": "Ana", "choices": {"public": True, "clock": "off"}}, X_Docena_Key=KEY
        )
        assert same(opened.raw, b.Welcomed)
        table, secret = opened.json["table"], opened.json["secret"]
        asks, seat = f"/api/tables/{table}/asks", f"Seat {secret}"
        sat = await stage.post(f"/api/tables/{table}/seats", {"name": "Luis"})
        assert same(sat.raw, b.Welcomed)
        for ask, kind in (
            ({"do": "ready", "id": "1"}, sights.State),
            ({"do": "back", "id": "2"}, sights.Answer),
            ({"do": "ticket", "id": "3"}, sights.Answer),
            ({"do": "close", "id": "4", "x": 1}, b.Refusal),
        ):
            reply = await stage.post(asks, ask, Authorization=seat)
            assert same(reply.raw, kind), reply.raw
        second = f"Seat {sat.json['secret']}"
        assert (await stage.post(asks, {"do": "ready", "id": "1"}, Authorization=second)).status == 200
        live = await stage.live(table)
        while live.room.phase != "playing" or not live.idle:
            await stage.get("/healthz")
        illegal = await stage.post(asks, {"do": "move", "id": "5", "seq": live.room.stamp, "move": "H12>1"},
                                   Authorization=(seat, second)[(live.room.mover or 1) - 1])  # fmt: skip
        assert (illegal.status, same(illegal.raw, b.Refusal)) == (422, True)
        assert illegal.json["clause"]
        assert (await stage.post(asks, {"do": "abandon", "id": "6"}, Authorization=seat)).status == 200
        while not live.idle or live.room.promised != 2:
            await stage.get("/healthz")
        for method, path, kind in ANSWERS:
            reply = await stage.request(method, path.format(table=table), X_Docena_Key=KEY)
            assert same(reply.raw, kind), (path, reply.raw)
            assert reply.headers["Content-Type"] == "application/json"
        assert (await stage.get("/api/schema.json")).json == msgspec.json.decode(msgspec.json.encode(openapi()))
        described = {(method, path) for path, methods in openapi()["paths"].items() for method in methods}
        assert routes(stage) == {(method, path) for method, path in described if not is_page(path)}

    perform(tmp_path, test)


def routes(stage: Stage) -> set[tuple[str, str]]:
    return {
        (route.method.lower(), route.resource.canonical)
        for route in stage.app.router.routes()
        if route.resource is not None and route.method != "HEAD" and not is_page(route.resource.canonical)
    }


def is_page(path: str) -> bool:
    """Something that people look at, and no program."""
    return not path.startswith(("/api/", "/healthz", "/readyz", "/metrics"))


def named(schema: Any) -> Iterator[str]:
    """The names of all types that a schema refers to."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].rsplit("/", 1)[-1]
        for value in schema.values():
            yield from named(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from named(value)


def test_every_ask_and_every_message_has_its_name_in_the_schema() -> None:
    described = openapi()
    components = described["components"]["schemas"]
    socket = described["x-socket"]
    assert {kind.__name__ for kind in cmd.AnyCommand.__args__} == set(named(socket["client"]))
    assert {kind.__name__ for kind in sights.AnyMessage.__args__} == set(named(socket["server"]))
    assert set(named(described)) <= set(components)
    for kind in cmd.AnyCommand.__args__:
        tag = components[kind.__name__]["properties"]["do"]["enum"]
        assert tag == [kind.__struct_config__.tag]
        assert components[kind.__name__]["additionalProperties"] is False
    for path, methods in described["paths"].items():
        for operation in methods.values():
            assert operation["summary"].endswith("."), path

"""Tables whose host wants to be asked: whoever comes by the code or from the list is let in, or is not."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server.stage import PATIENCE, Reply, Stage, Visitor, perform
from server.test_codes import ROUTES
from server.test_pair import Pair, with_two
from server.visitors import waiting
from storage.places import PostgresServer
from tables.world import World

from docena.client.seating import sit_down
from docena.core.errors import DocenaError
from docena.server.tables import newcomers
from docena.tables import commands as cmd
from docena.tables import events as e
from docena.tables.newcomers import MOST_WAITING
from docena.tables.room import room_from
from docena.tables.table_choices import Choices

KEYS = {name: letter * 43 for name, letter in (("Eva", "e"), ("Iris", "i"), ("Leo", "l"))}


async def ask(stage: Stage, table: str, name: str = "Eva", **more: Any) -> Reply:
    headers = {"X_Docena_Key": KEYS[name]} if name in KEYS else {}
    return await stage.request("POST", f"/api/tables/{table}/requests", {"name": name} | more, **headers)


async def look(stage: Stage, table: str, asked: Any, secret: str | None = None) -> Reply:
    path = f"/api/tables/{table}/requests/{asked['request']}"
    return await stage.get(path, Authorization=f"Seat {secret or asked['secret']}")


@pytest.fixture(autouse=True)
def many_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests share an address; one of them is about that limit."""
    monkeypatch.setattr(newcomers, "ASKING_BURST", 1000.0)


def test_the_host_lets_a_newcomer_in(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        ana = await stage.open(players=3, approval=True)
        code, host = ana["code"], await stage.enter(ana["table"], ana["secret"])
        door = await stage.get(f"/api/tables/{code}/requests")
        assert door.json == {
            "host": "Ana", "edition": "classic", "players": 3, "partners": False, "table": "strict", "stock": 30,
            "free": 2, "approval": True,
        }  # fmt: skip
        asked = (await ask(stage, code)).json
        assert (await look(stage, code, asked)).json == {"status": "waiting"}
        (sight,) = await waiting(host, "Eva")
        assert sight == {"request": asked["request"], "name": "Eva"}
        await host.ask("admit", request=asked["request"], yes=True)
        welcome = (await look(stage, code, asked)).json
        assert welcome["status"] == "welcome"
        given = welcome["welcome"]
        assert (given["table"], given["seat"], given["secret"]) == (ana["table"], 2, asked["secret"])
        eva = await stage.enter(given["table"], given["secret"])
        assert (eva.table["people"][1]["kind"], eva.table["people"][1]["name"]) == ("person", "Eva")
        assert eva.table["newcomers"] == []
        # asked again the answer is the same, also once the table is full and its code fits nothing any more
        await stage.sit(ana["table"])
        assert (await look(stage, code, asked)).json == welcome
        assert (await stage.get(f"/api/tables/{code}/requests")).status == 404

    perform(tmp_path, test)


def test_nothing_that_comes_without_the_link_tells_it(tmp_path: Path) -> None:
    """Neither the code on any route nor the public list gives the id away before one is let in."""

    async def test(stage: Stage) -> None:
        ana = await stage.open(players=3, approval=True, public=True)
        code, host = ana["code"], await stage.enter(ana["table"], ana["secret"])
        begun = len(stage.replies)
        for method, path in ROUTES:
            reply = await stage.request(method, path.format(code), {"name": "Eva"})
            assert (reply.status, reply.json["reason"]) == (403, "approval"), path
        asked = (await ask(stage, code)).json
        await stage.get(f"/api/tables/{code}/requests")
        await look(stage, code, asked)
        (listed,) = (await stage.get("/api/tables")).json["tables"]
        assert (listed["id"], listed["code"], listed["approval"]) == ("", code, True)
        await waiting(host, "Eva")
        await host.ask("admit", request=asked["request"], yes=False)
        await look(stage, code, asked)
        for _, path, reply in stage.replies[begun:]:
            assert ana["table"].encode() not in reply.raw, path

    perform(tmp_path, test)


def test_a_link_is_permission_enough(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        ana = await stage.open(players=3, approval=True)
        assert (await stage.get(f"/api/tables/{ana['table']}")).json["table"]["choices"]["approval"]
        luis = await stage.sit(ana["table"])
        assert luis["seat"] == 2

    perform(tmp_path, test)


def test_a_request_is_seen_by_whoever_made_it_only(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        ana, other = await stage.open(players=3, approval=True), await stage.open(players=3, approval=True)
        asked = (await ask(stage, ana["code"])).json
        mine = (await ask(stage, ana["code"], "Iris")).json
        wrong = [
            await look(stage, ana["code"], asked, mine["secret"]),
            await look(stage, ana["code"], asked, "x" * 43),
            await look(stage, other["code"], asked),
            await stage.get(f"/api/tables/{ana['code']}/requests/{asked['request']}"),
            await look(stage, ana["code"], {"request": "nobody", "secret": "x" * 43}),
        ]
        assert {reply.status for reply in wrong} == {404}
        # the secret of a request opens nothing before the answer, and a request is not taken back by others
        visitor = await stage.visit(ana["table"])
        visitor.send(do="hello", secret=asked["secret"])
        assert (await visitor.until(lambda message: message["type"] == "answer"))["reason"] == "secret"
        path = f"/api/tables/{ana['code']}/requests/{asked['request']}"
        assert (await stage.request("DELETE", path, Authorization=f"Seat {mine['secret']}")).status == 404
        assert (await look(stage, ana["code"], asked)).json["status"] == "waiting"
        assert (await stage.request("DELETE", path, Authorization=f"Seat {asked['secret']}")).status == 200
        assert (await look(stage, ana["code"], asked)).status == 404

    perform(tmp_path, test)


def test_who_decides(tmp_path: Path) -> None:
    """The host while the host is here; anybody who sits there otherwise; a spectator never."""

    async def test(stage: Stage) -> None:
        ana = await stage.open(players=4, approval=True)
        luis = await stage.sit(ana["table"])
        host, second = [await stage.enter(ana["table"], who["secret"]) for who in (ana, luis)]
        watcher = await stage.enter(ana["table"])
        asked = (await ask(stage, ana["code"])).json
        await waiting(second, "Eva")
        for visitor in (watcher, second):
            answer = await visitor.ask("admit", request=asked["request"], yes=True)
            assert answer["reason"] == "not_yours"
        assert (await second.ask("approval", on=False))["reason"] == "not_yours"
        host.leave()
        await second.until(lambda message: "table" in message and not message["table"]["people"][0]["here"])
        assert (await watcher.ask("admit", request=asked["request"], yes=True))["reason"] == "not_yours"
        assert (await second.ask("admit", request=asked["request"], yes=True))["type"] == "state"
        assert (await look(stage, ana["code"], asked)).json["welcome"]["seat"] == 3

    perform(tmp_path, test)


def test_who_was_refused_cannot_ask_again_at_once(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        ana = await stage.open(players=3, approval=True)
        code, host = ana["code"], await stage.enter(ana["table"], ana["secret"])
        for name in ("Eva", "Iris"):
            asked = (await ask(stage, code, name)).json
            await waiting(host, name)
            await host.ask("admit", request=asked["request"], yes=False)
            stands = (await look(stage, code, asked)).json
            assert stands["status"] == "refused"
            assert stands["why"].startswith("You were not let in just now.")
            again = await ask(stage, code, name)
            assert (again.status, again.json["reason"]) == (429, "too_many")
        # after two refusals nobody else from there may ask, whatever key comes along; with the link one sits down
        assert (await ask(stage, code, "Leo")).status == 429
        assert (await ask(stage, code, "nobody")).status == 429
        assert (await stage.sit(ana["table"], "Eva"))["seat"] == 2

    perform(tmp_path, test)


def test_requests_are_bounded_by_table_and_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(newcomers, "ASKING_BURST", 6.0)

    async def test(stage: Stage) -> None:
        ana, other = [await stage.open(players=6, approval=True) for _ in range(2)]
        replies = [await ask(stage, ana["code"], f"Eva {n}") for n in range(MOST_WAITING + 1)]
        assert [reply.status for reply in replies] == [201] * MOST_WAITING + [429]
        rest = [(await ask(stage, other["code"], f"Eva {n}")).status for n in range(3)]
        assert rest == [201, 429, 429]

    perform(tmp_path, test)


def test_the_host_changes_their_mind(tmp_path: Path) -> None:
    """Approval comes and goes in the lobby; the public list follows at once, and who waits comes in."""

    async def test(stage: Stage) -> None:
        ana = await stage.open(players=4, public=True)
        code, host = ana["code"], await stage.enter(ana["table"], ana["secret"])
        assert (await stage.get(f"/api/tables/{code}")).status == 200
        for on in (True, True):
            await host.ask("approval", on=on)
        assert host.table["choices"]["approval"] is True
        assert (await stage.get("/api/tables")).json["tables"][0]["id"] == ""
        assert (await stage.get(f"/api/tables/{code}")).json["reason"] == "approval"
        asked = (await ask(stage, code, seat=4)).json
        await host.ask("approval", on=False)
        assert (await stage.get("/api/tables")).json["tables"][0]["id"] == ana["table"]
        assert (await look(stage, code, asked)).json["welcome"]["seat"] == 4
        assert (await ask(stage, code, "Iris")).json["reason"] == "not_now"
        await stage.sit(code)
        rows = await stage.store.read(ana["table"])
        assert sum(isinstance(e.read_event(row.body), e.Approval) for row in rows) == 2
        assert room_from([(row.body, row.action) for row in rows]).choices == Choices(
            players=4, public=True, clock="off", pace=0
        )

    perform(tmp_path, test)


def test_a_change_of_mind_is_in_the_snapshot_of_a_table() -> None:
    async def test() -> None:
        world = World()
        live, ana, luis = await world.duel()
        world.registry.ask(live, ana, cmd.SetApproval("on", True))
        world.registry.ask(live, ana, cmd.Abandon("a"))
        world.registry.ask(live, luis, cmd.Say("s", phrase="hello"))
        world.say_ready(live, ana, luis)
        assert live.room.number == 2
        again = World(world.store)
        there = await again.registry.live(live.room.id)
        assert there is not None
        assert there.room.choices.approval

    asyncio.run(test())


def test_a_full_table_that_asks_is_in_no_list(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        ana = await stage.open(players=2, public=True, approval=True)
        luis = await stage.sit(ana["table"])
        for who in (ana, luis):
            await stage.enter(ana["table"], who["secret"])
        async with asyncio.timeout(PATIENCE):
            while (await stage.get("/api/tables")).json["tables"]:
                await asyncio.sleep(0.01)

    perform(tmp_path, test)


@pytest.mark.parametrize("yes", [True, False])
def test_a_bot_asks_to_be_let_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, yes: bool) -> None:
    monkeypatch.setattr("docena.client.seating._LOOK_SECONDS", 0.02)

    async def test(stage: Stage) -> None:
        ana = await stage.open(players=3, approval=True)
        host, asked = await stage.enter(ana["table"], ana["secret"]), asyncio.Event()
        sitting = asyncio.create_task(sit_down(stage.address, ana["code"], "master", 3, asked.set))
        await asked.wait()
        (sight,) = await waiting(host, "master")
        await host.ask("admit", request=sight["request"], yes=yes)
        if yes:
            seated = await sitting
            assert (seated.table, seated.seat) == (ana["table"], 3)
            await stage.enter(seated.table, seated.secret)
        else:
            with pytest.raises(DocenaError, match="You were not let in"):
                await sitting

    perform(tmp_path, test)


def test_a_bot_that_is_sent_home_takes_its_request_back(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        ana = await stage.open(players=3, approval=True)
        host, asked = await stage.enter(ana["table"], ana["secret"]), asyncio.Event()
        sitting = asyncio.create_task(sit_down(stage.address, ana["code"], "master", None, asked.set))
        await asked.wait()
        await waiting(host, "master")
        sitting.cancel()
        await waiting(host)

    perform(tmp_path, test)


def test_the_newcomer_is_at_one_node_and_the_host_at_another(tmp_path: Path, postgres: PostgresServer) -> None:
    url = postgres.new_database()

    async def test(pair: Pair) -> None:
        status, ana = await pair.one.post(
            "/api/tables", {"name": "Ana", "choices": {"players": 3, "approval": True, "clock": "off"}}
        )
        assert status == 201
        host = await Visitor().come(pair.one.address, ana["table"])
        await host.hello(ana["secret"])
        asked = asyncio.Event()
        sitting = asyncio.create_task(sit_down(pair.other.address, ana["code"], "Eva", None, asked.set))
        await asked.wait()
        (sight,) = await waiting(host, "Eva")
        # who asks at the other node is bound by the host at this one
        await host.ask("admit", request=sight["request"], yes=True)
        seated = await sitting
        assert (seated.table, seated.seat) == (ana["table"], 2)
        eva = await Visitor().come(pair.other.address, seated.table)
        await eva.hello(seated.secret)
        for visitor in (host, eva):
            visitor.leave()

    with_two(tmp_path, url, test)

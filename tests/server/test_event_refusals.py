"""What is refused to those who ask something of an event: who may do what, what cannot be, and how much is too much."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from server.organisers import WON, Organiser, follow
from server.stage import Stage, perform

from docena.server.tournaments import events

FRIDAY = {"title": "Friday", "names": ["Ana", "Luis"]}
BAD: list[tuple[dict[str, Any], int, str]] = [
    ({"do": "report", "game": 1, "table": 1, "outcome": WON | {"left": [0, 21, 4, 2, 1, 5]}}, 422, "20 were dealt"),
    ({"do": "report", "game": 1, "table": 1, "outcome": WON | {"left": [0, 0, 4, 2, 1, 5]}}, 422, "one winner"),
    ({"do": "report", "game": 1, "table": 1, "outcome": WON | {"left": [1, 0, 4, 2, 1, 5]}}, 422, "has not won"),
    ({"do": "report", "game": 9, "table": 1, "outcome": WON}, 422, "no game 9"),
    ({"do": "report", "game": 1, "table": 9, "outcome": WON}, 422, "no table 9"),
    ({"do": "report", "game": 1, "table": 1, "outcome": {"left": "x"}}, 400, "left"),
    ({"do": "enter", "newcomers": [{"names": ["ana", "X"]}]}, 422, "ana is entered already"),
    ({"do": "enter", "newcomers": []}, 422, "nobody"),
    ({"do": "list", "text": "Sol & Mar\nAna & X\nA;B;C;D"}, 422, "line 2"),
    ({"do": "seat", "seed": "x" * 101}, 400, "seed"),
    ({"do": "penalty", "game": 1, "table": 1, "seat": 1, "clause": "3.1"}, 422, "6.5"),
    ({"do": "clock", "game": 1, "action": "fly"}, 400, "fly"),
    ({"do": "undo", "line": 99}, 422, "no line 99"),
    ({"do": "online", "game": 1, "tables": [9]}, 422, "no table 9"),
    ({"do": "fly"}, 400, "fly"),
    ({"do": "note", "text": "x", "more": 1}, 400, "more"),
    ({"do": "note", "ask": "x", "text": "y"}, 400, "ask"),
]


def test_keys_open_what_they_are_for_and_nothing_else(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event, other = await Organiser.open(stage, games=2), await Organiser.open(stage)
        await event.seq("seat", seed="1")
        await other.seq("seat", seed="1")
        one, two = await event.table_key(1), await event.table_key(2)
        foreign = await other.table_key(1)
        paper = (await event.get("/desk")).json["paper"]
        before = await event.sight()
        place: dict[str, Any] = {"game": 1, "table": 1}
        for key in ("", "nonsense", "ñ", two, foreign, other.key, paper):
            assert (await event.ask("report", key=key, **place, outcome=WON, side=1)).json["reason"] == "secret"
        for key in (one, paper, other.key, ""):
            asks: dict[str, dict[str, Any]] = {"seat": {}, "clear": place, "drop": {"entry": 1}, "undo": {"line": 2}}
            for do, parts in asks.items():
                assert (await event.ask(do, key=key, **parts)).status == 401
            for part in ("/desk", "/log"):
                assert (await event.get(part, key)).status == 401
            assert (await stage.request("DELETE", event.path, Authorization=f"Key {key}")).status == 401
        assert (await event.get("/export", one)).status == 401
        assert (await event.get("/tables/1", two)).status == 401
        assert (await stage.get(f"/e/{event.id}/paper/cards?key={one}")).status == 401
        # a table does not speak for the director
        assert (await event.ask("report", key=one, **place, outcome=WON)).json["reason"] == "not_yours"
        assert (await event.ask("confirm", key=one, **place)).json["reason"] == "not_yours"
        assert await event.sight() | {"now": 0} == before | {"now": 0}
        text = (await stage.get(event.path)).raw
        assert not [key for key in (event.key, one, two, paper) if key.encode() in text]
        assert (await stage.request("DELETE", event.path, Authorization=f"Key {event.key}")).status == 200
        assert (await stage.get(event.path)).json["reason"] == "not_found"

    perform(tmp_path, test)


def test_what_cannot_be_is_refused_in_a_sentence_and_changes_nothing(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage)
        await event.seq("seat", seed="1")
        for body, status, word in BAD:
            reply = await stage.post(
                f"{event.path}/asks", {"ask": "bad-entry-1"} | body, Authorization=f"Key {event.key}"
            )
            assert (reply.status, word in reply.json["why"]) == (status, True), (body, reply.raw)
        assert (await event.sight())["seq"] == 3
        for raw in (b"", b"{", b"[]", b"\xff", b"[" * 60_000):
            reply = await stage.post(f"{event.path}/asks", raw, Authorization=f"Key {event.key}")
            assert reply.status == 400, raw[:10]
        for path in ("/api/events/nothing", f"{event.path}/tables/x", "/e/nothing/paper/cards"):
            assert (await stage.get(path, Authorization=f"Key {event.key}")).status in (400, 404), path
        for choices in ({}, {"title": ""}, {"title": "x", "games": 0}, {"title": "x", "edition": "masters"}):
            assert (await stage.post("/api/events", {"choices": choices})).status in (400, 422)

    perform(tmp_path, test)


def test_every_wrong_line_of_a_list_is_named_and_nothing_is_taken(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage)
        reply = await event.ask("list", text="Sol & Mar\nAna & X\nPaz; Luz; x\n;;\nA;B;C;D", lang="es")
        why = reply.json["why"].splitlines()
        assert [line.split(":")[0] for line in why[1:]] == ["línea 2", "línea 3", "línea 5"]
        assert len((await event.sight())["entries"]) == 6

    perform(tmp_path, test)


def test_an_events_file_that_cannot_be_written_is_said_so(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        for path, body in (("/api/events", {"choices": {"title": "x"}}), ("/api/pads", {"choices": FRIDAY})):
            reply = await stage.post(path, body)
            assert (reply.status, reply.json["reason"]) == (503, "unavailable")

    perform(tmp_path, test, events=str(tmp_path / "nowhere" / "events.db"))


def test_so_many_sockets_and_openings_and_no_more(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage)
        for _ in range(5):
            await (await follow(stage, f"{event.path}/socket")).until(lambda message: True)
        assert (await stage.get(f"{event.path}/socket")).status == 429
        stage.visitors[0].leave()
        while (await stage.get(f"{event.path}/socket")).status == 429:
            await asyncio.sleep(0.01)
        opened = [(await stage.post("/api/events", {"choices": {"title": "x"}})).status for _ in range(5)]
        assert set(opened[-2:]) == {429}

    perform(tmp_path, test, sockets_per_address=1, tables_per_hour=3)


def test_the_phone_of_a_table_cannot_fill_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "MOST_OF_A_TABLE", 3)

    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage)
        await event.seq("seat", seed="1")
        one, two = [await event.table_key(number) for number in (1, 2)]
        penalty: Any = {"game": 1, "seat": 1, "clause": "7.1"}
        for _ in range(3):
            await event.seq("penalty", key=one, table=1, **penalty)
        assert (await event.ask("penalty", key=one, table=1, **penalty)).status == 429
        await event.seq("penalty", key=two, table=2, **penalty)
        await event.seq("penalty", table=1, **penalty)

    perform(tmp_path, test)

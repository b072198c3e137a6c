"""Events over HTTP: what can be asked, what is told to whom, and tables that report by themselves."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.organisers import PAIRS, WON, Organiser, follow
from server.stage import Stage, perform
from server.test_online_tables import finish
from server.test_schema import same

from docena.cli import events_file
from docena.server.tournaments import bodies as b
from docena.server.tournaments import commands as cmd
from docena.server.tournaments import online as online_tables
from docena.tournaments.summary import EventSight


def test_a_whole_event_and_every_answer_is_as_it_is_described(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage, format="sheet", games=2)
        assert await event.seq("seat", seed="7 21 3") == 3
        keys = {number: await event.table_key(number) for number in (1, 2)}
        for game in (1, 2):
            for number, key in keys.items():
                where = {"game": game, "table": number}
                await event.seq("report", key=key, **where, outcome=WON, side=1)
                await event.seq("confirm", key=key, **where, side=2)
        sight = await event.sight()
        assert (sight["finished"], sight["current"], len(sight["play_offs"])) == (False, 2, 1)
        assert await event.seq("play_off", seed="x") == 12
        await event.seq("report", game=3, table=1, outcome={"left": [0, 9, 9, 9], "winner": 1, "ended": "stock"})
        reply = await stage.get(event.path)
        assert same(reply.raw, EventSight)
        assert reply.json["finished"]
        assert len(reply.json["winners"]) == 1
        assert same((await event.get("/desk")).raw, b.DirectorSight)
        phone = await event.get("/tables/1", keys[1])
        assert same(phone.raw, b.PhoneSight)
        assert [game["game"] for game in phone.json["games"]] == [1, 2, 3]
        told = await event.get("/log")
        assert same(told.raw, b.AuditTrail)
        assert [line["by"] for line in told.json["lines"]][:5] == ["director"] * 3 + ["table 1"] * 2
        assert same((await stage.get("/api/events/choices")).raw, b.Offered)

    perform(tmp_path, test)


@pytest.mark.parametrize("four_tables", [True, False], ids=["fours", "sixes"])
@pytest.mark.parametrize("kind", ["meet", "partners"])
def test_the_tables_that_are_foretold_are_those_that_are_seated(tmp_path: Path, kind: str, four_tables: bool) -> None:
    async def test(stage: Stage) -> None:
        names = [f"Eva {n}" for n in range(1, 12)] if kind == "partners" else PAIRS
        event = await Organiser.open(stage, names[:1], format=kind, games=1, four_tables=four_tables)
        assert (await event.sight())["tables"] == {"six": 0, "four": 0, "out": 1}
        for name in names[1:]:
            await event.seq("list", text=name)
            told = (await event.sight())["tables"]
            asked = await event.ask("seat", seed="1")
            if not told["six"] + told["four"]:
                assert asked.status == 422
                continue
            sight = await event.sight()
            (game,) = sight["games"]
            seats = [len(row["seats"]) for row in game["tables"]]
            assert told == {"six": seats.count(6), "four": seats.count(4), "out": len(game["resting"])}
            await event.seq("undo", line=sight["seq"])

    perform(tmp_path, test)


def test_the_cards_of_a_penalty_are_told_to_whoever_notes_it(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage)
        await event.seq("seat", seed="1")
        clauses = (await event.get("/desk")).json["clauses"]
        assert clauses == {"6.5": 2, "7.1": 1, "7.2": 0, "10.4": 0}
        assert (await event.get("/tables/1", await event.table_key(1))).json["clauses"] == clauses
        for clause, cards in clauses.items():
            await event.seq("penalty", game=1, table=1, seat=1, clause=clause, cards=cards)

    perform(tmp_path, test)


def test_every_entry_can_be_made(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage, [*PAIRS, "Sol", "Mar", "Paz", "Luz"], format="meet", games=3)
        done: set[str] = {"list"}

        async def ask(do: str, **parts: Any) -> None:
            await event.seq(do, **parts)
            done.add(do)

        await ask("enter", newcomers=[{"names": ["Nora", "Iván"], "table": 2}])
        await ask("rename", entry=1, names=["Ana", "Luis P."])
        await ask("keep", entry=1, table=1)
        await ask("drop", entry=2)
        await ask("back", entry=2)
        await ask("pair", entry=7, partner=8)
        await ask("draw", seed="")
        choices = (await event.sight())["choices"]
        await ask("change", choices=choices | {"minutes": 20})
        await ask("seat", seed="4 8 15")
        await ask("clock", game=1, action="start")
        seats = len((await event.sight())["games"][0]["tables"][0]["seats"])
        key = await event.table_key(1)
        won = {"left": [0] + [2] * (seats - 1), "winner": 1, "ended": "stock"}
        await ask("report", key=key, game=1, table=1, side=1, outcome=won)
        await ask("dispute", key=key, game=1, table=1, side=2)
        await ask("confirm", game=1, table=1)
        await ask("correct", game=1, table=1, outcome=won | {"left": [0] + [3] * (seats - 1)})
        await ask("penalty", key=key, game=1, table=1, seat=2, clause="7.1", cards=2, note="two too many")
        await ask("clear", game=1, table=1)
        await ask("note", text="Coffee at four")
        await ask("online", game=1, tables=[2])
        await ask("offline", game=1, table=2)
        await ask("new_link", entry=1)
        await ask("undo", line=(await event.get("/desk")).json["last"])
        tags = {str(kind.__struct_config__.tag) for kind in cmd.AnyCommand.__args__}
        assert tags - done == {"play_off"}

    perform(tmp_path, test)


def test_everybody_who_follows_is_told_also_of_what_came_from_a_terminal(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage)
        screens = [await follow(stage, f"{event.path}/socket") for _ in range(3)]
        for screen in screens:
            assert (await screen.until(lambda message: True))["seq"] == 2
        await event.seq("seat", seed="1")
        for screen in screens:
            await screen.until(lambda message: message["seq"] == 3)

        def from_a_terminal() -> None:
            from docena.tournaments.logged_events import Noted

            with events_file.event_log(tmp_path / "events.db", event.id) as log:
                log.enter(lambda _: Noted("from a terminal"), "director")

        await asyncio.to_thread(from_a_terminal)
        for screen in screens:
            await screen.until(lambda message: message["seq"] == 4)
        # whoever has heard nothing for long asks, and learns that the wire still holds
        for screen in screens:
            heard = len(screen.heard)
            screen.send()
            assert (await screen.until(lambda message: True, heard))["seq"] == 4

    perform(tmp_path, test)


@pytest.mark.parametrize("pairs", [2, 3], ids=["four", "six"])
def test_a_game_that_is_played_online_reports_by_itself(
    tmp_path: Path, pairs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = online_tables.table_choices
    hurried = {"pace": 0, "clock": "off"}
    monkeypatch.setattr(
        online_tables, "table_choices", lambda *given: msgspec.structs.replace(usual(*given), **hurried)
    )

    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage, PAIRS[:pairs], games=1, stock=1)
        await event.seq("seat", seed="1")
        await event.seq("online", game=1, tables=[1])
        again = await event.seq("online", game=1, tables=[1])
        sight = await event.sight()
        assert (sight["seq"], [place["table"] for place in sight["online"]]) == (again, [1])
        names = sight["games"][0]["tables"][0]["seats"]
        live = await stage.live(await event.room())
        people = await event.all_sit()
        assert [seat.name for seat in live.room.seats] == names
        screen = await follow(stage, f"{event.path}/socket")
        await finish(people, live)
        await screen.until(lambda message: message["seq"] > again)
        result = (await event.sight())["games"][0]["tables"][0]["result"]
        assert result["confirmed"]
        assert live.room.result is not None
        assert result["left"] == live.room.result["stock"]
        assert result["left"][(result["winner"] - 1)] == 0 or result["left"][result["winner"] - 1 + pairs] == 0
        assert (await event.get("/log")).json["lines"][-1]["by"] == "online table 1"

    perform(tmp_path, test)

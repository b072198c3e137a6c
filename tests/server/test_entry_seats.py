"""Seats of online games at events: who may take them, what nobody else learns, and what players do not decide alone."""

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.organisers import PAIRS, WON, Organiser
from server.stage import Stage, perform
from server.test_online_tables import a_while, online, until
from server.test_schema import same

from docena.server.tournaments import bodies as b
from docena.server.tournaments import online as online_tables


@pytest.fixture(autouse=True)
def without_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = online_tables.table_choices
    monkeypatch.setattr(
        online_tables, "table_choices", lambda *given: msgspec.structs.replace(usual(*given), pace=0, clock="off")
    )


async def table_of(event: Organiser) -> Any:
    return (await event.sight())["games"][0]["tables"][0]


def test_a_stranger_takes_no_seat_however_much_they_know(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event, other = await online(stage), await online(stage)
        room = await event.room()
        live = await stage.live(room)
        entry = await event.entry_at(1)
        wrong = [
            *("", "nonsense", "ñ", event.key, await event.table_key(1), (await event.get("/desk")).json["paper"]),
            *[await other.entry_key(number) for number in (1, 2, 3)],
        ]
        for key in wrong:
            refused = await event.claim(1, key)
            assert (refused.status, refused.json["reason"]) == (401, "secret"), key
        # whoever has the link of the table may watch, and nothing else
        for body in ({"name": "Eve"}, {"name": "Eve", "seat": 1}):
            sat = await stage.post(f"/api/tables/{room}/seats", body)
            assert (sat.status, sat.json["reason"]) == (403, "not_yours"), sat.raw
        assert (await stage.get(f"/api/tables/{room}")).json["table"]["reserved"]
        # the key of an entry opens its own seats, at its own table
        own = await event.entry_key(entry)
        (others, *_) = [seat for seat in range(1, 7) if await event.entry_at(seat) != entry]
        assert (await event.claim(others, own)).json["reason"] == "not_yours"
        assert (await event.claim(9, own)).status == 400
        assert (await event.claim(1, own, game=2)).status == 401
        assert not live.room.people
        assert (await event.claim(1, own)).status == 201

    perform(tmp_path, test)


def test_what_everybody_may_see_of_an_event_leads_to_no_online_table(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await online(stage)
        room, sight = await event.room(), await event.sight()
        assert sight["online"] == [{"game": 1, "table": 1}]
        keys = [await event.entry_key(number) for number in (1, 2, 3)]
        entry = await event.entry_key(1)
        opened = [event.path, f"{event.path}/standings.csv", f"/e/{event.id}", f"/e/{event.id}/tv", "/api/tables"]
        opened += [f"/e/{event.id}/paper/{kind}" for kind in ("seating", "sheets", "standings", "certificates")]
        for path in opened:
            page = (await stage.get(path)).raw.decode()
            assert not [secret for secret in (room, *keys) if secret in page], path
        for path in ("/desk", "/log", "/export", "/entries/1", "/tables/1", "/qr.svg?entry=1", "/paper/entries"):
            assert (await stage.get(event.path + path)).status in (401, 404), path
        # the director, the phone of the table and those who play there learn of it
        assert room in (await event.get("/desk")).raw.decode()
        assert room in (await event.get("/tables/1", await event.table_key(1))).raw.decode()
        assert room in (await event.get("/entries/1", entry)).raw.decode()
        assert not [key for key in keys[1:] if key in (await event.get("/entries/1", entry)).raw.decode()]
        assert not [key for key in keys if key in (await event.get("/tables/1", await event.table_key(1))).raw.decode()]

    perform(tmp_path, test)


def test_either_partner_takes_either_seat_and_takes_it_along_to_another_device(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await online(stage)
        row = await table_of(event)
        entry = row["sides"][0][0]
        key, names = await event.entry_key(entry), row["names"][0]
        seats = [row["seats"].index(name) + 1 for name in names]
        looked = await event.get(f"/entries/{entry}", key)
        assert same(looked.raw, b.EntrySight)
        mine = [(each["seat"], each["name"], each["taken"]) for each in looked.json["games"][0]["seats"]]
        assert sorted(mine) == sorted((seat, name, False) for seat, name in zip(seats, names, strict=True))
        assert looked.json["games"][1]["seats"] == []
        first, second = [await event.claim(seat, key) for seat in seats]
        assert first.json["secret"] != second.json["secret"]
        ana = await stage.enter(first.json["table"], first.json["secret"])
        again = await event.claim(seats[0], key)
        assert (again.status, again.json["seat"]) == (201, seats[0])
        await ana.gone()
        look = f"/api/tables/{first.json['table']}"
        for secret, status in ((first.json["secret"], 401), (again.json["secret"], 200), (second.json["secret"], 200)):
            assert (await stage.get(look, Authorization=f"Seat {secret}")).status == status
        taken = (await event.get(f"/entries/{entry}", key)).json["games"][0]["seats"]
        assert [each["taken"] for each in taken] == [True, True]
        # a substitute: the seat is theirs, under their name
        await event.seq("rename", entry=entry, names=[names[0], "Sol"])
        assert (await event.claim(seats[1], key)).status == 201
        live = await stage.live(first.json["table"])
        assert [live.room.seat(seat).name for seat in seats] == [names[0], "Sol"]

    perform(tmp_path, test)


def test_a_ticket_of_the_tables_phone_opens_one_game_and_no_more(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await online(stage)
        await event.seq("online", game=2, tables=[1])
        phone = (await event.get("/tables/1", await event.table_key(1))).json
        tickets = {each["entry"]: each["key"] for each in phone["tickets"]}
        assert sorted(tickets) == [1, 2, 3]
        entry = await event.entry_at(1)
        ticket = tickets[entry]
        looked = (await event.get(f"/entries/{entry}", ticket)).json
        assert (looked["link"], [bool(game["seats"]) for game in looked["games"]]) == ("", [True, False])
        assert (await event.claim(1, ticket)).status == 201
        assert (await event.claim(1, ticket, game=2)).status == 401
        assert (await event.get("/qr.svg?entry=1", ticket)).status == 401
        key = await event.table_key(1)
        assert (await event.get("/qr.svg?entry=1&game=1&table=1", key)).status == 200
        assert (await event.get("/qr.svg?entry=1&game=1&table=2", key)).status == 401
        assert (await event.get("/qr.svg?entry=1", key)).status == 401
        # when the game is over there is nothing to take a seat at
        await event.seq("report", game=1, table=1, outcome=WON | {"left": [0, 1, 1, 1, 1, 1]})
        again = (await event.get("/tables/1", key)).json
        assert (again["game"], again["tickets"] != phone["tickets"]) == (2, True)

    perform(tmp_path, test)


def test_a_new_link_and_an_entry_that_is_gone(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await online(stage)
        entry = await event.entry_at(1)
        old = await event.entry_key(entry)
        line = await event.seq("new_link", entry=entry)
        new = await event.entry_key(entry)
        assert old != new
        assert ((await event.claim(1, old)).status, (await event.claim(1, new)).status) == (401, 201)
        await event.seq("undo", line=line)
        assert ((await event.claim(1, old)).status, (await event.claim(1, new)).status) == (201, 401)
        await event.seq("drop", entry=entry)
        assert (await event.claim(1, old)).json["reason"] == "not_yours"
        assert (await event.get(f"/entries/{entry}", old)).json["games"][0]["seats"] == []
        await event.seq("back", entry=entry)
        assert (await event.claim(1, old)).status == 201
        assert (await event.ask("new_link", entry=99)).status == 422

    perform(tmp_path, test)


def test_a_number_that_is_given_again_has_another_key_and_players_who_are_paired_keep_theirs(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage, [*PAIRS[:2], "Sol", "Mar"])
        sol, mar = await event.entry_key(3), await event.entry_key(4)
        await event.seq("pair", entry=3, partner=4)
        for number, key in ((3, sol), (4, mar), (3, mar)):
            assert (await event.get(f"/entries/{number}", key)).json["entry"]["names"] == ["Sol", "Mar"]
        await event.seq("new_link", entry=3)
        for number, key in ((3, sol), (4, mar), (3, mar)):
            assert (await event.get(f"/entries/{number}", key)).status == 401
        line = await event.seq("enter", newcomers=[{"names": ["Paz", "Luz"]}])
        old = await event.entry_key(5)
        await event.seq("undo", line=line)
        await event.seq("enter", newcomers=[{"names": ["Nora", "Iván"]}])
        assert (await event.get("/entries/5", old)).status == 401
        assert (await event.get("/entries/5", await event.entry_key(5))).json["entry"]["names"] == ["Nora", "Iván"]

    perform(tmp_path, test)


def test_seats_that_are_drawn_anew_close_the_table_that_was_open(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await online(stage)
        room, key = await event.room(), await event.entry_key(await event.entry_at(1))
        await event.all_sit()
        live = await stage.live(room)
        await event.seq("seat", seed="2")
        await until(lambda: _now(live.room.closed))
        assert (await event.sight())["online"] == []
        assert (await event.claim(1, key)).status == 401
        await event.seq("online", game=1, tables=[1])
        assert (await event.claim(1)).status == 201

    perform(tmp_path, test)


def test_a_result_by_hand_leaves_the_table_open(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await online(stage)
        live = await stage.live(await event.room())
        await event.seq("report", game=1, table=1, outcome=WON | {"left": [0, 1, 1, 1, 1, 1]})
        await a_while()
        assert not live.room.closed
        await event.seq("clear", game=1, table=1)
        await event.sight()
        await until(lambda: _now(live.room.closed))

    perform(tmp_path, test)


def test_nobody_who_plays_ends_a_game_that_counts_or_calls_bots(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await online(stage, stock=12)
        sat = await event.claim(1)
        live = await stage.live(sat.json["table"])
        ana = await stage.enter(sat.json["table"], sat.json["secret"])

        async def refused(person: Any, do: str, **more: Any) -> None:
            answer = await person.ask(do, **more)
            assert answer.get("reason") == "not_yours", (do, answer)

        await refused(ana, "start")
        await refused(ana, "bot", seat=2, level="casual")
        await refused(ana, "close")
        await ana.ask("stand")
        assert not live.room.people
        people = await event.all_sit()
        await until(lambda: _now(live.room.phase == "playing"))
        for person in people.values():
            await refused(person, "abandon")
            await refused(person, "stand")
            await refused(person, "close")
        # bots hold seats of those who are away, but not the whole game
        for person in people.values():
            await person.ask("away")
        stamp = live.room.stamp
        await asyncio.sleep(0.3)
        assert (live.room.stamp, live.room.result) == (stamp, None)
        mover = live.room.mover
        assert mover is not None
        await people[mover % 6 + 1].ask("back")
        await until(lambda: _now(live.room.mover != mover))
        await event.seq("offline", game=1, table=1)
        await until(lambda: _now(live.room.closed))

    perform(tmp_path, test)


def test_whoever_guesses_is_told_to_stop_and_nobody_else_is(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await online(stage)
        key = await event.entry_key(await event.entry_at(1))
        statuses = [(await event.claim(1, f"guess{n}")).status for n in range(45)]
        assert (statuses[0], statuses[-1]) == (401, 429)
        assert (await event.get("/entries/1", "guess")).status == 429
        assert (await event.claim(1, key)).status == 201

    perform(tmp_path, test)


def test_the_body_of_a_claim_is_read_only_after_its_key(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await online(stage)
        path = f"{event.path}/online/1/1/seats"
        assert (await stage.post(path, b"{", Authorization="Key x")).status == 401
        key = await event.entry_key(await event.entry_at(1))
        for body in (b"{", b"[" * 60_000, b'{"seat": "x"}', b'{"seat": 1, "more": 1}'):
            assert (await stage.post(path, body, Authorization=f"Key {key}")).status == 400

    perform(tmp_path, test)


async def _now(value: bool) -> bool:
    return value

"""Events over HTTP: who may do what, what is refused, what is told to whom, and tables that report by themselves."""

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
from docena.server.tournaments import events
from docena.server.tournaments import online as online_tables
from docena.storage.event_log import LogFile
from docena.tournaments.logged_events import Dropped, LineTakenBack
from docena.tournaments.pads.pad import Added, PadChoices
from docena.tournaments.pads.pad import PadGame as PadGame
from docena.tournaments.pads.store import PadLog
from docena.tournaments.store import import_event
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


def test_an_entry_that_is_sent_again_is_made_once(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage)
        first = await event.ask("enter", name="once-only", newcomers=[{"names": ["Sol", "Mar"]}])
        again = await event.ask("enter", name="once-only", newcomers=[{"names": ["Sol", "Mar"]}])
        assert (first.json, again.status, again.json["seq"]) == ({"ok": True, "seq": 3}, 200, 3)
        assert len((await event.sight())["entries"]) == 7

    perform(tmp_path, test)


def test_two_who_change_the_same_thing_hear_of_each_other(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage, games=2)
        seen = await event.seq("seat", seed="1")
        await event.seq("report", game=1, table=2, outcome=WON, seen=seen)
        # another table is no hindrance
        after = await event.seq("report", game=1, table=1, outcome=WON, seen=seen)
        stale = await event.ask("correct", game=1, table=1, outcome=WON, seen=seen, lang="es")
        assert (stale.status, stale.json["reason"]) == (409, "stale")
        assert "otra persona" in stale.json["why"]
        await event.seq("correct", game=1, table=1, outcome=WON, seen=after)
        # whoever reports must have seen who sits there now
        seen = (await event.sight())["seq"]
        await event.seq("seat", seed="2")
        assert (await event.ask("report", game=2, table=1, outcome=WON, seen=seen)).status == 409
        await event.seq("rename", entry=1, names=["Ana", "Leo"], seen=seen)
        assert (await event.ask("drop", entry=1, seen=seen)).status == 409
        assert (await event.ask("drop", entry=2, seen=seen)).status == 200

    perform(tmp_path, test)


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


def test_an_event_goes_to_another_machine_and_comes_back(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    files: list[bytes] = []

    async def here(stage: Stage) -> None:
        event = await Organiser.open(stage)
        await event.seq("seat", seed="1")
        files.append((await event.get("/export")).raw)
        # it is here already: only its director may add to it
        assert (await stage.post("/api/events/import", files[0])).json["reason"] == "secret"
        known = await stage.post("/api/events/import", files[0], Authorization=f"Key {event.key}")
        assert (known.status, known.json["lines"]) == (201, 0)
        for bad in (
            b"",
            b"{}",
            b'{"docena": "tournament"}',
            files[0][:-40],
            files[0].replace(b"Ana", b"Eva"),
            b"\xff",
            b"[" * 9999,
        ):
            reply = await stage.post("/api/events/import", bad, Authorization=f"Key {event.key}")
            assert reply.status == 422, (bad[:20], reply.raw)
            assert reply.json["why"]

    async def there(stage: Stage) -> None:
        opened = await stage.post("/api/events/import", files[0])
        event = Organiser(stage, opened.json)
        await event.seq("report", game=1, table=1, outcome=WON)
        assert (await event.sight())["seq"] == 4

    perform(tmp_path, here)
    perform(tmp_path / "there", there)


def test_print_pages_and_files_carry_what_they_should(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage, games=1)
        await event.seq("seat", seed="1")
        for number in (1, 2):
            await event.seq("report", game=1, table=number, outcome=WON)
        paper = (await event.get("/desk")).json["paper"]
        year = (await event.get("/log")).json["lines"][-1]["at"][:4]
        words = {"seating": "Ana", "cards": "Mesa 1", "sheets": "Ana", "standings": "Inés", "certificates": year}
        for kind, word in words.items():
            with_key = f"&key={paper}" if kind == "cards" else ""
            page = await stage.get(f"/e/{event.id}/paper/{kind}?lang=es{with_key}")
            assert page.status == 200
            assert word in page.raw.decode(), kind
            assert "script" not in page.headers["Content-Security-Policy"]
            # browsers print the address under a page: a key that is not needed must not be in it
            assert (await stage.get(f"/e/{event.id}/paper/{kind}")).status == (401 if kind == "cards" else 200)
            assert (paper.encode() in page.raw) == (kind == "cards")
        assert (await event.get("/export", paper)).status == 401
        sheet = await stage.get(f"{event.path}/standings.csv?lang=es")
        assert sheet.raw.decode("utf-8-sig").startswith("lugar,pareja")
        assert b"<svg" in (await stage.get(f"{event.path}/qr.svg")).raw
        assert (await stage.get(f"{event.path}/qr.svg?table=1")).status == 401
        assert b"<svg" in (await stage.get(f"{event.path}/qr.svg?table=1&key={paper}")).raw
        assert (await stage.get(f"{event.path}/qr.svg?desk=1&key={paper}")).status == 401
        assert b"<svg" in (await stage.get(f"{event.path}/qr.svg?desk=1&key={event.key}")).raw

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


def test_undone_and_undone_again_a_thousand_times(tmp_path: Path) -> None:
    """Whoever asks with `seen` is compared with every line since, however long a chain of take-backs they are."""

    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage)
        first = await event.seq("note", text="x")

        def take_back_again_and_again() -> None:
            with events_file.event_log(tmp_path / "events.db", event.id) as log:
                for _ in range(1200):
                    log.enter(lambda event: LineTakenBack(event.seq), "director")

        await asyncio.to_thread(take_back_again_and_again)
        assert (await event.ask("drop", entry=1, seen=first)).status == 200

    perform(tmp_path, test)


def test_table_cards_are_printed_also_for_tables_of_play_offs(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        pairs = [f"A{n} & B{n}" for n in range(1, 10)]
        event = await Organiser.open(stage, pairs, games=2, play_off_places=9)
        await event.seq("seat", seed="1")
        # two groups of four are tied, which is more than one table each
        for game in (1, 2):
            for table, left in ((1, [1, 1, 2] * 2), (2, [1, 1, 2] * 2), (3, [2, 2, 3] * 2)):
                outcome = {"left": left, "winner": 0, "ended": "blocked"}
                await event.seq("report", game=game, table=table, outcome=outcome)
        await event.seq("play_off", seed="1")
        sight = await event.sight()
        assert len(sight["games"][2]["tables"]) == 4 > len(sight["games"][0]["tables"]), sight["games"][2]
        paper = (await event.get("/desk")).json["paper"]
        for kind in ("seating", "cards", "sheets", "standings", "certificates"):
            page = await stage.get(f"/e/{event.id}/paper/{kind}?key={paper}")
            assert page.status == 200, (kind, page.raw)

    perform(tmp_path, test)


def test_an_older_copy_that_is_brought_back_at_a_terminal_is_what_the_server_shows(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage, PAIRS[:3], games=2)
        copy = (await event.get("/export")).raw
        await event.seq("seat", seed="1")
        await event.seq("report", game=1, table=1, outcome=WON)
        assert (await event.sight())["seq"] == 4
        with LogFile(tmp_path / "events.db") as logs:
            # as `docena tournament remove` and `import` do beside a server that runs
            logs.remove(event.id)
            import_event(logs, copy)
            assert (await event.sight())["games"] == []
            assert await event.seq("note", text="from the copy") == 3
            # one that is as long as what the server knows, and other
            logs.remove(event.id)
            log, _ = import_event(logs, copy)
            log.enter(lambda _: Dropped(1), "terminal")
        assert (await event.sight())["entries"][0]["dropped"]
        assert await event.seq("back", entry=1) == 4

    perform(tmp_path, test)


def test_a_pad_that_is_another_one_now_is_read_anew(tmp_path: Path) -> None:
    with LogFile(tmp_path / "events.db") as logs:
        log = PadLog.begin(logs, PadChoices("Friday", ("Ana", "Luis")))
        lines = logs.lines(log.id)
        log.enter(lambda _: Added(PadGame(1, (0, 5))))
        label = logs.label(log.id)
        assert label is not None
        logs.remove(log.id)
        logs.begin(label, lines)
        assert log.refresh().games == ()
        assert log.enter(lambda _: Added(PadGame(2, (7, 0)))).games == (PadGame(2, (7, 0)),)


def test_whoever_reports_a_play_off_has_seen_who_plays_it(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage, PAIRS[:3], games=2)
        await event.seq("seat", seed="1")
        for game, winner in ((1, 1), (2, 2)):
            left = [0 if seat == winner else 3 for seat in range(1, 7)]
            await event.seq("report", game=game, table=1, outcome={"left": left, "winner": winner})
        seen = await event.seq("play_off", seed="1")
        await event.seq("undo", line=seen)
        await event.seq("play_off", seed="2")
        played: Any = {"game": 3, "table": 1, "outcome": {"left": [0, 3, 3, 3], "winner": 1}}
        assert (await event.ask("report", **played, seen=seen)).json["reason"] == "stale"
        await event.seq("report", **played, seen=(await event.sight())["seq"])

    perform(tmp_path, test)


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

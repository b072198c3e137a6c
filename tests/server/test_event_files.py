"""Events on paper and in files: what is printed, taken to another machine, and brought back."""

from pathlib import Path

from server.organisers import PAIRS, WON, Organiser
from server.stage import Stage, perform

from docena.storage.event_log import LogFile
from docena.tournaments.logged_events import Dropped
from docena.tournaments.pads.pad import Added, PadChoices, PadGame
from docena.tournaments.pads.store import PadLog
from docena.tournaments.store import import_event


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

"""Asks of an event that cross each other: what is sent twice, and what somebody else has changed meanwhile."""

import asyncio
from pathlib import Path
from typing import Any

from server.organisers import PAIRS, WON, Organiser
from server.stage import Stage, perform

from docena.cli import events_file
from docena.tournaments.logged_events import LineTakenBack


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

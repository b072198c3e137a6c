"""What the previous version kept is opened, found again, and goes on."""

import shutil
from pathlib import Path

from server.organisers import WON, Organiser
from server.stage import Duel, Stage, perform
from server.test_pads import Keeper
from storage.previous_files import EVENT_PARTS, EVENTS, LOGIN, PAD_PARTS, TABLES, expected, parts


def copied(folder: Path) -> Path:
    """The folder, with both files in it under the names that the server uses."""
    shutil.copy(TABLES, folder / "docena.db")
    shutil.copy(EVENTS, folder / "events.db")
    return folder


def test_a_finished_game_still_has_its_record(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        finished = expected().finished
        record = (await stage.get(f"/api/tables/{finished.table}/games/1")).json
        assert (record["deck"], record["log"]) == (finished.deck, finished.log)

    perform(copied(tmp_path), test)


def test_a_game_in_progress_goes_on_where_it_was(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        playing = expected().playing
        live = await stage.live(playing.table)
        assert live.room.game is not None
        assert (live.room.stamp, live.room.game.hash()) == (playing.seq, playing.position)
        people = [await stage.enter(playing.table, secret) for secret in playing.secrets]
        await Duel(stage, live, people, playing.secrets).move()

    perform(copied(tmp_path), test)


def test_an_account_can_still_log_in(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        assert (await stage.post("/api/sessions", LOGIN)).status == 200

    perform(copied(tmp_path), test)


def test_an_event_still_opens_with_its_keys_and_goes_on(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        before = expected().event
        event = Organiser(stage, {"event": before.id, "key": before.key})
        assert parts(await event.sight(), EVENT_PARTS) == before.shown
        assert await event.seq("report", game=1, table=2, outcome=WON) == before.shown["seq"] + 1

    perform(copied(tmp_path), test)


def test_a_pad_still_opens_with_its_key_and_goes_on(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        before = expected().pad
        pad = Keeper(stage, {"pad": before.id, "key": before.key})
        assert parts(await pad.sight(), PAD_PARTS) == before.shown
        assert (await pad.add(2, 1, 0, 4)).json["seq"] == before.shown["seq"] + 1

    perform(copied(tmp_path), test)

"""Makes a database and an events file as this version writes them, for the versions that come after it.

    cd tests && ../.venv/bin/python -m storage.make_previous

Files that exist are never written again: a later version must open what this one wrote.
"""

import shutil
import tempfile
from pathlib import Path
from typing import Any

import msgspec
from server.organisers import WON, Organiser
from server.stage import Stage, perform
from server.test_pads import Keeper
from storage.previous_files import (
    EVENT_PARTS,
    EVENTS,
    EXPECTED,
    FOLDER,
    LOGIN,
    PAD_PARTS,
    TABLES,
    Expected,
    Finished,
    Opened,
    Playing,
    parts,
)


async def play(stage: Stage, expected: dict[str, Any]) -> None:
    """Everything that the two files hold."""
    login = await stage.post("/api/accounts", LOGIN)
    assert login.status == 201, login.raw

    duel = await stage.duel(stock=1)
    while duel.live.room.phase == "playing":
        await duel.move()
    record = await stage.get(f"{duel.path}/games/1")
    assert record.status == 200
    expected["finished"] = Finished(duel.id, record.json["deck"], record.json["log"])

    duel = await stage.duel(stock=20)
    for _ in range(12):
        await duel.move()
    await duel.settle()
    assert duel.live.room.game is not None
    expected["playing"] = Playing(duel.id, duel.secrets, duel.live.room.stamp, duel.live.room.game.hash())

    event = await Organiser.open(stage)
    await event.seq("seat", seed="1")
    await event.seq("report", game=1, table=1, outcome=WON)
    expected["event"] = Opened(event.id, event.key, parts(await event.sight(), EVENT_PARTS))
    pad = await Keeper.begin(stage)
    assert (await pad.add(1, 0, 3, 4)).status == 200
    expected["pad"] = Opened(pad.id, pad.key, parts(await pad.sight(), PAD_PARTS))


def main() -> None:
    if EXPECTED.exists():
        print(f"{EXPECTED} exists, and stays as it is")
        return
    expected: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        perform(Path(folder), lambda stage: play(stage, expected))
        FOLDER.mkdir(exist_ok=True)
        shutil.copy(Path(folder, "docena.db"), TABLES)
        shutil.copy(Path(folder, "events.db"), EVENTS)
    EXPECTED.write_bytes(msgspec.json.format(msgspec.json.encode(Expected(**expected))))


if __name__ == "__main__":
    main()

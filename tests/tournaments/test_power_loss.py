"""The laptop loses power while an event is entered: what was said to be taken is there afterwards, line by line."""

import random
from pathlib import Path

from storage.disks import RecordingDisk, after_power_loss, lay_out

from docena.storage.event_log import LogFile
from docena.storage.ports import Label
from docena.storage.schema import EVENTS
from docena.storage.sqlite_file import Setup

IMAGES, LINES = 200, 150


def record(folder: Path, synchronous: str) -> tuple[RecordingDisk, list[int], int]:
    """Lines are added one by one; returns the moments on the tape when each was taken, and when the log was begun."""
    disk_name = f"events-{synchronous}"
    disk = RecordingDisk(disk_name)
    path = folder / "events.db"
    pragmas = ("locking_mode = EXCLUSIVE",)  # no shared memory: a file system in Python has none
    setup = Setup(str(path), disk_name, synchronous, checkpoint_pages=20, pragmas=pragmas, format=EVENTS)
    with LogFile(path, setup=setup) as file:
        file.begin(Label("event", "tournament", "Storm", "2026-05-01T10:00:00Z"), ["line 1"])
        begun, taken = len(disk.tape), []
        for seen in range(1, LINES):
            file.add("event", seen, [f"line {seen + 1} " + "x" * (seen * 37 % 700)])
            taken.append(len(disk.tape))
    disk.unregister()
    return disk, taken, begun


def losses(disk: RecordingDisk, taken: list[int], begun: int, images: int, folder: Path) -> list[str]:
    chance, found = random.Random(20263), []
    for number in range(images):
        moment = chance.randrange(begun, len(disk.tape) + 1)
        path = lay_out(after_power_loss(disk.tape, moment, chance), folder)
        said = 1 + sum(at <= moment for at in taken)
        try:
            with LogFile(path, create=False) as file:
                lines = file.lines("event")
        except Exception as error:  # whatever it says, the file cannot be read
            found.append(f"image {number}: {error}")
            continue
        if [line.split()[1] for line in lines] != [str(n) for n in range(1, len(lines) + 1)] or len(lines) < said:
            found.append(f"image {number}: {said} lines were taken, and {len(lines)} are there")
    return found


def test_nothing_that_was_taken_is_lost_with_the_power(tmp_path: Path) -> None:
    (tmp_path / "after").mkdir()
    assert losses(*record(tmp_path, "FULL"), IMAGES, tmp_path / "after")[:5] == []


def test_the_same_eyes_see_what_weaker_settings_lose(tmp_path: Path) -> None:
    (tmp_path / "after").mkdir()
    assert len(losses(*record(tmp_path, "OFF"), 40, tmp_path / "after")) > 10

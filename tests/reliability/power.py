"""Power loss: the power goes while our writer writes, and all that was acknowledged is there afterwards, once.

The kernel keeps what a killed process has written, so that killing cannot show this: here the disk forgets.
"""

import asyncio
import os
import random
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import apsw
import msgspec
from reliability.part import Chunk, Part, Result
from storage.disks import RecordingDisk, after_power_loss, lay_out
from storage.places import order

from docena.storage.ports import Index, Snapshot, WriteOutcome
from docena.storage.sqlite import SqliteStore
from docena.storage.sqlite_file import Setup, prepare

TABLES, ROUNDS = 8, 60


class AtOnce:
    """A loop that calls at once: on the writer's own thread, so that the moment of an acknowledgement is exact."""

    def call_soon_threadsafe(self, call: Callable[..., None], *values: Any) -> None:
        call(*values)


class Recording(msgspec.Struct):
    disk: RecordingDisk
    acknowledged: list[tuple[int, str, int, bytes]]
    """The moment on the tape, and the event."""
    started: int
    """The moment from which on there is a database."""


def record(folder: Path, synchronous: str, chance: random.Random) -> Recording:
    """Our own store writes, in batches of any size, with the log carried over often."""
    name = f"recording-{synchronous}"
    disk = RecordingDisk(name)
    pragmas = ("locking_mode = EXCLUSIVE",)  # no shared memory: a file system in Python has none
    setup = Setup(str(folder / "docena.db"), name, synchronous, checkpoint_pages=40, pragmas=pragmas)
    prepare(setup)
    recording = Recording(disk, [], len(disk.tape))
    store = SqliteStore(setup, cast("asyncio.AbstractEventLoop", AtOnce()))
    try:
        for seq in range(1, ROUNDS + 1):
            for table in chance.sample(range(TABLES), TABLES):
                body = chance.randbytes(chance.choice((20, 100, 3000)))
                write = order(f"t{table}", seq, [body], f"a{seq}", Index(f"C{table}", False, True, False, body[:20]))
                if seq % 5 == 0:
                    write.snapshot = Snapshot(seq // 5, seq - 1, body)

                def done(outcome: WriteOutcome, table: int = table, seq: int = seq, body: bytes = body) -> None:
                    assert outcome is WriteOutcome.WRITTEN
                    recording.acknowledged.append((len(disk.tape), f"t{table}", seq, body))

                write.done = done
                store.write(write)
                while len(recording.acknowledged) + 12 < seq * TABLES:
                    os.sched_yield()
    finally:
        store.write(order("end", 1))
        store._end()
        disk.unregister()
    assert len(recording.acknowledged) == TABLES * ROUNDS
    return recording


def losses(recording: Recording, images: int, folder: Path, chance: random.Random) -> list[str]:
    """What is wrong after the power goes at random moments."""
    found = []
    tape = recording.disk.tape
    for number in range(images):
        moment = chance.randrange(recording.started, len(tape) + 1)
        path = lay_out(after_power_loss(tape, moment, chance), folder)
        try:
            file = apsw.Connection(str(path))
            try:
                if (check := file.pragma("integrity_check")) != "ok":
                    found.append(f"image {number}: {check}")
                    continue
                sql = "SELECT table_id, seq, body FROM events ORDER BY table_id, seq"
                rows: list[Any] = file.execute(sql).fetchall()
                snapshots: list[Any] = file.execute("SELECT log_id, seq, body FROM snapshots").fetchall()
            finally:
                file.close()
        except apsw.Error as error:
            found.append(f"image {number}: {error}")
            continue
        there = {(table, seq): body for table, seq, body in rows}
        begun = {(table, seq - 1): body for table, seq, body in rows if seq % 5 == 0}
        if {(table, seq): body for table, seq, body in snapshots} != begun:
            found.append(f"image {number}: snapshots and events do not stand together")
        lengths: dict[str, int] = {}
        for table, seq, _ in rows:
            lengths[table] = lengths.get(table, 0) + 1
            if lengths[table] != seq:
                found.append(f"image {number}: a gap or a double in {table} before {seq}")
        found += [
            f"image {number}: {table} {seq} was acknowledged and is lost"
            for at, table, seq, body in recording.acknowledged
            if at <= moment and there.get((table, seq)) != body
        ]
    return found


def findings(folder: Path, seed: int, images: int, synchronous: str = "FULL") -> list[str]:
    """What is wrong with so many images of one recording."""
    chance = random.Random(seed)
    recording = record(folder, synchronous, chance)
    memory = Path("/dev/shm")
    with TemporaryDirectory(dir=memory if memory.is_dir() else folder) as after:
        return losses(recording, images, Path(after), chance)


def run(chunk: Chunk) -> Result:
    found = findings(chunk.folder, chunk.seed, chunk.trials)
    return Result(chunk.trials, found[:20], {"writes acknowledged before": TABLES * ROUNDS})


def controls(folder: Path) -> dict[str, bool]:
    """Settings of the database under which a commit is not on the disk when it is acknowledged."""
    caught = {}
    for synchronous in ("OFF", "NORMAL"):
        place = folder / synchronous
        place.mkdir()
        caught[f"synchronous {synchronous}"] = len(findings(place, 20262, 40, synchronous)) > 20
    return caught


PART = Part(
    "power",
    "images of a disk after a power loss, with unsynced writes dropped or torn",
    "images",
    full=100_000,
    chunk=2500,
    run=run,
    controls=controls,
    least=300,
)

"""Disks that are full, broken, locked, read-only or gone: nothing false is told, and it heals by itself."""

import asyncio
import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest
from storage.disks import FaultyDisk
from storage.places import FilePlace, order, put

from docena.core.errors import DocenaError
from docena.storage import sqlite_writer
from docena.storage.ports import WriteOutcome
from docena.storage.sqlite import SqliteStore
from docena.storage.sqlite_file import Setup

WRITTEN, TAKEN, FAILED, UNKNOWN = WriteOutcome.WRITTEN, WriteOutcome.TAKEN, WriteOutcome.FAILED, WriteOutcome.UNKNOWN


@pytest.fixture
def disk() -> Iterator[FaultyDisk]:
    disk = FaultyDisk("faulty")
    yield disk
    disk.unregister()


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_writer, "SETTLING", (0.0, 0.0, 0.0))


def _setup(folder: Path) -> Setup:
    return Setup(str(folder / "docena.db"), "faulty", checkpoint_pages=20, pragmas=("locking_mode = EXCLUSIVE",))


def _log(path: str) -> dict[tuple[str, int], bytes]:
    file = apsw.Connection(path)
    try:
        assert file.pragma("integrity_check") == "ok"
        rows = file.execute("SELECT table_id, seq, body FROM events ORDER BY table_id, seq").fetchall()
    finally:
        file.close()
    for table in {row[0] for row in rows}:
        seqs = [row[1] for row in rows if row[0] == table]
        assert seqs == list(range(1, len(seqs) + 1))
    return {(str(table), int(seq)): bytes(body) for table, seq, body in rows}  # type: ignore[arg-type]


Told = list[tuple[str, int, bytes, WriteOutcome]]


async def _play(store: SqliteStore, rounds: int, told: Told) -> None:
    """Three tables write at once; who fails tries the same number again."""
    seqs = {"a": 1, "b": 1, "c": 1}
    for number in range(rounds):
        bodies = {table: b"%d-%d" % (seq, number) + bytes(900) for table, seq in seqs.items()}
        outcomes = await put(store, *(order(table, seq, [bodies[table]]) for table, seq in seqs.items()))
        for table, outcome in zip(list(seqs), outcomes, strict=True):
            told.append((table, seqs[table], bodies[table], outcome))
            seqs[table] += outcome is WRITTEN


class Trouble:
    """A fault at one call to the disk, or from then on, until it is healed."""

    def __init__(self, fault: type[apsw.Error], at: int, *, lasting: bool) -> None:
        self.calls = 0
        self.happened = self.healed = False
        self.lasting = lasting
        self._fault, self._at = fault, at

    def __call__(self, what: str, kind: str) -> None:
        self.calls += 1
        if not self.healed and (self.calls == self._at or (self.lasting and self.calls > self._at)):
            self.happened = True
            raise (self._fault if what == "write" else apsw.IOError)("as the test wants it")


async def _endure(setup: Setup, disk: FaultyDisk, trouble: Trouble, told: Told) -> None:
    disk.check = lambda what, kind: None
    store = await SqliteStore.open(setup, asyncio.get_running_loop())
    disk.check = trouble
    await _play(store, 3, told)
    if trouble.happened and trouble.lasting:
        assert not await store.healthy()
    trouble.healed = True
    assert await store.healthy()
    outcomes = {outcome for *_, outcome in told}
    last = max((seq for table, seq, _, outcome in told if table == "a" and outcome is WRITTEN), default=0)
    (outcome,) = await put(store, order("a", last + 1, [b"healed"]))
    assert outcome is WRITTEN or UNKNOWN in outcomes
    await store.close()


@pytest.mark.parametrize("fault", [apsw.FullError, apsw.IOError])
@pytest.mark.parametrize("lasting", [False, True])
def test_a_fault_at_every_call_to_the_disk(
    tmp_path: Path, disk: FaultyDisk, fault: type[apsw.Error], lasting: bool
) -> None:
    """Each write and each sync fails in its turn, before or after it was done: once, or from then on."""
    seen: set[WriteOutcome] = set()
    for at in itertools.chain(range(1, 20), itertools.count(20, 5)):
        folder = tmp_path / str(at)
        folder.mkdir()
        told: Told = []
        trouble = Trouble(fault, at, lasting=lasting)
        asyncio.run(_endure(_setup(folder), disk, trouble, told))
        there = _log(str(folder / "docena.db"))
        for table, seq, body, outcome in told:
            if outcome is WRITTEN:
                assert there[table, seq] == body
            elif outcome is FAILED:
                assert there.get((table, seq)) != body
        seen |= {outcome for *_, outcome in told}
        if not trouble.happened:
            break
    assert at > 20
    assert (UNKNOWN if lasting else FAILED) in seen
    assert lasting or UNKNOWN not in seen


def test_a_full_disk_refuses_and_is_used_again_when_there_is_room(tmp_path: Path, disk: FaultyDisk) -> None:
    full = False

    def check(what: str, kind: str) -> None:
        if full and what == "write":
            raise apsw.FullError("no space is left")

    async def main() -> None:
        nonlocal full
        disk.check = check
        store = await SqliteStore.open(_setup(tmp_path), asyncio.get_running_loop())
        assert await put(store, order("t", 1)) == [WRITTEN]
        full = True
        outcomes = await put(store, *(order("t", seq, [bytes(9000)]) for seq in range(2, 300)))
        assert outcomes[0] is FAILED
        assert set(outcomes) <= {FAILED, TAKEN}  # what comes in a later batch would follow nothing
        assert await put(store, order("t", 2), order("u", 1)) == [FAILED, FAILED]
        assert not await store.healthy()
        full = False
        assert await store.healthy()
        assert await put(store, order("t", 2), order("t", 3)) == [WRITTEN, WRITTEN]
        await store.close()

    asyncio.run(main())
    assert list(_log(str(tmp_path / "docena.db"))) == [("t", 1), ("t", 2), ("t", 3)]


def test_a_commit_whose_sync_failed_is_not_found_again_after_a_crash(tmp_path: Path, disk: FaultyDisk) -> None:
    """The pages stand in the log, and would count: what is told to have failed must have been written over."""
    path = str(tmp_path / "docena.db")

    async def main() -> None:
        disk.check = lambda what, kind: None
        store = await SqliteStore.open(_setup(tmp_path), asyncio.get_running_loop())
        await put(store, order("t", 1))
        broken = True

        def check(what: str, kind: str) -> None:
            nonlocal broken
            if what == "sync" and kind == "wal" and broken:
                broken = False
                raise apsw.IOError("the sync failed")

        disk.check = check
        assert await put(store, order("t", 2, [b"zombie"])) == [FAILED]
        assert not broken
        crash = tmp_path / "crash"
        crash.mkdir()
        for name in ("docena.db", "docena.db-wal"):
            (crash / name).write_bytes((tmp_path / name).read_bytes())
        assert list(_log(str(crash / "docena.db"))) == [("t", 1)]
        assert await put(store, order("t", 2, [b"again"])) == [WRITTEN]
        await store.close()

    asyncio.run(main())
    assert _log(path)["t", 2] == b"again"


def test_a_commit_that_cannot_be_cleared_up_is_unknown(tmp_path: Path, disk: FaultyDisk) -> None:
    async def main() -> None:
        disk.check = lambda what, kind: None
        store = await SqliteStore.open(_setup(tmp_path), asyncio.get_running_loop())
        await put(store, order("t", 1))

        def check(what: str, kind: str) -> None:
            if what == "sync":
                raise apsw.IOError("the sync failed")

        disk.check = check
        assert await put(store, order("t", 2, [b"?"]), order("t", 9)) == [UNKNOWN, TAKEN]
        assert not await store.healthy()
        disk.check = lambda what, kind: None
        assert await store.healthy()
        await store.close()

    asyncio.run(main())
    assert set(_log(str(tmp_path / "docena.db"))) in ({("t", 1)}, {("t", 1), ("t", 2)})


def test_a_database_that_another_program_has_locked(tmp_path: Path) -> None:
    async def main() -> None:
        store = await SqliteStore.open(Setup(str(tmp_path / "docena.db"), busy_ms=20), asyncio.get_running_loop())
        assert await put(store, order("t", 1)) == [WRITTEN]
        other = apsw.Connection(str(tmp_path / "docena.db"))
        other.execute("BEGIN IMMEDIATE")
        assert await put(store, order("t", 2), order("u", 1)) == [FAILED, FAILED]
        assert not await store.healthy()
        assert len(await store.read("t")) == 1
        other.execute("ROLLBACK")
        assert await store.healthy()
        assert await put(store, order("t", 2), order("u", 1)) == [WRITTEN, WRITTEN]
        other.close()
        await store.close()

    asyncio.run(main())


def test_what_another_program_wrote_is_noticed(tmp_path: Path) -> None:
    async def main() -> None:
        place = FilePlace(tmp_path)
        store = await place.open()
        assert await put(store, order("t", 1), order("u", 1), order("u", 2)) == [WRITTEN] * 3
        other = apsw.Connection(str(place.path))
        other.execute("INSERT INTO events (table_id, seq, action, body, at) VALUES ('t', 2, 'a', x'00', 1)")
        other.execute("DELETE FROM events WHERE table_id = 'u'")
        assert await put(store, order("t", 2), order("u", 3)) == [TAKEN, TAKEN]
        assert await put(store, order("t", 3), order("u", 1)) == [WRITTEN, WRITTEN]
        other.close()
        await store.close()

    asyncio.run(main())


@pytest.mark.parametrize("read_before", [False, True])
def test_a_file_that_is_taken_away_takes_no_more_writes(tmp_path: Path, read_before: bool) -> None:
    async def main() -> None:
        place = FilePlace(tmp_path)
        store = await place.open()
        assert await put(store, order("t", 1)) == [WRITTEN]
        if read_before:
            await store.read("t")
        away = tmp_path / "away.db"
        place.path.rename(away)
        assert await put(store, order("t", 2)) == [FAILED]
        assert not await store.healthy()
        with pytest.raises(DocenaError, match="cannot be read"):
            await store.read("t")
        assert not place.path.exists()
        away.rename(place.path)
        assert await store.healthy()
        assert await put(store, order("t", 2)) == [WRITTEN]
        assert [row.seq for row in await store.read("t")] == [1, 2]
        await store.close()

    asyncio.run(main())
    assert len(_log(str(tmp_path / "docena.db"))) == 2


@pytest.mark.parametrize("read_before", [False, True])
def test_a_log_that_is_deleted_under_the_writer_loses_nothing(tmp_path: Path, read_before: bool) -> None:
    async def main() -> None:
        place = FilePlace(tmp_path)
        store = await place.open()
        assert await put(store, *(order("t", seq, [bytes(3000)]) for seq in range(1, 30))) == [WRITTEN] * 29
        if read_before:
            await store.read("t")
        (tmp_path / "docena.db-wal").unlink()
        outcomes = []
        while WRITTEN not in outcomes:
            outcomes += await put(store, order("t", 30))
        assert [row.seq for row in await store.read("t")] == list(range(1, 31))
        await store.close()

    asyncio.run(main())
    assert len(_log(str(tmp_path / "docena.db"))) == 30


def test_a_copy_put_in_the_place_of_the_file_is_read_and_written(tmp_path: Path) -> None:
    async def main() -> None:
        place = FilePlace(tmp_path)
        (tmp_path / "other").mkdir()
        copy = FilePlace(tmp_path / "other")
        older = await copy.open()
        await put(older, order("t", 1, [b"copy"]))
        await older.close()
        store = await place.open()
        await put(store, order("t", 1), order("t", 2))
        await store.read("t")
        place.path.unlink()
        assert await put(store, order("t", 3)) == [FAILED]
        for log in ("docena.db-wal", "docena.db-shm"):
            (tmp_path / log).unlink(missing_ok=True)
        copy.path.rename(place.path)
        assert await put(store, order("t", 3), order("t", 2)) == [TAKEN, WRITTEN]
        assert [row.body for row in await store.read("t")] == [b"copy", b"{}"]
        await store.close()

    asyncio.run(main())


def test_something_else_in_the_place_of_the_file_is_not_written_to(tmp_path: Path) -> None:
    async def main() -> None:
        place = FilePlace(tmp_path)
        store = await place.open()
        await put(store, order("t", 1))
        place.path.unlink()
        place.path.touch()
        assert await put(store, order("t", 1)) == [FAILED]
        assert not await store.healthy()
        place.path.write_bytes(random.Random(1).randbytes(5000))
        assert await put(store, order("t", 1)) == [FAILED]
        await store.close()

    asyncio.run(main())

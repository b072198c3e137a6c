"""A copy of a file that is being written to."""

import asyncio
from pathlib import Path

import apsw
import pytest
from storage.places import FilePlace, order, put, visit

from docena.core.errors import DocenaError
from docena.storage import Database, backup
from docena.storage.ports import WriteOutcome


def _make(folder: Path) -> Path:
    place = FilePlace(folder)

    async def fill(store: Database) -> None:
        await put(store, *(order("t", seq, [bytes(500)]) for seq in range(1, 101)))

    visit(place, fill)
    return place.path


def test_a_copy_that_is_made_while_a_server_writes_is_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backup, "STEP", 2)  # many steps: the copy would begin again and again if it could
    place = FilePlace(tmp_path)
    target = tmp_path / "copy.db"

    async def under_load() -> None:
        store = await place.open()
        written = {f"t{number}": 0 for number in range(20)}
        stop = asyncio.Event()

        async def play(table: str) -> None:
            while not stop.is_set():
                assert await put(store, order(table, written[table] + 1, [bytes(2000)])) == [WriteOutcome.WRITTEN]
                written[table] += 1

        games = asyncio.gather(*map(play, written))
        while min(written.values()) < 10:
            await asyncio.sleep(0.01)
        # a small file may be copied between two writes: then it is copied again
        for _ in range(50):
            before = dict(written)
            size = await asyncio.to_thread(backup.backup, place.path, target)
            during = dict(written)
            if during != before:
                break
        stop.set()
        await games
        await store.close()
        assert size == target.stat().st_size
        assert sum(during.values()) > sum(before.values())
        file = apsw.Connection(str(target))
        assert file.pragma("integrity_check") == "ok"
        found = dict(file.execute("SELECT table_id, count(*) FROM events GROUP BY table_id"))
        highest = dict(file.execute("SELECT table_id, max(seq) FROM events GROUP BY table_id"))
        file.close()
        assert found == highest
        for table, seq in before.items():
            assert seq <= found[table] <= during[table] + 1

    asyncio.run(under_load())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "docena.db"]


def test_a_server_can_go_on_with_the_copy(tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    place = FilePlace(tmp_path / "new")
    backup.backup(_make(tmp_path), place.path)

    async def goes_on(store: Database) -> None:
        assert len(await store.read("t")) == 100
        assert await put(store, order("t", 101)) == [WriteOutcome.WRITTEN]

    visit(place, goes_on)


def test_what_cannot_be_copied_is_said_and_what_was_there_stays(tmp_path: Path) -> None:
    source = _make(tmp_path)
    target = tmp_path / "copy.db"
    target.write_bytes(b"what was there")

    def refused(source: Path, target: Path = target) -> str:
        before = sorted(tmp_path.iterdir())
        with pytest.raises(DocenaError) as complaint:
            backup.backup(source, target)
        assert sorted(tmp_path.iterdir()) == before
        return str(complaint.value)

    assert "there is no database" in refused(tmp_path / "nothing.db")
    assert "is the database itself" in refused(source, source)
    assert "it is a folder" in refused(source, tmp_path)
    assert "there is no folder" in refused(source, tmp_path / "nowhere" / "copy.db")
    text = tmp_path / "text"
    text.write_text("no database, but long enough to be taken for one at first sight " * 20)
    assert "is not a database" in refused(text)
    (tmp_path / "empty").touch()
    assert "is empty" in refused(tmp_path / "empty")
    (tmp_path / "copy.db-wal").touch()
    assert "is in use" in refused(source)
    assert target.read_bytes() == b"what was there"
    (tmp_path / "copy.db-wal").unlink()
    damaged = bytearray(source.read_bytes())
    damaged[4096 * 5 + 100 : 4096 * 20] = bytes(4096 * 15 - 100)
    (tmp_path / "damaged.db").write_bytes(damaged)
    assert "damaged" in refused(tmp_path / "damaged.db")
    assert target.read_bytes() == b"what was there"

"""A table that is read from a snapshot is the one that its whole log adds up to, and costs no more than its game."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tables.fakes import MemoryStore
from tables.golden_logs import golden_logs, read_golden
from tables.make_golden_logs import TABLES, Evening

from docena.core.scores import ScoreSheet
from docena.game.game import Game
from docena.game.record import write_record
from docena.storage.ports import LogRow, Snapshot
from docena.tables import events as e
from docena.tables.log.archive import finished_game
from docena.tables.log.loading import go_on, load_room
from docena.tables.log.snapshots import FORMAT, room_of, snapshot_of
from docena.tables.room import Room, room_from
from docena.tables.slices import Turns

KEPT = {
    "opened", "id", "code", "opened_at", "choices", "_day", "reserved", "options", "seq", "stamp", "seats", "number",
    "first", "secret", "promised", "sheet", "said", "actions", "closed",
}  # fmt: skip
"""What a snapshot remembers of a room."""
DEALT = {
    "game",
    "began",
    "contributions",
    "result",
    "movers",
    "revealed",
    "undone",
    "wanted",
    "agreed",
    "nudged",
    "newcomers",
}
"""What a deal sets anew."""


def everything(room: Room) -> dict[str, Any]:
    """All that a room is, as values that can be compared."""
    found = dict(vars(room))
    found["sheet"] = _sheet(room.sheet)
    found["newcomers"] = vars(room.newcomers)
    found["game"] = None if room.game is None else _game(room.game)
    return found


def _sheet(sheet: ScoreSheet) -> dict[str, Any]:
    return dict(vars(sheet)) | {"totals": sheet.totals, "over": sheet.over, "winners": sheet.winners}


def _game(game: Game) -> tuple[Any, ...]:
    chance = None if game.chance is None else vars(game.chance)
    return bytes(game.board), game.log, game.deck, game.first, game.first_drawn, game.revealed, game.options, chance


def from_each_snapshot(rows: Sequence[LogRow]) -> int:
    """Tries every place of a log where a game is dealt; gives the number of them."""
    whole = everything(room_from([(row.body, row.action) for row in rows]))
    room, tried = go_on(None, rows[:1]), 0
    for row in rows[1:]:
        event = e.read_event(row.body)
        if isinstance(event, e.Dealt):
            again = room_of(snapshot_of(room, event.game))
            assert again is not None
            assert everything(go_on(again, rows[room.seq :])) == whole
            tried += 1
        room.apply(event, row.action)
    return tried


@pytest.mark.parametrize("path", golden_logs(), ids=lambda path: path.stem)
def test_a_room_from_a_snapshot_is_the_room_of_a_golden_log(path: Path) -> None:
    golden = read_golden(path)
    rows = [msgspec.structs.replace(row, action=f"1:{row.seq}") for row in golden.rows]
    assert from_each_snapshot(rows) == len(golden.end.games)


def evening(name: str, seed: int) -> tuple[MemoryStore, str]:
    """A table where all kinds of things have happened, in a store."""
    spent = Evening(seed)
    asyncio.run(spent.spend(TABLES[name]))
    return spent.store, spent.live.room.id


@pytest.mark.parametrize(("name", "seed"), [(name, seed) for seed, name in enumerate(TABLES, 100)])
def test_a_room_from_the_store_is_the_room_of_the_whole_log(name: str, seed: int) -> None:
    store, table = evening(name, seed)
    rows = store.logs[table]
    dealt = [row for row in rows if isinstance(e.read_event(row.body), e.Dealt)]
    assert from_each_snapshot(rows) == len(store.snapshots[table]) == len(dealt) > 1

    async def loaded() -> Room | None:
        return await load_room(store, table, Turns())

    room = asyncio.run(loaded())
    assert room is not None
    assert everything(room) == everything(room_from([(row.body, row.action) for row in rows]))


def test_everything_that_a_room_remembers_is_in_a_snapshot_or_begins_anew_with_a_deal() -> None:
    """Whoever gives a room a new field says here where it is kept, and raises the format of snapshots if they do."""
    assert set(vars(room_from([(read_golden(golden_logs()[0]).bodies[0], None)]))) == KEPT | DEALT
    assert FORMAT == 2


def applied(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every event that is applied from now on."""
    events: list[object] = []
    plain = Room.apply

    def apply(room: Room, event: e.AnyEvent, action: str | None = None) -> None:
        events.append(event)
        plain(room, event, action)

    monkeypatch.setattr(Room, "apply", apply)
    return events


def test_loading_costs_no_more_than_the_game_in_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    store, table = evening("mod", 5)
    last = max(store.snapshots[table].values(), key=lambda kept: kept.part)
    events = applied(monkeypatch)
    asyncio.run(_load(store, table))
    assert last.part > 1
    assert len(events) == len(store.logs[table]) - last.seq


def test_a_record_costs_no_more_than_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    store, table = evening("mod", 6)
    first, second = (store.snapshots[table][game] for game in (1, 2))
    events = applied(monkeypatch)
    for game, least, most in ((1, first.seq, second.seq), (2, second.seq, len(store.logs[table]))):
        events.clear()
        record = asyncio.run(finished_game(store, table, game, Turns()))
        assert record.tags["game"] == game  # type: ignore[index]
        assert len(events) <= most - least


@pytest.mark.parametrize("damage", [b"", b"{}", b'{"format":99}', b'{"format":1,"seats":[]}', b"\xff", b"[" * 5000])
def test_a_snapshot_that_cannot_be_understood_is_passed_over(damage: bytes) -> None:
    store, table = evening("classic", 7)
    records = [write_record(asyncio.run(finished_game(store, table, game, Turns()))) for game in (1, 2)]
    room = asyncio.run(_load(store, table))
    for game, kept in store.snapshots[table].items():
        store.snapshots[table][game] = Snapshot(game, kept.seq, damage)
    assert everything(asyncio.run(_load(store, table))) == everything(room)
    assert [write_record(asyncio.run(finished_game(store, table, game, Turns()))) for game in (1, 2)] == records
    store.snapshots.clear()
    assert everything(asyncio.run(_load(store, table))) == everything(room)


async def _load(store: MemoryStore, table: str) -> Room:
    room = await load_room(store, table, Turns())
    assert room is not None
    return room

"""Loading a table from its store: its last snapshot, and the events since."""

from collections.abc import AsyncIterator, Sequence

from docena.storage.ports import LogRow, Store
from docena.tables import events as e
from docena.tables.log.snapshots import room_of
from docena.tables.room import Room, begin_room
from docena.tables.slices import Turns

PAGE = 512
"""Lines of a log read at a time."""
PIECE = 64
"""Events applied in one turn of the event loop."""


async def pieces(
    store: Store, table: str, after: int, turns: Turns, piece: int = PIECE
) -> AsyncIterator[Sequence[LogRow]]:
    """The log of a table from a number on, one piece per turn."""
    while True:
        rows = await store.read(table, after, PAGE)
        for start in range(0, len(rows), piece):
            await turns.take()
            yield rows[start : start + piece]
        if len(rows) < PAGE:
            return
        after = rows[-1].seq


async def load_room(store: Store, table: str, turns: Turns) -> Room | None:
    """The room after a table's log; None for an unknown table."""
    room = await room_before(store, table, None)
    async for rows in pieces(store, table, room.seq if room is not None else 0, turns):
        room = go_on(room, rows)
    return room


async def room_before(store: Store, table: str, game: int | None) -> Room | None:
    """The room as it was before this game (or the last one) was dealt, or an earlier one; None at the very beginning.

    Older logs have no snapshots, and a snapshot may be of another version: then the log is read from its beginning.
    """
    kept = await store.snapshot(table, game)
    return room_of(kept) if kept is not None else None


def go_on(room: Room | None, rows: Sequence[LogRow]) -> Room:
    """Applies lines of a log; they begin with its first one if there is no room yet."""
    if room is None:
        room, rows = begin_room(rows[0].body), rows[1:]
    for row in rows:
        room.apply(e.read_event(row.body), row.action)
    return room

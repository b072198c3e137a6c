"""What a database says about what people were told: nothing lost, nothing twice, no gap, and the same cards."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import apsw
import asyncpg  # type: ignore[import-untyped]
from server.guests import Guest

from docena.tables import events as e
from docena.tables.room import Room, room_from

_ROWS = "SELECT table_id, seq, action, body FROM events ORDER BY table_id, seq"

Rows = dict[str, list[tuple[int, str | None, bytes]]]
"""The logs of all tables."""


def logs_in_file(path: Path) -> Rows:
    file = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        assert file.pragma("integrity_check") == "ok"
        return _by_table([tuple(row) for row in file.execute(_ROWS)])
    finally:
        file.close()


def logs_in_postgres(url: str) -> Rows:
    async def fetch() -> list[tuple[object, ...]]:
        connection = await asyncpg.connect(url)
        try:
            return [tuple(row) for row in await connection.fetch(_ROWS)]
        finally:
            await connection.close()

    return _by_table(asyncio.run(fetch()))


def _by_table(rows: Sequence[tuple[object, ...]]) -> Rows:
    logs: Rows = {}
    for table, seq, action, body in rows:
        assert isinstance(seq, int)
        assert isinstance(body, bytes)
        logs.setdefault(str(table), []).append((seq, None if action is None else str(action), body))
    return logs


def rooms_in(logs: Rows) -> dict[str, Room]:
    """Every table, from nothing but its log."""
    return {table: room_from([(body, action) for _, action, body in rows]) for table, rows in logs.items()}


def check_logs(logs: Rows) -> None:
    """No number is left out or used twice, and nothing was done twice."""
    for table, rows in logs.items():
        assert [seq for seq, _, _ in rows] == list(range(1, len(rows) + 1)), table
        actions = Counter(action for _, action, _ in rows if action is not None)
        assert not actions or max(actions.values()) == 1, actions.most_common(3)


def check_guests(logs: Rows, guests: Sequence[Guest]) -> None:
    """What was acknowledged is there, once and as it was asked; what was refused is not."""
    for guest in guests:
        assert not guest.wrong, guest.wrong
        moved = _moves_of(logs[guest.table], guest.seat)
        assert {name: moved.get(name) for name in guest.moved} == guest.moved
        assert not moved.keys() & guest.refused.keys()
        unanswered = {guest.pending.id} if guest.pending is not None else set()
        assert moved.keys() <= guest.moved.keys() | unanswered


def check_sights(logs: Rows, guests: Sequence[Guest]) -> None:
    """Everybody last saw the position that the log adds up to; for guests of tables that have come to rest."""
    rooms = rooms_in(logs)
    for guest in guests:
        room = rooms[guest.table]
        assert room.game is not None
        assert guest.seen[0] == room.stamp
        assert guest.seen[1] == room.game.sight(guest.seat)


def _moves_of(rows: Sequence[tuple[int, str | None, bytes]], seat: int) -> dict[str, str]:
    """The moves of a person by their ids; one who comes back by moving comes back in the line before."""
    found, name = {}, None
    for _, action, body in rows:
        who, _, asked = (action or "").partition(":")
        if asked:
            name = asked if int(who) == seat else None
        event = e.read_event(body)
        if isinstance(event, e.Moved) and name is not None and event.by == "person":
            assert name not in found
            found[name] = event.move
        if not isinstance(event, e.Back):
            name = None
    return found

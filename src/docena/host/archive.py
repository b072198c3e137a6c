"""Games that are over, read from a table's log: their records with the proof of fair chance."""

from collections.abc import Sequence

from docena.errors import DocenaError
from docena.host import events as e
from docena.host.ports import Row
from docena.host.room import Room, room_from
from docena.host.seats import BOT
from docena.record import Record, record_of


class NoRecord(DocenaError):
    """There is no such game, or it is not over yet."""


def record_from(rows: Sequence[Row], number: int) -> Record:
    """The record of a finished game of a table, with its secret opened."""
    room = room_from([(rows[0].body, None)])
    for row in rows[1:]:
        event = e.read_event(row.body)
        if room.number == number and room.result is not None and isinstance(event, e.Promised | e.Dealt):
            break
        room.apply(event)
    if room.number != number or room.result is None or room.game is None:
        raise NoRecord(f"game {number} of this table is not over, or was never dealt")
    return _record(room)


def _record(room: Room) -> Record:
    assert room.game is not None
    reason = None if room.game.over else "abandoned"
    tags = {"fair": room.chance().proof(drawn=room.game.first_drawn), "table": room.id, "game": room.number}
    return record_of(
        room.game,
        names=[seat.name for seat in room.seats],
        kinds=["bot" if seat.kind == BOT else "human" for seat in room.seats],
        reason=reason,
        tags=tags,
        goal=room.sheet.goal,
    )

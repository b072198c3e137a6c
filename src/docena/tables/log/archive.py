"""Finished games, read from a table's log: their records with the proof of fair chance."""

from collections.abc import Sequence

from docena.core.errors import Refused
from docena.core.words import worded
from docena.game.record import Record, record_of
from docena.storage.ports import LogRow, Store
from docena.tables import events as e
from docena.tables.log.loading import pieces, room_before
from docena.tables.room import Room, begin_room
from docena.tables.seats import BOT
from docena.tables.slices import Turns


class NoRecord(Refused):
    """There is no such game, or it is not over yet."""

    def __init__(self, number: int) -> None:
        super().__init__("not_found", worded("refused", "game_not_over", number=number))


async def finished_game(store: Store, table: str, number: int, turns: Turns) -> Record:
    """The record of a finished game of a table, with its secret revealed."""
    reader = GameReader(number, await room_before(store, table, number))
    async for rows in pieces(store, table, reader.seq, turns):
        if reader.read(rows):
            break
    return reader.record()


class GameReader:
    """Follows a log until a game is over."""

    def __init__(self, number: int, room: Room | None = None) -> None:
        """`room`: the table before the first line that will be read; none if that is the first of the log."""
        self._number, self._room = number, room

    @property
    def seq(self) -> int:
        """The number of the last line that has been read."""
        return self._room.seq if self._room is not None else 0

    def read(self, rows: Sequence[LogRow]) -> bool:
        """Processes lines; returns whether the game is complete."""
        if self._room is None:
            self._room, rows = begin_room(rows[0].body), rows[1:]
        room = self._room
        for row in rows:
            event = e.read_event(row.body)
            if room.number == self._number and room.result is not None and isinstance(event, e.Promised | e.Dealt):
                return True
            room.apply(event)
        return False

    def record(self) -> Record:
        room = self._room
        if room is None or room.number != self._number or room.result is None or room.game is None:
            raise NoRecord(self._number)
        return _record(room)


def _record(room: Room) -> Record:
    assert room.game is not None
    reason = None if room.game.over else "abandoned"
    tags = {"fair": room.chance().proof(drawn=room.game.first_drawn), "table": room.id, "game": room.number}
    if room.undone:
        tags["undone"] = room.undone
    return record_of(
        room.game,
        names=[seat.name for seat in room.seats],
        kinds=["bot" if seat.kind == BOT else "human" for seat in room.seats],
        reason=reason,
        tags=tags,
        goal=room.sheet.goal,
    )

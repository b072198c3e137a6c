"""Snapshots of a table at each deal: a table is loaded from there on, not from its opening."""

from typing import Any

import msgspec

from docena.storage.ports import Snapshot
from docena.tables import events as e
from docena.tables.room import Room
from docena.tables.seats import Seat

FORMAT = 2
"""Of the bodies of snapshots; those of another are passed over, and the log is read instead.

It is raised whenever a room has something new to remember: an older snapshot would not know of it.
"""


class _SnapshotHead(msgspec.Struct, frozen=True):
    format: int


class _SnapshotBody(_SnapshotHead, frozen=True):
    """Everything that outlives a deal; the game itself, and what belongs to it, start afresh."""

    opened: e.Opened
    stamp: int
    seats: list[Seat]
    number: int
    first: int
    secret: str
    promised: int
    results: list[dict[str, Any]]
    said: list[e.Said]
    actions: dict[str, int]
    closed: bool


_encode = msgspec.json.Encoder().encode
_read_head = msgspec.json.Decoder(_SnapshotHead).decode
_read_body = msgspec.json.Decoder(_SnapshotBody).decode


def snapshot_of(room: Room, game: int) -> Snapshot:
    """The room as it is now, before a game is dealt."""
    body = _SnapshotBody(
        format=FORMAT,
        opened=room.opened,
        stamp=room.stamp,
        seats=room.seats,
        number=room.number,
        first=room.first,
        secret=room.secret,
        promised=room.promised,
        results=room.sheet.results,
        said=list(room.said),
        actions=room.actions,
        closed=room.closed,
    )
    return Snapshot(game, room.seq, _encode(body))


def room_of(snapshot: Snapshot) -> Room | None:
    """The room of a snapshot, for which a game must be dealt next; None if it is of another format, or damaged."""
    try:
        if _read_head(snapshot.body).format != FORMAT:
            return None
        body = _read_body(snapshot.body)
    except msgspec.MsgspecError:
        return None
    room = Room(body.opened)
    room.seq, room.stamp = snapshot.seq, body.stamp
    room.seats, room.number, room.first = body.seats, body.number, body.first
    room.secret, room.promised, room.closed = body.secret, body.promised, body.closed
    room.sheet.results.extend(body.results)
    room.said.extend(body.said)
    room.actions = body.actions
    return room

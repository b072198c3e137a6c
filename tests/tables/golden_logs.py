"""Logs of tables as they were written once, with what they added up to: a line for each event, and an end."""

from pathlib import Path

import msgspec

from docena.storage.ports import LogRow
from docena.tables import events as e
from docena.tables.room import room_from
from docena.tables.showing import encode, table_sight

FOLDER = Path(__file__).parent / "golden"


class End(msgspec.Struct, frozen=True):
    """What a log added up to when it was written."""

    games: list[str]
    """The hash of the last position of each game."""
    seq: int
    stamp: int
    said: int
    table: msgspec.Raw
    """The table as all could see it."""


def end_of(bodies: list[bytes]) -> End:
    room, games = room_from([(bodies[0], None)]), dict[int, str]()
    for body in bodies[1:]:
        room.apply(e.read_event(body))
        if room.game is not None and room.result is not None:
            games[room.number] = room.game.hash()
    return End(list(games.values()), room.seq, room.stamp, len(room.said), msgspec.Raw(encode(table_sight(room))))


class GoldenLog(msgspec.Struct, frozen=True):
    name: str
    bodies: list[bytes]
    end: End

    @property
    def rows(self) -> list[LogRow]:
        return [LogRow(seq, None, body) for seq, body in enumerate(self.bodies, 1)]

    @property
    def events(self) -> list[e.AnyEvent]:
        return [e.read_event(body) for body in self.bodies]


def read_golden(path: Path) -> GoldenLog:
    *bodies, end = path.read_bytes().splitlines()
    return GoldenLog(path.stem, bodies, msgspec.json.decode(end, type=End))


def write_golden(path: Path, bodies: list[bytes]) -> None:
    """Writes a new one; those that are there stay as they are."""
    lines = [*bodies, msgspec.json.encode(end_of(bodies))]
    with path.open("xb") as file:
        file.write(b"".join(line + b"\n" for line in lines))


def golden_logs() -> list[Path]:
    return sorted(FOLDER.glob("*.log"))

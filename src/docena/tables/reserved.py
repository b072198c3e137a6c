"""What players may not do at a table whose seats are reserved for the entries of an event."""

from docena.tables import commands as cmd
from docena.tables.phases import GATHERING
from docena.tables.room import Room


def kept_from(room: Room, ask: cmd.AnyCommand) -> str | None:
    """The key of the sentence that refuses a command at such a table; None if it is allowed."""
    if not room.reserved:
        return None
    match ask:
        case cmd.SeatBot():
            return "reserved_bots"
        case cmd.Start() if not room.full:
            return "reserved_bots"
        case cmd.Abandon() | cmd.Close() if room.counts:
            return "reserved_end"
        case cmd.Stand() if room.counts and room.phase != GATHERING:
            return "reserved_stay"
        case _:
            return None

"""What players do not decide at a table whose seats are kept for the entries of an event."""

from docena.tables import asks as a
from docena.tables.room import GATHERING, Room


def kept_from(room: Room, ask: a.AnyAsk) -> str | None:
    """Why something cannot be asked for at such a table: the key of a sentence; None if it can."""
    if not room.reserved:
        return None
    match ask:
        case a.SeatBot():
            return "reserved_bots"
        case a.Start() if not room.full:
            return "reserved_bots"
        case a.Abandon() | a.Close() if room.counts:
            return "reserved_end"
        case a.Stand() if room.counts and room.phase != GATHERING:
            return "reserved_stay"
        case _:
            return None

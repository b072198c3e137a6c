"""What a table does without commands: commits to the next secret, deals, closes when everybody has left."""

from docena.game.fair import new_secret
from docena.tables import events as e
from docena.tables.log.budget import game_too_long, match_too_long
from docena.tables.phases import BETWEEN, CLOSED, GATHERING, PLAYING
from docena.tables.room import Room
from docena.tables.seats import PERSON

FULL_SECONDS = 2.0
"""How long a full table waits for players who are not ready, in seconds."""
BETWEEN_SECONDS = 30.0
WISH_SECONDS = 20.0


def due_events(room: Room) -> list[e.AnyEvent]:
    """The events that must happen at once."""
    phase = room.phase
    if phase == CLOSED:
        return []
    if phase == PLAYING:
        # everybody has left for good: bots do not play on among themselves
        return [] if room.has_people and not game_too_long(room) else [e.Ended()]
    if room.result is not None and room.promised == room.number:
        return [e.Promised(room.number + 1, new_secret().hex())]
    if room.forsaken:
        return [e.Closed()]
    return deal(room) if _all_ready(room) else []


def deal(room: Room) -> list[e.AnyEvent]:
    """The next game; the deal passes to the left (2.2)."""
    return [e.Dealt(room.number + 1, room.next_first())]


def _all_ready(room: Room) -> bool:
    if not room.full or room.promised != room.number + 1 or match_too_long(room):
        return False
    waiting = [seat for seat in room.seats if seat.kind == PERSON and not seat.held]
    return bool(waiting) and all(seat.ready for seat in waiting)


def patience(room: Room) -> tuple[float, list[e.AnyEvent]] | None:
    """The events that happen after a number of seconds if nobody does anything."""
    if room.wanted is not None and room.phase == PLAYING:
        silent = next((voter[0] for voter in room.unanswered), room.wanted)
        return WISH_SECONDS, [e.Agreed(silent, False)]
    if not room.full or room.promised != room.number + 1 or match_too_long(room):
        return None
    if room.phase == GATHERING:
        return FULL_SECONDS, deal(room)
    anyone = any(seat.kind == PERSON and seat.ready for seat in room.seats)
    if room.phase == BETWEEN and anyone:
        return BETWEEN_SECONDS, deal(room)
    return None

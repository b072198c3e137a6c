"""Limits on a table's log: first for commands that can be repeated endlessly, then for the game itself.

A part of the log is a game, or the time before or after one. A table is loaded from its last deal, so that these
limits bound what loading it can cost.
"""

from docena.tables import commands as cmd
from docena.tables.phases import PLAYING
from docena.tables.room import Room

MOST_IN_GAME = 20_000
"""Events of a game after which it ends as abandoned."""
MOST_TALK_IN_GAME = 15_000
"""Events of a game after which only moves are accepted."""
MOST_BETWEEN = 2_000
"""Events before or after a game after which nobody sits down any more: only the next game can begin."""
MOST_TALK_BETWEEN = 1_000
MOST_GAMES = 300
"""Games of one match: its score is sent whenever the table changes."""

_TALK_IN_GAME = (cmd.Undo, cmd.Agree, cmd.Say, cmd.Away, cmd.MakeTicket, cmd.SetApproval)
# a nudge is not among them: there is one for each position, and it helps when somebody has left
_TALK_BETWEEN = (cmd.Say, cmd.SeatBot, cmd.Away, cmd.MakeTicket, cmd.SetApproval)


def refused_for_length(room: Room, ask: cmd.AnyCommand) -> str:
    """The key of the sentence that refuses this because the log is too long; None if it is not."""
    if room.phase == PLAYING:
        return "long_game" if isinstance(ask, _TALK_IN_GAME) and room.stretch >= MOST_TALK_IN_GAME else ""
    if isinstance(ask, cmd.GetReady | cmd.Start) and match_too_long(room):
        return "long_match"
    if room.stretch < MOST_TALK_BETWEEN:
        return ""
    return "long_pause" if isinstance(ask, _TALK_BETWEEN) or _contributes(ask) else ""


def _contributes(ask: cmd.AnyCommand) -> bool:
    return isinstance(ask, cmd.GetReady) and bool(ask.contribution)


def game_too_long(room: Room) -> bool:
    return room.phase == PLAYING and room.stretch >= MOST_IN_GAME


def match_too_long(room: Room) -> bool:
    return len(room.sheet.results) >= MOST_GAMES and not room.sheet.over


def presence_is_noted(room: Room) -> bool:
    """Whether arrivals and departures are still logged."""
    return room.stretch < (MOST_TALK_IN_GAME if room.phase == PLAYING else MOST_BETWEEN)


def seats_are_closed(room: Room) -> bool:
    """Whether too many have sat down and stood up again since the last game."""
    return room.phase != PLAYING and room.stretch >= MOST_BETWEEN

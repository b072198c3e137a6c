"""Replaying the log of an event."""

from collections.abc import Sequence

import msgspec

from docena.core.errors import Refused
from docena.tournaments import logged_events as e
from docena.tournaments.changes import changes_of
from docena.tournaments.event_choices import check_choices
from docena.tournaments.log_lines import voided
from docena.tournaments.refusals import refusal, refuse
from docena.tournaments.state import Event

MOST_LINES = 20_000
"""Several times what the largest event needs; the whole log has to be replayed."""


def fold(lines: Sequence[e.Line]) -> Event:
    """The event after a log; raises a sentence that says where the log is invalid."""
    if not lines or not isinstance(lines[0].event, e.EventBegun):
        refuse("no_beginning")
    if len(lines) > MOST_LINES:
        refuse("log_full", most=MOST_LINES)
    void = voided(lines)
    event: Event | None = None
    for number, line in enumerate(lines, 1):
        if line.seq != number:
            refuse("gap", seq=number)
        if isinstance(line.event, e.LineTakenBack) and not 2 <= line.event.seq < number:
            refuse("no_line", seq=line.event.seq)
        if line.seq in void or isinstance(line.event, e.LineTakenBack):
            continue
        event = apply(event, line)
    if event is None:
        refuse("no_beginning")
    return msgspec.structs.replace(event, seq=len(lines))


def extend(event: Event, lines: Sequence[e.Line], line: e.Line) -> Event:
    """The event with one more line; `lines` are those before it."""
    if len(lines) >= MOST_LINES:
        refuse("log_full", most=MOST_LINES)
    if isinstance(line.event, e.LineTakenBack):
        check_take_back(lines, line.event.seq)
        try:
            return fold([*lines, line])
        except Refused as why:
            raise refusal("needed", seq=line.event.seq, why=why) from None
    return apply(event, line)


def check_take_back(lines: Sequence[e.Line], seq: int) -> None:
    if not 2 <= seq <= len(lines):
        refuse("no_line", seq=seq)
    if seq in voided(lines):
        refuse("twice_back", seq=seq)


def apply(event: Event | None, line: e.Line) -> Event:
    """The event after a line that takes back no other."""
    if event is None:
        if not isinstance(line.event, e.EventBegun):
            refuse("no_beginning")
        return Event(check_choices(line.event.choices), line.seq)
    changes = changes_of(line.event, event, line)
    return msgspec.structs.replace(event, seq=line.seq, **changes)

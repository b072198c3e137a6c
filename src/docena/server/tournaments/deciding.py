"""The result of a command at an event: a line of its log, unless somebody has changed the same thing meanwhile."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from docena.core.words import refused
from docena.server.tournaments import commands as cmd
from docena.tournaments import director
from docena.tournaments import events as e
from docena.tournaments.authors import author_words
from docena.tournaments.entries import read_csv
from docena.tournaments.seating.lots import new_seed
from docena.tournaments.state import Event
from docena.tournaments.store import EventLog


def decide(event: Event, ask: Any) -> e.AnyEvent:
    """The line to be written."""
    return _DECIDE[type(ask)](event, ask)


_DECIDE: dict[type, Callable[[Event, Any], e.AnyEvent]] = {
    cmd.ChangeChoices: lambda _, ask: e.Changed(ask.choices),
    cmd.Enter: lambda _, ask: e.EntriesAdded(ask.newcomers),
    cmd.List: lambda event, ask: e.EntriesAdded(read_csv(ask.text, event.entries, single=event.choices.single)),
    cmd.Rename: lambda _, ask: e.Renamed(ask.entry, ask.names),
    cmd.Keep: lambda _, ask: e.TableKept(ask.entry, ask.table),
    cmd.Drop: lambda _, ask: e.Dropped(ask.entry),
    cmd.ComeBack: lambda _, ask: e.Returned(ask.entry),
    cmd.Pair: lambda _, ask: e.PartnersDrawn(((ask.entry, ask.partner),)),
    cmd.Draw: lambda event, ask: director.draw_partners(event, ask.seed or new_seed()),
    cmd.SeatEntries: lambda event, ask: director.seat(event, ask.seed or new_seed()),
    cmd.SeatPlayOff: lambda event, ask: director.play_off(event, ask.seed or new_seed()),
    cmd.Report: lambda event, ask: director.report(event, ask.game, ask.table, ask.outcome, ask.side),
    cmd.Confirm: lambda _, ask: e.Confirmed(ask.game, ask.table, ask.side),
    cmd.Dispute: lambda _, ask: e.Disputed(ask.game, ask.table, ask.side),
    cmd.Correct: lambda _, ask: e.Corrected(ask.game, ask.table, ask.outcome),
    cmd.Clear: lambda _, ask: e.Cleared(ask.game, ask.table),
    cmd.Penalise: lambda _, ask: e.Penalised(ask.game, ask.table, ask.seat, ask.clause, ask.cards, ask.note),
    cmd.SetClock: lambda _, ask: e.Clocked(ask.game, ask.action, ask.seconds),
    cmd.PlayOffline: lambda _, ask: e.PlayedOffline(ask.game, ask.table),
    cmd.NewLink: lambda _, ask: e.Relinked(ask.entry),
    cmd.Note: lambda _, ask: e.Noted(ask.text),
    cmd.TakeLineBack: lambda _, ask: e.LineTakenBack(ask.line),
}


def check_unchanged(log: EventLog, what: e.AnyEvent, seen: int | None) -> None:
    """Refuses a command from an outdated screen."""
    if seen is None:
        return
    about = _subjects(what, log.lines)
    if getattr(what, "game", 0) > log.event.choices.games:
        about |= {_PLAY_OFF}
    for line in log.lines[max(0, seen) :]:
        if about & _subjects(line.event, log.lines):
            raise refused("stale", "organise", "stale", by=partial(author_words, line.by))


Subject = tuple[str, int, int]
_PLAY_OFF: Subject = ("play-off", 0, 0)
"""A line does not say which game it seats: to report one, a device must have seen the last."""


def _subjects(what: e.AnyEvent, lines: Sequence[e.Line]) -> set[Subject]:
    """What a line is about: of two that share something, the later must know the earlier."""
    match what:
        case e.TableChange():
            return {("table", what.game, what.table)}
        case e.EntryChange():
            return {("entry", what.entry, 0)}
        case e.PartnersDrawn():
            return {("entry", entry, 0) for couple in what.couples for entry in couple}
        case e.GamesSeated():
            # to report a game, a device must have seen who sits there
            games = enumerate(what.games, what.game)
            return {("seating", 0, 0)} | {("table", game, table.number) for game, tables in games for table in tables}
        case e.PlayOffSeated():
            return {("seating", 0, 0), _PLAY_OFF}
        case e.Changed():
            return {("choices", 0, 0)}
        case e.Clocked():
            return {("clock", 0, 0)}
        case e.LineTakenBack():
            while 1 <= what.seq <= len(lines) and isinstance(before := lines[what.seq - 1].event, e.LineTakenBack):
                what = before
            known = 1 <= what.seq <= len(lines)
            return {("line", what.seq, 0)} | (_subjects(lines[what.seq - 1].event, lines) if known else set())
        case _:
            return set()

"""The result of a command at an event: a line of its log, unless somebody has changed the same thing meanwhile."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from docena.core.words import refused
from docena.server.tournaments import commands as cmd
from docena.tournaments import director
from docena.tournaments import logged_events as e
from docena.tournaments.authors import author_words
from docena.tournaments.entries import read_csv
from docena.tournaments.seating.lots import new_seed
from docena.tournaments.state import Event
from docena.tournaments.store import EventLog


def decide(event: Event, ask: Any) -> e.AnyEvent:
    """The line to be written."""
    if type(ask) in _EVENTS:
        return _EVENTS[type(ask)](*(getattr(ask, name) for name in ask.__struct_fields__ if name not in _ANY_COMMAND))
    match ask:
        case cmd.List():
            return e.EntriesAdded(read_csv(ask.text, event.entries, single=event.choices.single))
        case cmd.Pair():
            return e.PartnersDrawn(((ask.entry, ask.partner),))
        case cmd.Draw():
            return director.draw_partners(event, ask.seed or new_seed())
        case cmd.SeatEntries():
            return director.seat(event, ask.seed or new_seed())
        case cmd.SeatPlayOff():
            return director.play_off(event, ask.seed or new_seed())
        case cmd.Report():
            return director.report(event, ask.game, ask.table, ask.outcome, ask.side)
    raise TypeError(ask)


_ANY_COMMAND = cmd.EventCommand.__struct_fields__
_EVENTS: dict[type[cmd.EventCommand], Callable[..., e.AnyEvent]] = {
    cmd.ChangeChoices: e.Changed,
    cmd.Enter: e.EntriesAdded,
    cmd.Rename: e.Renamed,
    cmd.Keep: e.TableKept,
    cmd.Drop: e.Dropped,
    cmd.ComeBack: e.Returned,
    cmd.Confirm: e.Confirmed,
    cmd.Dispute: e.Disputed,
    cmd.Correct: e.Corrected,
    cmd.Clear: e.Cleared,
    cmd.Penalise: e.Penalised,
    cmd.SetClock: e.Clocked,
    cmd.PlayOffline: e.PlayedOffline,
    cmd.NewLink: e.Relinked,
    cmd.Note: e.Noted,
    cmd.TakeLineBack: e.LineTakenBack,
}
"""Commands that say just what the log will say, in the same order."""


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

"""What each line of an event changes, and what is refused."""

from collections.abc import Mapping
from functools import singledispatch
from typing import Any, TypeVar

import msgspec

from docena.core.sizes import PENALTY_CARDS, SEATS
from docena.tournaments import logged_events as e
from docena.tournaments.clock import Clock, left_at
from docena.tournaments.entries import MOST_ENTRIES, Entry, check_newcomers, clean_name, same, taken_names
from docena.tournaments.event_choices import AFTER_SEATING, MOST_MINUTES, EventChoices, check_choices
from docena.tournaments.refusals import refuse
from docena.tournaments.results import TableResult, check_outcome
from docena.tournaments.seated_table import Game, SeatedTable
from docena.tournaments.state import Event, OnlineRoom, Penalty, Place

T = TypeVar("T")
LONGEST_NOTE = 200
PENALTIES = {"6.5": PENALTY_CARDS, "7.1": 1, "7.2": 0, "10.4": 0}
"""The clauses of penalties, and the cards that each puts into the stock pile; for 7.1 one for each card too many."""

Changes = dict[str, Any]


@singledispatch
def changes_of(what: Any, _event: Event, _line: e.Line) -> Changes:
    refuse("opened_twice", what=type(what).__name__)


@changes_of.register
def _(what: e.Changed, event: Event, _line: e.Line) -> Changes:
    choices = check_choices(what.choices)
    if event.games:
        for field in EventChoices.__struct_fields__:
            if field not in AFTER_SEATING and getattr(choices, field) != getattr(event.choices, field):
                refuse("seated_already", field=field)
        return {"choices": choices, **_with_games(event, choices.games)}
    if event.entries and choices.single != event.choices.single:
        refuse("entered_already")
    return {"choices": choices}


def _with_games(event: Event, games: int) -> Changes:
    """An event that ends earlier than planned, or goes on: games without a report are removed."""
    if games == event.choices.games:
        return {}
    if len(event.games) > event.choices.games:
        refuse("play_off_begun")
    if games < event.next_game - 1:
        refuse("games_played", game=event.next_game - 1)
    return {
        "games": event.games[:games],
        "resting": event.resting[:games],
        **_without_games(event, games),
        "clock": None if event.clock and event.clock.game > games else event.clock,
    }


def _without_games(event: Event, last: int) -> Changes:
    """Everything noted for games after this one is removed with their seating."""
    return {
        "penalties": tuple(penalty for penalty in event.penalties if penalty.game <= last),
        "online": {place: room for place, room in event.online.items() if place[0] <= last},
    }


# --- entries


@changes_of.register
def _(what: e.EntriesAdded, event: Event, line: e.Line) -> Changes:
    newcomers = check_newcomers(what.newcomers, event.entries, single=event.choices.single)
    numbered = {
        number: Entry(number, new.names, new.table) for number, new in enumerate(newcomers, event.last_number + 1)
    }
    return {
        "entries": {**event.entries, **numbered},
        "last_number": event.last_number + len(numbered),
        "links": {**event.links, **dict.fromkeys(numbered, line.seq)},
    }


def _entry(event: Event, number: int) -> Entry:
    if number not in event.entries:
        refuse("no_entry", entry=number)
    return event.entries[number]


def _with(event: Event, entry: Entry) -> Changes:
    return {"entries": {**event.entries, entry.number: entry}}


@changes_of.register
def _(what: e.Renamed, event: Event, _line: e.Line) -> Changes:
    entry = _entry(event, what.entry)
    if len(what.names) != len(entry.names):
        refuse("as_many_names", n=len(entry.names))
    names = tuple(map(clean_name, what.names))
    others = taken_names({number: other for number, other in event.entries.items() if number != what.entry})
    for i, name in enumerate(names):
        if same(name) in others or same(name) in map(same, names[:i]):
            refuse("same_name", name=name)
    return _with(event, msgspec.structs.replace(entry, names=names))


@changes_of.register
def _(what: e.TableKept, event: Event, _line: e.Line) -> Changes:
    if not 0 <= what.table <= MOST_ENTRIES:
        refuse("no_such_table", table=what.table)
    return _with(event, msgspec.structs.replace(_entry(event, what.entry), table=what.table))


@changes_of.register
def _(what: e.Dropped | e.Returned, event: Event, _line: e.Line) -> Changes:
    entry, dropped = _entry(event, what.entry), isinstance(what, e.Dropped)
    if entry.dropped == dropped:
        refuse("gone_already" if dropped else "not_gone", name=entry.title)
    return _with(event, msgspec.structs.replace(entry, dropped=dropped))


@changes_of.register
def _(what: e.PartnersDrawn, event: Event, _line: e.Line) -> Changes:
    if event.choices.single:
        refuse("partners_change")
    entries, joined = dict(event.entries), dict(event.joined)
    for first, second in what.couples:
        if first == second:
            refuse("own_partner")
        one, other = _entry(event, first), _entry(event, second)
        for entry in (one, other):
            if len(entry.names) != 1 or entry.dropped or entry.number not in entries:
                refuse("has_partner", name=entry.title)
        if first not in entries or len(entries[first].names) != 1:
            refuse("has_partner", name=one.title)
        entries[first] = msgspec.structs.replace(one, names=one.names + other.names, table=one.table or other.table)
        del entries[second]
        joined[second] = first
    return {"entries": entries, "joined": joined}


# --- seating


def _competing(event: Event, number: int) -> None:
    if len(_entry(event, number).names) != (1 if event.choices.single else 2):
        refuse("no_partner", name=event.name(number))


def _check_tables(event: Event, tables: Game) -> None:
    seated: set[int] = set()
    for table in tables:
        if not 1 <= table.number <= MOST_ENTRIES:
            refuse("no_such_table", table=table.number)
        if len(table.sides) < 2:
            refuse("one_side", table=table.number)
        for number in table.entries:
            _competing(event, number)
            if number in seated:
                refuse("two_seats", name=event.name(number))
            seated.add(number)
        people = [sum(len(event.entries[number].names) for number in side) for side in table.sides]
        if len(set(people)) != 1 or not 1 <= sum(people) <= SEATS:
            refuse("sides_unlike", table=table.number)
    if not tables or len({table.number for table in tables}) != len(tables):
        refuse("table_twice")


@changes_of.register
def _(what: e.GamesSeated, event: Event, _line: e.Line) -> Changes:
    if len(event.games) > event.choices.games:
        refuse("play_off_begun")
    if not 1 <= what.game <= len(event.games) + 1 or what.game + len(what.games) - 1 > event.choices.games:
        refuse("no_game", game=what.game)
    if what.game < event.next_game:
        refuse("played_already", game=what.game)
    if not what.games:
        refuse("no_game", game=what.game)
    if len(what.resting) != len(what.games):
        refuse("table_twice")
    for tables, resting in zip(what.games, what.resting, strict=True):
        _check_tables(event, tables)
        for number in resting:
            _competing(event, number)
    return {
        "games": event.games[: what.game - 1] + what.games,
        "resting": event.resting[: what.game - 1] + what.resting,
        **_without_games(event, what.game - 1),
        "seed": what.seed,
        "repeats": what.repeats,
        "bound": what.bound,
    }


@changes_of.register
def _(what: e.PlayOffSeated, event: Event, _line: e.Line) -> Changes:
    if not event.played_out:
        refuse("not_played_out")
    _check_tables(event, what.tables)
    return {"games": (*event.games, what.tables)}


# --- results


@changes_of.register
def _(what: e.Reported, event: Event, _line: e.Line) -> Changes:
    place = (what.game, what.table)
    table = event.table(*place)
    _check_side(table, what.side)
    known = event.results.get(place)
    # a side may correct its count as long as nobody has confirmed it
    mends = known is not None and not known.confirmed and 0 < what.side == known.side
    if known is not None and not mends:
        refuse("reported_already", game=what.game, table=what.table)
    return _with_result(event, place, table, what.outcome, what.side)


def _check_side(table: SeatedTable, side: int) -> None:
    if not 0 <= side <= len(table.sides):
        refuse("no_side", side=side, sides=len(table.sides))


def _with_result(event: Event, place: Place, table: SeatedTable, outcome: Any, side: int) -> Changes:
    seats = event.seats(table)
    checked = check_outcome(outcome, len(table.sides), seats, event.choices, event.more_cards(place, seats))
    return {"results": {**event.results, place: TableResult(checked, side, confirmed=side == 0)}}


def _result(event: Event, game: int, table: int) -> TableResult:
    event.table(game, table)
    if (game, table) not in event.results:
        refuse("nothing_reported", game=game, table=table)
    return event.results[game, table]


def _unconfirmed(event: Event, what: e.Confirmed | e.Disputed) -> TableResult:
    """A result that a side may still answer."""
    result = _result(event, what.game, what.table)
    _check_side(event.table(what.game, what.table), what.side)
    if result.confirmed:
        refuse("confirmed_already")
    return result


@changes_of.register
def _(what: e.Confirmed, event: Event, _line: e.Line) -> Changes:
    result = _unconfirmed(event, what)
    if what.side == result.side:
        refuse("own_report")
    if result.disputed and what.side:
        refuse("director_decides")
    confirmed = msgspec.structs.replace(result, confirmed=True, disputed=False)
    return {"results": {**event.results, (what.game, what.table): confirmed}}


@changes_of.register
def _(what: e.Disputed, event: Event, _line: e.Line) -> Changes:
    result = _unconfirmed(event, what)
    if not what.side or what.side == result.side:
        refuse("own_report")
    disputed = msgspec.structs.replace(result, disputed=True)
    return {"results": {**event.results, (what.game, what.table): disputed}}


@changes_of.register
def _(what: e.Corrected, event: Event, _line: e.Line) -> Changes:
    _result(event, what.game, what.table)
    _still_open(event, what.game)
    return _with_result(event, (what.game, what.table), event.table(what.game, what.table), what.outcome, 0)


@changes_of.register
def _(what: e.Cleared, event: Event, _line: e.Line) -> Changes:
    _result(event, what.game, what.table)
    _still_open(event, what.game)
    place = (what.game, what.table)
    return {"results": _without(event.results, place), "online": _without(event.online, place)}


def _without(places: Mapping[Place, T], place: Place) -> dict[Place, T]:
    return {other: what for other, what in places.items() if other != place}


def _still_open(event: Event, game: int) -> None:
    """Play-offs were seated for tied entries: what led to them cannot change unless they are taken back first."""
    stage = len(event.games)
    if stage > event.choices.games and game < stage:
        refuse("play_off_begun")


@changes_of.register
def _(what: e.Penalised, event: Event, _line: e.Line) -> Changes:
    table = event.table(what.game, what.table)
    seats = event.seats(table)
    if not 1 <= what.seat <= seats:
        refuse("no_seat", seat=what.seat, seats=seats)
    if what.clause not in PENALTIES:
        refuse("clause", clauses=", ".join(PENALTIES))
    if not 0 <= what.cards <= 10:
        refuse("penalty_cards")
    note = " ".join(what.note.split())[:LONGEST_NOTE]
    penalty = Penalty(what.game, what.table, what.seat, what.clause, what.cards, note)
    return {"penalties": (*event.penalties, penalty)}


# --- the clock, and words


@changes_of.register
def _(what: e.Clocked, event: Event, line: e.Line) -> Changes:
    clock = event.clock
    if what.do == "start":
        seconds = what.seconds or 60 * event.choices.minutes
        if not 1 <= what.game <= len(event.games):
            refuse("no_game", game=what.game)
        if seconds <= 0:
            refuse("no_time")
        if seconds > 60 * MOST_MINUTES:
            refuse("minutes", most=MOST_MINUTES)
        return {"clock": Clock(what.game, seconds, float(seconds), line.at)}
    if clock is None:
        refuse("no_clock")
    if what.do == "stop":
        return {"clock": None}
    if (what.do == "pause") != clock.running:
        refuse("clock_stands" if what.do == "pause" else "clock_runs")
    since = "" if what.do == "pause" else line.at
    return {"clock": msgspec.structs.replace(clock, left=left_at(clock, line.at), since=since)}


@changes_of.register
def _(what: e.PlayedOnline, event: Event, _line: e.Line) -> Changes:
    event.table(what.game, what.table)
    return {"online": {**event.online, (what.game, what.table): OnlineRoom(what.room, what.code)}}


@changes_of.register
def _(what: e.PlayedOffline, event: Event, _line: e.Line) -> Changes:
    event.table(what.game, what.table)
    place = (what.game, what.table)
    if place not in event.online:
        refuse("not_online", game=what.game, table=what.table)
    return {"online": _without(event.online, place)}


@changes_of.register
def _(what: e.Relinked, event: Event, line: e.Line) -> Changes:
    _entry(event, what.entry)
    # its earlier roles include the links of players who have become part of it
    others = {number: link for number, link in event.links.items() if event.joined.get(number) != what.entry}
    return {"links": {**others, what.entry: line.seq}}


@changes_of.register
def _(what: e.Noted, _event: Event, _line: e.Line) -> Changes:
    if not what.text.strip() or len(what.text) > LONGEST_NOTE:
        refuse("note", most=LONGEST_NOTE)
    return {}

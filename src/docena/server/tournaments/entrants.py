"""What participants see with the link of their entry: their games, and their seats at online ones."""

from typing import NamedTuple

from aiohttp import web

from docena.core.words import refused
from docena.server.bodies import Welcomed
from docena.server.requests import json, read_body
from docena.server.routing import Handlers, route
from docena.server.tables.routes import Tables
from docena.server.tournaments import bodies as b
from docena.server.tournaments import commands as cmd
from docena.server.tournaments.access import EventAccess, key_of, number_in
from docena.server.tournaments.log_worker import LogWorker
from docena.server.tournaments.online import OnlineTables
from docena.storage.keys import ticket_role
from docena.tables.seats import PERSON
from docena.tables.table_choices import LONGEST_NAME
from docena.tournaments.entries import Entry
from docena.tournaments.seated_table import SeatedTable, seat_entries, seat_names
from docena.tournaments.shared_log import now
from docena.tournaments.state import Event, Place
from docena.tournaments.store import EventLog
from docena.tournaments.summary import clock_sight, seating_sight


class _KeyScope(NamedTuple):
    """What a key gives access to: an entry, in all games or with a ticket in one."""

    entry: Entry
    place: Place | None

    def opens(self, place: Place) -> bool:
        return self.place is None or self.place == place


class Entrants(Handlers):
    """The handlers of `/api/events/{event}/entries` and of seats at online tables."""

    def __init__(self, access: EventAccess, online: OnlineTables, tables: Tables) -> None:
        self._access, self._online, self._tables = access, online, tables

    @route(
        "get",
        "/api/events/{event}/entries/{entry}",
        "What the link of an entry shows: its games, and its seats online.",
        answer=b.EntrySight,
    )
    async def look(self, request: web.Request) -> web.Response:
        number, name = number_in(request, "entry"), request.match_info["event"]
        self._access.may_ask(request, name, f"entry {number}")

        base = self._access.base(request)

        def find(worker: LogWorker) -> tuple[Event, _KeyScope | None, str]:
            log = worker.event(name)
            entry = log.event.entry_of(number)
            held = _held(worker, log, entry, key_of(request)) if entry is not None else None
            whole = held is not None and held.place is None
            return log.event, held, entry_link(worker, base, log, held.entry.number) if held and whole else ""

        event, held, link = await self._access.do(request, find)
        if held is None:
            raise self._access.wrong_key(request)
        moment = now()
        games = [await self._game(event, game, held) for game in range(1, len(event.games) + 1)]
        return json(
            b.EntrySight(
                name, event.choices.title, moment, event.seq, held.entry, tuple(game for game in games if game),
                clock_sight(event, moment), event.choices, event.current, link,
            )
        )  # fmt: skip

    async def _game(self, event: Event, game: int, held: _KeyScope) -> b.EntryGame | None:
        """A game of an entry, with its own seats if it is played online; None for a play-off of others."""
        entry = held.entry.number
        play_off = max(0, game - event.choices.games)
        table = next((table for table in event.games[game - 1] if entry in table.entries), None)
        if table is None:
            rests = game <= len(event.resting) and entry in event.resting[game - 1]
            return None if play_off else b.EntryGame(game, 0, None, rests, ())
        row, place = seating_sight(event, game, table), (game, table.number)
        waits = place not in event.results and held.opens(place) and not held.entry.dropped
        seats = await self._seats(event, place, table, entry) if waits else ()
        return b.EntryGame(game, play_off, row, False, seats)

    async def _seats(self, event: Event, place: Place, table: SeatedTable, entry: int) -> tuple[b.EntrySeat, ...]:
        log = await self._online.live(event.online.get(place))
        if log is None or not log.room.reserved or log.room.closed:
            return ()
        named = zip(seat_names(table, event.entries), seat_entries(table, event.entries), strict=True)
        return tuple(
            b.EntrySeat(seat, name, log.room.id, log.room.seat(seat).kind == PERSON, bool(log.room.seat(seat).node))
            for seat, (name, of) in enumerate(named, 1)
            if of == entry
        )

    @route(
        "post",
        "/api/events/{event}/online/{game}/{table}/seats",
        "A seat of an entry at an online table, with the entry's key or ticket.",
        body=cmd.OnlineSeat,
        answer=Welcomed,
    )
    async def claim(self, request: web.Request) -> web.Response:
        """A seat at an online table, with the key of its entry: taken for the first time, or to another device."""
        name = request.match_info["event"]
        place = number_in(request, "game"), number_in(request, "table")
        self._access.may_ask(request, name, f"seats {place}")
        key = request.headers.get("X-Docena-Entry") or key_of(request)

        def find(worker: LogWorker) -> tuple[Event, SeatedTable | None, list[_KeyScope]]:
            log = worker.event(name)
            event = log.event
            table = event.table(*place) if place in event.online else None
            entries = [event.entries[number] for number in table.entries] if table is not None else []
            held = (_held(worker, log, entry, key) for entry in entries)
            return event, table, [each for each in held if each is not None and each.opens(place)]

        event, table, held = await self._access.do(request, find)
        if not held:
            raise self._access.wrong_key(request)
        # the body is read only if the key is valid
        ask = await read_body(request, cmd.OnlineSeat)
        assert table is not None
        names, owners = seat_names(table, event.entries), seat_entries(table, event.entries)
        if not 1 <= ask.seat <= len(names):
            raise refused("bad", "refused", "no_seat", seat=ask.seat)
        owner = event.entries[owners[ask.seat - 1]]
        if owner.number not in {each.entry.number for each in held}:
            raise refused("not_yours", "organise", "other_seat", name=owner.title)
        if owner.dropped:
            raise refused("not_yours", "organise", "dropped", name=owner.title)
        log = await self._online.live(event.online[place])
        if log is None or not log.room.reserved:
            raise refused("not_found", "refused", "no_table")
        return await self._tables.given(request, log, ask.seat, names[ask.seat - 1][:LONGEST_NAME].strip())


def entry_link(worker: LogWorker, base: str, log: EventLog, number: int) -> str:
    """The link of an entry, with its key."""
    return worker.keys.entry_link(base, log.id, number, log.event.entry_role(number))


def _held(worker: LogWorker, log: EventLog, entry: Entry, key: str) -> _KeyScope | None:
    """What a key gives access to in an entry; on the worker's thread."""
    event, keys = log.event, worker.keys
    if any(keys.opens(log.id, role, key) for role in event.entry_roles(entry.number)):
        return _KeyScope(entry, None)
    role = event.entry_role(entry.number)
    for game, number in event.online:
        if event.table(game, number).side_of(entry.number) and keys.opens(log.id, ticket_role(role, game, number), key):
            return _KeyScope(entry, (game, number))
    return None

"""Events over HTTP: creating, viewing, commands, following, exporting."""

from collections.abc import Iterator

import msgspec
from aiohttp import web

from docena.core.editions import edition
from docena.core.inputs import MARK
from docena.core.words import refused
from docena.server.bodies import Done
from docena.server.protection.limits import too_many
from docena.server.qr_codes import QrCodes
from docena.server.requests import LONGEST_BODY, json, language, read_body, read_bytes
from docena.server.routing import Handlers, route
from docena.server.tournaments import bodies as b
from docena.server.tournaments import commands as cmd
from docena.server.tournaments.access import EventAccess, check_key, digits, kept_file, key_of, number_in, sheet_file
from docena.server.tournaments.deciding import check_unchanged, decide
from docena.server.tournaments.entrants import entry_link
from docena.server.tournaments.log_worker import LogWorker, not_kept
from docena.server.tournaments.online import OnlineTables
from docena.server.tournaments.uploads import Uploads
from docena.storage.keys import DIRECTOR, PAPER, event_link, table_role, ticket_role
from docena.tournaments import entries
from docena.tournaments import event_choices as c
from docena.tournaments.audit import audit
from docena.tournaments.authors import director
from docena.tournaments.changes import LONGEST_NOTE, PENALTIES
from docena.tournaments.log_lines import last_entry
from docena.tournaments.logged_events import AnyEvent
from docena.tournaments.paper.tabular import standings_csv
from docena.tournaments.shared_log import now
from docena.tournaments.state import Event
from docena.tournaments.store import EventLog, export_text, import_event
from docena.tournaments.summary import EventSight, clock_sight, seating_sight, summary

MOST_OF_A_TABLE = 300
"""Limit on lines from a table's phone: many times what it needs, and too few to fill the log for everybody."""
_MOST_SIGHTS = 100
_TABLES_AT_ONCE = 20
"""This many online tables of an event count as one opened by a person."""


class Events(Handlers):
    """The handlers of `/api/events`."""

    def __init__(self, access: EventAccess, online: OnlineTables, qr_codes: QrCodes) -> None:
        self._access, self._online, self._uploads, self._qr_codes = access, online, Uploads(access), qr_codes
        self._sights: dict[str, tuple[Event, EventSight]] = {}
        """The last view of each event: most requests find no change."""

    # --- opening

    @route("get", "/api/events/choices", "The choices for an event.", answer=b.Offered)
    async def choices(self, _: web.Request) -> web.Response:
        editions = c.partnered_editions()
        most = {
            "games": c.MOST_GAMES,
            "minutes": c.MOST_MINUTES,
            "title": c.LONGEST_TITLE,
            "name": entries.LONGEST_NAME,
            "entries": entries.MOST_ENTRIES,
            "note": LONGEST_NOTE,
        }
        stock = {name: edition(name).stock for name in editions}
        usual = c.EventChoices("")
        return json(b.Offered(editions, c.FORMATS, c.TIE_BREAKS, c.TIME_OUTS, most, usual, stock))

    @route("post", "/api/events", "Creates an event.", body=cmd.NewEvent, answer=b.EventOpened)
    async def open(self, request: web.Request) -> web.Response:
        self._access.may_open(request)
        ask = await read_body(request, cmd.NewEvent)

        def begin(worker: LogWorker) -> b.EventOpened:
            log = EventLog.open_new(worker.file, ask.choices, director(ask.by))
            return self._opened(request, worker, log, 1)

        return json(await self._access.do(request, begin), 201)

    @route("post", "/api/events/import", "Imports an exported event, or adds what is new in it.", answer=b.EventOpened)
    async def receive(self, request: web.Request) -> web.Response:
        """Imports an exported event, or adds new lines to it; only for its director."""
        self._access.may_open(request)
        most = await self._uploads.longest(request)
        with self._uploads.one(request):
            data = await read_bytes(request, most)
        key = key_of(request)

        def take(worker: LogWorker) -> b.EventOpened:
            known = worker.file.label(name) if (name := _id_in(data)) else None
            if known is not None:
                check_key(worker, known.id, key, DIRECTOR)
            log, new = import_event(worker.file, data)
            return self._opened(request, worker, log, new)

        opened = await self._access.do(request, take)
        await self._tell(request, opened.event)
        return json(opened, 201)

    def _opened(self, request: web.Request, worker: LogWorker, log: EventLog, new: int) -> b.EventOpened:
        worker.remember(log)
        key, base = worker.keys.of(log.id, DIRECTOR), self._access.base(request)
        return b.EventOpened(log.id, key, event_link(base, log.id), worker.keys.director_link(base, log.id), new)

    @route("delete", "/api/events/{event}", "Removes it; for its director.", answer=Done)
    async def remove(self, request: web.Request) -> web.Response:
        await self._access.do(request, lambda worker: worker.forget(open_desk(request, worker, DIRECTOR).id))
        self._sights.pop(_name(request), None)
        return json(Done())

    # --- looking

    def _sight(self, log: EventLog, base: str) -> EventSight:
        """On the worker's thread; without new entries only the clock changes."""
        return msgspec.structs.replace(self._known(log), link=event_link(base, log.id))

    def _known(self, log: EventLog) -> EventSight:
        (seen, known), moment = self._sights.get(log.id, (None, None)), now()
        if known is not None and seen is log.event:
            return msgspec.structs.replace(known, now=moment, clock=clock_sight(log.event, moment))
        if len(self._sights) > _MOST_SIGHTS:
            self._sights.clear()
        sight = summary(log.id, log.event, moment)
        self._sights[log.id] = (log.event, sight)
        self._online.follow(log)
        return sight

    @route("get", "/api/events/{event}", "The event as everybody may see it.", answer=EventSight)
    async def look(self, request: web.Request) -> web.Response:
        name, base = _name(request), self._access.base(request)
        return json(await self._access.do(request, lambda worker: self._sight(worker.event(name), base)))

    @route("get", "/api/events/{event}/desk", "The same for its director, with keys and links.", answer=b.DirectorSight)
    async def direct(self, request: web.Request) -> web.Response:
        name, base = _name(request), self._access.base(request)

        def show(worker: LogWorker) -> b.DirectorSight:
            log = open_desk(request, worker, DIRECTOR)
            return b.DirectorSight(
                self._sight(log, base),
                worker.keys.of(name, PAPER),
                event_link(base, name),
                {str(number): worker.keys.table_link(base, name, number) for number in log.event.numbers},
                {str(number): entry_link(worker, base, log, number) for number in log.event.entries},
                tuple(b.OnlineTable(*place, f"{base}/t/{room.id}") for place, room in log.event.online.items()),
                PENALTIES,
                last_entry(log.lines),
            )

        return json(await self._access.do(request, show))

    @route("get", "/api/events/{event}/tables/{table}", "What the phone of a table shows.", answer=b.PhoneSight)
    async def phone(self, request: web.Request) -> web.Response:
        number = number_in(request, "table")

        def show(worker: LogWorker) -> b.PhoneSight:
            log = open_desk(request, worker, table_role(number), DIRECTOR)
            return self._phone(request, worker, log, number)

        return json(await self._access.do(request, show))

    def _phone(self, request: web.Request, worker: LogWorker, log: EventLog, number: int) -> b.PhoneSight:
        event, base = log.event, self._access.base(request)
        games = tuple(
            b.TableGame(game, max(0, game - event.choices.games), seating_sight(event, game, table))
            for game, tables in enumerate(event.games, 1)
            for table in tables
            if table.number == number
        )
        open_games = [game.game for game in games if game.row.result is None or not game.row.result.confirmed]
        here = open_games[0] if open_games else games[-1].game if games else 0
        room, moment = event.online.get((here, number)), now()
        online = f"{base}/t/{room.id}" if room else None
        plays = room is not None and (here, number) not in event.results
        return b.PhoneSight(
            log.id, event.choices.title, moment, event.seq, number, here, games, clock_sight(event, moment),
            event.choices, event.current, online, tuple(_tickets(worker, base, log, here, number)) if plays else (),
            PENALTIES,
        )  # fmt: skip

    @route("get", "/api/events/{event}/log", "Who entered what, and when; for the director.", answer=b.AuditTrail)
    async def log(self, request: web.Request) -> web.Response:
        def tell(worker: LogWorker) -> b.AuditTrail:
            return b.AuditTrail(audit(open_desk(request, worker, DIRECTOR).lines, language(request)))

        return json(await self._access.do(request, tell))

    @route("get", "/api/events/{event}/export", "The whole event as one file; for the director.")
    async def export(self, request: web.Request) -> web.Response:
        def write(worker: LogWorker) -> str:
            log = open_desk(request, worker, DIRECTOR)
            return export_text(log.id, log.lines)

        return kept_file(await self._access.do(request, write), f"docena-{_name(request)}.json", "application/json")

    @route("get", "/api/events/{event}/standings.csv", "The standings for a spreadsheet.")
    async def spreadsheet(self, request: web.Request) -> web.Response:
        name, lang = _name(request), language(request)
        text = await self._access.do(request, lambda worker: standings_csv(worker.event(name).event, lang))
        return sheet_file(text, f"docena-{name}.csv")

    @route("get", "/api/events/{event}/qr.svg", "Its link as a QR code, or with `table` that of a table's phone.")
    async def qr(self, request: web.Request) -> web.Response:
        name, base = _name(request), self._access.base(request)

        def link(worker: LogWorker) -> str:
            if "desk" in request.query:
                return worker.keys.director_link(base, open_desk(request, worker, DIRECTOR).id)
            if "entry" in request.query:
                return self._entry_code(request, worker, base)
            if "table" not in request.query:
                return event_link(base, worker.event(name).id)
            open_desk(request, worker, PAPER, DIRECTOR)
            return worker.keys.table_link(base, name, digits(request.query["table"]))

        return await self._qr_codes.response(request, await self._access.do(request, link))

    def _entry_code(self, request: web.Request, worker: LogWorker, base: str) -> str:
        """The link of an entry; with a game and a table its ticket for that game, as the table's phone shows it."""
        number = digits(request.query["entry"])
        log = worker.event(_name(request))
        if number not in log.event.entries:
            raise not_kept()
        if "table" not in request.query:
            roles = log.event.entry_roles(number)
            open_desk(request, worker, PAPER, DIRECTOR, *roles)
            return entry_link(worker, base, log, number)
        game, table = digits(request.query.get("game", "")), digits(request.query["table"])
        open_desk(request, worker, table_role(table), DIRECTOR)
        if not log.event.table(game, table).side_of(number):
            raise not_kept()
        role = ticket_role(log.event.entry_role(number), game, table)
        return worker.keys.entry_link(base, log.id, number, role)

    @route(
        "get", "/api/events/{event}/socket", "A WebSocket: the last `seq`, at once, after each entry and on request."
    )
    async def socket(self, request: web.Request) -> web.StreamResponse:
        name = _name(request)
        seq = await self._access.do(request, lambda worker: worker.event(name).event.seq)
        return await self._access.follow(request, name, seq)

    # --- asking

    @route(
        "post",
        "/api/events/{event}/asks",
        "A command of the director or a table.",
        body=cmd.AnyCommand,
        answer=b.Entering,
    )
    async def ask(self, request: web.Request) -> web.Response:
        name = _name(request)
        role = await self._access.do(request, lambda worker: _role(request, worker))
        self._access.may_ask(request, name, role)
        ask = cmd.read_command(await read_bytes(request, 4 * cmd.LONGEST_LIST if role == DIRECTOR else LONGEST_BODY))
        if role != DIRECTOR and not (isinstance(ask, cmd.OfTable) and role == table_role(ask.table)):
            raise refused("secret", "organise", "key")
        if role != DIRECTOR and isinstance(ask, cmd.Report | cmd.Confirm) and ask.side < 1:
            raise refused("not_yours", "organise", "which_side")
        by = role if role != DIRECTOR else director(ask.by)
        if isinstance(ask, cmd.PlayOnline):
            self._access.may_open(request, 1 + len(ask.tables) // _TABLES_AT_ONCE)
            seq = await self._online.open(name, ask, by)
        else:
            seq = await self._access.do(request, lambda worker: enter(worker, name, ask, by))
        self._access.watchers.tell(name, seq)
        return json(b.Entering(True, seq))

    async def _tell(self, request: web.Request, name: str) -> None:
        seq = await self._access.do(request, lambda worker: worker.event(name).event.seq)
        self._access.watchers.tell(name, seq)


def enter(worker: LogWorker, name: str, ask: cmd.AnyCommand, by: str) -> int:
    """Writes the result of a command; on the worker's thread. Returns the number of the last line."""
    log = worker.event(name)

    def decided(event: Event) -> AnyEvent:
        what = decide(event, ask)
        check_unchanged(log, what, ask.seen)
        return what

    return log.enter(decided, by, ask=ask.ask).seq


def open_desk(request: web.Request, worker: LogWorker, *roles: str) -> EventLog:
    """The event that a request names, if its key has one of these roles; on the worker's thread."""
    log = worker.event(_name(request))
    check_key(worker, log.id, key_of(request), *roles)
    return log


def _role(request: web.Request, worker: LogWorker) -> str:
    """The role of a request, by its key."""
    log = worker.event(_name(request))
    roles = (DIRECTOR, *map(table_role, log.event.numbers))
    role = check_key(worker, log.id, key_of(request), *roles)
    if role != DIRECTOR and sum(line.by == role for line in log.lines) >= MOST_OF_A_TABLE:
        raise too_many()
    return role


def _tickets(worker: LogWorker, base: str, log: EventLog, game: int, table: int) -> Iterator[b.TicketSight]:
    """For each entry at a table, the ticket for its seats in this game."""
    for entry in log.event.table(game, table).entries:
        role = ticket_role(log.event.entry_role(entry), game, table)
        link = worker.keys.entry_link(base, log.id, entry, role)
        yield b.TicketSight(entry, log.event.entries[entry].names, worker.keys.of(log.id, role), link)


class _ExportHead(msgspec.Struct):
    id: str = ""


def _id_in(data: bytes) -> str:
    """The id of an exported event, if the text is one."""
    try:
        return msgspec.json.decode(data.removeprefix(MARK), type=_ExportHead).id
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""


def _name(request: web.Request) -> str:
    return request.match_info["event"]

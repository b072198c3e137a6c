"""Events over HTTP: opening, looking, asking, following, taking along."""

import asyncio
from collections.abc import Iterator

import msgspec
from aiohttp import web

from docena.core.editions import edition
from docena.core.errors import Refused
from docena.core.inputs import MARK
from docena.core.words import say
from docena.server.bodies import Done
from docena.server.requests import LONGEST_BODY, json, language, read_body, read_bytes
from docena.server.tables.routes import qr_svg
from docena.server.tournaments import asks as a
from docena.server.tournaments import bodies as b
from docena.server.tournaments.access import Counter, check_key, digits, kept_file, key_of, number_in, sheet_file
from docena.server.tournaments.deciding import check_unchanged, decide
from docena.server.tournaments.entrants import entry_link
from docena.server.tournaments.log_worker import Clerk, not_kept
from docena.server.tournaments.online import OnlineTables
from docena.server.tournaments.uploads import Uploads
from docena.storage.keys import DIRECTOR, PAPER, event_link, table_role, ticket_role
from docena.tournaments import choices as c
from docena.tournaments import entries
from docena.tournaments.audit import audit
from docena.tournaments.authors import director
from docena.tournaments.events import AnyEvent
from docena.tournaments.paper.tabular import standings_csv
from docena.tournaments.replay import LONGEST_NOTE, PENALTIES, last_entry
from docena.tournaments.state import Event
from docena.tournaments.store import Desk, export_text, import_event, now
from docena.tournaments.summary import EventSight, clock_sight, seating_sight, summary

MOST_OF_A_TABLE = 300
"""Lines that the phone of a table may write: many times what it needs, and too few to fill the log for everybody."""
_MOST_SIGHTS = 100
_TABLES_AT_ONCE = 20
"""Online tables of an event that count as one that is opened by somebody."""


class Events:
    """The handlers of `/api/events`."""

    def __init__(self, counter: Counter, online: OnlineTables) -> None:
        self._counter, self._online, self._uploads = counter, online, Uploads(counter)
        self._sights: dict[str, tuple[Event, EventSight]] = {}
        """The last sight of each event: most who ask have not missed anything."""

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/api/events", self.open),
            web.get("/api/events/choices", self.choices),
            web.post("/api/events/import", self.receive),
            web.get("/api/events/{event}", self.look),
            web.delete("/api/events/{event}", self.remove),
            web.get("/api/events/{event}/desk", self.desk),
            web.get("/api/events/{event}/tables/{table}", self.phone),
            web.post("/api/events/{event}/asks", self.ask),
            web.get("/api/events/{event}/log", self.log),
            web.get("/api/events/{event}/export", self.export),
            web.get("/api/events/{event}/standings.csv", self.spreadsheet),
            web.get("/api/events/{event}/qr.svg", self.qr),
            web.get("/api/events/{event}/socket", self.socket),
        ]

    # --- opening

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

    async def open(self, request: web.Request) -> web.Response:
        self._counter.may_open(request)
        ask = await read_body(request, a.NewEvent)

        def begin(clerk: Clerk) -> b.EventOpened:
            desk = Desk.open_new(clerk.book, ask.choices, director(ask.by))
            return self._opened(request, clerk, desk, 1)

        return json(await self._counter.do(begin), 201)

    async def receive(self, request: web.Request) -> web.Response:
        """Opens an event that was exported elsewhere, or adds what is new of it; only its director may."""
        self._counter.may_open(request)
        most = await self._uploads.longest(request)
        with self._uploads.one(request):
            data = await read_bytes(request, most)
        key, lang = key_of(request), language(request)

        def take(clerk: Clerk) -> b.EventOpened:
            known = clerk.book.label(name) if (name := _id_in(data)) else None
            if known is not None:
                check_key(clerk, known.id, key, DIRECTOR, lang=lang)
            desk, new = import_event(clerk.book, data)
            return self._opened(request, clerk, desk, new)

        opened = await self._counter.do(take)
        await self._tell(opened.event)
        return json(opened, 201)

    def _opened(self, request: web.Request, clerk: Clerk, desk: Desk, new: int) -> b.EventOpened:
        clerk.remember(desk)
        key, base = clerk.keys.of(desk.id, DIRECTOR), self._counter.base(request)
        return b.EventOpened(desk.id, key, event_link(base, desk.id), clerk.keys.director_link(base, desk.id), new)

    async def remove(self, request: web.Request) -> web.Response:
        await self._counter.do(lambda clerk: clerk.forget(open_desk(request, clerk, DIRECTOR).id))
        self._sights.pop(_name(request), None)
        return json(Done())

    # --- looking

    def _sight(self, desk: Desk, base: str) -> EventSight:
        """On the clerk's thread; only the clock goes on while nothing is entered."""
        return msgspec.structs.replace(self._known(desk), link=event_link(base, desk.id))

    def _known(self, desk: Desk) -> EventSight:
        (seen, known), moment = self._sights.get(desk.id, (None, None)), now()
        if known is not None and seen is desk.event:
            return msgspec.structs.replace(known, now=moment, clock=clock_sight(desk.event, moment))
        if len(self._sights) > _MOST_SIGHTS:
            self._sights.clear()
        sight = summary(desk.id, desk.event, moment)
        self._sights[desk.id] = (desk.event, sight)
        self._online.follow(desk)
        return sight

    async def look(self, request: web.Request) -> web.Response:
        name, base = _name(request), self._counter.base(request)
        return json(await self._counter.do(lambda clerk: self._sight(clerk.event(name), base)))

    async def desk(self, request: web.Request) -> web.Response:
        name, base = _name(request), self._counter.base(request)

        def show(clerk: Clerk) -> b.DirectorSight:
            desk = open_desk(request, clerk, DIRECTOR)
            return b.DirectorSight(
                self._sight(desk, base),
                clerk.keys.of(name, PAPER),
                event_link(base, name),
                {str(number): clerk.keys.table_link(base, name, number) for number in desk.event.numbers},
                {str(number): entry_link(clerk, base, desk, number) for number in desk.event.entries},
                tuple(b.OnlineTable(*place, f"{base}/t/{room.id}") for place, room in desk.event.online.items()),
                PENALTIES,
                _last(desk),
            )

        return json(await self._counter.do(show))

    async def phone(self, request: web.Request) -> web.Response:
        number = number_in(request, "table")

        def show(clerk: Clerk) -> b.PhoneSight:
            desk = open_desk(request, clerk, table_role(number), DIRECTOR)
            return self._phone(request, clerk, desk, number)

        return json(await self._counter.do(show))

    def _phone(self, request: web.Request, clerk: Clerk, desk: Desk, number: int) -> b.PhoneSight:
        event, base = desk.event, self._counter.base(request)
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
            desk.id, event.choices.title, moment, event.seq, number, here, games, clock_sight(event, moment),
            event.choices, event.current, online, tuple(_tickets(clerk, base, desk, here, number)) if plays else (),
            PENALTIES,
        )  # fmt: skip

    async def log(self, request: web.Request) -> web.Response:
        def tell(clerk: Clerk) -> b.Told:
            return b.Told(audit(open_desk(request, clerk, DIRECTOR).lines, language(request)))

        return json(await self._counter.do(tell))

    async def export(self, request: web.Request) -> web.Response:
        def write(clerk: Clerk) -> str:
            desk = open_desk(request, clerk, DIRECTOR)
            return export_text(desk.id, desk.lines)

        return kept_file(await self._counter.do(write), f"docena-{_name(request)}.json", "application/json")

    async def spreadsheet(self, request: web.Request) -> web.Response:
        name, lang = _name(request), language(request)
        text = await self._counter.do(lambda clerk: standings_csv(clerk.event(name).event, lang))
        return sheet_file(text, f"docena-{name}.csv")

    async def qr(self, request: web.Request) -> web.Response:
        name, base = _name(request), self._counter.base(request)

        def link(clerk: Clerk) -> str:
            if "desk" in request.query:
                return clerk.keys.director_link(base, open_desk(request, clerk, DIRECTOR).id)
            if "entry" in request.query:
                return self._entry_code(request, clerk, base)
            if "table" not in request.query:
                return event_link(base, clerk.event(name).id)
            open_desk(request, clerk, PAPER, DIRECTOR)
            return clerk.keys.table_link(base, name, digits(request.query["table"]))

        drawn = await asyncio.to_thread(qr_svg, await self._counter.do(link))
        return web.Response(body=drawn, content_type="image/svg+xml")

    def _entry_code(self, request: web.Request, clerk: Clerk, base: str) -> str:
        """The link of an entry; with a game and a table the ticket for that game, as the table's phone shows it."""
        number = digits(request.query["entry"])
        desk = clerk.event(_name(request))
        if number not in desk.event.entries:
            raise not_kept()
        if "table" not in request.query:
            roles = desk.event.entry_roles(number)
            open_desk(request, clerk, PAPER, DIRECTOR, *roles)
            return entry_link(clerk, base, desk, number)
        game, table = digits(request.query.get("game", "")), digits(request.query["table"])
        open_desk(request, clerk, table_role(table), DIRECTOR)
        if not desk.event.table(game, table).side_of(number):
            raise not_kept()
        role = ticket_role(desk.event.entry_role(number), game, table)
        return clerk.keys.entry_link(base, desk.id, number, role)

    async def socket(self, request: web.Request) -> web.StreamResponse:
        name = _name(request)
        seq = await self._counter.do(lambda clerk: clerk.event(name).event.seq)
        return await self._counter.follow(request, name, seq)

    # --- asking

    async def ask(self, request: web.Request) -> web.Response:
        name, lang = _name(request), language(request)
        role = await self._counter.do(lambda clerk: _role(request, clerk))
        self._counter.may_ask(request, name, role)
        ask = a.read_ask(await read_bytes(request, 4 * a.LONGEST_LIST if role == DIRECTOR else LONGEST_BODY))
        if role != DIRECTOR and not (isinstance(ask, a.OfTable) and role == table_role(ask.table)):
            raise Refused("secret", say(lang, "organise", "key"))
        if role != DIRECTOR and isinstance(ask, a.Report | a.Confirm) and ask.side < 1:
            raise Refused("not_yours", say(lang, "organise", "which_side"))
        by = role if role != DIRECTOR else director(ask.by)
        if isinstance(ask, a.Online):
            self._counter.may_open(request, 1 + len(ask.tables) // _TABLES_AT_ONCE)
            seq = await self._online.open(name, ask, by, lang)
        else:
            seq = await self._counter.do(lambda clerk: enter(clerk, name, ask, by, lang))
        self._counter.watchers.tell(name, seq)
        return json(b.Entering(True, seq))

    async def _tell(self, name: str) -> None:
        seq = await self._counter.do(lambda clerk: clerk.event(name).event.seq)
        self._counter.watchers.tell(name, seq)


def enter(clerk: Clerk, name: str, ask: a.AnyAsk, by: str, lang: str) -> int:
    """Writes what an ask leads to; on the clerk's thread. Returns the number of the last line."""
    desk = clerk.event(name)

    def decided(event: Event) -> AnyEvent:
        what = decide(event, ask)
        check_unchanged(desk, what, ask.seen, lang)
        return what

    return desk.enter(decided, by, ask=ask.ask).seq


def open_desk(request: web.Request, clerk: Clerk, *roles: str) -> Desk:
    """The event that a request names, if its key opens it for one of these roles; on the clerk's thread."""
    desk = clerk.event(_name(request))
    check_key(clerk, desk.id, key_of(request), *roles, lang=language(request))
    return desk


def _role(request: web.Request, clerk: Clerk) -> str:
    """What somebody asks as, by their key."""
    desk, lang = clerk.event(_name(request)), language(request)
    roles = (DIRECTOR, *map(table_role, desk.event.numbers))
    role = check_key(clerk, desk.id, key_of(request), *roles, lang=lang)
    if role != DIRECTOR and sum(line.by == role for line in desk.lines) >= MOST_OF_A_TABLE:
        raise Refused("too_many", say(lang, "refused", "too_many"))
    return role


def _tickets(clerk: Clerk, base: str, desk: Desk, game: int, table: int) -> Iterator[b.TicketSight]:
    """For each entry at a table, what opens its seats in this game."""
    for entry in desk.event.table(game, table).entries:
        role = ticket_role(desk.event.entry_role(entry), game, table)
        link = clerk.keys.entry_link(base, desk.id, entry, role)
        yield b.TicketSight(entry, desk.event.entries[entry].names, clerk.keys.of(desk.id, role), link)


def _last(desk: Desk) -> int | None:
    try:
        return last_entry(desk.lines)
    except Refused:
        return None


class _Head(msgspec.Struct):
    id: str = ""


def _id_in(data: bytes) -> str:
    """The id of an exported event, if that is what it is."""
    try:
        return msgspec.json.decode(data.removeprefix(MARK), type=_Head).id
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""


def _name(request: web.Request) -> str:
    return request.match_info["event"]

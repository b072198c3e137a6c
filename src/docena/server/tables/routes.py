"""Tables over HTTP: opening, sitting down, views, commands, records and QR codes."""

import msgspec
from aiohttp import web

from docena.server import bodies as b
from docena.server.people.players import Players
from docena.server.protection.limits import limit_of_commands, limit_of_openings
from docena.server.qr_codes import QrCodes
from docena.server.requests import base_url, json, language, read_body, read_bytes, seat_secret
from docena.server.routing import Handlers, route
from docena.server.settings import Settings
from docena.server.tables.catalogue import Catalogue, catalogue
from docena.server.tables.lookup import TableLookup
from docena.server.tables.sockets import Sockets
from docena.tables import commands as cmd
from docena.tables.daily import DayDeal
from docena.tables.live_table import LiveTable
from docena.tables.messages import Answer, State
from docena.tables.phrases import phrases
from docena.tables.registry import TableRegistry, Welcome

_MOST_LISTED = 100
BYTES_OF_AN_ASK = 32 * 1024
"""This many bytes of a response count as one command: only a very long game has more."""


class Tables(Handlers):
    """The handlers of `/api/tables`."""

    def __init__(self, registry: TableRegistry, sockets: Sockets, players: Players, settings: Settings) -> None:
        self._registry, self._sockets, self._players, self._settings = registry, sockets, players, settings
        self.lookup, self.now = TableLookup(registry, settings, sockets.now), sockets.now
        self.qr_codes = QrCodes(settings)
        self._openings, self._asks = limit_of_openings(settings), limit_of_commands(settings)

    async def live(self, request: web.Request) -> LiveTable:
        """The table that a path names, by its id or its code."""
        return await self.lookup.live(request)

    def link(self, request: web.Request, table: str) -> str:
        return f"{base_url(request, self._settings)}/t/{table}"

    def _welcome(self, request: web.Request, welcome: Welcome) -> web.Response:
        return json(b.Welcomed(**msgspec.structs.asdict(welcome), link=self.link(request, welcome.table)), 201)

    @route("get", "/api/tables", "Public tables.", answer=b.TableList)
    async def listed(self, _: web.Request) -> web.Response:
        summaries = await self._registry.store.public(_MOST_LISTED)
        return json(b'{"tables":[' + b",".join(summaries) + b"]}")

    @route("post", "/api/tables", "Opens a table and sits down.", body=cmd.Open, answer=b.Welcomed)
    async def open(self, request: web.Request) -> web.Response:
        self.may_open(request)
        return await self.opened(request, await read_body(request, cmd.Open))

    def may_open(self, request: web.Request) -> None:
        """Refuses an address that has opened too many tables, before anything is read."""
        self._openings.take(request)

    async def opened(self, request: web.Request, ask: cmd.Open, deal: DayDeal | None = None) -> web.Response:
        player = await self._players.player(request)
        return self._welcome(request, await self._registry.open(ask, player, deal))

    @route(
        "post",
        "/api/tables/{table}/seats",
        "Sits down, or takes a seat here with a ticket.",
        body=cmd.Sit,
        answer=b.Welcomed,
    )
    async def sit(self, request: web.Request) -> web.Response:
        live = await self.live(request)
        self._asks.take(request, live.room.id)
        return await self.seated(request, live, await read_body(request, cmd.Sit))

    async def seated(self, request: web.Request, live: LiveTable, ask: cmd.Sit) -> web.Response:
        player = await self._players.player(request)
        return self._welcome(request, await self._registry.sit(live, ask, player))

    async def given(self, request: web.Request, live: LiveTable, seat: int, name: str) -> web.Response:
        """Gives the seat of a reserved table to the person it is reserved for."""
        player = await self._players.player(request)
        return self._welcome(request, await self._registry.give(live, seat, name, player))

    @route("get", "/api/tables/{table}", "The table as a seat or a spectator may know it.", answer=State)
    async def look(self, request: web.Request) -> web.Response:
        live = await self.live(request)
        lang = language(request) if "lang" in request.query else None
        self._asks.take(request, live.room.id)
        await self._registry.prepare(live, lang)
        seat = self._registry.seat_of(live, seat_secret(request))
        frame = live.hello_frame(seat, lang)
        self._asks.spend(request, len(frame) // BYTES_OF_AN_ASK, live.room.id)
        return json(frame)

    @route(
        "post", "/api/tables/{table}/asks", "A command without a socket.", body=cmd.AnyCommand, answer=State | Answer
    )
    async def ask(self, request: web.Request) -> web.Response:
        live = await self.live(request)
        seat = self._registry.seat_of(live, seat_secret(request))
        self._asks.take(request, live.room.id)
        return json(await self._registry.ask_once(live, seat, cmd.read_command(await read_bytes(request))))

    @route("get", "/api/tables/{table}/socket", "A WebSocket: see `x-socket`.")
    async def socket(self, request: web.Request) -> web.StreamResponse:
        return await self._sockets.serve(request, await self.live(request))

    @route(
        "get", "/api/tables/{table}/link", "The link of the table, as other devices reach it.", answer=b.TableAddress
    )
    async def address(self, request: web.Request) -> web.Response:
        live = await self.live(request)
        return json(b.TableAddress(self.link(request, live.room.id)))

    @route("get", "/api/tables/{table}/qr.svg", "The link of the table as a QR code.")
    async def qr(self, request: web.Request) -> web.Response:
        live = await self.live(request)
        return await self.qr_codes.response(request, self.link(request, live.room.id))

    @route("post", "/api/tables/{table}/qr.svg", "The link that takes a seat with a ticket.", body=b.TicketLink)
    async def ticket_qr(self, request: web.Request) -> web.Response:
        """The link to a seat for another device; the ticket follows the #, which browsers do not send."""
        live = await self.live(request)
        self._asks.take(request, live.room.id)
        body = await read_body(request, b.TicketLink)
        link = f"{self.link(request, live.room.id)}#ticket={body.ticket}"
        return await self.qr_codes.response(request, link)

    @route("get", "/api/editions", "The editions in a language, and the choices for their tables.", answer=Catalogue)
    async def editions(self, request: web.Request) -> web.Response:
        return json(catalogue(language(request)))

    @route("get", "/api/phrases", "The quick phrases in a language.", answer=b.Phrases)
    async def phrases(self, request: web.Request) -> web.Response:
        return json(b.Phrases(phrases(language(request))))

"""Tables over HTTP: opening, sitting down, looking, asking, records and QR codes."""

import asyncio
import io
from functools import lru_cache

import msgspec
import segno
from aiohttp import web

from docena.core.errors import Refused
from docena.core.words import say
from docena.server import bodies as b
from docena.server.people.players import Players
from docena.server.protection.addresses import address_of
from docena.server.protection.limits import Addresses
from docena.server.requests import base_url, json, language, read_body, read_bytes, seat_secret
from docena.server.settings import Settings
from docena.server.tables.lookup import TableLookup
from docena.server.tables.sockets import Sockets
from docena.tables import asks as a
from docena.tables.decide import refusal_in
from docena.tables.live_table import Desk
from docena.tables.phrases import phrases
from docena.tables.registry import House, Welcome

_MOST_LISTED = 100
_BURST = 20.0
BYTES_OF_AN_ASK = 32 * 1024
"""So many bytes of an answer are worth as much as an ask: only a very long game has more."""


class Tables:
    """The handlers of `/api/tables`."""

    def __init__(self, house: House, sockets: Sockets, players: Players, settings: Settings) -> None:
        self._house, self._sockets, self._players, self._settings = house, sockets, players, settings
        self.lookup, self.now = TableLookup(house, settings, sockets.now), sockets.now
        hourly = settings.tables_per_hour
        self._openings = Addresses(hourly / 3600, max(1.0, min(_BURST, hourly))) if hourly else None
        self._asks = Addresses(float(settings.asks_per_second), 2.0 * settings.asks_per_second)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/tables", self.listed),
            web.post("/api/tables", self.open),
            web.get("/api/tables/{table}", self.look),
            web.post("/api/tables/{table}/seats", self.sit),
            web.post("/api/tables/{table}/asks", self.ask),
            web.get("/api/tables/{table}/socket", self.socket),
            web.get("/api/tables/{table}/qr.svg", self.qr),
            web.post("/api/tables/{table}/qr.svg", self.ticket_qr),
            web.get("/api/phrases", self.phrases),
        ]

    async def desk(self, request: web.Request) -> Desk:
        """The table that a path names, by its id or its code."""
        return await self.lookup.desk(request)

    def link(self, request: web.Request, table: str) -> str:
        return f"{base_url(request, self._settings)}/t/{table}"

    def _welcome(self, request: web.Request, welcome: Welcome) -> web.Response:
        return json(b.Welcomed(**msgspec.structs.asdict(welcome), link=self.link(request, welcome.table)), 201)

    async def listed(self, _: web.Request) -> web.Response:
        summaries = await self._house.store.public(_MOST_LISTED)
        return json(b'{"tables":[' + b",".join(summaries) + b"]}")

    async def open(self, request: web.Request) -> web.Response:
        self.may_open(request)
        return await self.opened(request, await read_body(request, a.Open))

    def may_open(self, request: web.Request) -> None:
        """Unless this address has opened enough of them; it is asked before anything is read."""
        address = address_of(request, self._settings)
        if self._openings is not None and not self._openings.take(address, asyncio.get_running_loop().time()):
            raise Refused("too_many", say(language(request), "refused", "too_many"))

    async def opened(self, request: web.Request, ask: a.Open, daily: str = "") -> web.Response:
        player = await self._players.player(request)
        return self._welcome(request, await self._house.open(ask, player, daily))

    async def sit(self, request: web.Request) -> web.Response:
        desk = await self.desk(request)
        self._may_ask(request, desk)
        return await self.seated(request, desk, await read_body(request, a.Sit))

    async def seated(self, request: web.Request, desk: Desk, ask: a.Sit) -> web.Response:
        player = await self._players.player(request)
        return self._welcome(request, await self._house.sit(desk, ask, player, language(request)))

    async def given(self, request: web.Request, desk: Desk, seat: int, name: str) -> web.Response:
        """Gives the seat of a reserved table to whoever it is kept for."""
        player = await self._players.player(request)
        return self._welcome(request, await self._house.give(desk, seat, name, player, language(request)))

    async def look(self, request: web.Request) -> web.Response:
        desk = await self.desk(request)
        lang = language(request) if "lang" in request.query else None
        self._may_ask(request, desk)
        await self._house.prepare(desk, lang)
        seat = self._house.seat_of(desk, seat_secret(request), language(request))
        frame = desk.hello_frame(seat, lang)
        self._asks.spend(self._who(request, desk), len(frame) // BYTES_OF_AN_ASK, asyncio.get_running_loop().time())
        return json(frame)

    async def ask(self, request: web.Request) -> web.Response:
        desk = await self.desk(request)
        seat = self._house.seat_of(desk, seat_secret(request), language(request))
        self._may_ask(request, desk)
        body = await self._house.ask_once(desk, seat, a.read_ask(await read_bytes(request)), language(request))
        refused = refusal_in(body)
        if refused is not None:
            raise refused
        return json(body)

    def _may_ask(self, request: web.Request, desk: Desk) -> None:
        if not self._asks.take(self._who(request, desk), asyncio.get_running_loop().time()):
            raise Refused("too_many", say(language(request), "refused", "too_many"))

    def _who(self, request: web.Request, desk: Desk) -> str:
        return f"{address_of(request, self._settings)} {desk.room.id}"

    async def socket(self, request: web.Request) -> web.StreamResponse:
        return await self._sockets.serve(request, await self.desk(request))

    async def qr(self, request: web.Request) -> web.Response:
        desk = await self.desk(request)
        return web.Response(body=qr_svg(self.link(request, desk.room.id)), content_type="image/svg+xml")

    async def ticket_qr(self, request: web.Request) -> web.Response:
        """The way to a seat for another device; the ticket stands behind the #, which no server is sent."""
        desk = await self.desk(request)
        self._may_ask(request, desk)
        body = await read_body(request, b.TicketLink)
        link = f"{self.link(request, desk.room.id)}#ticket={body.ticket}"
        return web.Response(body=qr_svg(link), content_type="image/svg+xml")

    async def phrases(self, request: web.Request) -> web.Response:
        return json(b.Phrases(phrases(language(request))))


@lru_cache(maxsize=1000)
def qr_svg(text: str) -> bytes:
    """A QR code as a drawing; one that phones read from some distance."""
    drawn = io.BytesIO()
    segno.make(text, error="m", micro=False).save(drawn, kind="svg", scale=8, border=3, xmldecl=False)
    return drawn.getvalue()

"""Requests to sit down, over HTTP, at tables with approval."""

from collections import OrderedDict

from aiohttp import web

from docena.core.words import refused, say
from docena.server import bodies as b
from docena.server.people.players import Players
from docena.server.protection.addresses import address_of
from docena.server.protection.limits import RequestLimit
from docena.server.requests import json, language, read_body, seat_secret
from docena.server.routing import Handlers, route
from docena.server.settings import Settings
from docena.server.tables.routes import Tables
from docena.tables import commands as cmd
from docena.tables.registry import TableRegistry
from docena.tables.room import Room
from docena.tables.seating.admission import Request, request_seat, standing, withdraw

ASKING_RATE, ASKING_BURST = 1 / 30, 6.0
"""Requests from one address, rate per second and burst: each of them interrupts somebody."""
_MOST_ADDRESSES = 10_000
_MOST_REQUESTS = 8
"""Requests from one address at one table that are remembered, to see whether they were refused."""


class AdmissionRoutes(Handlers):
    """The handlers of `/api/tables/{table}/requests`. The table's id is sent with the seat, and not before."""

    def __init__(self, registry: TableRegistry, tables: Tables, players: Players, settings: Settings) -> None:
        self._registry, self._tables, self._players, self._settings = registry, tables, players, settings
        self._asking = RequestLimit(settings, ASKING_RATE, ASKING_BURST)
        self._asked: OrderedDict[tuple[str, str], list[str]] = OrderedDict()

    @route("get", "/api/tables/{table}/requests", "What a newcomer may know before being let in.", answer=b.DoorSight)
    async def look(self, request: web.Request) -> web.Response:
        return json(door_sight((await self._tables.lookup.door(request)).room))

    @route("post", "/api/tables/{table}/requests", "Asks to be let in.", body=cmd.AskToSit, answer=Request)
    async def ask(self, request: web.Request) -> web.Response:
        live = await self._tables.lookup.door(request)
        self._asking.take(request)
        ask = await read_body(request, cmd.AskToSit)
        player = await self._players.player(request)
        earlier = self._requests_from(address_of(request, self._settings), live.room.id)
        asked = await request_seat(live, ask, player, earlier, self._registry.today())
        earlier.append(asked.request)
        del earlier[:-_MOST_REQUESTS]
        return json(asked, 201)

    def _requests_from(self, address: str, table: str) -> list[str]:
        """This address's requests at this table; new requests are added to it."""
        earlier = self._asked.pop((address, table), [])
        self._asked[address, table] = earlier
        if len(self._asked) > _MOST_ADDRESSES:
            self._asked.popitem(last=False)
        return earlier

    @route("get", "/api/tables/{table}/requests/{request}", "The status of a request.", answer=b.RequestSight)
    async def standing(self, request: web.Request) -> web.Response:
        name, secret, today = request.match_info["request"], seat_secret(request) or "", self._registry.today()
        live = await self._tables.lookup.fitting(request, lambda room: standing(room, name, secret, today) is not None)
        stands = standing(live.room, name, secret, today)
        if stands is None:
            raise refused("not_found", "refused", "newcomer_gone")
        if stands.status == "welcome":
            link = self._tables.link(request, stands.table)
            return json(
                b.RequestSight("welcome", b.Welcomed(stands.table, stands.code, stands.seat, secret, link=link))
            )
        why = say(language(request), "refused", "not_let_in") if stands.status == "refused" else ""
        return json(b.RequestSight(stands.status, why=why))

    @route("delete", "/api/tables/{table}/requests/{request}", "Withdraws a request.", answer=b.Done)
    async def withdraw(self, request: web.Request) -> web.Response:
        name, secret, today = request.match_info["request"], seat_secret(request) or "", self._registry.today()
        live = await self._tables.lookup.fitting(request, lambda room: standing(room, name, secret, today) is not None)
        await withdraw(live, name, secret)
        return json(b.Done())


def door_sight(room: Room) -> b.DoorSight:
    """What somebody without the link may know about a table before being let in."""
    host = room.seat(room.host).name if room.host is not None else ""
    options = room.options
    return b.DoorSight(
        host, options.edition.name, options.players, options.partners, options.table, options.stock,
        len(room.free_seats), room.choices.approval,
    )  # fmt: skip

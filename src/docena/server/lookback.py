"""Looking back over HTTP: games that are over, step by step, from a table or from a record that somebody has."""

import asyncio

from aiohttp import web

from docena.host.decide import Refused
from docena.host.retelling import retell
from docena.record import BadRecord, Record, read_record
from docena.server.addresses import address_of
from docena.server.backroom import Backroom
from docena.server.limits import Addresses
from docena.server.requests import json, language, read_bytes
from docena.server.settings import Settings
from docena.server.tables import Tables
from docena.words import say

_RATE, _BURST = 0.5, 10.0
"""Games that one address may have told again, a second and at once."""


class Lookback:
    """The handlers of replays."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self._tables, self._settings = tables, settings
        self._backroom = Backroom()
        self._asks = Addresses(_RATE, _BURST)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/api/tables/{table}/games/{game}/steps", self.steps),
            web.post("/api/replay", self.replay),
        ]

    async def steps(self, request: web.Request) -> web.Response:
        """All hands are shown: the game is over."""
        self._look(request)
        lang, record = language(request), await self._tables.finished(request)
        return _squeezed(await self._backroom.do(lambda: retell(record, lang), lang))

    async def replay(self, request: web.Request) -> web.Response:
        self._look(request)
        lang, body = language(request), await read_bytes(request)
        return _squeezed(await self._backroom.do(lambda: retell(_read(body), lang), lang))

    def _look(self, request: web.Request) -> None:
        if not self._asks.take(address_of(request, self._settings), asyncio.get_running_loop().time()):
            raise Refused("too_many", say(language(request), "refused", "too_many"))

    async def close(self, _: web.Application) -> None:
        self._backroom.close()


def _read(body: bytes) -> Record:
    try:
        return read_record(body)
    except RecursionError:
        raise BadRecord("it is nested too deeply") from None


def _squeezed(body: bytes) -> web.Response:
    response = json(body)
    response.enable_compression()
    return response

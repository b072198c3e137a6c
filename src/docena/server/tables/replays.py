"""Finished games over HTTP, as records or step by step, from a table or a file."""

import hashlib

from aiohttp import web

from docena.core.words import refused, worded
from docena.game.record import BadRecord, Record, read_record, write_record
from docena.server.protection.limits import RequestLimit
from docena.server.requests import language, read_bytes
from docena.server.routing import Handlers, route
from docena.server.settings import Settings
from docena.server.tables.answers import Answers, CachedAnswer, squeeze
from docena.server.tables.routes import Tables
from docena.tables.daily import GAME, day_at
from docena.tables.log.archive import finished_game
from docena.tables.registry import TableRegistry
from docena.tables.replay import ReplaySight, retelling
from docena.tables.slices import Metered, Turns

RATE, BURST = 30.0, 1500.0
"""Limit for one address, rate per second and burst, in turns of the event loop: pieces of about a millisecond.

Every request costs at least one, whether it succeeds or not.
"""
STEPS_IN_A_TURN = 8


class Replays(Handlers):
    """The handlers of finished games."""

    def __init__(self, registry: TableRegistry, tables: Tables, settings: Settings) -> None:
        self._registry, self._tables = registry, tables
        self._answers = Answers()
        self._spending = RequestLimit(settings, RATE, BURST)

    @route("get", "/api/tables/{table}/games/{game}", "The record of a finished game, with its proof.", answer=Record)
    async def record(self, request: web.Request) -> web.Response:
        turns = self._look(request)
        table, number = await self.finished(request)

        async def make() -> CachedAnswer:
            record = await self.read(table, number, turns)
            return await squeeze([write_record(record).encode()], turns, 1)

        return await self._answers.get(request, ("record", table, number), make)

    @route(
        "get", "/api/tables/{table}/games/{game}/steps", "The same step by step, with all hands.", answer=ReplaySight
    )
    async def steps(self, request: web.Request) -> web.Response:
        """All hands are shown: the game is over."""
        turns, lang = self._look(request), language(request)
        table, number = await self.finished(request)

        async def make() -> CachedAnswer:
            return await _retold(await self.read(table, number, turns), lang, turns)

        return await self._answers.get(request, ("steps", table, number, lang), make)

    @route("post", "/api/replay", "Any game step by step, from its record.", body=Record, answer=ReplaySight)
    async def replay(self, request: web.Request) -> web.Response:
        turns, lang = self._look(request), language(request)
        body = await read_bytes(request)

        async def make() -> CachedAnswer:
            return await _retold(record_in(body), lang, turns)

        key = "replay", hashlib.blake2b(body, digest_size=16).digest(), lang
        return await self._answers.get(request, key, make)

    def _look(self, request: web.Request) -> Turns:
        """Turns for this request, charged to its address."""
        self._spending.take(request)
        return Metered(self._registry.turns, lambda n: self._spending.spend(request, n))

    async def finished(self, request: web.Request) -> tuple[str, int]:
        """The table and the game that a path names, if it is over."""
        live, number = await self._tables.live(request), request.match_info["game"]
        if not number.isascii() or not number.isdigit() or len(number) > 6:
            raise refused("bad", "refused", "game_number", number=number[:20])
        room = live.room
        if room.opened.daily == day_at(self._registry.today()) and int(number) == GAME:
            raise refused("not_now", "refused", "daily_record")
        if int(number) < room.number or (int(number) == room.number and room.result is not None):
            return room.id, int(number)
        raise refused("not_found", "refused", "game_not_over", number=number)

    async def read(self, table: str, number: int, turns: Turns) -> Record:
        """Its record."""
        return await finished_game(self._registry.store, table, number, turns)

    async def close(self, _: web.Application) -> None:
        await self._answers.close()


async def _retold(record: Record, lang: str, turns: Turns) -> CachedAnswer:
    await turns.take()
    return await squeeze(retelling(record, lang), turns, STEPS_IN_A_TURN)


def record_in(body: bytes) -> Record:
    """The record in a request; `BadRecord` says what is wrong with it."""
    try:
        return read_record(body)
    except RecursionError:
        raise BadRecord(worded("record", "too_deep")) from None

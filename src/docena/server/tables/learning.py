"""Learning over HTTP: hints, the rulebook, lessons, and the daily deal."""

import asyncio
from functools import cache

import msgspec
from aiohttp import web

from docena.analysis.hints import Hints
from docena.core.errors import Refused
from docena.core.words import say
from docena.game.tutorials import LESSONS, LessonSight, lesson_sight, lessons_listed
from docena.narration.rulebook import WholeRulebook, whole_rulebook
from docena.server import bodies as b
from docena.server.people.players import Players
from docena.server.protection.addresses import address_of
from docena.server.protection.limits import Addresses
from docena.server.requests import client_version, json, language, read_body, seat_secret, too_many
from docena.server.routing import Handlers, route
from docena.server.settings import Settings
from docena.server.tables.previous import hints_of_version_1
from docena.server.tables.routes import Tables
from docena.server.tables.sockets import check_version
from docena.tables import commands as cmd
from docena.tables.daily import DayLine, DaySight, choices_of_the_day, day_at, player_of, sum_up
from docena.tables.messages import PROTOCOL
from docena.tables.registry import TableRegistry

_HINT_RATE, _HINT_BURST = 0.5, 4.0
"""Hints for one seat: rate per second, and burst."""
_MOST_RESULTS = 100_000
_FRESH_SECONDS = 20.0
"""How long the results of a day are cached, in seconds."""

_read_line = msgspec.json.Decoder(DayLine).decode


class Learning(Handlers):
    """The handlers of hints, rules, lessons and the daily deal."""

    def __init__(self, registry: TableRegistry, tables: Tables, players: Players, settings: Settings) -> None:
        self._registry, self._tables, self._players, self._settings = registry, tables, players, settings
        self._hints = Addresses(_HINT_RATE, _HINT_BURST)
        self._lines: tuple[str, float, list[DayLine]] = ("", 0.0, [])

    @route(
        "post", "/api/tables/{table}/hint", "The best plans of the seat that moves, and why: `version=2`.", answer=Hints
    )
    async def hint(self, request: web.Request) -> web.Response:
        live, lang = await self._tables.live(request), language(request)
        version = client_version(request)
        check_version(version, lang)
        seat = self._registry.seat_of(live, seat_secret(request), lang)
        who = f"{address_of(request, self._settings)} {live.room.id}"
        if not self._hints.take(who, asyncio.get_running_loop().time()):
            raise too_many(lang)
        found = await self._registry.hint(live, seat, lang)
        return json(found if version == PROTOCOL else hints_of_version_1(found))

    @route("get", "/api/rules", "The rulebook of all editions.", answer=WholeRulebook)
    async def rules(self, request: web.Request) -> web.Response:
        return _squeezed(_rules(language(request)))

    @route("get", "/api/lessons", "The lessons.", answer=b.LessonList)
    async def lessons(self, request: web.Request) -> web.Response:
        return json(b.LessonList(lessons_listed(language(request))))

    @route("get", "/api/lessons/{lesson}", "A lesson, step by step.", answer=LessonSight)
    async def lesson(self, request: web.Request) -> web.Response:
        name, lang = request.match_info["lesson"], language(request)
        if name not in LESSONS:
            raise Refused("not_found", say(lang, "refused", "no_lesson", lessons=", ".join(LESSONS)))
        # built on first use, in a different thread from the tables
        return _squeezed(await asyncio.get_running_loop().run_in_executor(None, _lesson, name, lang))

    # --- the deal of the day

    @route("get", "/api/daily", "The daily deal, and its results so far.", answer=DaySight)
    async def daily(self, request: web.Request) -> web.Response:
        day, player = day_at(self._registry.today()), await self._players.player(request)
        return json(await self._results(day, player))

    async def _results(self, day: str, player: str) -> DaySight:
        now = asyncio.get_running_loop().time()
        if self._lines[0] != day or now > self._lines[1]:
            rows = await self._registry.store.history(player_of(day), None, _MOST_RESULTS)
            self._lines = day, now + _FRESH_SECONDS, [_read_line(row.summary) for row in reversed(rows)]
        return sum_up(day, self._lines[2], player)

    @route("post", "/api/daily", "Opens a table with the daily deal.", body=cmd.OpenDaily, answer=b.Welcomed)
    async def open_daily(self, request: web.Request) -> web.Response:
        self._tables.may_open(request)
        ask, day = await read_body(request, cmd.OpenDaily), day_at(self._registry.today())
        return await self._tables.opened(request, cmd.Open(ask.name, 1, choices_of_the_day()), day)


@cache
def _rules(lang: str) -> bytes:
    return msgspec.json.encode(whole_rulebook(lang))


@cache
def _lesson(name: str, lang: str) -> bytes:
    return msgspec.json.encode(lesson_sight(name, lang))


def _squeezed(body: bytes) -> web.Response:
    response = json(body)
    response.enable_compression()
    return response

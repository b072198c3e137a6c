"""Learning over HTTP: hints, the rulebook, lessons, and the daily deal."""

import asyncio
from functools import cache

import msgspec
from aiohttp import web

from docena.analysis.hints import Hints
from docena.core.words import refused
from docena.game.tutorials import LESSONS, LessonSight, lesson_sight, lessons_listed
from docena.narration.rulebook import WholeRulebook, whole_rulebook
from docena.server import bodies as b
from docena.server.people.players import Players
from docena.server.protection.limits import RequestLimit, too_many
from docena.server.requests import client_version, json, language, read_body, seat_secret
from docena.server.routing import Handlers, route
from docena.server.settings import Settings
from docena.server.tables.daily_results import DailyResults
from docena.server.tables.previous import hints_of_version_1
from docena.server.tables.routes import Tables
from docena.server.tables.sockets import check_version
from docena.tables import commands as cmd
from docena.tables.daily import DayDeal, choices_of_the_day, day_at, day_before, deal_of
from docena.tables.messages import PROTOCOL
from docena.tables.player_games import GameLine
from docena.tables.ranking import DaySight, sum_up
from docena.tables.registry import TableRegistry

_HINT_RATE, _HINT_BURST = 0.5, 4.0
"""Hints for one seat: rate per second, and burst."""
_ADDRESS_HINT_RATE, _ADDRESS_HINT_BURST = 2.0, 20.0
"""The same for one address, at all tables together."""
MOST_HINTING = 6
"""Hints in progress: they are computed where bots think, too."""
_LOOK_RATE, _LOOK_BURST = 5.0, 200.0
"""Looks at the daily deal from one address: rate per second, and burst."""
_OWN_GAMES = 500
"""The latest games among which a player's daily deals are counted."""

_read_game = msgspec.json.Decoder(GameLine).decode


class Learning(Handlers):
    """The handlers of hints, rules, lessons and the daily deal."""

    def __init__(self, registry: TableRegistry, tables: Tables, players: Players, settings: Settings) -> None:
        self._registry, self._tables, self._players = registry, tables, players
        self._hints = RequestLimit(settings, _HINT_RATE, _HINT_BURST)
        self._hints_of_all = RequestLimit(settings, _ADDRESS_HINT_RATE, _ADDRESS_HINT_BURST)
        self._hinting = 0
        self._looks = RequestLimit(settings, _LOOK_RATE, _LOOK_BURST)
        self._results = DailyResults(registry.store, registry.turns)
        self._server_secret = b""

    @route(
        "post", "/api/tables/{table}/hint", "The best plans of the seat that moves, and why: `version=2`.", answer=Hints
    )
    async def hint(self, request: web.Request) -> web.Response:
        live = await self._tables.live(request)
        version = client_version(request)
        check_version(version)
        seat = self._registry.seat_of(live, seat_secret(request))
        self._hints.take(request, live.room.id)
        self._hints_of_all.take(request)
        if self._hinting >= MOST_HINTING:
            raise too_many()
        self._hinting += 1
        try:
            found = await self._registry.hint(live, seat, language(request))
        finally:
            self._hinting -= 1
        return json(found if version == PROTOCOL else hints_of_version_1(found))

    @route("get", "/api/rules", "The rulebook of all editions.", answer=WholeRulebook)
    async def rules(self, request: web.Request) -> web.Response:
        return _squeezed(_rules(language(request)))

    @route("get", "/api/lessons", "The lessons.", answer=b.LessonList)
    async def lessons(self, request: web.Request) -> web.Response:
        return json(b.LessonList(lessons_listed(language(request))))

    @route("get", "/api/lessons/{lesson}", "A lesson, step by step.", answer=LessonSight)
    async def lesson(self, request: web.Request) -> web.Response:
        name = request.match_info["lesson"]
        if name not in LESSONS:
            raise refused("not_found", "refused", "no_lesson", lessons=", ".join(LESSONS))
        # built on first use, in a different thread from the tables
        return _squeezed(await asyncio.get_running_loop().run_in_executor(None, _lesson, name, language(request)))

    # --- the deal of the day

    @route("get", "/api/daily", "The daily deal, its results so far, and the player's own.", answer=DaySight)
    async def daily(self, request: web.Request) -> web.Response:
        self._looks.take(request)
        day, player = day_at(self._registry.today()), await self._players.player(request)
        deal, revealed = await self._deal(day), await self._deal(day_before(day))
        return json(sum_up(deal, revealed, await self._results.of(day), player, await self._own(player)))

    async def _deal(self, day: str) -> DayDeal:
        if not self._server_secret:
            self._server_secret = await self._registry.store.secret()
        return deal_of(self._server_secret, day)

    async def _own(self, player: str) -> list[tuple[str, bool]]:
        """The days whose deals a player has played to their end, and whether they were won."""
        rows = await self._registry.store.history(player, None, _OWN_GAMES) if player else []
        games = [_read_game(row.summary) for row in rows]
        return [(game.daily, game.won) for game in games if game.daily]

    @route("post", "/api/daily", "Opens a table with the daily deal; a player's first attempt is ranked.",
           body=cmd.OpenDaily, answer=b.Welcomed)  # fmt: skip
    async def open_daily(self, request: web.Request) -> web.Response:
        self._tables.may_open(request)
        ask, day = await read_body(request, cmd.OpenDaily), day_at(self._registry.today())
        self._results.expire()
        opening = cmd.Open(ask.name, 1, choices_of_the_day())
        return await self._tables.opened(request, opening, await self._deal(day))


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

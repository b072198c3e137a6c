"""A player's own games over HTTP: list, statistics, export and deletion."""

import msgspec
from aiohttp import web

from docena.core.errors import DocenaError
from docena.core.words import refused
from docena.server import bodies as b
from docena.server.people.accounts import account_sight
from docena.server.people.login_limits import LoginLimits
from docena.server.people.pages import PAGE, page, pages
from docena.server.people.players import Players, account_player
from docena.server.protection.responses import HEADERS
from docena.server.requests import base_url, json
from docena.server.routing import Handlers, route
from docena.server.settings import Settings
from docena.storage.ports import PlayedGame, Store
from docena.tables.player_games import GameLine, Statistics, Totals, add_up

_USUAL = 50
_LONGEST_NUMBER = 15
_read_line = msgspec.json.Decoder(GameLine).decode


class HistoryRoutes(Handlers):
    """The handlers of `/api/me`."""

    def __init__(self, store: Store, players: Players, limits: LoginLimits, settings: Settings) -> None:
        self._store, self._players, self._limits, self._settings = store, players, limits, settings

    async def _me(self, request: web.Request) -> str:
        self._limits.looks.take(request)
        player = await self._players.player(request)
        if not player:
            raise refused("secret", "account", "who")
        return player

    @route(
        "get",
        "/api/me/games",
        "The player's games, the latest first: `before` a time, at most `most`.",
        answer=b.MyGames,
    )
    async def games(self, request: web.Request) -> web.Response:
        before, most = _number(request, "before", None), _number(request, "most", _USUAL)
        player = await self._me(request)
        rows, before = await page(self._store, player, before, min(max(most or 1, 1), PAGE))
        return json(b.MyGames(_shown(rows, base_url(request, self._settings)), before))

    @route("get", "/api/me/statistics", "The player's statistics.", answer=Statistics)
    async def statistics(self, request: web.Request) -> web.Response:
        player, statistics = await self._me(request), Statistics(Totals(), {})
        async for rows in pages(self._store, player):
            add_up(statistics, [_read_line(row.summary) for row in rows])
        return json(statistics)

    @route(
        "get", "/api/me/export", "All of it, as JSON lines: ExportPlayer, ExportGame ..., ExportEnd.",
        lines=(b.ExportPlayer, b.ExportGame, b.ExportEnd),
    )  # fmt: skip
    async def export(self, request: web.Request) -> web.StreamResponse:
        """Everything stored about a player, as JSON lines, page by page."""
        player = await self._me(request)
        head = b.ExportPlayer(player, self._players.today(), await self._account(request, player))
        all_pages = pages(self._store, player)
        first = await anext(all_pages)  # if nothing can be read, the request is refused with a sentence
        response = web.StreamResponse(headers=HEADERS | {"Cache-Control": "no-store"})
        response.content_type = "application/x-ndjson"
        response.headers["Content-Disposition"] = 'attachment; filename="docena.jsonl"'
        await response.prepare(request)
        where, count = base_url(request, self._settings), len(first)
        await response.write(_lines([head]) + _lines([b.ExportGame(game) for game in _shown(first, where)]))
        try:
            async for rows in all_pages:
                count += len(rows)
                await response.write(_lines([b.ExportGame(game) for game in _shown(rows, where)]))
        except DocenaError as error:
            # too late for a refusal: the export ends without its last line and the end of its transfer
            if request.transport is not None:
                request.transport.abort()
            raise ConnectionResetError from error
        await response.write(_lines([b.ExportEnd(count)]))
        await response.write_eof()
        return response

    async def _account(self, request: web.Request, player: str) -> b.AccountSight | None:
        if self._players.accounts is None or not player.startswith(account_player("")):
            return None
        return await account_sight(self._players.accounts, await self._players.account(request))

    @route("delete", "/api/me", "Deletes the player's games.", answer=b.Done)
    async def forget(self, request: web.Request) -> web.Response:
        await self._store.forget_player(await self._me(request))
        return json(b.Done())


def _shown(rows: list[PlayedGame], where: str) -> list[b.MyGame]:
    return [
        b.MyGame(
            at=row.at,
            table=row.table,
            game=row.game,
            seat=row.seat,
            record=f"{where}/api/tables/{row.table}/games/{row.game}",
            line=_read_line(row.summary),
        )
        for row in rows
    ]


def _lines(lines: list[b.ExportPlayer] | list[b.ExportGame] | list[b.ExportEnd]) -> bytes:
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


def _number(request: web.Request, name: str, usual: int | None) -> int | None:
    text = request.query.get(name, "")
    if not text:
        return usual
    if not text.isascii() or not text.isdigit() or len(text) > _LONGEST_NUMBER:
        raise refused("bad", "refused", "number", name=name, text=text[:20])
    return int(text)

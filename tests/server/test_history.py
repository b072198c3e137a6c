"""A player's own games: pages without a gap, sums, an export of all of it, and its end."""

import asyncio
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import ClientError
from server.hall import TODAY, Hall, visit
from tables.fakes import Friend, HandClock

from docena.core.errors import DocenaError
from docena.server import bodies as b
from docena.server.schema import openapi
from docena.storage.ports import PlayedGame, Write, WriteOutcome
from docena.tables import commands as cmd
from docena.tables.codes import secret_hash
from docena.tables.player_games import GameLine, Statistics

KEY = secrets.token_urlsafe(32)
ME = f"k:{secret_hash(KEY)}"


def line(edition: str = "classic", won: bool = True, reason: str = "stock", points: int = 30) -> bytes:
    game = GameLine(edition, 2, False, "strict", "Ana", won, reason, points if won else 0, 0 if won else 4, ["Luis"])
    return msgspec.json.encode(game)


async def has_played(hall: Hall, rows: Sequence[PlayedGame]) -> None:
    """All at once, each at a table of its own."""
    loop = asyncio.get_running_loop()
    waiting: list[asyncio.Future[WriteOutcome]] = []
    for number, row in enumerate(rows):
        waiting.append(loop.create_future())
        hall.store.write(Write(f"{row.table}.{number}", 1, [b"{}"], None, waiting[-1].set_result, None, [row]))
    assert set(await asyncio.gather(*waiting)) <= {WriteOutcome.WRITTEN}


async def all_pages(hall: Hall, most: int) -> list[b.MyGame]:
    games: list[b.MyGame] = []
    path = f"/api/me/games?most={most}"
    while True:
        reply = await hall.get(path, key=KEY)
        page = msgspec.json.decode(reply.text, type=b.MyGames)
        games += page.games
        if page.before is None:
            return games
        assert page.games
        path = f"/api/me/games?most={most}&before={page.before}"


def test_nobody_in_particular_has_no_history(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        for method, path in (("GET", "games"), ("GET", "statistics"), ("GET", "export"), ("DELETE", "")):
            refused = await hall.ask(method, f"/api/me/{path}".rstrip("/"))
            assert refused.status == 401
            assert "X-Docena-Key" in refused.body["why"]
        for key in ("short", "x" * 87, "é" * 43, "x" * 42 + "!"):
            assert (await hall.get("/api/me/games", X_Docena_Key=key)).status == 400
        assert (await hall.get("/api/me/games", key=KEY)).body == {"games": [], "before": None}

    visit(tmp_path, test)


def test_pages_have_every_game_once_though_many_end_in_one_second(tmp_path: Path) -> None:
    # 1, 2, 3 ... games that end in the same second
    times = [second for second in range(1, 9) for _ in range(second)]
    rows = [PlayedGame(ME, f"t{number}", 1, 1, at, line()) for number, at in enumerate(times)]

    async def test(hall: Hall) -> None:
        other = [PlayedGame("k:other", "t", 1, 1, 4, line())]
        await has_played(hall, [*rows, *other])
        for most in (1, 2, 3, 7, 35, 36, 37, 500):
            games = await all_pages(hall, most)
            assert [game.at for game in games] == sorted(times, reverse=True), most
            assert len({game.table for game in games}) == len(rows)
        assert len((await hall.get("/api/me/games?most=9", key=KEY)).body["games"]) <= 9
        for query in ("most=x", "most=-1", "before=1e9", "before=" + "9" * 30, "most=\u0663"):
            assert (await hall.get(f"/api/me/games?{query}", key=KEY)).status == 400, query

    visit(tmp_path, test)


def test_statistics_add_up_over_all_pages(tmp_path: Path) -> None:
    rows = [PlayedGame(ME, f"c{at}", 1, 1, at, line(won=at % 3 == 0)) for at in range(900)]
    rows += [
        PlayedGame(ME, f"m{at}", 1, 1, at, line("mod", reason="abandoned" if at % 2 else "stock")) for at in range(200)
    ]

    async def test(hall: Hall) -> None:
        await has_played(hall, rows)
        statistics = msgspec.json.decode((await hall.get("/api/me/statistics", key=KEY)).text, type=Statistics)
        classic, mod = statistics.editions["classic"], statistics.editions["mod"]
        assert (classic.games, classic.won, classic.points, classic.left) == (900, 300, 9000, 2400)
        assert (mod.games, mod.won, mod.points, mod.left) == (100, 100, 3000, 0)
        assert (statistics.all.games, statistics.all.won) == (1000, 400)

    visit(tmp_path, test)


def test_an_export_is_everything_line_by_line(tmp_path: Path) -> None:
    rows = [PlayedGame(ME, f"t{number}", 1, 2, number // 3, line()) for number in range(1200)]
    kinds = b.ExportPlayer | b.ExportGame | b.ExportEnd

    async def test(hall: Hall) -> None:
        await has_played(hall, rows)
        reply = await hall.get("/api/me/export", key=KEY)
        assert reply.status == 200
        assert reply.headers["Content-Type"].startswith("application/x-ndjson")
        assert reply.headers["Cache-Control"] == "no-store"
        assert "default-src 'none'" in reply.headers["Content-Security-Policy"]
        assert KEY not in reply.text
        lines: list[Any] = [msgspec.json.decode(part, type=kinds) for part in reply.text.splitlines()]
        assert lines[0] == b.ExportPlayer(ME, TODAY)
        assert lines[-1] == b.ExportEnd(1200)
        assert {exported.game.table for exported in lines[1:-1]} == {row.table for row in rows}
        assert lines[1].game.record.endswith(f"/api/tables/{lines[1].game.table}/games/1")

        account = {"name": "Ana", "password": "seven of spades"}
        token = (await hall.post("/api/accounts", account)).body["token"]
        own = (await hall.get("/api/me/export", token=token)).text.splitlines()
        head = msgspec.json.decode(own[0], type=kinds)
        assert isinstance(head, b.ExportPlayer)
        assert head.account is not None
        assert head.account.name == "Ana"
        assert msgspec.json.decode(own[-1], type=kinds) == b.ExportEnd(0)

    visit(tmp_path, test)


def test_an_export_that_breaks_off_does_not_look_whole(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        await has_played(hall, [PlayedGame(ME, f"t{at}", 1, 1, at, line()) for at in range(1200)])
        store: Any = hall.store
        history, calls = store.history, iter(range(99))

        async def fails_later(*which: Any) -> Any:
            if next(calls) == 2:
                raise DocenaError("the disk is gone")
            return await history(*which)

        store.history = fails_later
        with pytest.raises(ClientError):
            await hall.get("/api/me/export", key=KEY)
        store.history = history
        assert (await hall.get("/api/me/games", key=KEY)).status == 200

    visit(tmp_path, test)


def test_games_are_forgotten_when_the_player_says_so(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        await has_played(hall, [PlayedGame(ME, "t", 1, 1, 5, line()), PlayedGame("k:other", "t", 1, 2, 5, line())])
        assert (await hall.delete("/api/me", key=KEY)).status == 200
        assert await hall.store.history(ME, None, 9) == []
        assert len(await hall.store.history("k:other", None, 9)) == 1

    visit(tmp_path, test)


def test_a_game_that_was_played_is_in_the_history_of_those_who_said_who_they_are() -> None:
    other = secrets.token_urlsafe(32)

    async def test(hall: Hall) -> None:
        opening = {"name": "Ana", "choices": {"players": 2, "short": True, "goal": 0}}
        welcome = (await hall.post("/api/tables", opening, key=KEY)).body
        table = welcome["table"]
        assert (await hall.post(f"/api/tables/{table}/seats", {"name": "Luis"}, key=other)).status == 201
        live = await hall.registry.live(table)
        assert live is not None
        friends = [Friend(1), Friend(2)]
        for friend in friends:
            hall.registry.enter(live, friend)
        for number, friend in enumerate(friends):
            hall.registry.ask(live, friend, cmd.GetReady(f"r{number}"))
        clock = hall.registry.ticker
        assert isinstance(clock, HandClock)
        clock.pass_time(0)
        assert live.room.phase == "playing"
        while live.room.phase == "playing":
            mover = live.room.mover
            assert mover is not None
            friend = friends[mover - 1]
            # the stock card, then anything that fits, then a discard
            move = min(friend.view.legal, key=lambda move: (not move.startswith("S>"), ">" not in move, move))
            hall.registry.ask(live, friend, cmd.MakeMove(f"m{live.room.seq}", friend.seq, move))
        clock.pass_time(0)
        mine, theirs = [
            msgspec.json.decode((await hall.get("/api/me/games", key=key)).text, type=b.MyGames).games
            for key in (KEY, other)
        ]
        assert [len(mine), len(theirs)] == [1, 1]
        assert (mine[0].line.name, mine[0].line.others) == ("Ana", ["Luis"])
        assert {mine[0].line.won, theirs[0].line.won} == {True, False}
        assert mine[0].table == table
        path = mine[0].record.partition("/api/")[2]
        record = await hall.get(f"/api/{path}")
        assert record.status == 200, record.text
        assert (await hall.get("/api/me/statistics", key=KEY)).body["all"]["games"] == 1

    visit(None, test)


def test_what_is_asked_about_people_is_in_the_schema(tmp_path: Path) -> None:
    described = openapi()["paths"]

    async def test(hall: Hall) -> None:
        served = {
            (route.method.lower(), route.resource.canonical)
            for route in hall.client.app.router.routes()
            if route.resource is not None and route.method != "HEAD"
        }
        about_people = ("/api/me", "/api/account", "/api/sessions", "/api/passkeys")
        served = {(method, path) for method, path in served if path.startswith(about_people)}
        known = {(method, path) for path, methods in described.items() for method in methods}
        assert len(served) == 16
        assert served <= known

    visit(tmp_path, test)

"""A whole server for tests: its application over a store, with a client, a calendar by hand and cheap passwords."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from aiohttp.test_utils import TestClient, TestServer
from argon2 import PasswordHasher
from tables.fakes import HandClock, MemoryStore, QuickBots

from docena.server.app import make_app
from docena.server.metrics import Metrics
from docena.server.operations import Readiness
from docena.server.people.players import Players
from docena.server.settings import Settings
from docena.server.tables.sockets import Sockets
from docena.storage.accounts import Accounts
from docena.storage.ports import Store
from docena.storage.running_time import DAY
from docena.storage.sqlite import SqliteStore
from docena.storage.sqlite_file import Setup
from docena.tables.registry import TableRegistry

TODAY = 1_800_000_000


def cheap() -> PasswordHasher:
    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


class Reply(msgspec.Struct):
    """What came back."""

    status: int
    body: Any
    text: str
    headers: Mapping[str, str]


class Hall:
    """The server and its one client."""

    def __init__(self, store: Store, accounts: Accounts | None, settings: Settings, hasher: PasswordHasher) -> None:
        self.store, self.accounts = store, accounts
        self.today = TODAY
        self.registry = TableRegistry(store, HandClock(), QuickBots(), "here", seed=7)
        sockets = Sockets(self.registry, settings, lambda: 0.0)
        metrics = Metrics(lambda: 0, lambda: 0, lambda: 0)
        readiness = Readiness(self.registry, lambda: 0.0)
        players = Players(accounts if settings.accounts else None, lambda: self.today)
        app = make_app(self.registry, sockets, players, readiness, metrics, settings, hasher=hasher)
        self.client = TestClient(TestServer(app))

    async def run_until(self, day: int) -> None:
        """The server has run for so many days."""
        assert isinstance(self.store, SqliteStore)
        await self.store.change("UPDATE meta SET value = $1 WHERE key = 'running' RETURNING key", str(day * DAY))

    async def ask(
        self, method: str, path: str, body: Any = None, token: str = "", key: str = "", **headers: str
    ) -> Reply:
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["X-Docena-Key"] = key
        data = body if isinstance(body, bytes) or body is None else msgspec.json.encode(body)
        async with self.client.request(method, path, data=data, headers=headers) as response:
            text = await response.text()
            is_json = response.content_type == "application/json"
            return Reply(response.status, msgspec.json.decode(text) if is_json else None, text, response.headers)

    async def get(self, path: str, **more: str) -> Reply:
        return await self.ask("GET", path, **more)

    async def post(self, path: str, body: Any = None, **more: str) -> Reply:
        return await self.ask("POST", path, {} if body is None else body, **more)

    async def delete(self, path: str, **more: str) -> Reply:
        return await self.ask("DELETE", path, **more)


def visit(
    folder: Path | None,
    test: Callable[[Hall], Awaitable[None]],
    settings: Settings | None = None,
    hasher: PasswordHasher | None = None,
) -> None:
    """Serves from a file in the folder, or without one from memory and with no accounts."""

    async def main() -> None:
        settled = settings or Settings()
        store: SqliteStore | MemoryStore
        if folder is None:
            store = MemoryStore()
            hall = Hall(store, None, settled, hasher or cheap())
        else:
            setup = Setup(str(folder / "docena.db"))
            store = await SqliteStore.open(setup, asyncio.get_running_loop(), lambda: float(TODAY))
            hall = Hall(store, store.accounts, settled, hasher or cheap())
        try:
            async with hall.client:
                await test(hall)
        finally:
            await store.close()

    asyncio.run(main())

"""The store in a PostgreSQL database shared by several nodes: the log's unique keys decide which write wins."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from docena.core.errors import DocenaError
from docena.storage.accounts import Accounts
from docena.storage.lookups import IDLE, PULSE, ROOMFUL, Lookups, Rows, pulse
from docena.storage.ports import StoreDown, Write, WriteOutcome
from docena.storage.postgres_writer import CHANNEL, LONGEST_WAIT, LOST, SCHEMA_LOCK, SHORTEST_WAIT, PostgresWriter
from docena.storage.schema import HAS_VERSION, upgrade

READERS = 4
PATIENCE = 10.0
"""Timeout for the server, in seconds."""
QUIET_SECONDS = 30.0
"""After this long without notifications the connection is checked."""
SETTINGS = {"synchronous_commit": "on", "application_name": "docena"}


async def _migrate(connection: asyncpg.Connection, where: str) -> None:
    """Migrates the database to the current version, atomically; nodes that start together take turns."""
    async with connection.transaction():
        await connection.execute(f"SELECT pg_advisory_xact_lock({SCHEMA_LOCK})")
        version = 0
        if await connection.fetchval("SELECT to_regclass('meta') IS NOT NULL"):
            version = int(await connection.fetchval(HAS_VERSION) or 0)
            if not version:
                raise DocenaError(f"{where} has tables, but they are not docena's")
        for statement in upgrade(version, where):
            await connection.execute(statement)


class PostgresStore(Lookups):
    """Logs in PostgreSQL; made by `PostgresStore.open`."""

    shared = True

    def __init__(
        self, url: str, pool: "asyncpg.Pool", loop: asyncio.AbstractEventLoop, now: Callable[[], float] = time.time
    ) -> None:
        self.accounts = Accounts(self)
        self._url = url
        self._pool = pool
        self._loop = loop
        self._closed = False
        self._heard: list[Callable[[str, int], None]] = []
        self._writer = PostgresWriter(self._connect, loop, now)
        self._ear: asyncio.Task[None] | None = None
        self._listening = asyncio.Event()

    @classmethod
    async def open(
        cls, url: str, loop: asyncio.AbstractEventLoop, now: Callable[[], float] = time.time
    ) -> "PostgresStore":
        """Connects, and migrates the database."""
        where = _without_password(url)
        try:
            connection = await asyncpg.connect(url, timeout=PATIENCE, server_settings=SETTINGS)
            try:
                await _migrate(connection, where)
            finally:
                await connection.close()
            pool = await asyncpg.create_pool(
                url, min_size=0, max_size=READERS, timeout=PATIENCE, command_timeout=PATIENCE, server_settings=SETTINGS
            )
        except DocenaError:
            raise
        except (*LOST, asyncpg.PostgresError, ValueError) as error:
            raise DocenaError(f"cannot open the database {where}: {error}") from None
        return cls(url, pool, loop, now)

    async def _connect(self) -> asyncpg.Connection:
        return await asyncpg.connect(
            self._url, timeout=PATIENCE, command_timeout=PATIENCE, server_settings=SETTINGS
        )  # fmt: skip

    def write(self, write: Write) -> None:
        if self._closed:
            self._loop.call_soon(write.done, WriteOutcome.FAILED)
        else:
            self._writer.give(write)

    async def look(self, sql: str, *values: Any) -> Rows:
        """Reads; a lost connection is replaced once."""
        try:
            try:
                return await self._ask(sql, values)
            except LOST:
                return await self._ask(sql, values)
        except (*LOST, asyncpg.PostgresError) as error:
            raise StoreDown(f"the database cannot be read: {error}") from error

    async def change(self, sql: str, *values: Any) -> Rows:
        """Writes one statement."""
        try:
            return await self._ask(sql, values)
        except (*LOST, asyncpg.PostgresError) as error:
            raise StoreDown(f"the database cannot be written: {error}") from error

    async def _ask(self, sql: str, values: tuple[Any, ...]) -> Rows:
        rows: Rows = await self._pool.fetch(sql, *values)
        return rows

    async def forget_tables(self, idle_days: int) -> int:
        taken = 0
        try:
            while some := await self._take_some(idle_days):
                taken += some
        except (*LOST, asyncpg.PostgresError) as error:
            raise StoreDown(f"the database cannot be written: {error}") from error
        return taken

    async def _take_some(self, idle_days: int) -> int:
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute(f"SELECT pg_advisory_xact_lock({SCHEMA_LOCK})")
            names = [row[0] for row in await connection.fetch(IDLE, idle_days, ROOMFUL)]
            await connection.execute("DELETE FROM events WHERE table_id = ANY($1::text[])", names)
            await connection.execute("DELETE FROM snapshots WHERE log_id = ANY($1::text[])", names)
            await connection.execute("DELETE FROM tables WHERE id = ANY($1::text[])", names)
        return len(names)

    async def healthy(self) -> bool:
        try:
            await asyncio.wait_for(self.change(PULSE, pulse()), PATIENCE / 2)
        except (DocenaError, TimeoutError):
            return False
        return True

    async def close(self) -> None:
        self._closed = True
        await self._writer.close()
        if self._ear is not None:
            self._ear.cancel()
            with suppress(asyncio.CancelledError):
                await self._ear
            self._ear = None
        try:
            await asyncio.wait_for(self._pool.close(), PATIENCE / 2)
        except (*LOST, asyncpg.PostgresError):
            self._pool.terminate()

    def on_change(self, heard: Callable[[str, int], None]) -> None:
        self._heard.append(heard)
        if self._ear is None:
            self._ear = self._loop.create_task(self._listen())

    async def listening(self) -> None:
        """Returns when notifications of other nodes arrive."""
        await self._listening.wait()

    async def _listen(self) -> None:
        """Receives notifications of other nodes, and returns when the connection is lost."""
        wait = SHORTEST_WAIT
        while True:
            connection: asyncpg.Connection | None = None
            try:
                connection = await self._connect()
                ended = asyncio.Event()
                connection.add_termination_listener(lambda _, ended=ended: ended.set())
                await connection.add_listener(CHANNEL, self._hear)
                wait = SHORTEST_WAIT
                self._listening.set()
                for heard in self._heard:
                    heard("", 0)  # earlier notifications may have been lost
                while not ended.is_set():
                    # a connection that only listens would not notice a broken network
                    with suppress(TimeoutError):
                        await asyncio.wait_for(ended.wait(), QUIET_SECONDS)
                        break
                    await connection.execute("SELECT 1")
            except (*LOST, asyncpg.PostgresError):
                pass
            finally:
                self._listening.clear()
                if connection is not None:
                    connection.terminate()
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    def _hear(self, connection: Any, pid: int, channel: str, payload: object) -> None:  # noqa: ARG002
        node, _, rest = str(payload).partition(":")
        table, _, seq = rest.rpartition(":")
        if node != self._writer.node and seq.isdigit():
            for heard in self._heard:
                heard(table, int(seq))


def _without_password(url: str) -> str:
    """
    >>> _without_password("postgresql://docena:secret@host/name?password=secret")
    'postgresql://host/name'
    """
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.partition('?')[0].rpartition('@')[2]}"

"""Where the logs of tables are kept: in a SQLite file, or in a PostgreSQL that several nodes share."""

import asyncio
from typing import Protocol

from docena.errors import DocenaError
from docena.host.ports import Store
from docena.store.accounts import Accounts
from docena.store.sqlite import SqliteStore
from docena.store.sqlite_file import Setup

__all__ = ["Database", "open_store"]


class Database(Store, Protocol):
    """A store that keeps accounts as well."""

    @property
    def shared(self) -> bool:
        """Other nodes may write to it."""

    @property
    def accounts(self) -> Accounts:
        """Who has one."""


async def open_store(url: str, loop: asyncio.AbstractEventLoop) -> Database:
    """Opens `sqlite:PATH`, a plain path, or `postgresql://...`; what cannot be opened is said in a sentence."""
    if url.startswith(("postgresql://", "postgres://")):
        try:
            from docena.store.postgres import PostgresStore
        except ModuleNotFoundError as error:
            if error.name != "asyncpg":
                raise
            raise DocenaError("PostgreSQL needs one more package: pip install docena[postgres]") from None
        return await PostgresStore.open(url, loop)
    path = url.removeprefix("sqlite:")
    if not path or "://" in path:
        raise DocenaError(f"there is no database {url!r}: name a file, or postgresql://user@host/name")
    return await SqliteStore.open(Setup(path), loop)

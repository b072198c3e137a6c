"""Storage of tables' logs: in a SQLite file, or in a PostgreSQL database that several nodes share."""

import asyncio
from pathlib import Path
from typing import Protocol

from docena.core.errors import DocenaError
from docena.storage.accounts import Accounts
from docena.storage.lookups import Sql
from docena.storage.ports import Store
from docena.storage.sqlite import SqliteStore
from docena.storage.sqlite_file import Setup

__all__ = ["Database", "file_of", "open_store"]

_POSTGRES = ("postgresql://", "postgres://")


class Database(Store, Sql, Protocol):
    """A store that also stores accounts, and runs statements."""

    @property
    def shared(self) -> bool:
        """Whether other nodes may write to it."""

    @property
    def accounts(self) -> Accounts:
        """The accounts."""


async def open_store(url: str, loop: asyncio.AbstractEventLoop) -> Database:
    """Opens `sqlite:PATH`, a plain path, or `postgresql://...`; failures are sentences."""
    if url.startswith(_POSTGRES):
        try:
            from docena.storage.postgres import PostgresStore
        except ModuleNotFoundError as error:
            if error.name != "asyncpg":
                raise
            raise DocenaError("PostgreSQL needs one more package: pip install docena[postgres]") from None
        return await PostgresStore.open(url, loop)
    return await SqliteStore.open(Setup(_path_of(url)), loop)


def file_of(url: str) -> Path | None:
    """The file of a SQLite database; None for PostgreSQL, which several servers may share."""
    return None if url.startswith(_POSTGRES) else Path(_path_of(url))


def _path_of(url: str) -> str:
    path = url.removeprefix("sqlite:")
    if not path or "://" in path:
        raise DocenaError(f"there is no database {url!r}: name a file, or postgresql://user@host/name")
    return path

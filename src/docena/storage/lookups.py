"""Queries in SQL that both databases understand."""

import secrets
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, Protocol

from docena.storage.ports import LogRow, PlayedGame, Snapshot

RUNNING_SECONDS = "COALESCE((SELECT CAST(value AS BIGINT) FROM meta WHERE key = 'running'), 0)"
RUNNING_DAY = f"{RUNNING_SECONDS} / 86400"
"""The current day by the count of days on which a server has run (`running_time`)."""
LAST_AT = "(SELECT e.at FROM events e WHERE e.table_id = t.id ORDER BY e.seq DESC LIMIT 1)"
READ = "SELECT seq, action, body FROM events WHERE table_id = $1 AND seq > $2 ORDER BY seq LIMIT $3"
SNAPSHOT = "SELECT part, seq, body FROM snapshots WHERE log_id = $1 AND part <= $2 ORDER BY part DESC LIMIT 1"
FIND = "SELECT id FROM tables WHERE code = $1 AND code <> '' AND live"
LIVE = (
    f"SELECT id FROM (SELECT t.id, {LAST_AT} AS at FROM tables t WHERE live) AS found "  # noqa: S608
    "WHERE at >= $1 ORDER BY at DESC, id"
)
DUE = (
    f"SELECT id FROM (SELECT t.id, {LAST_AT} AS at FROM tables t WHERE live AND due) AS found "  # noqa: S608
    "WHERE at < $1 OR at > $2 ORDER BY at, id"
)
PUBLIC = f"SELECT summary FROM tables t WHERE live AND public ORDER BY {LAST_AT} DESC, id LIMIT $1"  # noqa: S608
HISTORY = (
    "SELECT player, table_id, game, seat, at, summary FROM played "
    "WHERE player = $1 AND at < $2 ORDER BY at DESC, table_id DESC, game DESC, seat DESC LIMIT $3"
)
IDLE = (
    "SELECT id FROM (SELECT t.id, (SELECT e.day FROM events e WHERE e.table_id = t.id ORDER BY e.seq DESC LIMIT 1) "  # noqa: S608
    f"AS day FROM tables t) AS found WHERE {RUNNING_DAY} - day > $1 LIMIT $2"
)
FORGET_PLAYER = "DELETE FROM played WHERE player = $1"
ADOPT = "UPDATE played SET player = $1 WHERE player = $2 RETURNING game"
PULSE = "INSERT INTO meta (key, value) VALUES ('pulse', $1) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
ENSURE_KEY = (
    "INSERT INTO meta (key, value) VALUES ('secret', $1) "
    "ON CONFLICT (key) DO UPDATE SET value = meta.value RETURNING value"
)
"""Stores a secret unless there is one, and reads it."""

FOREVER = 2**62
CLOCKS_APART = 3600
"""Seconds by which the clocks of nodes may differ; later times were written with a wrong date."""
_SECRET_BYTES = 64
ROOMFUL = 50
"""Tables deleted in one transaction: few, so that moves do not wait for it."""


def pulse() -> str:
    """Written to check that writing works: always different, since SQLite skips writing identical data."""
    return secrets.token_hex(8)


Rows = Sequence[Sequence[Any]]


class Sql(Protocol):
    """A database that runs statements with numbered parameters, each used once and in order."""

    @abstractmethod
    async def look(self, sql: str, *values: Any) -> Rows:
        """Reads."""

    @abstractmethod
    async def change(self, sql: str, *values: Any) -> Rows:
        """Writes in its own transaction, and returns the statement's result."""


class Lookups(Sql):
    """The part of a store that is the same over either database."""

    async def forget_player(self, player: str) -> None:
        await self.change(FORGET_PLAYER, player)

    async def adopt(self, from_player: str, to_player: str) -> int:
        return len(await self.change(ADOPT, to_player, from_player))

    async def secret(self) -> bytes:
        ((text,),) = await self.change(ENSURE_KEY, secrets.token_hex(_SECRET_BYTES))
        return bytes.fromhex(text)

    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[LogRow]:
        found = await self.look(READ, table, after, FOREVER if most is None else most)
        return [LogRow(seq, action, bytes(body)) for seq, action, body in found]

    async def snapshot(self, table: str, part: int | None = None) -> Snapshot | None:
        found = await self.look(SNAPSHOT, table, FOREVER if part is None else part)
        return Snapshot(found[0][0], found[0][1], bytes(found[0][2])) if found else None

    async def find(self, code: str) -> str | None:
        found = await self.look(FIND, code)
        return str(found[0][0]) if found else None

    async def live(self, active_since: int) -> list[str]:
        return [row[0] for row in await self.look(LIVE, active_since)]

    async def due(self, idle_since: int) -> list[str]:
        return [row[0] for row in await self.look(DUE, idle_since, idle_since + CLOCKS_APART)]

    async def public(self, most: int) -> list[bytes]:
        return [bytes(row[0]) for row in await self.look(PUBLIC, most)]

    async def history(self, player: str, before: int | None, most: int) -> list[PlayedGame]:
        found = await self.look(HISTORY, player, FOREVER if before is None else before, most)
        return [
            PlayedGame(player=player, table=table, game=game, seat=seat, at=at, summary=bytes(summary))
            for player, table, game, seat, at, summary in found
        ]

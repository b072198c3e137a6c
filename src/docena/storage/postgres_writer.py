"""One node's writer for PostgreSQL: writes waiting writes in one transaction, and notifies the other nodes."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import asyncpg  # type: ignore[import-untyped]

from docena.storage.batches import MOST_TOGETHER, index_of
from docena.storage.lookups import RUNNING_DAY
from docena.storage.ports import Index, Write, WriteOutcome

CHANNEL = "docena"
SCHEMA_LOCK = 0x646F6365
"""The advisory lock that writers share, and that is exclusive while tables are deleted."""
SHORTEST_WAIT, LONGEST_WAIT = 0.1, 5.0
"""Seconds between attempts to connect."""
TRIES = 20

_BEGIN = f"BEGIN; SELECT pg_advisory_xact_lock_shared({SCHEMA_LOCK})"
_LAST = (
    "SELECT id, (SELECT seq FROM events e WHERE e.table_id = w.id ORDER BY seq DESC LIMIT 1) "
    "FROM unnest($1::text[]) AS w (id)"
)
_EVENTS = (
    "INSERT INTO events (table_id, seq, action, body, at, day) "  # noqa: S608
    f"SELECT table_id, seq, action, body, $5::bigint, {RUNNING_DAY} "
    "FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bytea[]) AS w (table_id, seq, action, body) "
    "ORDER BY table_id, seq ON CONFLICT DO NOTHING RETURNING table_id, seq"
)
_TABLES = (
    "INSERT INTO tables (id, code, public, live, due, summary, opened) "
    "SELECT id, code, public, live, due, summary, $7::bigint "
    "FROM unnest($1::text[], $2::text[], $3::boolean[], $4::boolean[], $5::boolean[], $6::bytea[]) "
    "AS w (id, code, public, live, due, summary) ORDER BY id "
    "ON CONFLICT (id) DO UPDATE SET code = excluded.code, public = excluded.public, live = excluded.live, "
    "due = excluded.due, summary = excluded.summary"
)
_PLAYED = (
    "INSERT INTO played (player, at, table_id, game, seat, summary) "
    "SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bytea[]) "
    "ON CONFLICT DO NOTHING"
)
_SNAPSHOTS = (
    "INSERT INTO snapshots (log_id, part, seq, body) "
    "SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bytea[]) "
    "ON CONFLICT (log_id, part) DO UPDATE SET seq = excluded.seq, body = excluded.body"
)
_NOTIFY = f"SELECT pg_notify('{CHANNEL}', payload) FROM unnest($1::text[]) AS w (payload)"  # noqa: S608

LOST = (
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
)
"""The connection, or the server, is no longer usable."""

Connection = Any
"""asyncpg ships no types."""
Connect = Callable[[], Awaitable[Connection]]


class CommitLost(Exception):
    """The connection was lost while the server was committing."""


class PostgresWriter:
    """Writes what is queued; `done` of each write is called on the loop."""

    def __init__(self, connect: Connect, loop: asyncio.AbstractEventLoop, now: Callable[[], float] = time.time) -> None:
        self._connect = connect
        self.node = secrets.token_hex(6)
        """The node that writes, which ignores its own notifications."""
        self._loop = loop
        self._now = now
        self._waiting: list[Write] = []
        self._wake = asyncio.Event()
        self._closing = False
        self._connection: Connection | None = None
        self._wait = SHORTEST_WAIT
        self._not_before = 0.0
        self._task = loop.create_task(self._run())

    def give(self, write: Write) -> None:
        self._waiting.append(write)
        self._wake.set()

    async def close(self) -> None:
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        while self._waiting or not self._closing:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            batch, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
            try:
                outcomes = await self._write(batch)
            except Exception as error:
                await self._drop()
                outcomes = [WriteOutcome.FAILED] * len(batch)
                self._complain("while writing", error)
            for write, outcome in zip(batch, outcomes, strict=True):
                try:
                    write.done(outcome)
                except Exception as error:
                    self._complain("after a write", error)
        await self._drop()

    def _complain(self, message: str, error: Exception) -> None:
        self._loop.call_exception_handler({"message": message, "exception": error})

    async def _write(self, batch: Sequence[Write]) -> list[WriteOutcome]:
        """The outcome of each; a refused batch is written one by one, so that each gets its own."""
        connection = await self._ready()
        if connection is None:
            return [WriteOutcome.FAILED] * len(batch)
        try:
            return await self._together(connection, batch)
        except CommitLost:
            # it may yet be committed, after the log has been reread: then it is noticed like writes of others
            self.node = secrets.token_hex(6)
            await self._drop()
            return [WriteOutcome.UNKNOWN] * len(batch)
        except (*LOST, asyncpg.ReadOnlySQLTransactionError):
            await self._drop()
            return [WriteOutcome.FAILED] * len(batch)
        except (asyncpg.PostgresError, asyncpg.DataError, TypeError, ValueError) as error:
            await self._roll_back(connection)
            if len(batch) == 1:
                return [WriteOutcome.TAKEN if isinstance(error, asyncpg.UniqueViolationError) else WriteOutcome.FAILED]
            return [(await self._write([write]))[0] for write in batch]

    async def _ready(self) -> Connection | None:
        """A connection in a transaction; a lost one is replaced, as nothing has been written with it yet."""
        for _ in range(2):
            if self._connection is None or self._connection.is_closed():
                if self._loop.time() < self._not_before:
                    return None
                try:
                    self._connection = await self._connect()
                except (*LOST, asyncpg.PostgresError):
                    self._not_before = self._loop.time() + self._wait
                    self._wait = min(2 * self._wait, LONGEST_WAIT)
                    return None
                self._wait = SHORTEST_WAIT
            try:
                await self._connection.execute(_BEGIN)
            except (*LOST, asyncpg.PostgresError):
                await self._drop()
            else:
                return self._connection
        return None

    async def _together(self, connection: Connection, batch: Sequence[Write]) -> list[WriteOutcome]:
        refused: set[int] = set()
        at = int(self._now())
        for _ in range(TRIES):
            chosen = await self._next_in_line(connection, batch, refused)
            if not chosen:
                await connection.execute("ROLLBACK")
                return [WriteOutcome.TAKEN] * len(batch)
            late = await self._put_events(connection, [(number, batch[number]) for number in chosen], at)
            if not late:
                break
            # Another node was first with a number, or an action was written before: writes that depend on it fail too.
            refused |= late
            await connection.execute("ROLLBACK")
            await connection.execute(_BEGIN)
        else:
            await connection.execute("ROLLBACK")
            return [WriteOutcome.FAILED] * len(batch)
        writes = [batch[number] for number in chosen]
        await self._put_the_rest(connection, writes, at)
        try:
            done = await connection.execute("COMMIT")
        except Exception as error:
            if isinstance(error, asyncpg.PostgresError) and not isinstance(error, LOST):
                raise  # the server itself says that it did not commit
            raise CommitLost from error
        if done != "COMMIT":  # the server answers COMMIT with ROLLBACK if the transaction had failed
            return [WriteOutcome.FAILED] * len(batch)
        written = set(chosen)
        return [WriteOutcome.WRITTEN if number in written else WriteOutcome.TAKEN for number in range(len(batch))]

    async def _next_in_line(self, connection: Connection, batch: Sequence[Write], refused: set[int]) -> list[int]:
        """The writes that follow the log, or each other, without a gap in the numbers."""
        lasts = {name: seq or 0 for name, seq in await connection.fetch(_LAST, sorted({w.table for w in batch}))}
        chosen = []
        for number, write in enumerate(batch):
            if number not in refused and write.bodies and write.seq == lasts[write.table] + 1:
                lasts[write.table] += len(write.bodies)
                chosen.append(number)
        return chosen

    async def _put_events(self, connection: Connection, writes: Sequence[tuple[int, Write]], at: int) -> set[int]:
        """Writes them; returns the numbers of those with an event that could not be written."""
        tables, seqs, actions, bodies = [], [], [], []
        for _, write in writes:
            action = write.action
            for seq, body in enumerate(write.bodies, write.seq):
                tables.append(write.table)
                seqs.append(seq)
                actions.append(action)
                bodies.append(body)
                action = None
        there = {tuple(row) for row in await connection.fetch(_EVENTS, tables, seqs, actions, bodies, at)}
        if len(there) == len(seqs):
            return set()
        return {
            number
            for number, write in writes
            if any((write.table, seq) not in there for seq in range(write.seq, write.seq + len(write.bodies)))
        }

    async def _put_the_rest(self, connection: Connection, writes: Sequence[Write], at: int) -> None:
        indexes: dict[str, Index] = {}
        heads: dict[str, int] = {}
        for write in writes:
            index = index_of(write)
            if index is not None:
                indexes[write.table] = index
            heads[write.table] = write.seq + len(write.bodies) - 1
        if indexes:
            rows = [(name, i.code, i.public, i.live, i.due, i.summary) for name, i in indexes.items()]
            await connection.execute(_TABLES, *map(list, zip(*rows, strict=True)), at)
        played = [(p.player, p.at, p.table, p.game, p.seat, p.summary) for w in writes for p in w.played]
        if played:
            await connection.execute(_PLAYED, *map(list, zip(*played, strict=True)))
        kept = {(w.table, s.part): (w.table, s.part, s.seq, s.body) for w in writes if (s := w.snapshot) is not None}
        if kept:
            await connection.execute(_SNAPSHOTS, *map(list, zip(*kept.values(), strict=True)))
        await connection.execute(_NOTIFY, [f"{self.node}:{table}:{seq}" for table, seq in heads.items()])

    async def _roll_back(self, connection: Connection) -> None:
        try:
            await connection.execute("ROLLBACK")
        except (*LOST, asyncpg.PostgresError):
            await self._drop()

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.terminate()

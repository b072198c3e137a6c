"""Several nodes on one PostgreSQL, and connections that are lost."""

import asyncio
import os
import random
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest
from storage.places import PostgresPlace, PostgresServer, order, postgres_server, put

from docena.core.errors import DocenaError
from docena.storage import postgres_writer
from docena.storage.ports import WriteOutcome
from docena.storage.postgres import PostgresStore

WRITTEN, TAKEN, FAILED, UNKNOWN = WriteOutcome.WRITTEN, WriteOutcome.TAKEN, WriteOutcome.FAILED, WriteOutcome.UNKNOWN
_KILL = "SELECT pid, pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'docena'"


async def _say(url: str, sql: str) -> list[Any]:
    connection = await asyncpg.connect(url)
    try:
        return list(await connection.fetch(sql))
    finally:
        await connection.close()


def _with_store(server: PostgresServer, call: Callable[[str, PostgresStore], Awaitable[None]]) -> None:
    url = server.new_database()

    async def main() -> None:
        store = await PostgresPlace(url).open()
        try:
            await asyncio.wait_for(call(url, store), 60)
        finally:
            await store.close()

    asyncio.run(main())


def test_a_node_hears_what_the_others_write_and_not_its_own(server: PostgresServer) -> None:
    async def hears(url: str, store: PostgresStore) -> None:
        other = await PostgresPlace(url).open()
        heard: list[tuple[str, int]] = []
        own: list[tuple[str, int]] = []
        store.on_change(lambda table, seq: heard.append((table, seq)))
        other.on_change(lambda table, seq: own.append((table, seq)))
        await store.listening()
        await other.listening()
        assert heard == own == [("", 0)]  # from now on nothing is missed
        heard.clear()
        own.clear()
        await put(other, order("t:1", 1, [b"1", b"2"]), order("t:1", 3), order("u", 1), order("u", 9))
        while len(heard) < 2:
            await asyncio.sleep(0.01)
        assert sorted(heard) == [("t:1", 3), ("u", 1)]
        await put(store, order("u", 2))
        while not own:
            await asyncio.sleep(0.01)
        assert own == [("u", 2)]
        assert len(heard) == 2
        await other.close()

    _with_store(server, hears)


def test_a_node_hears_of_its_own_commit_that_was_lost_and_came_late(
    server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has read the log meanwhile, and nobody else would tell it."""

    async def comes_late(url: str, store: PostgresStore) -> None:
        heard: list[tuple[str, int]] = []
        store.on_change(lambda table, seq: heard.append((table, seq)))
        await store.listening()
        heard.clear()
        writer, node = store._writer, store._writer.node

        async def lose(*_: Any) -> Any:
            raise postgres_writer.CommitLost

        with monkeypatch.context() as patched:
            patched.setattr(writer, "_together", lose)
            assert await put(store, order("t", 1)) == [UNKNOWN]
        # what the server that was still committing does in the end, on behalf of the connection that was lost
        await _say(url, f"SELECT pg_notify('{postgres_writer.CHANNEL}', '{node}:t:1')")
        while not heard:
            await asyncio.sleep(0.01)
        assert heard == [("t", 1)]

    _with_store(server, comes_late)


def test_killed_connections_are_replaced(server: PostgresServer) -> None:
    async def heals(url: str, store: PostgresStore) -> None:
        other = await PostgresPlace(url).open()
        heard: list[tuple[str, int]] = []
        store.on_change(lambda table, seq: heard.append((table, seq)))
        await store.listening()
        seq = 0
        for _ in range(3):
            killed = [row["pid"] for row in await _say(url, _KILL)]
            # one that is still dying could take a commit with it
            while await _say(url, f"SELECT 1 FROM pg_stat_activity WHERE pid = ANY (ARRAY{killed}::int[])"):
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.05)
            outcomes = []
            while WRITTEN not in outcomes:
                outcomes += await put(other, order("t", seq + 1))
            assert UNKNOWN not in outcomes
            seq += 1
            assert [row.seq for row in await store.read("t")] == list(range(1, seq + 1))
            assert await store.healthy()
            await store.listening()
        await put(other, order("t", seq + 1))
        while ("t", seq + 1) not in heard:
            await asyncio.sleep(0.01)
        await other.close()

    _with_store(server, heals)


def test_under_kills_what_was_told_is_what_is_there(server: PostgresServer) -> None:
    """Connections are killed at random moments while ten tables are written to."""

    async def storm(url: str, store: PostgresStore) -> None:
        acknowledged: dict[str, list[bytes]] = {f"t{number}": [] for number in range(10)}
        told: list[WriteOutcome] = []
        chance = random.Random(4)

        async def play(table: str) -> None:
            seq = 1
            while seq <= 150:
                body = os.urandom(8)
                (outcome,) = await put(store, order(table, seq, [body], body.hex()))
                told.append(outcome)
                if outcome in (UNKNOWN, TAKEN):
                    try:
                        log = [row.body for row in await store.read(table)]
                    except DocenaError:
                        await asyncio.sleep(0.01)
                        continue
                    assert log[: seq - 1] == acknowledged[table]
                    acknowledged[table], seq = log, len(log) + 1
                elif outcome is WRITTEN:
                    acknowledged[table].append(body)
                    seq += 1
                else:
                    await asyncio.sleep(0.01)

        async def kill() -> None:
            for _ in range(30):
                await _say(url, _KILL)
                await asyncio.sleep(chance.random() / 50)

        await asyncio.gather(kill(), *map(play, acknowledged))
        assert FAILED in told or UNKNOWN in told
        for table, bodies in acknowledged.items():
            while True:
                try:
                    rows = await store.read(table)
                    break
                except DocenaError:
                    await asyncio.sleep(0.05)
            assert [row.body for row in rows] == bodies
            assert [row.seq for row in rows] == list(range(1, len(bodies) + 1))

    _with_store(server, storm)


class _CutAtCommit:
    """A connection that is lost as it commits: after the server has done it, or before."""

    def __init__(self, connection: asyncpg.Connection, *, done: bool) -> None:
        self._connection = connection
        self._done = done

    def __getattr__(self, name: str) -> object:
        return getattr(self._connection, name)

    async def execute(self, sql: str, *values: object) -> object:
        if sql == "COMMIT":
            if self._done:
                await self._connection.execute(sql)
            self._connection.terminate()
            raise asyncpg.ConnectionDoesNotExistError("cut")
        return await self._connection.execute(sql, *values)


@pytest.mark.parametrize("done", [True, False])
def test_a_commit_whose_answer_is_lost_is_unknown_and_the_log_tells(server: PostgresServer, done: bool) -> None:
    async def cut(url: str, store: PostgresStore) -> None:
        assert await put(store, order("t", 1)) == [WRITTEN]
        writer = store._writer
        writer._connection = _CutAtCommit(writer._connection, done=done)
        assert await put(store, order("t", 2, [b"2", b"3"]), order("u", 1)) == [UNKNOWN, UNKNOWN]
        assert len(await store.read("t")) == (3 if done else 1)
        assert await put(store, order("t", 4), order("u", 1)) == ([WRITTEN, TAKEN] if done else [TAKEN, WRITTEN])

    _with_store(server, cut)


def test_commits_are_on_the_disk_when_they_are_told(server: PostgresServer) -> None:
    async def main(url: str, store: PostgresStore) -> None:
        await put(store, order("t", 1))
        connection: Any = store._writer._connection
        assert await connection.fetchval("SHOW synchronous_commit") == "on"

    _with_store(server, main)


def test_a_server_that_goes_away_fails_writes_and_is_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgres_writer, "LONGEST_WAIT", 0.2)
    with postgres_server() as own:
        url = own.new_database()

        async def main() -> None:
            store = await PostgresPlace(url).open()
            assert await put(store, order("t", 1)) == [WRITTEN]
            own.stop(signal.SIGQUIT)
            assert set(await put(store, order("t", 2))) <= {FAILED, UNKNOWN}
            assert await put(store, order("t", 2), order("t", 3)) == [FAILED, FAILED]
            assert not await store.healthy()
            with pytest.raises(DocenaError, match="cannot be read"):
                await store.read("t")
            own.start()
            while (outcomes := await put(store, order("t", 2))) != [WRITTEN]:
                assert outcomes == [FAILED]
                await asyncio.sleep(0.05)
            assert await store.healthy()
            assert [row.seq for row in await store.read("t")] == [1, 2]
            await store.close()

        asyncio.run(main())

"""A database that is full, locked or gone under a running server: nothing false is said, and it heals by itself."""

import asyncio
import os
import sys
from abc import ABC, abstractmethod
from pathlib import Path
from signal import SIGINT

import apsw
import pytest
from server.guests import Guest, all_here, more_moves, moves, open_table, play_on, rest
from server.ledger import Rows, check_guests, check_logs, check_sights, logs_in_file, logs_in_postgres
from server.node import Node, running, until
from storage.places import PostgresServer, postgres_server


class Trouble(ABC):
    """Something that happens to a database, and passes."""

    database: str

    @abstractmethod
    def begin(self, node: Node) -> None: ...

    @abstractmethod
    def end(self, node: Node) -> None: ...

    @abstractmethod
    def logs(self) -> Rows: ...


class FileTrouble(Trouble):
    """Of a file in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "files"
        self.folder.mkdir()
        self.file = self.folder / "docena.db"
        self.database = str(self.file)

    def logs(self) -> Rows:
        return logs_in_file(self.file)


class Full(FileTrouble):
    """No file of the server may grow any more."""

    def begin(self, node: Node) -> None:
        assert node.process is not None
        self._limit(node.process.pid, os.path.getsize(f"{self.database}-wal"))

    def end(self, node: Node) -> None:
        assert node.process is not None
        self._limit(node.process.pid, -1)

    def _limit(self, pid: int, size: int) -> None:
        import resource

        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, -1))


class Locked(FileTrouble):
    """Another program is in the middle of writing."""

    def begin(self, node: Node) -> None:
        self._other = apsw.Connection(self.database)
        self._other.set_busy_timeout(10_000)
        self._other.execute("BEGIN IMMEDIATE")

    def end(self, node: Node) -> None:
        self._other.execute("ROLLBACK")
        self._other.close()


class Gone(FileTrouble):
    """The folder is not there, as if its disk was taken out."""

    @property
    def _elsewhere(self) -> Path:
        return self.folder.with_name("elsewhere")

    def begin(self, node: Node) -> None:
        self.folder.rename(self._elsewhere)

    def end(self, node: Node) -> None:
        assert not self.folder.exists()
        self._elsewhere.rename(self.folder)


class Down(Trouble):
    """The database's own server is stopped."""

    def __init__(self, server: PostgresServer) -> None:
        self._server = server
        self.database = server.new_database()

    def begin(self, node: Node) -> None:
        self._server.stop(SIGINT)

    def end(self, node: Node) -> None:
        self._server.start()

    def logs(self) -> Rows:
        return logs_in_postgres(self.database)


def suffer(folder: Path, trouble: Trouble) -> None:
    """People play, the trouble comes and goes, and they play on."""
    guests: list[Guest] = []

    async def main() -> None:
        async with running(Node(folder, trouble.database)) as node:
            guests.extend(await open_table(node, [node.address], 2, players=2))
            guests.extend(await open_table(node, [node.address], 3, edition="mod", players=3))
            # three bots at a person's pace: the trouble finds one of them in the middle of its turn
            bots = dict.fromkeys("234", "beginner")
            (alone,) = await open_table(node, [node.address], 1, pace=50, players=4, bots=bots)
            await all_here([*guests, alone])
            play_on([*guests, alone])
            await more_moves(guests, 30)
            assert await node.status("/readyz") == 200
            trouble.begin(node)
            try:
                await _check_trouble(node, guests)
            finally:
                trouble.end(node)
            await until(lambda: _ready(node))
            await more_moves(guests, 60)
            await more_moves([alone], 3)
            guests.append(alone)
            await rest(guests)
            assert await node.stop() == 0
            for guest in guests:
                await guest.leave()
            assert not node.blunders

    asyncio.run(main())
    logs = trouble.logs()
    check_logs(logs)
    check_guests(logs, guests)
    check_sights(logs, guests)


async def _ready(node: Node) -> bool:
    return await node.status("/readyz") == 200


async def _check_trouble(node: Node, guests: list[Guest]) -> None:
    before = {guest.table: 0 for guest in guests}

    def all_refused() -> bool:
        return all(any(guest.retries for guest in guests if guest.table == table) for table in before)

    await until(all_refused)
    acknowledged = moves(guests)

    async def not_ready() -> bool:
        return await node.status("/readyz") == 503

    await until(not_ready)
    assert await node.status("/healthz") == 200
    status, said = await node.post("/api/tables", {"name": "Eva"})
    assert (status, said["reason"]) == (503, "unavailable")
    status, said = await node.post("/api/tables/0123456789abcdef/seats", {"name": "Eva"})
    assert (status, said["reason"]) in ((503, "unavailable"), (404, "not_found"))
    assert "docena.db" not in said["why"]
    assert moves(guests) == acknowledged
    assert await node.status("/readyz") == 503


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux sets another process's limits")
def test_a_full_disk(tmp_path: Path) -> None:
    suffer(tmp_path, Full(tmp_path))


def test_a_database_that_another_program_has_locked(tmp_path: Path) -> None:
    suffer(tmp_path, Locked(tmp_path))


def test_a_database_that_is_gone(tmp_path: Path) -> None:
    suffer(tmp_path, Gone(tmp_path))


def test_a_postgresql_that_is_stopped(tmp_path: Path) -> None:
    with postgres_server() as own:
        suffer(tmp_path, Down(own))

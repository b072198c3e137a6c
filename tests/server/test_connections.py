"""Connections that ask for nothing, or take nothing: those who play lose nothing by them."""

import asyncio
import resource
import socket
from contextlib import closing, suppress
from pathlib import Path

import pytest
from server.guests import Guest, all_here, more_moves, open_table, play_on, rest
from server.ledger import check_guests, check_logs, logs_in_file
from server.node import Node, end, running, until
from server.organisers import Organiser, follow
from server.stage import PATIENCE, Stage, perform

from docena.server.protection import connection as one_connection
from docena.server.protection import connections as all_connections
from docena.server.protection.connection import LONGEST_HEAD
from docena.server.protection.connections import Rank

IDLE = 1300
FEW_FILES = 256
BEGUN = b"GET / HTTP/1.1\r\nHost: local"
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


def few_files() -> None:
    """As on a machine where a process may have few files, and no more if it asks."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (FEW_FILES, FEW_FILES))


class Crowd:
    """Connections that are opened and kept open; those of another address are opened again when they are closed."""

    def __init__(self, node: Node, first: bytes, address: str) -> None:
        self._node, self._first, self._address = node, first, address
        self._tasks: list[asyncio.Task[None]] = []
        self.connects = 0

    def come(self, n: int) -> None:
        self._tasks = [asyncio.get_running_loop().create_task(self._stay()) for _ in range(n)]

    async def _stay(self) -> None:
        where = self._node.address
        while True:
            with suppress(OSError):
                self.connects += 1
                reader, writer = await asyncio.open_connection(where.host, where.port, local_addr=(self._address, 0))
                with closing(writer):
                    writer.write(self._first)
                    while await reader.read(4096):
                        pass
            if self._address == where.host:
                return
            await asyncio.sleep(2.0)

    async def leave(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


@pytest.mark.parametrize(
    ("first", "address"),
    [
        pytest.param(b"", "127.0.0.1", id="silent"),
        pytest.param(b"", "127.0.0.2", id="coming back", marks=pytest.mark.long),
        pytest.param(BEGUN, "127.0.0.2", id="begun", marks=pytest.mark.long),
        pytest.param(HEALTH, "127.0.0.2", id="answered", marks=pytest.mark.long),
    ],
)
def test_idle_connections_take_nothing_from_those_who_play(tmp_path: Path, first: bytes, address: str) -> None:
    file = tmp_path / "docena.db"
    node, guests = Node(tmp_path, str(file)), list[Guest]()

    async def main() -> None:
        async with running(node, few_files):
            for players in (2, 3, 4):
                guests.extend(await open_table(node, [node.address], players, players=players, edition="masters"))
            await all_here(guests)
            crowd = Crowd(node, first, address)
            crowd.come(IDLE)
            await until(lambda: crowd.connects >= IDLE)
            play_on(guests)
            for _ in range(10):
                await more_moves(guests, 20)
                # a new connection each, and what the database needs
                assert await node.status("/healthz") == 200
                assert await node.status("/readyz") == 200
            late = await open_table(node, [node.address], 2, players=2)
            await all_here(late)
            await rest(guests)
            # nobody who sits had to come in a second time
            assert [guest.hellos for guest in (*guests, *late)] == [1] * len((*guests, *late))
            assert node.process is not None
            assert len(list(Path(f"/proc/{node.process.pid}/fd").iterdir())) < FEW_FILES - 20
            await crowd.leave()
            assert await node.stop() == 0
            for guest in (*guests, *late):
                await guest.leave()

    asyncio.run(main())
    logs = logs_in_file(file)
    check_logs(logs)
    check_guests(logs, guests)
    assert not node.blunders


def test_three_hundred_phones_behind_one_router_are_all_seated(tmp_path: Path) -> None:
    """Beside a crowd of idle connections from the same address, and with the usual settings."""
    node, guests = Node(tmp_path, str(tmp_path / "docena.db"), {"SOCKETS_PER_ADDRESS": "200"}), list[Guest]()

    def usual_files() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (512, 1024))  # it asks for more, as far as it may

    async def main() -> None:
        async with running(node, usual_files):
            for _ in range(50):
                guests.extend(await open_table(node, [node.address], 6, players=6))
            await all_here(guests)
            crowd = Crowd(node, b"", node.address.host)
            crowd.come(IDLE)
            await until(lambda: crowd.connects >= IDLE)
            play_on(guests)
            await more_moves(guests, 200)
            assert await node.status("/healthz") == 200
            await rest(guests)
            assert [guest.hellos for guest in guests] == [1] * 300
            await crowd.leave()
            for guest in guests:
                await guest.leave()

    asyncio.run(main())
    assert not node.blunders


# --- one connection


async def closed(reader: asyncio.StreamReader) -> bytes:
    """What comes until the server closes."""
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionError):
            return await reader.read()
        return b""


@pytest.mark.parametrize("before", [b"", HEALTH], ids=["first", "second"])
def test_a_head_that_comes_drop_by_drop_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: bytes
) -> None:
    monkeypatch.setattr(all_connections, "HEAD_SECONDS", 1.0)

    async def test(stage: Stage) -> None:
        reader, writer = await asyncio.open_connection(stage.address.host, stage.address.port)
        writer.write(before + b"GET / HTTP/1.1\r\nX: ")
        ended = asyncio.ensure_future(closed(reader))
        while not ended.done():
            writer.write(b"y")
            await asyncio.sleep(0.05)
        assert (await ended).count(b"HTTP/1.1 200 ") == bool(before)
        writer.close()

    perform(tmp_path, test)


@pytest.mark.parametrize("before", [b"", HEALTH], ids=["first", "second"])
def test_a_head_may_be_so_long_and_no_longer(tmp_path: Path, before: bytes) -> None:
    """aiohttp would keep a hundred lines of eight kilobytes for as long as the head has no end."""

    async def test(stage: Stage) -> None:
        line = b"X: " + b"y" * 1000 + b"\r\n"
        reader, writer = await asyncio.open_connection(stage.address.host, stage.address.port)
        writer.write(before)
        if before:
            await reader.readuntil(b"}")
        writer.write(b"GET / HTTP/1.1\r\n" + line * (LONGEST_HEAD // len(line) + 1))
        assert (await closed(reader)).startswith(b"HTTP/1.1 431 ")
        writer.close()

    perform(tmp_path, test)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="the system does not watch over what is not read")
def test_who_takes_nothing_of_what_is_sent_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_connection, "UNREAD_SECONDS", 1.0)

    async def test(stage: Stage) -> None:
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect((stage.address.host, stage.address.port))
        client.setblocking(False)
        asked = b"GET /api/schema.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
        with closing(client), suppress(ConnectionError):
            async with asyncio.timeout(PATIENCE):
                while True:
                    with suppress(BlockingIOError):
                        client.send(asked)
                    await asyncio.sleep(0.005)
        async with asyncio.timeout(PATIENCE):
            while len(stage.connections):
                await asyncio.sleep(0.01)

    perform(tmp_path, test)


def test_at_the_limit_the_last_request_is_answered_and_the_oldest_silence_ended(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel = await stage.duel()
        silent = [await asyncio.open_connection(stage.address.host, stage.address.port) for _ in range(60)]
        for _ in range(10):
            (reply,) = await stage.replies_to(HEALTH)
            assert reply.startswith(b"HTTP/1.1 200 ")
            await duel.move()
        assert await closed(silent[0][0]) == b""
        assert not silent[-1][0].at_eof()
        assert len(stage.connections) <= 40
        assert stage.connections.dropped >= 20
        for _, writer in silent:
            writer.close()

    perform(tmp_path, test, connections=40)


def test_spectators_of_a_table_and_of_an_event_leave_room_for_requests_and_players(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        duel, event = await stage.duel(), await Organiser.open(stage)
        for _ in range(30):
            (await stage.visit(duel.id)).send(do="hello")
            await follow(stage, f"{event.path}/socket")
        assert await stage.visitors[-2].gone() == 1013
        assert stage.connections.count(Rank.WATCHING) <= 35
        assert stage.connections.count(Rank.SEATED) == 2
        await duel.move()
        late = await stage.enter(duel.id, duel.secrets[0])
        await late.ask("ping")

    perform(tmp_path, test, connections=40)


# --- open files


def test_the_limit_of_open_files_is_raised_as_far_as_it_may_be(tmp_path: Path) -> None:
    node = Node(tmp_path, str(tmp_path / "docena.db"))

    def lower() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, 700))

    async def main() -> None:
        node.start(lower)
        await node.listening()
        assert node.process is not None
        assert resource.prlimit(node.process.pid, resource.RLIMIT_NOFILE) == (700, 700)
        assert await node.stop() == 0

    try:
        asyncio.run(main())
    finally:
        end(node)


def test_too_few_open_files_end_the_start_with_a_sentence(tmp_path: Path) -> None:
    node = Node(tmp_path, str(tmp_path / "docena.db"))

    def lower() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))

    try:
        node.start(lower)
        assert node.process is not None
        assert node.process.wait(PATIENCE) != 0
    finally:
        end(node)
    assert "only 100 files may be open at once" in node.words
    assert not node.blunders

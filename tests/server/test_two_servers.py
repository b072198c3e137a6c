"""A second server on the files of another: it says so and ends, and the first never notices."""

import asyncio
import contextlib
import os
import socket
import subprocess
import sys
from pathlib import Path

import apsw
from server.guests import Guest, all_here, more_moves, open_table, play_on, rest
from server.ledger import check_guests, check_logs, check_sights, logs_in_file
from server.node import Node, end, free_port, running


def second(port: int, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Another server, which must not come up; `port` is where it would listen."""
    environment = {f"DOCENA_{name.upper()}": value for name, value in settings.items()} | {"DOCENA_PORT": str(port)}
    return subprocess.run(
        [sys.executable, "-c", "from docena.cli import main; main()", "serve"],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def terminal(*arguments: str) -> None:
    subprocess.run(
        [sys.executable, "-c", "from docena.cli import main; main()", *arguments], check=True, capture_output=True
    )


def nobody_listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def test_under_load_a_second_server_is_refused_and_the_first_goes_on(tmp_path: Path) -> None:
    file, guests = tmp_path / "docena.db", list[Guest]()
    node = Node(tmp_path, str(file))
    link = tmp_path / "link.db"
    link.symlink_to(file)

    async def main() -> None:
        async with running(node):
            for players in (2, 3):
                guests.extend(await open_table(node, [node.address], players, players=players, edition="masters"))
            await all_here(guests)
            play_on(guests)
            port = free_port()
            for name in (file, link):
                refused = await asyncio.to_thread(second, port, database=str(name), events=str(tmp_path / "own.db"))
                assert refused.returncode == 2
                assert refused.stdout == ""
                (sentence,) = refused.stderr.splitlines()
                assert node.process is not None
                for part in (f"process {node.process.pid}", f"port {node.address.port}", str(name), "--database"):
                    assert part in sentence
                assert nobody_listens(port)
                await more_moves(guests, 1)
            # the copy and the terminal work beside the server
            await asyncio.to_thread(terminal, "backup", str(file), str(tmp_path / "copy.db"))
            events = str(tmp_path / "events.db")
            await asyncio.to_thread(terminal, "tournament", "new", "Friday", "--file", events)
            await more_moves(guests, 50)
            await rest(guests)
            assert await node.stop() == 0
            for guest in guests:
                await guest.leave()

    asyncio.run(main())
    assert not node.blunders
    assert not list(tmp_path.glob("*.lock"))
    logs = logs_in_file(file)
    check_logs(logs)
    check_guests(logs, guests)
    check_sights(logs, guests)
    check_logs(logs_in_file(tmp_path / "copy.db"))


def test_two_servers_with_databases_of_their_own_do_not_share_their_events(tmp_path: Path) -> None:
    node = Node(tmp_path, str(tmp_path / "one.db"))

    async def main() -> None:
        async with running(node):
            port, events = free_port(), str(tmp_path / "events.db")
            refused = await asyncio.to_thread(second, port, database=str(tmp_path / "two.db"), events=events)
            assert refused.returncode == 2
            (sentence,) = refused.stderr.splitlines()
            assert events in sentence
            assert "--events" in sentence
            assert nobody_listens(port)
            # nothing was made for a server that did not come up
            assert not list(tmp_path.glob("two.db*"))
            same = await asyncio.to_thread(second, port, database=events, events=events)
            assert same.returncode == 2
            assert "name two files" in same.stderr

    asyncio.run(main())


def test_after_a_kill_the_next_server_starts_at_once(tmp_path: Path) -> None:
    file = tmp_path / "docena.db"
    node = Node(tmp_path, str(file))

    async def main() -> None:
        for _ in range(3):
            node.start()
            await node.listening()
            assert (tmp_path / "docena.db.lock").exists()
            node.kill()
        node.start()
        await node.serving()
        assert await node.stop() == 0

    try:
        asyncio.run(main())
    finally:
        end(node)
    assert not node.blunders
    with contextlib.closing(apsw.Connection(str(file))) as database:
        assert database.pragma("integrity_check") == "ok"

"""A server that is asked to stop: everybody is told, nothing is left open, and after a start everything is there."""

import asyncio
from pathlib import Path

from server.guests import Guest, all_here, more_moves, open_table, play_on, rest
from server.ledger import check_guests, check_logs, check_sights, logs_in_file
from server.node import Node, end, running, until


def test_people_are_told_and_come_back_after_a_stop_in_the_middle_of_play(tmp_path: Path) -> None:
    file = tmp_path / "docena.db"
    node, guests = Node(tmp_path, str(file)), list[Guest]()

    async def main() -> None:
        async with running(node):
            for players in (2, 3, 4):
                guests.extend(await open_table(node, [node.address], players, players=players, edition="masters"))
            await all_here(guests)
            play_on(guests)
            await more_moves(guests, 100)
            assert await node.stop() == 0
        assert [guest.goings for guest in guests] == [1] * len(guests)
        assert not Path(f"{file}-wal").exists()  # all of it has been carried over
        check_logs(logs_in_file(file))
        async with running(node):
            await until(lambda: all(guest.hellos >= 2 for guest in guests))
            await more_moves(guests, 100)
            await rest(guests)
            assert await node.stop() == 0
            for guest in guests:
                await guest.leave()

    asyncio.run(main())
    logs = logs_in_file(file)
    check_logs(logs)
    check_guests(logs, guests)
    check_sights(logs, guests)
    assert not node.blunders


def test_a_start_can_be_broken_off(tmp_path: Path) -> None:
    node = Node(tmp_path, str(tmp_path / "docena.db"))

    async def main() -> None:
        node.start()
        await node.listening()
        assert await node.stop() == 0
        assert not node.blunders

    try:
        asyncio.run(main())
    finally:
        end(node)

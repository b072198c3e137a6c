"""Two servers with one PostgreSQL: a table is played at both of them, and goes on at one when the other is killed."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest
from server.guests import Guest, all_here, more_moves, moves, open_table, play_on, rest
from server.ledger import check_guests, check_logs, check_sights, logs_in_postgres, rooms_in
from server.node import Node, end, until
from storage.places import PostgresServer

_BOTS = dict.fromkeys("234", "beginner")


class Pair:
    """Two nodes; people at the one go to the other when theirs does not answer."""

    def __init__(self, one: Node, other: Node) -> None:
        self.one, self.other = one, other
        self.here = [one.address, other.address]
        self.there = [other.address, one.address]

    async def table(self, players: int, **choices: object) -> list[Guest]:
        """People who sit by turns at the one node and at the other."""
        guests = await open_table(self.one, self.here, players, players=players, **choices)
        for guest in guests[1::2]:
            guest.servers = self.there
        return guests

    async def bot_table(self) -> Guest:
        """Nobody is connected: the first node drives the bots."""
        (guest,) = await open_table(self.one, self.here, 1, players=4, pace=50, bots=_BOTS)
        await all_here([guest])
        status, _ = await self.one.post(f"/api/tables/{guest.table}/asks", {"do": "away", "id": "a"}, guest.secret)
        assert status == 200
        await guest.leave()
        return guest


def with_two(folder: Path, url: str, test: Callable[[Pair], Awaitable[None]]) -> None:
    async def main() -> None:
        one, other = (Node(folder, url, {"EVENTS": str(folder / name)}) for name in ("one.db", "other.db"))
        one.start()
        other.start()
        try:
            await asyncio.gather(one.serving(), other.serving())
            await test(Pair(one, other))
        finally:
            end(one)
            end(other)

    asyncio.run(main())


async def number_at(node: Node, table: str) -> int:
    seen = await node.get(f"/api/tables/{table}")
    number: int = seen["seq"]
    return number


def test_moves_at_one_node_are_seen_at_the_other(tmp_path: Path, postgres: PostgresServer) -> None:
    url, tables = postgres.new_database(), list[list[Guest]]()

    async def test(pair: Pair) -> None:
        tables.append(await pair.table(2))
        tables.append(await pair.table(4, edition="masters"))
        guests = [guest for table in tables for guest in table]
        await all_here(guests)
        play_on(guests)
        await until(lambda: all(len(guest.moved) > 10 for guest in guests))
        await rest(guests)
        for guest in guests:
            await guest.leave()

    with_two(tmp_path, url, test)
    logs, guests = logs_in_postgres(url), [guest for table in tables for guest in table]
    check_logs(logs)
    check_guests(logs, guests)
    check_sights(logs, guests)
    assert all(guest.hellos == 1 for guest in guests)


def test_when_one_node_is_killed_the_other_goes_on(tmp_path: Path, postgres: PostgresServer) -> None:
    url, guests, left = postgres.new_database(), list[Guest](), list[Guest]()

    async def test(pair: Pair) -> None:
        for edition, players in (("classic", 2), ("mod", 3), ("tournament", 4)):
            guests.extend(await pair.table(players, edition=edition))
        await all_here(guests)
        left.append(await pair.bot_table())
        play_on(guests)
        await more_moves(guests, 100)
        pair.one.kill()
        bots_at = await number_at(pair.other, left[0].table)
        await until(lambda: all(guest.at == pair.other.address for guest in guests))
        before = {guest: len(guest.moved) for guest in guests}
        await until(lambda: all(len(guest.moved) > before[guest] for guest in guests))
        await rest(guests)

        async def bots_go_on() -> bool:
            return await number_at(pair.other, left[0].table) > bots_at + 3

        await until(bots_go_on)
        for guest in guests:
            await guest.leave()

    with_two(tmp_path, url, test)
    logs = logs_in_postgres(url)
    check_logs(logs)
    check_guests(logs, guests)
    check_sights(logs, guests)
    assert rooms_in(logs)[left[0].table].seat(1).held


@pytest.mark.long
def test_a_table_of_bots_is_taken_up_though_nobody_asks_for_it(tmp_path: Path, postgres: PostgresServer) -> None:
    url = postgres.new_database()

    async def test(pair: Pair) -> None:
        guest = await pair.bot_table()
        pair.one.kill()

        query = f"SELECT seq FROM events WHERE table_id = '{guest.table}' ORDER BY seq DESC LIMIT 1"
        connection = await asyncpg.connect(url)

        async def last() -> int:
            found: int = await connection.fetchval(query)
            return found

        at = await last()

        async def goes_on() -> bool:
            return await last() > at + 3

        await until(goes_on)
        await connection.close()

    with_two(tmp_path, url, test)
    check_logs(logs_in_postgres(url))


def test_a_node_that_stops_says_so_and_its_people_play_on_at_the_other(
    tmp_path: Path, postgres: PostgresServer
) -> None:
    url, guests = postgres.new_database(), list[Guest]()

    async def test(pair: Pair) -> None:
        guests.extend(await pair.table(2))
        await all_here(guests)
        play_on(guests)
        await more_moves(guests, 20)
        assert await pair.one.stop() == 0
        assert [guest.goings for guest in guests] == [1, 0]
        goal = moves(guests) + 40
        await until(lambda: moves(guests) >= goal)
        await rest(guests)
        for guest in guests:
            await guest.leave()

    with_two(tmp_path, url, test)
    logs = logs_in_postgres(url)
    check_logs(logs)
    check_guests(logs, guests)
    check_sights(logs, guests)

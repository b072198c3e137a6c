"""Kills with PostgreSQL: of two nodes that share a database one is killed over and over, and people go to the other."""

import asyncio
import random
from collections import Counter
from pathlib import Path

from reliability.kills import PLANTED as PLANTED_IN_SQLITE
from reliability.part import Chunk, Part, Result
from server.guests import Guest, all_here, moves, open_table, play_on, rest
from server.ledger import check_guests, check_logs, check_sights, logs_in_postgres
from server.node import Node, end, until
from storage.places import postgres_server

_TABLES = (("classic", 2), ("mod", 3), ("tournament", 4), ("masters", 2))
_LONGEST_LIFE = 0.8
"""Seconds of play between two kills, at most."""
PLANTED = {
    name: plant.replace("docena.storage.sqlite import SqliteStore", "docena.storage.postgres import PostgresStore")
    .replace("SqliteStore", "PostgresStore")
    .replace("from docena.storage.sqlite_file import Setup\n", "")
    for name, plant in PLANTED_IN_SQLITE.items()
}


async def open_tables(nodes: list[Node]) -> list[Guest]:
    """People who sit by turns at the one node and at the other."""
    there, guests = [node.address for node in nodes], list[Guest]()
    for edition, players in _TABLES:
        table = await open_table(nodes[0], there, players, players=players, edition=edition, stock=8)
        for guest in table[1::2]:
            guest.servers = there[::-1]
        guests += table
    await all_here(guests)
    play_on(guests)
    return guests


async def _kill_by_turns(nodes: list[Node], guests: list[Guest], chance: random.Random, kills: int) -> None:
    for _ in range(kills):
        node = chance.choice(nodes)
        await node.listening()
        before = moves(guests)
        await until(lambda before=before: moves(guests) > before, pause=0.01)  # type: ignore[misc]
        await asyncio.sleep(chance.random() * _LONGEST_LIFE)
        node.kill()
        if chance.random() < 0.3:  # for a while there is only the other
            before = moves(guests)
            await until(lambda before=before: moves(guests) > before, pause=0.01)  # type: ignore[misc]
        node.start()


def kill_nodes(folder: Path, seed: int, kills: int, plant: str = "") -> Counter[str]:
    """Kills one of the two nodes so often; an AssertionError says what was lost."""
    with postgres_server() as server:
        url = server.new_database()
        nodes = [Node(folder, url, {"EVENTS": str(folder / f"{name}.db")}, plant=plant) for name in ("one", "other")]
        guests: list[Guest] = []

        async def main() -> None:
            for node in nodes:
                node.start()
            for node in nodes:
                await node.serving()
            guests.extend(await open_tables(nodes))
            await _kill_by_turns(nodes, guests, random.Random(seed), kills)
            for node in nodes:
                await node.listening()
            before = moves(guests)
            await until(lambda: moves(guests) > before + 20)
            await rest(guests)
            for guest in guests:
                await guest.leave()

        try:
            asyncio.run(main())
        finally:
            for node in nodes:
                end(node)
        logs = logs_in_postgres(url)
    check_logs(logs)
    check_guests(logs, guests)
    check_sights(logs, guests)
    assert not any(node.blunders for node in nodes), [node.blunders for node in nodes]
    repeats = sum(guest.repeats for guest in guests)
    return Counter({"moves acknowledged": moves(guests), "moves asked for again": repeats})


def run(chunk: Chunk) -> Result:
    try:
        counts = kill_nodes(chunk.folder, chunk.seed, chunk.trials)
    except (AssertionError, TimeoutError) as error:
        return Result(chunk.trials, [f"seed {chunk.seed}: {error!r}; the files are in {chunk.folder}"])
    return Result(chunk.trials, [], dict(counts))


def catches(folder: Path, plant: str) -> bool:
    folder.mkdir()
    try:
        kill_nodes(folder, 3, 5, plant)
    except (AssertionError, TimeoutError):
        return True
    return False


def controls(folder: Path) -> dict[str, bool]:
    return {name: catches(folder / str(number), plant) for number, (name, plant) in enumerate(PLANTED.items())}


PART = Part(
    "kills-postgres",
    "kills of one of two nodes with PostgreSQL while people play at both",
    "kills",
    full=1000,
    chunk=25,
    run=run,
    controls=controls,
    least=5,
)

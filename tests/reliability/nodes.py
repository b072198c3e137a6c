"""Nodes: two behind a real nginx, one of which is killed or cut off again and again, and whose clocks are wrong."""

import asyncio
import random
from collections import Counter
from pathlib import Path

from reliability.kills_postgres import PLANTED
from reliability.network import Site, obstacle, site
from reliability.part import Chunk, Part, Result
from server.guests import Guest, all_here, moves, open_table, play_on, rest
from server.ledger import check_guests, check_logs, check_sights, logs_in_postgres
from server.node import until

_TABLES = (("classic", 2), ("mod", 3), ("masters", 2))
_SKEWS = (0.0, 5.0, -90.0, 3600.0, -2 * 86_400.0, 400 * 86_400.0)
"""Seconds."""
_MORE = 20
"""Moves between two troubles."""
_LONGEST_CUT = 8.0


async def _go_on(guests: list[Guest]) -> None:
    goal = moves(guests) + _MORE
    await until(lambda: moves(guests) >= goal)


async def _trouble(place: Site, guests: list[Guest], chance: random.Random, counts: Counter[str]) -> None:
    number = chance.randrange(len(place.nodes))
    node, cable = place.nodes[number], place.cables[number]
    await asyncio.sleep(chance.random())
    if chance.random() < 0.5:
        counts["kills"] += 1
        node.kill()
        await _go_on(guests)
        node.start()
        await node.serving()
    else:
        counts["cuts"] += 1
        cable.cut()
        await _go_on(guests)
        await asyncio.sleep(chance.random() * _LONGEST_CUT)
        cable.mend()
    await _go_on(guests)


def endure(folder: Path, seed: int, troubles: int, plant: str = "") -> Counter[str]:
    """So many troubles, one after the other; an AssertionError says what was lost."""
    chance, guests, counts = random.Random(seed), list[Guest](), Counter[str]()
    with site(folder, [chance.choice(_SKEWS) for _ in range(2)], plant) as place:

        async def main() -> None:
            for node in place.nodes:
                node.start()
            for node in place.nodes:
                await node.serving()
            place.open()
            for edition, players in _TABLES:
                table = await open_table(
                    chance.choice(place.nodes), [place.address], players, players=players, edition=edition, stock=8
                )
                guests.extend(table)
            await all_here(guests)
            play_on(guests)
            for _ in range(troubles):
                await _trouble(place, guests, chance, counts)
            await rest(guests)
            for guest in guests:
                await guest.leave()

        asyncio.run(main())
        logs = logs_in_postgres(place.url)
        blunders = [node.blunders for node in place.nodes if node.blunders]
    check_logs(logs)
    check_guests(logs, guests)
    check_sights(logs, guests)
    assert not blunders, blunders
    repeats = sum(guest.repeats for guest in guests)
    return counts + Counter({"moves acknowledged": moves(guests), "moves asked for again": repeats})


def run(chunk: Chunk) -> Result:
    try:
        counts = endure(chunk.folder, chunk.seed, chunk.trials)
    except (AssertionError, TimeoutError) as error:
        return Result(chunk.trials, [f"seed {chunk.seed}: {error!r}; the files are in {chunk.folder}"])
    return Result(chunk.trials, [], dict(counts))


def catches(folder: Path, plant: str) -> bool:
    folder.mkdir()
    try:
        endure(folder, 3, 4, plant)
    except (AssertionError, TimeoutError):
        return True
    return False


def controls(folder: Path) -> dict[str, bool]:
    return {name: catches(folder / str(number), plant) for number, (name, plant) in enumerate(PLANTED.items())}


PART = Part(
    "nodes",
    "two nodes behind nginx with wrong clocks, of which one is killed or cut off from the network",
    "troubles",
    full=200,
    chunk=10,
    run=run,
    controls=controls,
    least=2,
    in_parallel=False,
    obstacle=obstacle,
)

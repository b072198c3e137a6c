"""Soak: many tables are played for long at one server, and its memory does not grow with the games played."""

import asyncio
from contextlib import suppress
from pathlib import Path
from statistics import median

import aiohttp
from reliability.part import Chunk, Part, Result
from server.node import Node, running

from benchmarks.load.figures import ProcessGauge
from benchmarks.load.load import Load, Outcome, Plan, raise_file_limit

TABLES, RATE = 500, 200.0
MOST_GROWTH_MB = 20.0
"""From the second quarter of the time to the last: what is kept for each table is there by then."""
_LEAK = """
from docena.tables.room import Room
kept, honest = [], Room.apply
def apply(self, *args, **more):
    kept.append(bytes(20_000))
    honest(self, *args, **more)
Room.apply = apply
"""
"""A planted fault: every event leaves something behind."""


def growth(megabytes: list[float]) -> float:
    """By how much the typical memory of the last quarter exceeds that of the second.

    >>> growth([10, 20, 30, 30, 31, 31, 30, 30])
    0.0
    """
    quarter = max(1, len(megabytes) // 4)
    return median(megabytes[-quarter:]) - median(megabytes[quarter : 2 * quarter])


async def _watch(load: Load, megabytes: list[float]) -> None:
    """The server's memory, from time to time while moves are counted."""
    while (used := await load.gauge.read()) is not None:
        if load.tally.counting:
            megabytes.append(used.memory / 1e6)
        await asyncio.sleep(load.plan.seconds / 200)


async def soak(folder: Path, plan: Plan, plant: str = "") -> tuple[Outcome, list[float]]:
    """Plays, and gives what was measured and the memory of the server's process all the while."""
    megabytes: list[float] = []
    node = Node(folder, str(folder / "docena.db"), plant=plant)
    connector = aiohttp.TCPConnector(limit=0)
    async with running(node), aiohttp.ClientSession(connector=connector) as session:
        assert node.process is not None
        pid = node.process.pid
        load = Load(plan, node.address, ProcessGauge(pid), session, lambda _: None)
        watching = asyncio.ensure_future(_watch(load, megabytes))
        outcome = await load.run()
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        assert await node.stop() == 0
        assert not node.blunders, node.blunders
    return outcome, megabytes


def findings(outcome: Outcome, megabytes: list[float], most_growth: float = MOST_GROWTH_MB) -> list[str]:
    found = [f"memory grew by {grown:.1f} MB"] if (grown := growth(megabytes)) > most_growth else []
    found += [f"{number} moves were refused: {reason}" for reason, number in outcome.refused.items()]
    found += [f"{outcome.lost} connections were cut"] if outcome.lost else []
    found += [f"{outcome.unfinished} moves were never answered"] if outcome.unfinished else []
    return found


def run(chunk: Chunk) -> Result:
    plan = Plan(tables=TABLES, rate=RATE, seconds=60.0 * chunk.trials)
    raise_file_limit(plan.sockets)
    outcome, megabytes = asyncio.run(soak(chunk.folder, plan))
    counts = {"moves": outcome.moves, "games": outcome.games, "connections": plan.sockets}
    figures = {"growth in MB": round(growth(megabytes), 1)}
    if outcome.seen is not None:
        figures |= {"ms until all have seen a move, p50": outcome.seen.p50, "p99": outcome.seen.p99}
    return Result(chunk.trials, findings(outcome, megabytes), counts, memory_mb=max(megabytes), figures=figures)


def catches_a_leak(folder: Path) -> bool:
    plan = Plan(tables=10, seats=2, rate=100.0, seconds=12.0)
    outcome, megabytes = asyncio.run(soak(folder, plan, _LEAK))
    return any("memory grew" in what for what in findings(outcome, megabytes, most_growth=5.0))


def controls(folder: Path) -> dict[str, bool]:
    return {"every event leaves something in memory": catches_a_leak(folder)}


PART = Part(
    "soak",
    f"a soak at {TABLES} tables of four with {RATE:.0f} moves a second",
    "minutes",
    full=60,
    chunk=0,
    run=run,
    controls=controls,
    least=2,
    seconds=3 * 3600.0,
    in_parallel=False,
)

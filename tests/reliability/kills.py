"""Kills: a server is killed over and over while people play, and nothing that it acknowledged is lost or done twice."""

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any

from reliability.event_kills import kill_an_event
from reliability.part import Chunk, Part, Result
from server.guests import Guest, all_here, moves, open_table, play_on, rest
from server.ledger import check_guests, check_logs, check_sights, logs_in_file, rooms_in
from server.node import Node, end, until

from docena.tables.phases import PLAYING

LONGEST_LIFE = 1.2
"""Seconds of play before a server is killed, at most."""
ROUND = 60
"""In so many moves each of four has moved; on a slow machine no bot is ready before the last start."""
_TABLES: tuple[tuple[str, int, int, dict[str, Any]], ...] = (
    ("classic", 2, 2, {}),
    ("classic", 4, 4, {"partners": True}),
    ("mod", 3, 3, {}),
    ("masters", 2, 2, {}),
    ("tournament", 4, 4, {}),
    ("deluxe", 3, 1, {"bots": {"2": "beginner", "3": "beginner"}}),
)
"""Edition, seats, people, and bots."""


class Storm:
    """Tables of people and tables of bots, and the server that is killed under them."""

    def __init__(self, folder: Path, seed: int, plant: str) -> None:
        self.file = folder / "docena.db"
        self.node = Node(folder, str(self.file), plant=plant)
        self.servers = [self.node.address]
        self.guests: list[Guest] = []
        self.left: list[Guest] = []
        """People who have left their tables to the bots and are not connected."""
        self.chance = random.Random(seed)

    async def open(self) -> None:
        self.node.start()
        await self.node.listening()
        for edition, players, people, more in _TABLES:
            self.guests += await open_table(
                self.node, self.servers, people, edition=edition, players=players, stock=8, **more
            )
        await all_here(self.guests)
        await self.leave_a_table_to_bots()
        play_on(self.guests)

    async def leave_a_table_to_bots(self) -> None:
        (guest,) = await open_table(
            self.node, self.servers, 1, players=4, pace=25, bots=dict.fromkeys("234", "beginner")
        )
        await all_here([guest])
        status, _ = await self.node.post(f"/api/tables/{guest.table}/asks", {"do": "away", "id": "a"}, guest.secret)
        assert status == 200
        await guest.leave()
        self.left.append(guest)

    async def kill(self) -> None:
        """At any moment: in the middle of play, and now and then of a start."""
        if self.chance.random() < 0.2:
            await asyncio.sleep(self.chance.random() * LONGEST_LIFE)
        else:
            await self.node.listening()
            await self._somebody_is_back()
            await asyncio.sleep(self.chance.random() * LONGEST_LIFE)
        self.node.kill()
        self.node.start()

    async def _somebody_is_back(self) -> None:
        before = moves(self.guests)
        await until(lambda: moves(self.guests) > before, pause=0.01)

    async def phase(self, guest: Guest) -> str:
        seen = await self.node.get(f"/api/tables/{guest.table}")
        phase: str = seen["table"]["phase"]
        return phase

    async def number(self, guest: Guest) -> int:
        seen = await self.node.get(f"/api/tables/{guest.table}")
        number: int = seen["seq"]
        return number


def kill_tables(folder: Path, seed: int, kills: int, plant: str = "") -> Counter[str]:
    """Kills a server so often; an AssertionError says what it has lost."""
    storm = Storm(folder, seed, plant)

    async def main() -> None:
        await storm.open()
        for killed in range(1, kills + 1):
            await storm.kill()
            if killed % 20 == 0 and killed < kills:
                # the bots' game may be over by now: they need another one
                await storm.node.listening()
                await storm.leave_a_table_to_bots()
        await storm.node.listening()
        before = moves(storm.guests)
        await until(lambda: moves(storm.guests) > before + 20)
        await rest(storm.guests)
        last = storm.left[-1]
        number = await storm.number(last)
        await until(lambda: _goes_on(storm, last, number))
        assert await storm.node.stop() == 0
        for guest in storm.guests:
            await guest.leave()

    try:
        asyncio.run(main())
    finally:
        end(storm.node)
    logs = logs_in_file(storm.file)
    check_logs(logs)
    check_guests(logs, storm.guests)
    check_sights(logs, storm.guests)
    # on a slow machine the next kill comes before everybody is back
    assert all(guest.hellos > 1 for guest in storm.guests)
    assert sum(guest.hellos for guest in storm.guests) > kills
    repeats = sum(guest.repeats for guest in storm.guests)
    assert repeats > kills // 2
    rooms = rooms_in(logs)
    for guest in storm.left:
        assert rooms[guest.table].seat(guest.seat).held
        assert rooms[guest.table].movers.count(0x80 | guest.seat) > 0
    assert not storm.node.blunders, storm.node.blunders
    return Counter({"moves acknowledged": moves(storm.guests), "moves asked for again": repeats})


async def _goes_on(storm: Storm, guest: Guest, number: int) -> bool:
    return await storm.number(guest) > number + ROUND or await storm.phase(guest) != PLAYING


AT_EVENTS = 6
"""One kill in so many hits a server at which an event is run."""

_EARLY = """
from docena.storage.ports import WriteOutcome
from docena.storage.sqlite import SqliteStore
from docena.storage.sqlite_file import Setup
import msgspec
honest = SqliteStore.write
def write(self, write):
    done, write.done = write.done, lambda outcome: None
    self._loop.call_later(0.3, honest, self, write)
    self._loop.call_soon(done, WriteOutcome.WRITTEN)
SqliteStore.write = write
"""
_NAMELESS = """
from docena.storage.sqlite import SqliteStore
honest = SqliteStore.write
def write(self, write):
    write.action = None
    honest(self, write)
SqliteStore.write = write
"""
PLANTED = {"moves are acknowledged before they are written": _EARLY, "who asked for a move is not written": _NAMELESS}


def run(chunk: Chunk) -> Result:
    at_events = chunk.trials // AT_EVENTS
    counts: Counter[str] = Counter()
    failures = []
    for name, kills, storm in (("tables", chunk.trials - at_events, kill_tables), ("events", at_events, kill_an_event)):
        folder = chunk.folder / name
        folder.mkdir()
        try:
            counts += storm(folder, chunk.seed, kills)
        except (AssertionError, TimeoutError) as error:
            failures.append(f"{name}, seed {chunk.seed}: {error!r}; the files are in {folder}")
    return Result(chunk.trials, failures, dict(counts))


def catches(folder: Path, plant: str) -> bool:
    folder.mkdir()
    try:
        kill_tables(folder, 3, 4, plant)
    except (AssertionError, TimeoutError):
        return True
    return False


def controls(folder: Path) -> dict[str, bool]:
    from reliability import event_kills

    caught = {name: catches(folder / str(number), plant) for number, (name, plant) in enumerate(PLANTED.items())}
    return caught | event_kills.controls(folder)


PART = Part(
    "kills",
    "kills of a server with SQLite while people and bots play and an event is run",
    "kills",
    full=10_000,
    chunk=60,
    run=run,
    controls=controls,
    least=12,
)

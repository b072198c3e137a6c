"""A server that is killed over and over while people play: nothing that was acknowledged is ever lost or done twice."""

import asyncio
import os
import random
from pathlib import Path
from typing import Any

from server.guests import Guest, all_here, moves, open_table, play_on, rest
from server.ledger import check_guests, check_logs, check_sights, logs_in_file, rooms_in
from server.node import Node, end, until

from docena.tables.room import PLAYING

KILLS = 200 if os.environ.get("DOCENA_LONG") else 12
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

    def __init__(self, folder: Path) -> None:
        self.file = folder / "docena.db"
        self.node = Node(folder, str(self.file))
        self.servers = [self.node.address]
        self.guests: list[Guest] = []
        self.left: list[Guest] = []
        """People who have left their tables to the bots and are not connected."""
        self.chance = random.Random(12)

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


def test_no_kill_loses_or_repeats_a_move(tmp_path: Path) -> None:
    storm = Storm(tmp_path)

    async def main() -> None:
        await storm.open()
        killed = 0
        while killed < KILLS:
            await storm.kill()
            killed += 1
            if killed % 20 == 0 and killed < KILLS:
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
    assert sum(guest.hellos for guest in storm.guests) > KILLS
    assert sum(guest.repeats for guest in storm.guests) > KILLS // 2
    rooms = rooms_in(logs)
    for guest in storm.left:
        assert rooms[guest.table].seat(guest.seat).held
        assert rooms[guest.table].movers.count(0x80 | guest.seat) > 0
    assert not storm.node.blunders


async def _goes_on(storm: Storm, guest: Guest, number: int) -> bool:
    return await storm.number(guest) > number + ROUND or await storm.phase(guest) != PLAYING

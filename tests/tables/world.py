"""A registry with fake bots and a clock that tests move by hand."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tables.fakes import Friend, HandClock, MemoryStore, QuickBots

from docena.tables import commands as cmd
from docena.tables.live_table import LiveTable
from docena.tables.registry import TableRegistry, Welcome
from docena.tables.table_choices import Choices


class World:
    """A registry and what it stands in."""

    def __init__(self, store: MemoryStore | None = None, node: str = "here") -> None:
        self.store = store or MemoryStore()
        self.clock, self.bots = HandClock(), QuickBots()
        self.registry = TableRegistry(self.store, self.clock, self.bots, node, seed=7)

    async def open(self, **choices: Any) -> tuple[LiveTable, Welcome]:
        welcome = await self.registry.open(cmd.Open("Ana", 1, Choices(**choices)))
        live = await self.registry.live(welcome.table)
        assert live is not None
        return live, welcome

    async def duel(self, **choices: Any) -> tuple[LiveTable, Friend, Friend]:
        """Two people at a table, dealt."""
        live, _ = await self.open(players=2, **choices)
        await self.registry.sit(live, cmd.Sit("Luis"))
        ana, luis = Friend(1), Friend(2)
        self.registry.enter(live, ana)
        self.registry.enter(live, luis)
        self.say_ready(live, ana, luis)
        assert live.room.phase == "playing"
        return live, ana, luis

    def say_ready(self, live: LiveTable, *friends: Friend) -> None:
        for number, friend in enumerate(friends):
            self.registry.ask(live, friend, cmd.GetReady(f"r{live.room.seq}{number}"))
        self.clock.pass_time(0)

    def move(self, live: LiveTable, friend: Friend, move: str | None = None, name: str | None = None) -> Any:
        move = move or choose(friend.view.legal)
        self.registry.ask(live, friend, cmd.MakeMove(name or f"m{live.room.seq}", friend.seq, move))
        return friend.last

    def turn(self, live: LiveTable, *friends: Friend) -> Friend:
        return friends[live.room.mover - 1] if live.room.mover is not None else friends[0]


def choose(legal: list[str]) -> str:
    """A sensible move: the stock card, then anything that fits, then a discard."""
    return min(legal, key=lambda move: (not move.startswith("S>"), ">" not in move, move))


def play(test: Callable[[World], Awaitable[None]]) -> None:
    asyncio.run(_played(test))


async def _played(test: Callable[[World], Awaitable[None]]) -> None:
    await test(World())

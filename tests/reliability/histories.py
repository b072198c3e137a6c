"""Histories: several clients act at once on one table, at one node or two, while everything goes wrong that can."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from reliability.linear import Explanation
from reliability.part import Chunk, Part, Result
from reliability.participants import Client, Node
from reliability.recording import Operation, Recording
from reliability.shared_log import weather
from tables.fakes import HandClock, MemoryStore

from docena.game import fair
from docena.tables import codes
from docena.tables import commands as cmd
from docena.tables import registry as registry
from docena.tables.decide import Asker
from docena.tables.room import room_from
from docena.tables.table_choices import Choices

_TABLES: tuple[dict[str, Any], ...] = (
    {"edition": "classic", "players": 2, "stock": 3},
    {"edition": "classic", "players": 3, "stock": 2, "bots": {"3": "casual"}},
    {"edition": "classic", "players": 4, "stock": 2, "partners": True, "table": "open"},
    {"edition": "mod", "players": 2, "stock": 2},
    {"edition": "masters", "players": 3, "stock": 2},
)
_MOST_STEPS = 3000


class SeededSecrets:
    """The same secrets each time, so that a history can be had again."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self.choice = chance.choice
        self.token_bytes = chance.randbytes

    def token_urlsafe(self, size: int) -> str:
        return self._chance.randbytes(size).hex()

    def __getattr__(self, name: str) -> Any:
        return getattr(secrets, name)


class World:
    """One history from its seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.chance = Random(seed)
        self.weather = weather(self.chance)
        self.nodes = self.chance.choice((1, 1, 2))
        self.asks_each = self.chance.randint(4, 12)
        self.clock, self.disk = HandClock(), MemoryStore()
        self.calm, self.links = True, 0
        self.table = ""
        self.recording = Recording("", self.nodes)
        self.asking: dict[str, Operation] = {}
        self.clients: list[Client] = []
        self.cluster = [Node(self, number) for number in range(self.nodes)]

    async def run(self) -> list[str]:
        """Plays the history, and says what is wrong with it."""
        await self._open()
        self.calm = False
        for node in self.cluster:
            node.store.calm = False
        for _ in range(_MOST_STEPS):
            await self._settle()
            if not self._step():
                break
        self.calm = True
        for node in self.cluster:
            node.store.calm = True
        await self._calm_down()
        rows = await self.disk.read(self.table)
        return Explanation(self.recording, rows).check() + self._check_nodes()

    async def _open(self) -> None:
        chosen = self.chance.choice(_TABLES)
        first = self.cluster[0]
        opening = asyncio.ensure_future(
            first.registry.open(cmd.Open("Ana", 1, Choices(**chosen, clock="off", chat="free", pace=0)))
        )
        await self._until(opening.done)
        welcome = opening.result()
        self.table = self.recording.table = welcome.table
        people = chosen["players"] - len(chosen.get("bots", {}))
        first.load()
        await self._until(lambda: first.live is not None)
        assert first.live is not None
        secret: dict[int | None, str | None] = {None: None, welcome.seat: welcome.secret}
        for number in range(2, people + 1):
            sitting = asyncio.ensure_future(first.registry.sit(first.live, cmd.Sit(f"Luis {number}")))
            await self._until(sitting.done)
            secret[sitting.result().seat] = sitting.result().secret
        seats = [*range(1, people + 1), *(self.chance.choice([None, *range(1, people + 1)]) for _ in range(2))]
        self.clients = [Client(self, number, seat, secret[seat]) for number, seat in enumerate(seats)]
        for node in self.cluster:
            node.load()
        await self._until(lambda: all(node.live is not None for node in self.cluster))
        self.recording.operations.clear()
        self.recording.frames.clear()

    # --- one thing after another

    async def _settle(self) -> None:
        """Until nothing more happens by itself."""
        for _ in range(6):
            await asyncio.sleep(0)

    def _steps(self) -> list[Callable[[], None]]:
        steps: list[Callable[[], None]] = []
        for node in self.cluster:
            steps += node.store.steps()
            if node.live is None and (node.loading is None or node.loading.done()):
                steps.append(node.load)
        for client in self.clients:
            steps += client.steps()
        return steps

    def _step(self) -> bool:
        chance, weather = self.chance, self.weather
        steps = self._steps()
        if not steps and all(client.pending is None for client in self.clients):
            return False
        if chance.random() < weather.dropped:
            chance.choice(self.clients).cut()
        elif chance.random() < weather.crash:
            chance.choice(self.cluster).crash()
        elif not steps or chance.random() < 0.05:
            self.clock.pass_time(chance.choice((0.1, 1.0, 5.0, 40.0)))
        else:
            chance.choice(steps)()
        return True

    async def _until(self, holds: Callable[[], bool]) -> None:
        for _ in range(_MOST_STEPS):
            await self._settle()
            if holds():
                return
            steps = self._steps()
            if steps:
                steps[0]()
            else:
                self.clock.pass_time(1.0)
        raise TimeoutError("nothing came of it")

    async def _calm_down(self) -> None:
        """Everything works again: everybody is answered, and every node knows all."""
        try:
            for _ in range(3):  # also what is tried again after a second, and once more
                self.clock.pass_time(5.0)
                await self._until(lambda: not self._steps() and all(client.pending is None for client in self.clients))
        except TimeoutError:
            pending = [client.pending for client in self.clients if client.pending is not None]
            self.recording.wrong.append(f"never answered: {pending}")

    def _check_nodes(self) -> list[str]:
        rows = self.disk.logs[self.table]
        model = room_from([(row.body, row.action) for row in rows])
        wrong = []
        for node in self.cluster:
            room = node.live.room if node.live is not None else None
            if room is None or room.seq != len(rows) or not node.live or not node.live.idle:
                wrong.append(f"node {node.number} is at {room and room.seq}, the log at {len(rows)}")
            elif room.game is not None and model.game is not None and room.game.hash() != model.game.hash():
                wrong.append(f"node {node.number} has another table than the log")
        return wrong

    def decided(self, asker: Asker, ask: Any) -> None:
        """On whose behalf a node decides."""
        operation = self.asking.get(getattr(ask, "id", ""))
        if operation is not None and operation.ask is ask:
            operation.askers.append(asker)


@contextmanager
def seeded_secrets(seed: int) -> Iterator[None]:
    """Deals, ids and codes are drawn from a seed, so that a game can be had again."""
    seeded = SeededSecrets(Random(seed))
    with (
        patch.object(fair, "secrets", seeded),
        patch.object(codes, "secrets", seeded),
        patch.object(registry, "new_code", lambda length: codes.new_code(length, seeded.choice)),
    ):
        yield


@contextmanager
def _observed(world: World) -> Iterator[None]:
    """The secrets are drawn from the seed, and every decision is noted."""
    deciding = vars(registry)["decide"]

    def noted(room: Any, asker: Asker, ask: Any) -> Any:
        world.decided(asker, ask)
        return deciding(room, asker, ask)

    with patch.object(registry, "decide", noted), seeded_secrets(world.seed + 1):
        yield


def violations(seed: int) -> list[str]:
    """What is wrong with the history of a seed."""
    return play(seed)[0]


def play(seed: int) -> tuple[list[str], World]:
    async def main() -> tuple[list[str], World]:
        world = World(seed)

        def complain(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
            world.recording.wrong.append(f"{context['message']}: {context.get('exception')!r}")

        asyncio.get_running_loop().set_exception_handler(complain)
        with _observed(world):
            try:
                return await world.run(), world
            except Exception as error:
                return [*world.recording.wrong, f"it broke off: {error!r}"], world

    return asyncio.run(main())


def run(chunk: Chunk) -> Result:
    result = Result(chunk.trials)
    counts = {"requests": 0, "sent again": 0, "events": 0, "frames": 0}
    for number in range(chunk.trials):
        seed = chunk.seed + number
        wrong, world = play(seed)
        result.failures += [f"history {seed}: {what}" for what in wrong[:3]]
        counts["requests"] += len(world.recording.operations)
        counts["sent again"] += sum(operation.sent - 1 for operation in world.recording.operations)
        counts["events"] += len(world.disk.logs[world.table])
        counts["frames"] += len(world.recording.frames)
    result.counts = counts
    return result


def controls(_: Path) -> dict[str, bool]:
    from reliability.planted import PLANTED, tries_until_caught

    return {name: bool(tries_until_caught(name)) for name in PLANTED}


PART = Part(
    "histories",
    "histories of clients acting at once on one table, checked for linearizability",
    "histories",
    full=10_000,
    chunk=250,
    run=run,
    controls=controls,
    least=20,
)

"""Who takes part in a history: nodes that may crash, the connections to them, and clients who ask and ask again."""

import asyncio
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from reliability.recording import Frame, Operation
from reliability.shared_log import NodeStore
from tables.fakes import QuickBots

from docena.core.errors import DocenaError, Refused
from docena.tables import commands as cmd
from docena.tables.live_table import LiveTable
from docena.tables.registry import TableRegistry

if TYPE_CHECKING:
    from reliability.histories import World


class View(msgspec.Struct):
    mover: int
    over: bool
    legal: list[str]


class Seen(msgspec.Struct):
    """What a client makes of a frame."""

    type: str
    seq: int = 0
    id: str | None = None
    view: View | None = None
    ok: bool = True
    reason: str = ""


_read = msgspec.json.Decoder(Seen).decode


class Node:
    """One process of the server, which may crash and start again."""

    def __init__(self, world: "World", number: int) -> None:
        self.world, self.number = world, number
        self.start()

    def start(self) -> None:
        world = self.world
        self.store = NodeStore(world.disk, world.chance, world.weather, shared=world.nodes > 1)
        self.store.calm = world.calm
        self.registry = TableRegistry(self.store, world.clock, QuickBots(), f"node{self.number}")
        self.registry.alone = world.nodes == 1
        self.live: LiveTable | None = None
        self.loading: asyncio.Task[LiveTable | None] | None = None

    def load(self) -> None:
        """The table is read from the log, as for the first who comes."""
        if self.live is None and (self.loading is None or self.loading.done()):
            self.loading = asyncio.get_running_loop().create_task(self._load())

    async def _load(self) -> LiveTable | None:
        try:
            self.live = await self.registry.live(self.world.table)
        except (DocenaError, asyncio.CancelledError):
            self.live = None
        return self.live

    def crash(self) -> None:
        self.store.crash()
        for table in self.registry.tables.values():
            table.stop()
        for client in self.world.clients:
            if client.link is not None and client.link.node is self:
                client.cut()
        self.start()


class Link:
    """A client's connection to a node: a guest, as the node knows it."""

    def __init__(self, client: "Client", node: Node, number: int, seat: int | None) -> None:
        self.client, self.node, self.number, self.seat = client, node, number, seat
        self.lang: str | None = None
        self.under_way: list[Frame] = []
        self.dismissed = False

    def send(self, frame: bytes) -> None:
        world, client = self.node.world, self.client
        if client.link is not self:
            return  # the connection is gone
        known = self.node.store.known.get(world.table, 0)
        sent = Frame(client.number, self.number, self.node.number, self.seat, world.recording.now(), known, frame)
        world.recording.frames.append(sent)
        self.under_way.append(sent)

    def dismiss(self, frame: bytes) -> None:
        self.send(frame)
        self.dismissed = True


class Client:
    """Somebody who asks, one thing at a time, and asks again when the connection was lost in between."""

    def __init__(self, world: "World", number: int, seat: int | None, secret: str | None) -> None:
        self.world, self.number, self.seat, self.secret = world, number, seat, secret
        self.link: Link | None = None
        self.pending: Operation | None = None
        self.asked = 0
        self.seq, self.view = 0, View(0, False, [])
        self.done = 0

    def steps(self) -> Iterator[Callable[[], None]]:
        world = self.world
        if self.link is None:
            if any(node.live is not None for node in world.cluster):
                yield self.connect
            return
        if self.link.under_way:
            yield self.hear
        elif self.link.dismissed:
            yield self.cut
        elif self.pending is None and self.done < world.asks_each:
            yield self.ask

    def connect(self) -> None:
        world = self.world
        node = world.chance.choice([node for node in world.cluster if node.live is not None])
        assert node.live is not None
        world.links += 1
        try:
            seat = node.registry.seat_of(node.live, self.secret)
        except Refused:  # the seat is given up: only watching is left, and nobody says what became of the last request
            self.seat, self.secret, self.pending, seat = None, None, None, None
        self.link = Link(self, node, world.links, seat)
        node.registry.enter(node.live, self.link)
        if self.pending is not None:
            self._again(self.pending)

    def cut(self) -> None:
        link, self.link = self.link, None
        if link is not None and link.node.live is not None and not link.node.store.closed:
            link.node.registry.leave(link.node.live, link)

    def hear(self) -> None:
        assert self.link is not None
        frame = self.link.under_way.pop(0)
        frame.arrived = self.world.recording.now()
        seen = _read(frame.data)
        if seen.type == "state":
            self.seq = seen.seq
            self.view = seen.view or self.view
        if self.pending is not None and seen.id == self.pending.id:
            if seen.reason in ("unavailable", "too_many"):
                self._again(self.pending)
                return
            self.pending.answered, self.pending.answer = frame.arrived, frame.data
            self.pending, self.done = None, self.done + 1

    def ask(self) -> None:
        self.asked += 1
        ask = self._choose(f"{self.number}.{self.asked}")
        assert self.link is not None
        self.pending = Operation(
            self.number, ask, self.seat, self.link.node.number, self.world.recording.now(), askers=[]
        )
        self.world.recording.operations.append(self.pending)
        self._send(self.pending)

    def _again(self, operation: Operation) -> None:
        """With the same name: it is done once. Without the seat nobody says any more what became of it."""
        assert self.link is not None
        if self.link.seat != self.seat:
            self.pending, self.done = None, self.done + 1
            return
        operation.sent += 1
        self._send(operation)

    def _send(self, operation: Operation) -> None:
        link = self.link
        assert link is not None
        assert link.node.live is not None
        operation.elsewhere |= operation.node != link.node.number
        operation.node = link.node.number
        self.world.asking[operation.id] = operation
        link.node.registry.ask(link.node.live, link, operation.ask)

    def _choose(self, name: str) -> Any:
        """Mostly moves that look right from here; now and then anything else."""
        chance, view = self.world.chance, self.view
        if view.mover == self.seat and view.legal and not view.over and chance.random() < 0.75:
            return cmd.MakeMove(name, self.seq, chance.choice(view.legal))
        kind = chance.randrange(16)
        if kind < 3:
            return cmd.MakeMove(
                name, self.seq - chance.randrange(2), chance.choice([*view.legal, "H1>1", "S>1", "H5-1"])
            )
        if kind < 5:
            return cmd.Undo(name, self.seq)
        if kind < 7:
            return cmd.Agree(name, yes=chance.random() < 0.7)
        others: list[Callable[[], Any]] = [
            lambda: cmd.Say(name, phrase="hello"),
            lambda: cmd.Say(name, text=f"words {name}"),
            lambda: cmd.Away(name),
            lambda: cmd.TakeSeatBack(name),
            lambda: cmd.Nudge(name),
            lambda: cmd.MakeTicket(name),
            lambda: cmd.Start(name),
            lambda: chance.choice((cmd.Stand, cmd.Abandon, cmd.GetReady))(name),
            lambda: cmd.GetReady(name),
        ]
        return others[kind - 7]()

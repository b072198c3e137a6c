"""A seat that is open at two places at once, and two nodes that share a log."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from tables.fakes import Friend, HandClock, MemoryStore, QuickBots

from docena.core.errors import Refused
from docena.storage.ports import LogRow
from docena.tables import commands as cmd
from docena.tables import events as e
from docena.tables import registry as registries
from docena.tables.live_table import LiveTable
from docena.tables.registry import TableRegistry
from docena.tables.table_choices import Choices

TWO = Choices(players=2, clock="off", chat="free")


class Shared(MemoryStore):
    shared = True


async def dealt(registry: TableRegistry) -> LiveTable:
    """A table of two, in the middle of nothing yet."""
    ana = await registry.open(cmd.Open("Ana", 1, TWO))
    live = await registry.live(ana.table)
    assert live is not None
    await registry.sit(live, cmd.Sit("Luis"))
    for seat in (1, 2):
        await registry.ask_once(live, seat, cmd.GetReady(f"r{seat}"))
    assert isinstance(registry.ticker, HandClock)
    registry.ticker.pass_time(0)
    assert live.room.mover is not None
    return live


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def with_house(test: Callable[[TableRegistry, MemoryStore], Awaitable[None]]) -> None:
    store = MemoryStore()

    async def main() -> None:
        await test(TableRegistry(store, HandClock(), QuickBots(), "here"), store)

    asyncio.run(main())


def test_what_waits_while_the_seat_is_given_up_is_asked_by_nobody() -> None:
    async def test(registry: TableRegistry, store: MemoryStore) -> None:
        live = await dealt(registry)
        phone, laptop = Friend(2), Friend(2)
        for friend in (phone, laptop):
            registry.enter(live, friend)
        store.slow = True
        registry.ask(live, phone, cmd.Stand("away for good"))
        registry.ask(live, laptop, cmd.Say("said", text="still me"))
        store.release()
        store.slow = False
        assert not live.room.said
        assert laptop.last.reason == "not_yours"

    with_house(test)


def test_what_waits_while_the_seat_is_taken_to_another_device_is_asked_by_nobody() -> None:
    async def test(registry: TableRegistry, store: MemoryStore) -> None:
        live = await dealt(registry)
        ticket = Friend(2)
        registry.enter(live, ticket)
        registry.ask(live, ticket, cmd.MakeTicket("t"))
        store.slow = True
        moving = asyncio.ensure_future(registry.sit(live, cmd.Sit("x", ticket=ticket.last.ticket)))
        await settled()
        registry.ask(live, ticket, cmd.Say("said", text="the old device"))
        over_http = asyncio.ensure_future(registry.ask_once(live, 2, cmd.Say("posted", text="and again")))
        await settled()
        store.release()
        store.slow = False
        assert (await moving).seat == 2
        with pytest.raises(Refused) as refused:
            await over_http
        assert refused.value.reason == "not_yours"
        assert not live.room.said

    with_house(test)


def test_whoever_gives_the_seat_up_does_not_come_back_to_it() -> None:
    async def test(registry: TableRegistry, store: MemoryStore) -> None:
        live = await dealt(registry)
        leaving, coming = Friend(2), Friend(2)
        registry.enter(live, leaving)
        registry.leave(live, leaving)
        store.slow = True
        leave = asyncio.ensure_future(registry.ask_once(live, 2, cmd.Stand("s")))
        await settled()
        registry.enter(live, coming)
        store.release()
        store.slow = False
        await leave
        await settled()
        assert live.room.seat(2).kind == "bot"
        assert live.room.seat(2).node == ""

    with_house(test)


class Pair:
    """Two nodes with one log; what the second hears of waits until `hear`."""

    def __init__(self) -> None:
        self.one = TableRegistry(Shared(), HandClock(), QuickBots(), "one")
        other = Shared()
        assert isinstance(self.one.store, MemoryStore)
        other.logs = self.one.store.logs
        self.two = TableRegistry(other, HandClock(), QuickBots(), "two")

    @property
    def log(self) -> list[e.AnyEvent]:
        assert isinstance(self.one.store, MemoryStore)
        (rows,) = self.one.store.logs.values()
        return [e.read_event(row.body) for row in rows]

    async def both(self) -> tuple[LiveTable, LiveTable]:
        live = await dealt(self.one)
        other = await self.two.live(live.room.id)
        assert other is not None
        return live, other


def test_two_nodes_do_not_answer_each_other_forever_that_a_player_is_here() -> None:
    async def test() -> None:
        pair = Pair()
        live, other = await pair.both()
        mover = live.room.mover
        assert mover is not None
        pair.one.enter(live, Friend(mover))
        other.hear(live.room.seq)
        await settled()
        pair.two.enter(other, Friend(mover))
        live.hear(other.room.seq)
        await settled()
        await pair.one.ask_once(live, 3 - mover, cmd.Nudge("n"))
        for _ in range(20):
            for one in (live, other):
                one.hear(len(pair.log))
                await settled()
        after = pair.log[pair.log.index(e.Nudged(mover)) :]
        assert len([event for event in after if isinstance(event, e.Here)]) <= 2

    asyncio.run(test())


def test_a_node_that_is_behind_reads_before_it_refuses() -> None:
    async def test() -> None:
        pair = Pair()
        live, other = await pair.both()
        mover = live.room.mover
        assert mover is not None
        assert live.room.game is not None
        move = cmd.MakeMove("m", live.room.stamp, live.room.game.legal_moves()[0])
        await pair.one.ask_once(live, mover, move)
        following = cmd.MakeMove("f", live.room.stamp, live.room.game.legal_moves()[0])
        assert other.room.seq < live.room.seq
        again = await pair.two.ask_once(other, mover, move)
        assert b'"id":"m"' in again
        assert b'"type":"state"' in again
        mover = live.room.mover
        assert mover is not None
        await pair.two.ask_once(other, mover, following)
        assert pair.log[-1] == e.Moved(mover, following.move)

    asyncio.run(test())


def test_whoever_comes_from_another_node_sees_no_older_position() -> None:
    async def test() -> None:
        pair = Pair()
        live, other = await pair.both()
        mover = live.room.mover
        assert mover is not None
        assert live.room.game is not None
        await pair.one.ask_once(live, mover, cmd.MakeMove("m", live.room.stamp, live.room.game.legal_moves()[0]))
        assert other.room.seq < live.room.seq
        await pair.two.prepare(other, "en")
        assert other.room.seq == live.room.seq

    asyncio.run(test())


def test_a_table_is_shown_as_it_is_known_when_the_store_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registries, "_CATCH_UP_SECONDS", 0.01)

    class Silent(Shared):
        async def read(self, table: str, after: int = 0, most: int | None = None) -> list[LogRow]:
            if after:
                await asyncio.sleep(600)
            return await super().read(table, after, most)

    async def test() -> None:
        silent = TableRegistry(Silent(), HandClock(), QuickBots(), "one")
        live = await dealt(silent)
        await silent.prepare(live, "en")
        assert live.room.game is not None

    asyncio.run(test())


def test_a_node_that_cannot_read_the_log_does_not_refuse_for_good() -> None:
    class Unreadable(Shared):
        async def read(self, table: str, after: int = 0) -> list[object]:  # type: ignore[override]
            if after:
                raise OSError("gone")
            return list(await super().read(table, after))

    async def test() -> None:
        registry = TableRegistry(Unreadable(), HandClock(), QuickBots(), "one")  # type: ignore[arg-type]
        live = await dealt(registry)
        with pytest.raises(Refused) as refused:
            await registry.ask_once(live, 1, cmd.Undo("u", 1))
        assert refused.value.reason == "unavailable"

    asyncio.run(test())

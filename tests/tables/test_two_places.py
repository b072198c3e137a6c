"""A seat that is open at two places at once, and two nodes that share a log."""

import asyncio
from collections.abc import Awaitable, Callable

from tables.fakes import Friend, HandClock, MemoryStore, QuickBots

from docena.tables import asks as a
from docena.tables import events as e
from docena.tables.choices import Choices
from docena.tables.live_table import Desk
from docena.tables.registry import House

TWO = Choices(players=2, clock="off", chat="free")


class Shared(MemoryStore):
    shared = True


async def dealt(house: House) -> Desk:
    """A table of two, in the middle of nothing yet."""
    ana = await house.open(a.Open("Ana", 1, TWO))
    desk = await house.desk(ana.table)
    assert desk is not None
    await house.sit(desk, a.Sit("Luis"))
    for seat in (1, 2):
        await house.ask_once(desk, seat, a.Ready(f"r{seat}"))
    assert isinstance(house._ticker, HandClock)
    house._ticker.pass_time(0)
    assert desk.room.mover is not None
    return desk


async def settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def with_house(test: Callable[[House, MemoryStore], Awaitable[None]]) -> None:
    store = MemoryStore()

    async def main() -> None:
        await test(House(store, HandClock(), QuickBots(), "here"), store)

    asyncio.run(main())


def test_what_waits_while_the_seat_is_given_up_is_asked_by_nobody() -> None:
    async def test(house: House, store: MemoryStore) -> None:
        desk = await dealt(house)
        phone, laptop = Friend(2), Friend(2)
        for friend in (phone, laptop):
            house.enter(desk, friend)
        store.slow = True
        house.ask(desk, phone, a.Stand("away for good"))
        house.ask(desk, laptop, a.Say("said", text="still me"))
        store.release()
        store.slow = False
        assert not desk.room.said
        assert laptop.last.reason == "not_yours"

    with_house(test)


def test_what_waits_while_the_seat_is_taken_to_another_device_is_asked_by_nobody() -> None:
    async def test(house: House, store: MemoryStore) -> None:
        desk = await dealt(house)
        ticket = Friend(2)
        house.enter(desk, ticket)
        house.ask(desk, ticket, a.Ticket("t"))
        store.slow = True
        moving = asyncio.ensure_future(house.sit(desk, a.Sit("x", ticket=ticket.last.ticket)))
        await settled()
        house.ask(desk, ticket, a.Say("said", text="the old device"))
        over_http = asyncio.ensure_future(house.ask_once(desk, 2, a.Say("posted", text="and again")))
        await settled()
        store.release()
        store.slow = False
        assert (await moving).seat == 2
        assert b"not_yours" in await over_http
        assert not desk.room.said

    with_house(test)


def test_whoever_gives_the_seat_up_does_not_come_back_to_it() -> None:
    async def test(house: House, store: MemoryStore) -> None:
        desk = await dealt(house)
        leaving, coming = Friend(2), Friend(2)
        house.enter(desk, leaving)
        house.leave(desk, leaving)
        store.slow = True
        leave = asyncio.ensure_future(house.ask_once(desk, 2, a.Stand("s")))
        await settled()
        house.enter(desk, coming)
        store.release()
        store.slow = False
        await leave
        await settled()
        assert desk.room.seat(2).kind == "bot"
        assert desk.room.seat(2).node == ""

    with_house(test)


class Pair:
    """Two nodes with one log; what the second hears of waits until `hear`."""

    def __init__(self) -> None:
        self.one = House(Shared(), HandClock(), QuickBots(), "one")
        other = Shared()
        assert isinstance(self.one.store, MemoryStore)
        other.logs = self.one.store.logs
        self.two = House(other, HandClock(), QuickBots(), "two")

    @property
    def log(self) -> list[e.AnyEvent]:
        assert isinstance(self.one.store, MemoryStore)
        (rows,) = self.one.store.logs.values()
        return [e.read_event(row.body) for row in rows]

    async def both(self) -> tuple[Desk, Desk]:
        desk = await dealt(self.one)
        other = await self.two.desk(desk.room.id)
        assert other is not None
        return desk, other


def test_two_nodes_do_not_answer_each_other_forever_that_a_player_is_here() -> None:
    async def test() -> None:
        pair = Pair()
        desk, other = await pair.both()
        mover = desk.room.mover
        assert mover is not None
        pair.one.enter(desk, Friend(mover))
        other.hear(desk.room.seq)
        await settled()
        pair.two.enter(other, Friend(mover))
        desk.hear(other.room.seq)
        await settled()
        await pair.one.ask_once(desk, 3 - mover, a.Nudge("n"))
        for _ in range(20):
            for one in (desk, other):
                one.hear(len(pair.log))
                await settled()
        after = pair.log[pair.log.index(e.Nudged(mover)) :]
        assert len([event for event in after if isinstance(event, e.Here)]) <= 2

    asyncio.run(test())


def test_a_node_that_is_behind_reads_before_it_refuses() -> None:
    async def test() -> None:
        pair = Pair()
        desk, other = await pair.both()
        mover = desk.room.mover
        assert mover is not None
        assert desk.room.game is not None
        move = a.MakeMove("m", desk.room.stamp, desk.room.game.legal_moves()[0])
        await pair.one.ask_once(desk, mover, move)
        following = a.MakeMove("f", desk.room.stamp, desk.room.game.legal_moves()[0])
        assert other.room.seq < desk.room.seq
        again = await pair.two.ask_once(other, mover, move)
        assert b'"id":"m"' in again
        assert b'"type":"state"' in again
        mover = desk.room.mover
        assert mover is not None
        await pair.two.ask_once(other, mover, following)
        assert pair.log[-1] == e.Moved(mover, following.move)

    asyncio.run(test())


def test_a_node_that_cannot_read_the_log_does_not_refuse_for_good() -> None:
    class Unreadable(Shared):
        async def read(self, table: str, after: int = 0) -> list[object]:  # type: ignore[override]
            if after:
                raise OSError("gone")
            return list(await super().read(table, after))

    async def test() -> None:
        house = House(Unreadable(), HandClock(), QuickBots(), "one")  # type: ignore[arg-type]
        desk = await dealt(house)
        assert b'"reason":"unavailable"' in await house.ask_once(desk, 1, a.Undo("u", 1))

    asyncio.run(test())

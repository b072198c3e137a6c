"""What a table may miss while a store does not answer, or another node writes, and how it is made up for."""

import asyncio
from collections.abc import Sequence

from host.fakes import Friend, HandClock, MemoryStore, QuickBots

from docena.host import asks as a
from docena.host import events as e
from docena.host.choices import Choices
from docena.host.desk import Desk
from docena.host.house import House
from docena.host.ports import Outcome, Row, Write
from docena.host.room import room_from
from docena.host.sitting import open_table


def row(seq: int, event: e.AnyEvent) -> Row:
    return Row(seq, None, e.write_event(event))


def test_what_is_heard_of_during_a_reading_is_read_after_it() -> None:
    events = open_table(a.Open("Ana"), "t", "AAAAA", "", 1).events
    desk = Desk(room_from([(e.write_event(event), None) for event in events]), MemoryStore(), lambda _: None)
    readings: list[int] = []
    desk.reread = lambda desk: readings.append(desk.room.seq)
    seq = desk.room.seq
    desk.hear(seq)
    assert readings == []
    desk.hear(seq + 1)
    desk.hear(seq + 2)
    assert readings == [seq]
    desk.caught_up([row(seq + 1, e.Ready(1))])
    assert readings == [seq, seq + 1]
    desk.caught_up([row(seq + 2, e.Said(1, "hello"))])
    assert readings == [seq, seq + 1]
    assert desk.idle


class Deaf(MemoryStore):
    """Cannot be read while `down`."""

    down = False

    async def read(self, table: str, after: int = 0) -> list[Row]:
        if self.down:
            raise OSError
        return await super().read(table, after)


class Doubtful(MemoryStore):
    """Writes nothing while `down`, and cannot tell."""

    down = False

    def write(self, write: Write) -> None:
        if self.down:
            write.done(Outcome.UNKNOWN)
        else:
            super().write(write)


def house_over(store: MemoryStore) -> tuple[House, HandClock]:
    clock = HandClock()
    return House(store, clock, QuickBots(), "here", seed=7), clock


async def _settle(times: int = 5) -> None:
    for _ in range(times):
        await asyncio.sleep(0)


def test_people_who_came_and_went_while_nothing_could_be_written_are_written_down_later() -> None:
    async def main() -> None:
        store = MemoryStore()
        house, clock = house_over(store)
        welcome = await house.open(a.Open("Ana", 1, Choices(players=3)))
        desk = await house.desk(welcome.table)
        assert desk is not None
        await house.sit(desk, a.Sit("Luis"))
        luis = Friend(2)
        house.enter(desk, luis)
        store.outcome = Outcome.FAILED
        house.enter(desk, Friend(1))
        house.leave(desk, luis)
        clock.pass_time(5)
        assert _here(desk) == ["", "here", ""]
        store.outcome = None
        clock.pass_time(1)
        await _settle()
        assert _here(desk) == ["here", "", ""]

    asyncio.run(main())


def test_a_bot_goes_on_after_its_move_was_unknown_and_the_log_could_not_be_read() -> None:
    async def main() -> None:
        store = Deaf()
        house, clock = house_over(store)
        welcome = await house.open(a.Open("Ana", 1, Choices(players=2, bots={"2": "casual"}, pace=100)))
        desk = await house.desk(welcome.table)
        assert desk is not None
        ana = Friend(1)
        house.enter(desk, ana)
        house.ask(desk, ana, a.Ready("r"))
        clock.pass_time(0)
        house.ask(desk, ana, a.Away("w"))
        store.outcome, store.down = Outcome.UNKNOWN, True
        clock.pass_time(0.1)
        await _settle()
        moves = len(desk.room.movers)
        store.outcome, store.down = None, False
        for _ in range(20):
            clock.pass_time(0.5)
            await _settle()
        assert len(desk.room.movers) > moves + 3
        assert [row.seq for row in store.logs[welcome.table]] == list(range(1, desk.room.seq + 1))

    asyncio.run(main())


def test_a_bot_goes_on_after_its_move_stayed_unknown_for_long() -> None:
    async def main() -> None:
        store = Doubtful()
        house, clock = house_over(store)
        welcome = await house.open(a.Open("Ana", 1, Choices(players=2, bots={"2": "casual"}, pace=100)))
        desk = await house.desk(welcome.table)
        assert desk is not None
        ana = Friend(1)
        house.enter(desk, ana)
        house.ask(desk, ana, a.Ready("r"))
        clock.pass_time(0)
        house.ask(desk, ana, a.Away("w"))
        store.down = True
        clock.pass_time(0.1)
        await _settle(50)
        assert desk.idle
        moves = len(desk.room.movers)
        store.down = False
        for _ in range(20):
            clock.pass_time(0.5)
            await _settle()
        assert len(desk.room.movers) > moves + 3
        assert [row.seq for row in store.logs[welcome.table]] == list(range(1, desk.room.seq + 1))

    asyncio.run(main())


def _here(desk: Desk) -> Sequence[str]:
    return [seat.node for seat in desk.room.seats]

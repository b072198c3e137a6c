"""What a table may miss while a store does not answer, or another node writes, and how it is made up for."""

import asyncio
from collections.abc import Callable, Sequence

import pytest
from tables.fakes import Friend, HandClock, MemoryStore, QuickBots

from docena.storage.ports import LogRow, Write, WriteOutcome
from docena.tables import commands as cmd
from docena.tables import events as e
from docena.tables.live_table import LiveTable
from docena.tables.registry import TableRegistry
from docena.tables.room import room_from
from docena.tables.seating.sitting import open_table
from docena.tables.table_choices import Choices


def row(seq: int, event: e.AnyEvent) -> LogRow:
    return LogRow(seq, None, e.write_event(event))


def test_what_is_heard_of_during_a_reading_is_read_after_it() -> None:
    events = open_table(cmd.Open("Ana"), "t", "AAAAA", "", 1).events
    live = LiveTable(room_from([(e.write_event(event), None) for event in events]), MemoryStore(), lambda _: None)
    readings: list[int] = []
    live.reread = lambda live: readings.append(live.room.seq)
    seq = live.room.seq
    live.hear(seq)
    assert readings == []
    live.hear(seq + 1)
    live.hear(seq + 2)
    assert readings == [seq]
    assert live.take_up([row(seq + 1, e.Ready(1))])
    live.caught_up(1)
    assert readings == [seq, seq + 1]
    assert live.take_up([row(seq + 2, e.Said(1, "hello"))])
    live.caught_up(1)
    assert readings == [seq, seq + 1]
    assert live.idle


class Deaf(MemoryStore):
    """Cannot be read while `down`."""

    down = False
    error: type[Exception] = OSError

    async def read(self, table: str, after: int = 0, most: int | None = None) -> list[LogRow]:
        if self.down:
            raise self.error
        return await super().read(table, after, most)


class Doubtful(MemoryStore):
    """Writes nothing while `down`, and cannot tell."""

    down = False

    def write(self, write: Write) -> None:
        if self.down:
            write.done(WriteOutcome.UNKNOWN)
        else:
            super().write(write)


def house_over(store: MemoryStore) -> tuple[TableRegistry, HandClock]:
    clock = HandClock()
    return TableRegistry(store, clock, QuickBots(), "here", seed=7), clock


async def bots_only(registry: TableRegistry, clock: HandClock) -> LiveTable:
    """A table at which a bot plays both seats: its person has gone."""
    welcome = await registry.open(cmd.Open("Ana", 1, Choices(players=2, bots={"2": "casual"}, pace=100)))
    live = await registry.live(welcome.table)
    assert live is not None
    ana = Friend(1)
    registry.enter(live, ana)
    registry.ask(live, ana, cmd.GetReady("r"))
    clock.pass_time(0)
    registry.ask(live, ana, cmd.Away("w"))
    return live


async def check_going_on(live: LiveTable, store: MemoryStore, clock: HandClock, moves: int) -> None:
    """More moves come than there were, and the log has no gap."""
    for _ in range(20):
        clock.pass_time(0.5)
        await _settle()
    assert len(live.room.movers) > moves + 3
    assert [row.seq for row in store.logs[live.room.id]] == list(range(1, live.room.seq + 1))


async def _settle(times: int = 5) -> None:
    for _ in range(times):
        await asyncio.sleep(0)


def test_people_who_came_and_went_while_nothing_could_be_written_are_written_down_later() -> None:
    async def main() -> None:
        store = MemoryStore()
        registry, clock = house_over(store)
        welcome = await registry.open(cmd.Open("Ana", 1, Choices(players=3)))
        live = await registry.live(welcome.table)
        assert live is not None
        await registry.sit(live, cmd.Sit("Luis"))
        luis = Friend(2)
        registry.enter(live, luis)
        store.outcome = WriteOutcome.FAILED
        registry.enter(live, Friend(1))
        registry.leave(live, luis)
        clock.pass_time(5)
        assert _here(live) == ["", "here", ""]
        store.outcome = None
        clock.pass_time(1)
        await _settle()
        assert _here(live) == ["here", "", ""]

    asyncio.run(main())


@pytest.mark.parametrize("error", [OSError, RuntimeError], ids=["down", "a fault"])
def test_a_bot_goes_on_after_its_move_was_unknown_and_the_log_could_not_be_read(error: type[Exception]) -> None:
    async def main() -> None:
        store = Deaf()
        store.error = error
        registry, clock = house_over(store)
        live = await bots_only(registry, clock)
        store.outcome, store.down = WriteOutcome.UNKNOWN, True
        clock.pass_time(0.1)
        await _settle()
        moves = len(live.room.movers)
        store.outcome, store.down = None, False
        await check_going_on(live, store, clock, moves)

    asyncio.run(main())


def test_a_bot_goes_on_after_its_move_stayed_unknown_for_long() -> None:
    async def main() -> None:
        store = Doubtful()
        registry, clock = house_over(store)
        live = await bots_only(registry, clock)
        store.down = True
        clock.pass_time(0.1)
        await _settle(50)
        assert live.idle
        moves = len(live.room.movers)
        store.down = False
        await check_going_on(live, store, clock, moves)

    asyncio.run(main())


def test_a_move_of_a_person_that_was_written_after_all_is_seen_though_nobody_asks_again() -> None:
    async def main() -> None:
        store = Deaf()
        registry, clock = house_over(store)
        welcome = await registry.open(cmd.Open("Ana", 1, Choices(players=3)))
        live = await registry.live(welcome.table)
        assert live is not None
        ana = Friend(1)
        registry.enter(live, ana)
        store.heard.clear()  # a node does not hear of what it has written itself
        store.outcome, store.down = WriteOutcome.UNKNOWN, True
        registry.ask(live, ana, cmd.GetReady("r"))
        await _settle()
        assert ana.last.reason == "unavailable"
        store.outcome, store.down = None, False
        clock.pass_time(1)
        await _settle()
        assert live.room.seat(1).ready
        assert live.room.seq == len(store.logs[welcome.table])

    asyncio.run(main())


def test_a_line_that_cannot_be_read_is_complained_of_and_other_tables_come_back() -> None:
    async def main() -> None:
        store = MemoryStore()
        registry, _ = house_over(store)
        broken, whole = [(await registry.open(cmd.Open("Ana", 1, Choices(players=2)))).table for _ in range(2)]
        store.logs[broken].append(LogRow(len(store.logs[broken]) + 1, None, b'{"e":"juggled","seat":1}'))
        again, _ = house_over(store)
        complaints: dict[str, str] = {}
        again.complain = lambda table, error: complaints.update({table: str(error)})
        assert await again.resume() == 1
        assert await again.live(whole) is not None
        assert complaints.keys() == {broken}
        assert "cannot be read: e: Invalid value 'juggled'" in complaints[broken]

    asyncio.run(main())


def test_a_move_that_no_bot_may_make_is_not_made() -> None:
    class Wild(QuickBots):
        def ask(
            self, key: str, bot: str, seed: int, seat: int, view: bytes, done: Callable[[str | None], None]
        ) -> None:
            done("S>9")

    async def main() -> None:
        clock = HandClock()
        registry = TableRegistry(MemoryStore(), clock, Wild(), "here", seed=7)
        live = await bots_only(registry, clock)
        clock.pass_time(60)
        assert len(live.room.movers) > 20

    asyncio.run(main())


def _here(live: LiveTable) -> Sequence[str]:
    return [seat.node for seat in live.room.seats]

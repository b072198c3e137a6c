"""What is old is deleted, by the days on which a server has run: no date makes anything old."""

import asyncio

import pytest
from storage.places import Clock, Place, order, put, visit
from storage.test_contract import index
from storage.test_schema import say

from docena.server.people.players import UNUSED_DAYS
from docena.server.retention import of_tables
from docena.server.settings import Settings
from docena.storage import Database
from docena.storage.accounts import Account, Session
from docena.storage.ports import Snapshot, WriteOutcome
from docena.storage.running_time import DAY, LONGEST_STEP, RunningTime
from docena.storage.schema import META, SET_VERSION, VERSIONS

STEP = 1200.0
"""Seconds between two looks at the monotonic clock."""


class Monotonic:
    """A clock that only a test moves."""

    def __init__(self, at: float = 5_000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at


async def run_for(running: RunningTime, clock: Monotonic, days: float) -> None:
    """Lets a server run for so long, and look at its clock every so often."""
    await running.days()
    for _ in range(round(days * DAY / STEP)):
        clock.at += STEP
        await running.days()


async def open_old_tables(store: Database) -> None:
    many = [order(f"old{number}", 1, index=index(f"{number:05}")) for number in range(120)]
    many[7].snapshot = Snapshot(1, 0, b"")
    await put(store, *many, order("closed", 1, index=index(live=False)), order("kept", 1), order("bare", 1))


def test_what_was_idle_too_long_is_forgotten_and_cannot_be_written_on(place: Place) -> None:
    clock = Monotonic()

    async def retention(store: Database) -> None:
        running = RunningTime(store, clock)
        await open_old_tables(store)
        await run_for(running, clock, 2.0)
        await put(store, order("kept", 2))
        assert await store.forget_tables(2) == 0
        await run_for(running, clock, 1.0)
        assert await store.forget_tables(3) == 0
        assert await store.forget_tables(2) == 122
        assert await store.live(0) == ["kept"]
        assert await store.read("old7") == []
        assert await store.snapshot("old7") is None
        assert await put(store, order("old7", 2), order("kept", 3)) == [WriteOutcome.TAKEN, WriteOutcome.WRITTEN]
        assert await put(store, order("old7", 1, index=index("00007"))) == [WriteOutcome.WRITTEN]

    visit(place, retention)


@pytest.mark.parametrize("jump", [800 * DAY, -800 * DAY])
def test_a_wrong_date_makes_nothing_old(place: Place, jump: int) -> None:
    wall, clock = Clock(1_800_000_000), Monotonic()

    async def jumps(store: Database) -> None:
        accounts = store.accounts
        retention = of_tables(store, Settings(keep_days=365), clock)
        await accounts.add_account(Account("a", "Ana", None, wall.at))
        await accounts.add_session(Session("h", "a", wall.at))
        await put(store, *(order(f"t{number}", 1) for number in range(5)))
        await retention.look()
        wall.at += jump
        await put(store, order("later", 1))
        # another process, for which everything is new
        for each in (retention, of_tables(store, Settings(keep_days=365), clock)):
            clock.at += STEP
            await each.look()
        assert len([table for number in range(5) for table in await store.read(f"t{number}")]) == 5
        assert await store.read("later") != []
        assert await accounts.session("h", UNUSED_DAYS) is not None
        wall.at -= jump
        await retention.look()
        assert await store.read("later") != []

    visit(place, jumps, wall)


def test_tables_are_deleted_once_a_server_has_run_for_so_long_and_fresh_ones_stay(place: Place) -> None:
    clock = Monotonic()

    async def ages(store: Database) -> None:
        running = RunningTime(store, clock)
        retention, never = (of_tables(store, Settings(keep_days=days), clock) for days in (3, 0))
        await put(store, order("old", 1), order("played", 1))
        await run_for(running, clock, 2.0)
        await put(store, order("played", 2), order("fresh", 1))
        await retention.look()
        assert await store.read("old") != []
        await run_for(running, clock, 2.0)
        await never.look()
        assert await store.read("old") != []
        await retention.look()
        assert await store.read("old") == []
        assert len(await store.read("played")) == 2
        assert len(await store.read("fresh")) == 1

    visit(place, ages)


def test_the_monotonic_clock_counts_no_more_than_a_step_at_once(place: Place) -> None:
    clock = Monotonic()

    async def leaps(store: Database) -> None:
        running = RunningTime(store, clock)
        await running.days()
        for _ in range(3):
            clock.at += 800 * DAY
            assert await running.days() == 0
        clock.at -= 800 * DAY
        assert await running.days() == 0
        await put(store, order("t", 1))
        await run_for(running, clock, 1.0)
        assert await running.days() == 1

    assert 3 * LONGEST_STEP < DAY
    visit(place, leaps)


def test_a_server_that_is_restarted_every_few_hours_counts_all_of_them(place: Place) -> None:
    found: list[int] = []

    async def some_hours(store: Database) -> None:
        clock = Monotonic(100.0 * len(found))  # a machine that starts begins to count anew
        running = RunningTime(store, clock)
        await run_for(running, clock, 0.25)
        found.append(await running.days())

    for _ in range(9):
        visit(place, some_hours)
    assert found == [0, 0, 0, 1, 1, 1, 1, 2, 2]


def test_two_nodes_do_not_count_twice_as_fast_and_one_goes_on_alone(place: Place) -> None:
    async def both(store: Database) -> None:
        other = await place.open()
        # each has a monotonic clock of its own, and they look at different moments
        clocks = [Monotonic(), Monotonic(9_000_000.0)]
        nodes = [RunningTime(each, clock) for each, clock in zip((store, other), clocks, strict=True)]
        for _ in range(round(2.5 * DAY / STEP)):
            for node in nodes:
                for clock in clocks:
                    clock.at += STEP / 2
                await node.days()
        assert [await node.days() for node in nodes] == [2, 2]
        await run_for(nodes[1], clocks[1], 1.0)
        assert await nodes[1].days() == 3
        await other.close()

    visit(place, both)


def test_nodes_that_look_at_the_same_moment_count_it_once(place: Place) -> None:
    async def both(store: Database) -> None:
        other = await place.open()
        clock = Monotonic()
        nodes = [RunningTime(store, clock), RunningTime(other, clock)]
        await asyncio.gather(*(node.days() for node in nodes))
        for _ in range(round(1.5 * DAY / STEP)):
            clock.at += STEP
            await asyncio.gather(*(node.days() for node in nodes))
        assert [await node.days() for node in nodes] == [1, 1]
        await other.close()

    visit(place, both)


def test_tables_of_an_earlier_version_begin_to_age_when_the_database_is_brought_up_to_date(place: Place) -> None:
    body = "X'626f6479'" if place.kind == "sqlite" else "'body'"
    rows = (
        f"INSERT INTO events (table_id, seq, action, body, at) VALUES ('t', 1, 'a', {body}, 5)",
        f"INSERT INTO tables VALUES ('t', '', false, true, false, {body}, 5)",
        "INSERT INTO accounts VALUES ('a', 'Ana', 'ana', NULL, 5)",
        "INSERT INTO sessions VALUES ('h', 'a', 5, 5)",
    )
    earlier = (statement for version in VERSIONS[:3] for statement in version)
    asyncio.run(say(place, META, *earlier, SET_VERSION.format(3), *rows))
    clock = Monotonic()

    async def ages(store: Database) -> None:
        running = RunningTime(store, clock)
        retention = of_tables(store, Settings(keep_days=1), clock)
        await retention.look()
        assert len(await store.read("t")) == 1
        assert await store.accounts.session("h", 1) == Session("h", "a", 5)
        await run_for(running, clock, 2.0)
        assert await store.accounts.session("h", 1) is None
        await retention.look()
        assert await store.read("t") == []

    visit(place, ages)


def test_a_file_that_is_put_in_the_place_of_another_brings_its_own_count(place: Place) -> None:
    clock = Monotonic()

    async def restored(store: Database) -> None:
        running = RunningTime(store, clock)
        await run_for(running, clock, 3.0)
        await put(store, order("t", 1))
        await store.change("UPDATE meta SET value = '100' WHERE key = 'running' RETURNING key")
        await store.change("UPDATE events SET day = 0 RETURNING seq")
        clock.at += STEP
        assert await running.days() == 0
        assert await store.forget_tables(1) == 0

    visit(place, restored)

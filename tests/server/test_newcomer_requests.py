"""How requests of newcomers end: they lapse, are answered, or the game begins."""

import asyncio

import pytest
from tables.fakes import Friend
from tables.world import World

from docena.core.errors import DocenaError
from docena.tables import commands as cmd
from docena.tables.newcomers import MOST_REQUESTS, REFUSED_SECONDS, REQUEST_SECONDS
from docena.tables.seating.admission import request_seat, standing


def test_the_log_of_a_table_is_not_filled_by_requests() -> None:
    async def test() -> None:
        world = World()
        live, _ = await world.open(players=3, approval=True)
        before = len(world.store.logs[live.room.id])
        taken = 0
        for n in range(3 * MOST_REQUESTS):
            try:
                await request_seat(live, cmd.AskToSit("Eva"), f"k:{n}", [], world.clock.today())
                taken += 1
            except DocenaError:
                world.clock.pass_time(REQUEST_SECONDS)
        assert taken == MOST_REQUESTS
        assert len(world.store.logs[live.room.id]) <= before + 2 * MOST_REQUESTS

    asyncio.run(test())


def test_a_request_that_nobody_answers_lapses() -> None:
    async def test() -> None:
        world = World()
        live, _ = await world.open(players=3, approval=True)
        ana = Friend(1)
        world.registry.enter(live, ana)
        asked = await request_seat(live, cmd.AskToSit("Eva"), "k:e", [], world.clock.today())
        assert [one.name for one in ana.table.newcomers] == ["Eva"]
        world.clock.pass_time(REQUEST_SECONDS - 1)
        now = standing(live.room, asked.request, asked.secret, world.clock.today())
        assert now is not None
        assert now.status == "waiting"
        world.clock.pass_time(1)
        assert ana.table.newcomers == []
        assert standing(live.room, asked.request, asked.secret, world.clock.today()) is None
        world.registry.ask(live, ana, cmd.Admit("late", asked.request, True))
        assert (ana.last.ok, ana.last.reason) == (False, "not_now")

    asyncio.run(test())


def test_a_refusal_holds_for_some_minutes() -> None:
    async def test() -> None:
        world = World()
        live, _ = await world.open(players=3, approval=True)
        ana = Friend(1)
        world.registry.enter(live, ana)
        asked = await request_seat(live, cmd.AskToSit("Eva"), "k:e", [], world.clock.today())
        world.registry.ask(live, ana, cmd.Admit("no", asked.request, False))
        world.clock.pass_time(REFUSED_SECONDS - 1)
        with pytest.raises(DocenaError, match="not let in"):
            await request_seat(live, cmd.AskToSit("Eva"), "k:e", [], world.clock.today())
        world.clock.pass_time(1)
        await request_seat(live, cmd.AskToSit("Eva"), "k:e", [], world.clock.today())

    asyncio.run(test())


@pytest.mark.parametrize("jump", [800 * 86_400, -800 * 86_400])
def test_requests_and_refusals_end_also_when_the_date_is_changed(jump: int) -> None:
    async def test() -> None:
        world = World()
        live, _ = await world.open(players=3, approval=True)
        ana = Friend(1)
        world.registry.enter(live, ana)
        refused = await request_seat(live, cmd.AskToSit("Eva"), "k:e", [], world.clock.today())
        world.registry.ask(live, ana, cmd.Admit("no", refused.request, False))
        await request_seat(live, cmd.AskToSit("Ida"), "k:i", [], world.clock.today())
        world.clock.date += jump
        await request_seat(live, cmd.AskToSit("Eva"), "k:e", [], world.clock.today())
        world.clock.pass_time(2 * REQUEST_SECONDS)
        assert ana.table.newcomers == []

    asyncio.run(test())


def test_requests_outlive_a_restart() -> None:
    async def test() -> None:
        world = World()
        live, welcome = await world.open(players=3, approval=True)
        asked = await request_seat(live, cmd.AskToSit("Eva", 3), "k:e", [], world.clock.today())
        again = World(world.store)
        there = await again.registry.live(welcome.table)
        assert there is not None
        ana = Friend(1)
        again.registry.enter(there, ana)
        assert [one.name for one in ana.table.newcomers] == ["Eva"]
        again.registry.ask(there, ana, cmd.Admit("yes", asked.request, True))
        stands = standing(there.room, asked.request, asked.secret, again.clock.today())
        assert stands is not None
        assert (stands.status, stands.seat) == ("welcome", 3)
        assert there.room.seat(3).player == "k:e"

    asyncio.run(test())


def test_a_deal_ends_all_requests() -> None:
    async def test() -> None:
        world = World()
        live, _ = await world.open(players=3, approval=True)
        ana = Friend(1)
        world.registry.enter(live, ana)
        asked = await request_seat(live, cmd.AskToSit("Eva"), "k:e", [], world.clock.today())
        world.registry.ask(live, ana, cmd.Start("s"))
        world.clock.pass_time(3)
        assert live.room.phase == "playing"
        assert ana.table.newcomers == []
        assert standing(live.room, asked.request, asked.secret, world.clock.today()) is None

    asyncio.run(test())

"""Names of newcomers can be told apart."""

import asyncio

import pytest
from tables.fakes import Friend
from tables.world import World

from docena.tables import commands as cmd
from docena.tables.seating.admission import request_seat


def test_names_at_a_table_can_be_told_apart() -> None:
    async def test() -> None:
        world = World()
        live, _ = await world.open(players=6)
        for name in ("\u0410na", "ANA", "Bruno", "A\u200bna", "Ana 2"):
            await world.registry.sit(live, cmd.Sit(name))
        names = [seat.name for seat in live.room.seats]
        assert names == ["Ana", "\u0410na 2", "ANA 3", "Bruno", "Ana 4", "Ana 2 2"]

    asyncio.run(test())


def test_newcomers_can_be_told_apart_from_those_who_sit_and_from_each_other() -> None:
    async def test() -> None:
        world = World()
        live, _ = await world.open(players=5, approval=True)
        ana = Friend(1)
        world.registry.enter(live, ana)
        today = world.clock.today()
        requests = [
            (await request_seat(live, cmd.AskToSit(name), f"k:{name}", [], today)).request
            for name in ("\u0410na", "Eva", "\u0415va")
        ]
        assert [one.name for one in ana.table.newcomers] == ["\u0410na 2", "Eva", "\u0415va 2"]
        world.registry.ask(live, ana, cmd.Admit("yes", requests[1], True))
        # the same person once more is not somebody else
        again = await request_seat(live, cmd.AskToSit("\u0410na"), "k:\u0410na", [], today)
        assert [one.name for one in ana.table.newcomers] == ["\u0415va 2", "\u0410na 2"]
        world.registry.ask(live, ana, cmd.Admit("also", again.request, True))
        world.registry.ask(live, ana, cmd.SetApproval("off", False))
        assert [seat.name for seat in live.room.seats] == ["Ana", "Eva", "\u0410na 2", "\u0415va 2", ""]

    asyncio.run(test())


@pytest.mark.parametrize("all_at_once", [True, False])
def test_somebody_who_sat_down_meanwhile_is_told_apart_from_the_newcomer(all_at_once: bool) -> None:
    async def test() -> None:
        world = World()
        live, _ = await world.open(players=4, approval=True)
        ana = Friend(1)
        world.registry.enter(live, ana)
        asked = await request_seat(live, cmd.AskToSit("Ida"), "k:i", [], world.clock.today())
        await world.registry.sit(live, cmd.Sit("\u0406da"))
        world.registry.ask(
            live, ana, cmd.SetApproval("off", False) if all_at_once else cmd.Admit("yes", asked.request, True)
        )
        assert [seat.name for seat in live.room.seats] == ["Ana", "\u0406da", "Ida 2", ""]

    asyncio.run(test())

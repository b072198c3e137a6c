"""Matches: the deal passes on, commitments and contributions, and nobody is waited for without end."""

from itertools import pairwise

from tables.fakes import Friend
from tables.world import World, play

from docena.tables import commands as cmd


def test_the_deal_moves_left_and_the_match_goes_to_its_goal() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel(stock=3, goal=150)
        firsts = []
        for _ in range(40):
            firsts.append(live.room.first)
            for _ in range(3000):
                if live.room.phase != "playing":
                    break
                world.move(live, world.turn(live, ana, luis))
            if live.room.phase == "over":
                break
            assert live.room.phase == "between"
            world.say_ready(live, ana, luis)
        assert live.room.phase == "over"
        assert max(ana.table.score.totals) >= 150
        assert all(one != other for one, other in pairwise(firsts))
        world.say_ready(live, ana, luis)
        assert live.room.phase == "playing"
        assert live.room.sheet.rows == []

    play(test)


def test_everybody_sees_the_same_commitment_before_the_deal_and_adds_to_the_chance() -> None:
    async def test(world: World) -> None:
        live, _ = await world.open(players=2)
        await world.registry.sit(live, cmd.Sit("Luis"))
        ana, luis = Friend(1), Friend(2)
        world.registry.enter(live, ana)
        world.registry.enter(live, luis)
        promised = ana.table.commit
        assert len(promised) == 64
        world.registry.ask(live, ana, cmd.GetReady("r1", "00ff"))
        world.registry.ask(live, luis, cmd.GetReady("r2", "abcd"))
        world.clock.pass_time(0)
        assert luis.table.commit == promised
        assert live.room.contributions == ["00ff", "abcd"]

    play(test)


def test_a_full_table_does_not_wait_forever_for_those_who_are_not_ready() -> None:
    async def test(world: World) -> None:
        live, _ = await world.open(players=2, bots={"2": "casual"})
        assert live.room.phase == "gathering"
        world.clock.pass_time(2.1)
        assert live.room.phase == "playing"

    play(test)

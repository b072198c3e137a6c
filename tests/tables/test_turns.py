"""Bots in seats, players who are away, clocks and hints."""

import pytest
from tables.fakes import Friend
from tables.world import World, play

from docena.core.errors import Refused
from docena.tables import commands as cmd
from docena.tables.waiting import SHOWN_MOVE_SECONDS, SHOWN_TURN_SECONDS


def test_a_bot_in_a_seat_plays_at_its_pace() -> None:
    async def test(world: World) -> None:
        live, _ = await world.open(players=2, bots={"2": "skilled"}, pace=500)
        ana = Friend(1)
        world.registry.enter(live, ana)
        world.say_ready(live, ana)
        while live.room.mover == 1:
            world.move(live, ana)
        moves = len(live.room.movers)
        world.clock.pass_time(0.4)
        assert len(live.room.movers) == moves
        world.clock.pass_time(0.2)
        assert len(live.room.movers) == moves + 1
        assert world.bots.asked[0] == (f"{live.room.id}:2", "skilled")

    play(test)


def test_a_bot_that_fails_does_not_stop_the_game() -> None:
    async def test(world: World) -> None:
        live, _ = await world.open(players=2, bots={"2": "casual"}, pace=0)
        ana = Friend(1)
        world.registry.enter(live, ana)
        world.say_ready(live, ana)
        world.bots.fail = True
        while live.room.mover == 1:
            world.move(live, ana)
        world.clock.pass_time(60)
        assert live.room.mover == 1

    play(test)


def test_a_player_who_is_away_is_held_by_a_bot_and_comes_back() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel(clock="off")
        mover = world.turn(live, ana, luis)
        other = luis if mover is ana else ana
        world.registry.leave(live, mover)
        seat = mover.seat
        assert seat is not None
        assert not other.table.people[seat - 1].here
        world.clock.pass_time(31)
        assert other.table.people[seat - 1].held
        assert other.table.people[seat - 1].level == "casual"
        back = Friend(seat)
        world.registry.enter(live, back)
        assert not back.table.people[seat - 1].held

    play(test)


def test_a_soft_clock_nudges_and_then_lets_the_bot_play() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel(clock="soft", seconds=20)
        mover = world.turn(live, ana, luis)
        world.clock.pass_time(19)
        assert live.room.nudged is None
        world.clock.pass_time(2)
        assert live.room.nudged == mover.seat
        world.clock.pass_time(20)
        assert live.room.seat(mover.seat or 0).held

    play(test)


def test_time_begins_when_the_moves_of_bots_have_been_seen() -> None:
    async def test(world: World) -> None:
        live, _ = await world.open(players=3, bots={"3": "casual"}, clock="soft", seconds=20)
        await world.registry.sit(live, cmd.Sit("Luis"))
        friends = Friend(1), Friend(2)
        for friend in friends:
            world.registry.enter(live, friend)
        world.say_ready(live, *friends)
        world.clock.pass_time(10)  # if the bot began, its moves have been seen
        while live.room.mover != 2:
            world.move(live, friends[0])
        while live.room.mover == 2:
            world.move(live, friends[1])
        moves = len(live.room.movers)
        world.clock.pass_time(0)
        made = len(live.room.movers) - moves
        assert (live.room.mover, made > 0) == (1, True)
        shown = SHOWN_TURN_SECONDS + made * SHOWN_MOVE_SECONDS
        clock = friends[0].last.clock
        assert clock is not None
        assert clock.ms == round(1000 * (20 + shown))
        world.clock.pass_time(19 + shown)
        assert live.room.nudged is None
        world.clock.pass_time(1.1)
        assert live.room.nudged == 1

    play(test)


def test_everyone_sees_that_a_hint_was_used_and_a_table_may_forbid_them() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel(clock="off")
        mover = world.turn(live, ana, luis)
        await world.registry.hint(live, mover.seat, "en")
        for friend in (ana, luis):
            assert [person.hints for person in friend.table.people] == [int(seat == mover.seat) for seat in (1, 2)]
        strict, ana, luis = await world.duel(clock="off", hints=False)
        with pytest.raises(Refused, match="without hints"):
            await world.registry.hint(strict, world.turn(strict, ana, luis).seat, "en")
        alone, _ = await world.open(players=2, bots={"2": "casual"}, clock="off")
        friend = Friend(1)
        world.registry.enter(alone, friend)
        world.say_ready(alone, friend)
        before = alone.room.seq
        await world.registry.hint(alone, 1, "en")
        assert (alone.room.mover, alone.room.seq) == (1, before)

    play(test)


def test_a_strict_clock_lets_the_bot_play_at_once() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel(clock="strict", seconds=10)
        mover = world.turn(live, ana, luis)
        world.clock.pass_time(10.1)
        assert live.room.seat(mover.seat or 0).held

    play(test)


def test_a_player_who_moves_has_taken_the_seat_back() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel()
        mover = world.turn(live, ana, luis)
        world.registry.ask(live, mover, cmd.Away("away"))
        assert live.room.seat(mover.seat or 0).held
        world.move(live, mover)
        assert not live.room.seat(mover.seat or 0).held

    play(test)


def test_alone_with_bots_a_player_is_never_hurried_and_finds_the_game_as_it_was() -> None:
    async def test(world: World) -> None:
        live, _ = await world.open(players=2, bots={"2": "casual"}, pace=0, clock="soft", seconds=10)
        ana = Friend(1)
        world.registry.enter(live, ana)
        world.say_ready(live, ana)
        world.clock.pass_time(60)
        assert live.room.mover == 1
        moves = len(live.room.movers)
        world.clock.pass_time(600)
        world.registry.leave(live, ana)
        world.clock.pass_time(600)
        assert not live.room.seat(1).held
        assert (live.room.nudged, len(live.room.movers)) == (None, moves)

    play(test)

"""A table's log is bounded: whatever clients do, a game and the time before it have so many events and no more."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
from tables.fakes import Friend
from tables.world import World, choose

from docena.core.errors import Refused
from docena.tables import commands as cmd
from docena.tables import events as e
from docena.tables.live_table import LiveTable
from docena.tables.log import budget
from docena.tables.messages import Answer, State
from docena.tables.seating import attendance

SMALL = {"MOST_IN_GAME": 200, "MOST_TALK_IN_GAME": 150, "MOST_BETWEEN": 80, "MOST_TALK_BETWEEN": 40, "MOST_GAMES": 5}


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same limits, reached sooner."""
    assert (budget.MOST_IN_GAME, budget.MOST_TALK_IN_GAME) == (20_000, 15_000)
    for name, limit in SMALL.items():
        monkeypatch.setattr(budget, name, limit)


def play(test: Callable[[World], Awaitable[None]]) -> None:
    async def played() -> None:
        await test(World())

    asyncio.run(played())


def events(world: World, live: LiveTable) -> list[e.AnyEvent]:
    return [e.read_event(row.body) for row in world.store.logs[live.room.id]]


def ask(world: World, live: LiveTable, friend: Friend, kind: type[Any], **more: Any) -> Any:
    world.registry.ask(live, friend, kind(f"{len(friend.frames)}x{live.room.seq}", **more))
    return friend.last


def discard(friend: Friend) -> str:
    return next(str(move) for move in friend.view.legal if "-" in move)


def plain_move(friend: Friend) -> str:
    """One that reveals nothing, if there is one: onto a building pile, from the hand."""
    return min(map(str, friend.view.legal), key=lambda move: (not move.startswith("H"), ">" not in move, move))


def test_undo_and_chat_stop_first_and_then_the_game_ends_as_abandoned() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel(clock="off", chat="free")
        room = live.room
        while room.stretch < 150:
            mover = world.turn(live, ana, luis)
            move = plain_move(mover)
            assert isinstance(world.move(live, mover, move), State)
            undone = ask(world, live, mover, cmd.Undo, seq=room.stamp)
            assert isinstance(undone, State) or undone.reason != "not_now" or room.stretch < 150
        mover, other = world.turn(live, ana, luis), world.turn(live, luis, ana)
        before = room.seq
        for kind, more in (
            (cmd.Undo, {"seq": room.stamp}), (cmd.Say, {"phrase": "well_played"}),
            (cmd.Say, {"text": "and on, and on"}), (cmd.Away, {}), (cmd.MakeTicket, {}),
        ):  # fmt: skip
            answer = ask(world, live, mover, kind, **more)
            assert (answer.ok, answer.reason) == (False, "not_now")
            assert answer.why.startswith("This game has become too long")
        luis.lang = "es"
        assert ask(world, live, luis, cmd.MakeTicket).why.startswith("Esta partida ya es demasiado larga")
        assert room.seq == before
        assert isinstance(ask(world, live, other, cmd.Nudge), State)
        while room.phase == "playing":
            mover = world.turn(live, ana, luis)
            assert isinstance(world.move(live, mover, choose(mover.view.legal)), State)
            world.clock.pass_time(0)
        assert room.result is not None
        if room.seq - before >= 50:
            assert room.result["reason"] == "abandoned"
        assert len(events(world, live)) <= before + 50 + 10

    play(test)


def test_a_game_of_too_many_moves_ends_as_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_IN_GAME", 20)

    async def test(world: World) -> None:
        live, ana, luis = await world.duel(clock="off")
        while live.room.phase == "playing":
            mover = world.turn(live, ana, luis)
            world.move(live, mover, discard(mover))
            world.clock.pass_time(0)
        dealt = next(seq for seq, event in enumerate(events(world, live), 1) if isinstance(event, e.Dealt))
        ended = next(seq for seq, event in enumerate(events(world, live), 1) if isinstance(event, e.Ended))
        assert ended - dealt == 21
        assert ana.table.result["reason"] == luis.table.result["reason"] == "abandoned"
        world.say_ready(live, ana, luis)
        assert live.room.number == 2

    play(test)


def test_between_games_people_can_always_begin_the_next_one() -> None:
    async def test(world: World) -> None:
        live, welcome = await world.open(players=3, chat="free", bots={"3": "casual"})
        ana, room = Friend(1), live.room
        world.registry.enter(live, ana)
        assert welcome.seat == 1
        for number in range(500):
            ask(world, live, ana, cmd.Say, text=f"{number}")
            ask(world, live, ana, cmd.SeatBot, seat=3, level=("casual", "skilled")[number % 2])
            ask(world, live, ana, cmd.GetReady, contribution=f"{number:04}")
            ask(world, live, ana, cmd.Away)
            ask(world, live, ana, cmd.TakeSeatBack)
            assert isinstance(ask(world, live, ana, cmd.MakeTicket), Answer)
        assert ana.last.why.startswith("Too much has happened here")
        assert room.stretch <= 50
        for _ in range(100):
            if room.stretch >= 80:
                break
            luis = await world.registry.sit(live, cmd.Sit("Luis"))
            friend = Friend(luis.seat)
            world.registry.enter(live, friend)
            ask(world, live, friend, cmd.Stand)
            world.registry.leave(live, friend)
        with pytest.raises(Refused, match="Too much has happened here"):
            await world.registry.sit(live, cmd.Sit("Luis"))
        assert room.stretch <= 90
        assert isinstance(ask(world, live, ana, cmd.Start), State)
        world.clock.pass_time(0)
        assert room.phase == "playing"
        assert isinstance(ask(world, live, ana, cmd.Say, text="at last"), State)

    play(test)


def test_the_same_ask_again_writes_nothing() -> None:
    async def test(world: World) -> None:
        live, _ = await world.open(players=3, bots={"3": "casual"})
        ana = Friend(1)
        world.registry.enter(live, ana)
        for kind, more in (
            (cmd.GetReady, {"contribution": "ab"}), (cmd.GetReady, {}), (cmd.Away, {}),
            (cmd.SeatBot, {"seat": 3, "level": "casual"}),
        ):  # fmt: skip
            ask(world, live, ana, kind, **more)
            seq = live.room.seq
            assert ask(world, live, ana, kind, **more).ok
            assert live.room.seq == seq

    play(test)


@pytest.mark.parametrize("playing", [True, False])
def test_a_client_that_reconnects_all_the_time_does_not_fill_the_log(playing: bool) -> None:
    async def test(world: World) -> None:
        if playing:
            live, _, luis = await world.duel(clock="off")
            world.registry.leave(live, luis)
        else:
            live, _ = await world.open(players=2)
        seq = live.room.seq
        for _ in range(300):
            luis = Friend(1)
            world.registry.enter(live, luis)
            assert live.room.seat(1).node
            world.registry.leave(live, luis)
            world.clock.pass_time(0.1)
        assert live.room.seq - seq <= 2 * attendance.BURST + 3
        world.clock.pass_time(attendance.SECONDS * 2)
        if not playing:  # otherwise Ana is still there
            assert not live.room.seat(1).node, "who is not there is noticed in the end"
        for _ in range(1000):
            luis = Friend(1)
            world.registry.enter(live, luis)
            world.registry.leave(live, luis)
            world.clock.pass_time(10)
        assert live.room.seq - seq <= 2 * (attendance.BURST + 40)

    play(test)


def test_two_nodes_do_not_fill_the_log_with_where_a_player_is() -> None:
    async def test(world: World) -> None:
        live, _ = await world.open(players=2)
        other = World(world.store, "there")
        there = await other.registry.live(live.room.id)
        assert there is not None
        for _ in range(200):
            for registry, at in ((world.registry, live), (other.registry, there)):
                registry.enter(at, Friend(1))
                await asyncio.sleep(0)
                await asyncio.sleep(0)
        assert live.room.seq <= 4 * attendance.BURST

    play(test)


def test_a_match_has_an_end() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel(goal=100_000)
        for number in range(1, 6):
            assert live.room.number == number
            ask(world, live, ana, cmd.Abandon)
            world.clock.pass_time(0)
            world.say_ready(live, ana, luis)
        assert live.room.number == 5
        assert ana.last.why.startswith("5 games have been played in this match")
        world.clock.pass_time(1000)
        assert (live.room.number, live.room.phase) == (5, "between")
        assert isinstance(ask(world, live, ana, cmd.Close), State)

    play(test)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_people_do_the_stretches_of_a_log_are_bounded(seed: int) -> None:
    """Two people who ask for anything at any time, as fast as they can."""

    async def test(world: World) -> None:
        rng = Random(seed)
        live, ana, luis = await world.duel(chat="free", clock="off", goal=0, stock=2)
        asks: list[tuple[type[Any], Callable[[], dict[str, Any]]]] = [
            (cmd.Undo, lambda: {"seq": live.room.stamp}),
            (cmd.Agree, lambda: {"yes": rng.random() < 0.5}),
            (cmd.Say, lambda: {"text": "again"}),
            (cmd.GetReady, lambda: {"contribution": rng.randbytes(2).hex()}),
            (cmd.Away, dict), (cmd.TakeSeatBack, dict), (cmd.Nudge, dict), (cmd.MakeTicket, dict), (cmd.Start, dict),
        ]  # fmt: skip
        for _ in range(2500):
            kind, more = rng.choice(asks)
            ask(world, live, rng.choice((ana, luis)), kind, **more())
            if live.room.phase == "playing" and rng.random() < 0.05:
                mover = world.turn(live, ana, luis)
                world.move(live, mover, rng.choice(mover.view.legal))
            world.clock.pass_time(rng.choice((0, 0, 0.1, 5)))
        dealt = [seq for seq, event in enumerate(events(world, live)) if isinstance(event, e.Dealt)]
        longest = max(b - a for a, b in zip([0, *dealt], [*dealt, len(events(world, live))], strict=True))
        # and what cannot be asked for without end: votes, nudges, answers of the registry
        assert longest <= SMALL["MOST_IN_GAME"] + SMALL["MOST_BETWEEN"] + 20

    play(test)

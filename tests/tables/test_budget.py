"""A table's log is bounded: whatever clients do, a game and the time before it have so many events and no more."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest
from tables.fakes import Friend
from tables.test_registry import World, choose

from docena.core.errors import Refused
from docena.tables import asks as a
from docena.tables import events as e
from docena.tables.live_table import Desk
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


def events(world: World, desk: Desk) -> list[e.AnyEvent]:
    return [e.read_event(row.body) for row in world.store.logs[desk.room.id]]


def ask(world: World, desk: Desk, friend: Friend, kind: type[Any], **more: Any) -> Any:
    world.house.ask(desk, friend, kind(f"{len(friend.frames)}x{desk.room.seq}", **more))
    return friend.last


def discard(friend: Friend) -> str:
    return next(str(move) for move in friend.view.legal if "-" in move)


def plain_move(friend: Friend) -> str:
    """One that reveals nothing, if there is one: onto a building pile, from the hand."""
    return min(map(str, friend.view.legal), key=lambda move: (not move.startswith("H"), ">" not in move, move))


def test_undo_and_chat_stop_first_and_then_the_game_ends_as_abandoned() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel(clock="off", chat="free")
        room = desk.room
        while room.stretch < 150:
            mover = world.turn(desk, ana, luis)
            move = plain_move(mover)
            assert isinstance(world.move(desk, mover, move), State)
            undone = ask(world, desk, mover, a.Undo, seq=room.stamp)
            assert isinstance(undone, State) or undone.reason != "not_now" or room.stretch < 150
        mover, other = world.turn(desk, ana, luis), world.turn(desk, luis, ana)
        before = room.seq
        for kind, more in (
            (a.Undo, {"seq": room.stamp}), (a.Say, {"phrase": "well_played"}), (a.Say, {"text": "and on, and on"}),
            (a.Away, {}), (a.Ticket, {}),
        ):  # fmt: skip
            answer = ask(world, desk, mover, kind, **more)
            assert (answer.ok, answer.reason) == (False, "not_now")
            assert answer.why.startswith("This game has become too long")
        luis.lang = "es"
        assert ask(world, desk, luis, a.Ticket).why.startswith("Esta partida ya es demasiado larga")
        assert room.seq == before
        assert isinstance(ask(world, desk, other, a.Nudge), State)
        while room.phase == "playing":
            mover = world.turn(desk, ana, luis)
            assert isinstance(world.move(desk, mover, choose(mover.view.legal)), State)
            world.clock.pass_time(0)
        assert room.result is not None
        if room.seq - before >= 50:
            assert room.result["reason"] == "abandoned"
        assert len(events(world, desk)) <= before + 50 + 10

    play(test)


def test_a_game_of_too_many_moves_ends_as_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "MOST_IN_GAME", 20)

    async def test(world: World) -> None:
        desk, ana, luis = await world.duel(clock="off")
        while desk.room.phase == "playing":
            mover = world.turn(desk, ana, luis)
            world.move(desk, mover, discard(mover))
            world.clock.pass_time(0)
        dealt = next(seq for seq, event in enumerate(events(world, desk), 1) if isinstance(event, e.Dealt))
        ended = next(seq for seq, event in enumerate(events(world, desk), 1) if isinstance(event, e.Ended))
        assert ended - dealt == 21
        assert ana.table.result["reason"] == luis.table.result["reason"] == "abandoned"
        world.say_ready(desk, ana, luis)
        assert desk.room.number == 2

    play(test)


def test_between_games_people_can_always_begin_the_next_one() -> None:
    async def test(world: World) -> None:
        desk, welcome = await world.open(players=3, chat="free", bots={"3": "casual"})
        ana, room = Friend(1), desk.room
        world.house.enter(desk, ana)
        assert welcome.seat == 1
        for number in range(500):
            ask(world, desk, ana, a.Say, text=f"{number}")
            ask(world, desk, ana, a.SeatBot, seat=3, level=("casual", "skilled")[number % 2])
            ask(world, desk, ana, a.Ready, contribution=f"{number:04}")
            ask(world, desk, ana, a.Away)
            ask(world, desk, ana, a.Back)
            assert isinstance(ask(world, desk, ana, a.Ticket), Answer)
        assert ana.last.why.startswith("Too much has happened here")
        assert room.stretch <= 50
        for _ in range(100):
            if room.stretch >= 80:
                break
            luis = await world.house.sit(desk, a.Sit("Luis"))
            friend = Friend(luis.seat)
            world.house.enter(desk, friend)
            ask(world, desk, friend, a.Stand)
            world.house.leave(desk, friend)
        with pytest.raises(Refused, match="Too much has happened here"):
            await world.house.sit(desk, a.Sit("Luis"))
        assert room.stretch <= 90
        assert isinstance(ask(world, desk, ana, a.Start), State)
        world.clock.pass_time(0)
        assert room.phase == "playing"
        assert isinstance(ask(world, desk, ana, a.Say, text="at last"), State)

    play(test)


def test_the_same_ask_again_writes_nothing() -> None:
    async def test(world: World) -> None:
        desk, _ = await world.open(players=3, bots={"3": "casual"})
        ana = Friend(1)
        world.house.enter(desk, ana)
        for kind, more in (
            (a.Ready, {"contribution": "ab"}), (a.Ready, {}), (a.SeatBot, {"seat": 3, "level": "casual"}), (a.Away, {}),
        ):  # fmt: skip
            ask(world, desk, ana, kind, **more)
            seq = desk.room.seq
            assert ask(world, desk, ana, kind, **more).ok
            assert desk.room.seq == seq

    play(test)


@pytest.mark.parametrize("playing", [True, False])
def test_a_client_that_reconnects_all_the_time_does_not_fill_the_log(playing: bool) -> None:
    async def test(world: World) -> None:
        if playing:
            desk, _, luis = await world.duel(clock="off")
            world.house.leave(desk, luis)
        else:
            desk, _ = await world.open(players=2)
        seq = desk.room.seq
        for _ in range(300):
            luis = Friend(1)
            world.house.enter(desk, luis)
            assert desk.room.seat(1).node
            world.house.leave(desk, luis)
            world.clock.pass_time(0.1)
        assert desk.room.seq - seq <= 2 * attendance.BURST + 3
        world.clock.pass_time(attendance.SECONDS * 2)
        if not playing:  # otherwise Ana is still there
            assert not desk.room.seat(1).node, "who is not there is noticed in the end"
        for _ in range(1000):
            luis = Friend(1)
            world.house.enter(desk, luis)
            world.house.leave(desk, luis)
            world.clock.pass_time(10)
        assert desk.room.seq - seq <= 2 * (attendance.BURST + 40)

    play(test)


def test_two_nodes_do_not_fill_the_log_with_where_a_player_is() -> None:
    async def test(world: World) -> None:
        desk, _ = await world.open(players=2)
        other = World(world.store, "there")
        there = await other.house.desk(desk.room.id)
        assert there is not None
        for _ in range(200):
            for house, at in ((world.house, desk), (other.house, there)):
                house.enter(at, Friend(1))
                await asyncio.sleep(0)
                await asyncio.sleep(0)
        assert desk.room.seq <= 4 * attendance.BURST

    play(test)


def test_a_match_has_an_end() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel(goal=100_000)
        for number in range(1, 6):
            assert desk.room.number == number
            ask(world, desk, ana, a.Abandon)
            world.clock.pass_time(0)
            world.say_ready(desk, ana, luis)
        assert desk.room.number == 5
        assert ana.last.why.startswith("5 games have been played in this match")
        world.clock.pass_time(1000)
        assert (desk.room.number, desk.room.phase) == (5, "between")
        assert isinstance(ask(world, desk, ana, a.Close), State)

    play(test)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_people_do_the_stretches_of_a_log_are_bounded(seed: int) -> None:
    """Two people who ask for anything at any time, as fast as they can."""

    async def test(world: World) -> None:
        rng = Random(seed)
        desk, ana, luis = await world.duel(chat="free", clock="off", goal=0, stock=2)
        asks: list[tuple[type[Any], Callable[[], dict[str, Any]]]] = [
            (a.Undo, lambda: {"seq": desk.room.stamp}),
            (a.Agree, lambda: {"yes": rng.random() < 0.5}),
            (a.Say, lambda: {"text": "again"}),
            (a.Ready, lambda: {"contribution": rng.randbytes(2).hex()}),
            (a.Away, dict), (a.Back, dict), (a.Nudge, dict), (a.Ticket, dict), (a.Start, dict),
        ]  # fmt: skip
        for _ in range(2500):
            kind, more = rng.choice(asks)
            ask(world, desk, rng.choice((ana, luis)), kind, **more())
            if desk.room.phase == "playing" and rng.random() < 0.05:
                mover = world.turn(desk, ana, luis)
                world.move(desk, mover, rng.choice(mover.view.legal))
            world.clock.pass_time(rng.choice((0, 0, 0.1, 5)))
        dealt = [seq for seq, event in enumerate(events(world, desk)) if isinstance(event, e.Dealt)]
        longest = max(b - a for a, b in zip([0, *dealt], [*dealt, len(events(world, desk))], strict=True))
        # and what cannot be asked for without end: votes, nudges, answers of the house
        assert longest <= SMALL["MOST_IN_GAME"] + SMALL["MOST_BETWEEN"] + 20

    play(test)

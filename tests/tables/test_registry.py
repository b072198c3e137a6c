"""The house with a store, a clock and bots in the test's hands."""

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from tables.fakes import Friend, HandClock, MemoryStore, QuickBots

from docena.core.errors import Refused
from docena.game.verify import verify_record
from docena.storage.ports import Outcome
from docena.tables import asks as a
from docena.tables.choices import Choices
from docena.tables.live_table import Desk
from docena.tables.log.archive import finished_game
from docena.tables.registry import House, Welcome
from docena.tables.room import room_from


class World:
    """A house and what it stands in."""

    def __init__(self, store: MemoryStore | None = None, node: str = "here") -> None:
        self.store = store or MemoryStore()
        self.clock, self.bots = HandClock(), QuickBots()
        self.house = House(self.store, self.clock, self.bots, node, seed=7)

    async def open(self, **choices: Any) -> tuple[Desk, Welcome]:
        welcome = await self.house.open(a.Open("Ana", 1, Choices(**choices)))
        desk = await self.house.desk(welcome.table)
        assert desk is not None
        return desk, welcome

    async def duel(self, **choices: Any) -> tuple[Desk, Friend, Friend]:
        """Two people at a table, dealt."""
        desk, _ = await self.open(players=2, **choices)
        await self.house.sit(desk, a.Sit("Luis"))
        ana, luis = Friend(1), Friend(2)
        self.house.enter(desk, ana)
        self.house.enter(desk, luis)
        self.say_ready(desk, ana, luis)
        assert desk.room.phase == "playing"
        return desk, ana, luis

    def say_ready(self, desk: Desk, *friends: Friend) -> None:
        for number, friend in enumerate(friends):
            self.house.ask(desk, friend, a.Ready(f"r{desk.room.seq}{number}"))
        self.clock.pass_time(0)

    def move(self, desk: Desk, friend: Friend, move: str | None = None, name: str | None = None) -> Any:
        move = move or choose(friend.view.legal)
        self.house.ask(desk, friend, a.MakeMove(name or f"m{desk.room.seq}", friend.seq, move))
        return friend.last

    def turn(self, desk: Desk, *friends: Friend) -> Friend:
        return friends[desk.room.mover - 1] if desk.room.mover is not None else friends[0]


def choose(legal: list[str]) -> str:
    """A sensible move: the stock card, then anything that fits, then a discard."""
    return min(legal, key=lambda move: (not move.startswith("S>"), ">" not in move, move))


def play(test: Callable[[World], Awaitable[None]]) -> None:
    asyncio.run(_played(test))


async def _played(test: Callable[[World], Awaitable[None]]) -> None:
    await test(World())


def test_a_table_is_opened_dealt_and_played_to_its_end() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel(short=True, goal=0)
        for _ in range(3000):
            if desk.room.phase != "playing":
                break
            world.move(desk, world.turn(desk, ana, luis))
        assert desk.room.phase == "over"
        assert ana.table.result["reason"] == "stock"
        assert sum(ana.table.score.totals) == ana.table.result["points"]
        record = await finished_game(world.store, desk.room.id, 1, world.house.turns)
        verify_record(record)
        assert [player.name for player in record.players] == ["Ana", "Luis"]

    play(test)


def test_the_room_is_what_its_log_adds_up_to() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel(edition="mod")
        for _ in range(60):
            if desk.room.phase != "playing":
                break
            friend = world.turn(desk, ana, luis)
            world.move(desk, friend)
        rows = world.store.logs[desk.room.id]
        again = room_from([(row.body, row.action) for row in rows])
        assert again.game is not None
        assert desk.room.game is not None
        assert again.game.hash() == desk.room.game.hash()
        assert again.seq == desk.room.seq == len(rows)
        assert (again.stamp, again.actions, bytes(again.revealed)) == (
            desk.room.stamp,
            desk.room.actions,
            bytes(desk.room.revealed),
        )

    play(test)


def test_a_move_is_shown_only_after_it_is_written() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel()
        world.store.slow = True
        mover = world.turn(desk, ana, luis)
        before, frames = desk.room.seq, len(ana.frames) + len(luis.frames)
        move = choose(mover.view.legal)
        world.house.ask(desk, mover, a.MakeMove("m", mover.seq, move))
        assert (desk.room.seq, len(ana.frames) + len(luis.frames)) == (before, frames)
        world.store.release()
        assert desk.room.seq == before + 1
        assert mover.last.id == "m"
        assert len(ana.frames) + len(luis.frames) == frames + 2

    play(test)


def test_a_move_that_cannot_be_saved_has_not_happened() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel()
        mover = world.turn(desk, ana, luis)
        position = desk.room.game.hash() if desk.room.game else ""
        world.store.outcome = Outcome.FAILED
        said = world.move(desk, mover, name="m")
        assert (said.ok, said.reason, said.id) == (False, "unavailable", "m")
        assert desk.room.game is not None
        assert desk.room.game.hash() == position
        world.store.outcome = None
        assert world.move(desk, mover, name="m").id == "m"

    play(test)


def test_the_same_ask_twice_is_done_once_and_answered_twice() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel()
        mover = world.turn(desk, ana, luis)
        ask = a.MakeMove("once", mover.seq, choose(mover.view.legal))
        world.house.ask(desk, mover, ask)
        seq = desk.room.seq
        world.house.ask(desk, mover, ask)
        assert desk.room.seq == seq
        assert mover.last.id == "once"

    play(test)


def test_what_became_of_a_write_is_looked_up_where_it_is_not_known() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel()
        mover = world.turn(desk, ana, luis)
        world.store.outcome = Outcome.UNKNOWN
        seq = desk.room.seq
        world.house.ask(desk, mover, a.MakeMove("maybe", mover.seq, choose(mover.view.legal)))
        world.store.outcome = None
        await asyncio.sleep(0.01)
        assert desk.room.seq == seq + 1
        assert mover.last.id == "maybe"

    play(test)


@pytest.mark.parametrize(
    ("who", "ask", "reason"),
    [
        (1, a.MakeMove("x", -5, "S>1"), "stale"),
        (1, a.MakeMove("x", 0, "nonsense"), "bad"),
        (1, a.MakeMove("x", 0, "2:draw"), "not_yours"),
        (2, a.MakeMove("x", 0, "S>1"), "not_yours"),
        (None, a.MakeMove("x", 0, "S>1"), "not_yours"),
        (None, a.Say("x", phrase="hello"), "not_yours"),
        (2, a.Start("x"), "not_yours"),
        (2, a.Abandon("x"), "not_yours"),
        (1, a.Close("x"), "not_now"),
        (1, a.Ready("x"), "not_now"),
        (1, a.Undo("x", 0), "not_now"),
        (1, a.Agree("x", yes=True), "not_now"),
        (1, a.Nudge("x"), "not_now"),
        (1, a.Say("x", text="hi"), "not_now"),
        (1, a.Say("x", phrase="nonsense"), "bad"),
        (1, a.Say("x"), "bad"),
        (1, a.SeatBot("x", 2, "casual"), "not_now"),
        (1, a.Hello(), "not_now"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason_and_changes_nothing(
    who: int | None, ask: Any, reason: str
) -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel()
        if desk.room.mover == 2:
            while desk.room.mover == 2:
                world.move(desk, luis)
        friend = {1: ana, 2: luis, None: Friend(None)}[who]
        if who is None:
            world.house.enter(desk, friend)
        asked = msgspec.structs.replace(ask, seq=ana.seq) if getattr(ask, "seq", 1) == 0 else ask
        before = desk.room.seq
        world.house.ask(desk, friend, asked)
        assert (friend.last.ok, friend.last.reason) == (False, reason), friend.last
        assert friend.last.why.endswith(".") or reason == "bad"
        assert desk.room.seq == before

    play(test)


def test_an_illegal_move_is_refused_with_its_clause() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel()
        mover = world.turn(desk, ana, luis)
        illegal = next(f"H{card}>{place}" for card in mover.view.hand for place in range(1, 5)
                       if f"H{card}>{place}" not in mover.view.legal)  # fmt: skip
        said = world.move(desk, mover, illegal)
        assert (said.reason, said.clause) == ("illegal", "3.2")

    play(test)


def test_a_bot_in_a_seat_plays_at_its_pace() -> None:
    async def test(world: World) -> None:
        desk, _ = await world.open(players=2, bots={"2": "skilled"}, pace=500)
        ana = Friend(1)
        world.house.enter(desk, ana)
        world.say_ready(desk, ana)
        while desk.room.mover == 1:
            world.move(desk, ana)
        moves = len(desk.room.movers)
        world.clock.pass_time(0.4)
        assert len(desk.room.movers) == moves
        world.clock.pass_time(0.2)
        assert len(desk.room.movers) == moves + 1
        assert world.bots.asked[0] == (f"{desk.room.id}:2", "skilled")

    play(test)


def test_a_bot_that_fails_does_not_stop_the_game() -> None:
    async def test(world: World) -> None:
        desk, _ = await world.open(players=2, bots={"2": "casual"}, pace=0)
        ana = Friend(1)
        world.house.enter(desk, ana)
        world.say_ready(desk, ana)
        world.bots.fail = True
        while desk.room.mover == 1:
            world.move(desk, ana)
        world.clock.pass_time(60)
        assert desk.room.mover == 1

    play(test)


def test_a_player_who_is_away_is_held_by_a_bot_and_comes_back() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel(clock="off")
        mover = world.turn(desk, ana, luis)
        other = luis if mover is ana else ana
        world.house.leave(desk, mover)
        seat = mover.seat
        assert seat is not None
        assert not other.table.people[seat - 1].here
        world.clock.pass_time(31)
        assert other.table.people[seat - 1].held
        assert other.table.people[seat - 1].level == "casual"
        back = Friend(seat)
        world.house.enter(desk, back)
        assert not back.table.people[seat - 1].held

    play(test)


def test_a_soft_clock_nudges_and_then_lets_the_bot_play() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel(clock="soft", seconds=20)
        mover = world.turn(desk, ana, luis)
        world.clock.pass_time(19)
        assert desk.room.nudged is None
        world.clock.pass_time(2)
        assert desk.room.nudged == mover.seat
        world.clock.pass_time(20)
        assert desk.room.seat(mover.seat or 0).held

    play(test)


def test_a_strict_clock_lets_the_bot_play_at_once() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel(clock="strict", seconds=10)
        mover = world.turn(desk, ana, luis)
        world.clock.pass_time(10.1)
        assert desk.room.seat(mover.seat or 0).held

    play(test)


def test_a_player_who_moves_has_taken_the_seat_back() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel()
        mover = world.turn(desk, ana, luis)
        world.house.ask(desk, mover, a.Away("away"))
        assert desk.room.seat(mover.seat or 0).held
        world.move(desk, mover)
        assert not desk.room.seat(mover.seat or 0).held

    play(test)


def test_undo_is_free_until_something_hidden_was_seen_and_then_by_consent() -> None:
    async def test(world: World) -> None:
        free = asked = 0
        desk, ana, luis = await world.duel()
        for _ in range(300):
            if desk.room.phase != "playing":
                break
            mover = world.turn(desk, ana, luis)
            assert desk.room.game is not None
            position, seq = desk.room.game.hash(), desk.room.seq
            world.move(desk, mover)
            if desk.room.phase != "playing":
                break
            revealed = desk.room.revealed[-1]
            world.house.ask(desk, mover, a.Undo(f"u{seq}", mover.seq))
            if revealed:
                asked += 1
                assert desk.room.wanted == mover.seat
                other = luis if mover is ana else ana
                yes = asked % 2 == 0
                world.house.ask(desk, other, a.Agree(f"a{seq}", yes=yes))
                assert desk.room.wanted is None
                assert (desk.room.game.hash() == position) is yes
                if yes:
                    world.move(desk, mover)
            else:
                free += 1
                assert desk.room.game.hash() == position
                world.move(desk, mover)
        assert free > 3
        assert asked > 3

    play(test)


def test_a_move_of_another_person_ends_the_right_to_take_back() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel()
        first = world.turn(desk, ana, luis)
        other = luis if first is ana else ana
        while desk.room.mover == first.seat:
            world.move(desk, first)
        world.move(desk, other)
        world.house.ask(desk, first, a.Undo("late", first.seq))
        assert first.last.reason == "not_now"

    play(test)


def test_alone_with_bots_a_mistap_can_be_taken_back_even_after_they_have_moved() -> None:
    async def test(world: World) -> None:
        desk, _ = await world.open(players=2, bots={"2": "casual"}, pace=0)
        ana = Friend(1)
        world.house.enter(desk, ana)
        world.say_ready(desk, ana)
        world.clock.pass_time(5)
        assert desk.room.mover == 1
        assert desk.room.game is not None
        while True:
            position = desk.room.game.hash()
            world.move(desk, ana)
            if desk.room.mover != 1:
                break
        world.clock.pass_time(5)
        assert desk.room.mover == 1
        world.house.ask(desk, ana, a.Undo("oops", ana.seq))
        assert desk.room.game.hash() == position

    play(test)


def test_partners_keep_quiet_at_strict_tables_and_are_heard_talking_at_open_ones() -> None:
    async def test(world: World) -> None:
        for kind in ("strict", "open"):
            desk, _ = await world.open(players=4, partners=True, table=kind)
            friends = [Friend(seat) for seat in range(1, 5)]
            for name in ("Luis", "Eva", "Olga"):
                await world.house.sit(desk, a.Sit(name))
            for friend in friends:
                world.house.enter(desk, friend)
            world.say_ready(desk, *friends)
            mover = desk.room.mover
            assert mover is not None
            partner, opponent = friends[(mover + 1) % 4], friends[mover % 4]
            world.house.ask(desk, opponent, a.Say("free", phrase="hello"))
            assert opponent.last.said[0].phrase == "hello"
            world.house.ask(desk, partner, a.Say("psst", phrase="hello"))
            if kind == "strict":
                assert (partner.last.reason, partner.last.clause) == ("not_now", "6.5")
            else:
                assert desk.room.game is not None
                assert desk.room.game.log[-1] == f"{partner.seat}:talk"

    play(test)


def test_the_deal_moves_left_and_the_match_goes_to_its_goal() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel(stock=3, goal=150)
        firsts = []
        for _ in range(40):
            firsts.append(desk.room.first)
            for _ in range(3000):
                if desk.room.phase != "playing":
                    break
                world.move(desk, world.turn(desk, ana, luis))
            if desk.room.phase == "over":
                break
            assert desk.room.phase == "between"
            world.say_ready(desk, ana, luis)
        assert desk.room.phase == "over"
        assert max(ana.table.score.totals) >= 150
        assert all(one != other for one, other in pairwise(firsts))
        world.say_ready(desk, ana, luis)
        assert desk.room.phase == "playing"
        assert desk.room.sheet.rows == []

    play(test)


def test_everybody_sees_the_same_commitment_before_the_deal_and_adds_to_the_chance() -> None:
    async def test(world: World) -> None:
        desk, _ = await world.open(players=2)
        await world.house.sit(desk, a.Sit("Luis"))
        ana, luis = Friend(1), Friend(2)
        world.house.enter(desk, ana)
        world.house.enter(desk, luis)
        promised = ana.table.commit
        assert len(promised) == 64
        world.house.ask(desk, ana, a.Ready("r1", "00ff"))
        world.house.ask(desk, luis, a.Ready("r2", "abcd"))
        world.clock.pass_time(0)
        assert luis.table.commit == promised
        assert desk.room.contributions == ["00ff", "abcd"]

    play(test)


def test_a_full_table_does_not_wait_forever_for_those_who_are_not_ready() -> None:
    async def test(world: World) -> None:
        desk, _ = await world.open(players=2, bots={"2": "casual"})
        assert desk.room.phase == "gathering"
        world.clock.pass_time(2.1)
        assert desk.room.phase == "playing"

    play(test)


def test_a_seat_goes_to_another_device_with_a_ticket_that_works_once() -> None:
    async def test(world: World) -> None:
        desk, welcome = await world.open(players=2)
        ana = Friend(1)
        world.house.enter(desk, ana)
        world.house.ask(desk, ana, a.Ticket("t"))
        ticket = ana.last.ticket
        moved = await world.house.sit(desk, a.Sit("Ana", ticket=ticket))
        assert moved.seat == 1
        assert ana.dismissed
        assert world.house.seat_of(desk, moved.secret) == 1
        with pytest.raises(Refused):
            world.house.seat_of(desk, welcome.secret)
        with pytest.raises(Refused, match="ticket"):
            await world.house.sit(desk, a.Sit("Eva", ticket=ticket))

    play(test)


def test_a_ticket_grows_old() -> None:
    async def test(world: World) -> None:
        desk, _ = await world.open(players=2)
        ana = Friend(1)
        world.house.enter(desk, ana)
        world.house.ask(desk, ana, a.Ticket("t"))
        ticket = ana.last.ticket
        world.clock.pass_time(601)
        with pytest.raises(Refused, match="ticket"):
            await world.house.sit(desk, a.Sit("Ana", ticket=ticket))

    play(test)


def test_two_who_want_the_same_seat_get_one_and_a_refusal() -> None:
    async def test(world: World) -> None:
        desk, _ = await world.open(players=3)
        world.store.slow = True
        both = asyncio.gather(
            world.house.sit(desk, a.Sit("Luis", 2)), world.house.sit(desk, a.Sit("Eva", 2)), return_exceptions=True
        )
        await asyncio.sleep(0)
        world.store.release()
        await asyncio.sleep(0)
        world.store.release()
        won = [one for one in await both if not isinstance(one, BaseException)]
        assert len(won) == 1

    play(test)


def test_two_houses_share_a_log_and_one_takes_over() -> None:
    async def test(world: World) -> None:
        other = World(world.store, node="there")
        desk, ana, luis = await world.duel(bots={}, clock="off")
        there = await other.house.desk(desk.room.id)
        assert there is not None
        away = Friend(2)
        other.house.enter(there, away)
        for _ in range(20):
            while desk.room.seq != there.room.seq:
                await asyncio.sleep(0)
            mover = desk.room.mover
            here = (desk, ana, world) if mover == 1 else (there, away, other)
            here[2].move(here[0], here[1])
        await asyncio.sleep(0.01)
        assert desk.room.game is not None
        assert there.room.game is not None
        assert desk.room.game.hash() == there.room.game.hash()
        assert luis.view == away.view

    play(test)


def test_a_house_that_starts_again_brings_its_tables_back() -> None:
    async def test(world: World) -> None:
        desk, _ = await world.open(players=2, bots={"2": "casual"}, pace=0)
        ana = Friend(1)
        world.house.enter(desk, ana)
        world.say_ready(desk, ana)
        world.clock.pass_time(1)
        again = World(world.store, node="later")
        assert await again.house.resume() == 1
        (found,) = again.house.desks
        assert found.room.game is not None
        assert desk.room.game is not None
        assert found.room.game.hash() == desk.room.game.hash()
        if found.room.mover == 2:
            again.clock.pass_time(10)
            assert found.room.mover == 1

    play(test)


def test_whoever_does_not_come_back_after_a_start_is_away() -> None:
    async def test(world: World) -> None:
        desk, ana, luis = await world.duel(clock="off")
        again = World(world.store, node="later")
        again.house.alone = True
        await again.house.resume()
        (found,) = again.house.desks
        back = Friend(1)
        again.house.enter(found, back)
        assert found.room.seat(2).node
        again.clock.pass_time(5.1)
        await asyncio.sleep(0)
        assert [bool(seat.node) for seat in found.room.seats] == [True, False]
        assert back.table.people[0].here
        assert not back.table.people[1].here
        assert desk.room.id == found.room.id
        assert (ana.seat, luis.seat) == (1, 2)

    play(test)


def test_alone_with_bots_a_player_is_never_hurried_and_finds_the_game_as_it_was() -> None:
    async def test(world: World) -> None:
        desk, _ = await world.open(players=2, bots={"2": "casual"}, pace=0, clock="soft", seconds=10)
        ana = Friend(1)
        world.house.enter(desk, ana)
        world.say_ready(desk, ana)
        world.clock.pass_time(60)
        assert desk.room.mover == 1
        moves = len(desk.room.movers)
        world.clock.pass_time(600)
        world.house.leave(desk, ana)
        world.clock.pass_time(600)
        assert not desk.room.seat(1).held
        assert (desk.room.nudged, len(desk.room.movers)) == (None, moves)

    play(test)

"""The registry with a store, a clock and bots in the test's hands."""

import asyncio
from typing import Any

import msgspec
import pytest
from tables.fakes import Friend
from tables.world import World, choose, play

from docena.core.errors import Refused
from docena.game.verify import verify_record
from docena.storage.ports import WriteOutcome
from docena.tables import commands as cmd
from docena.tables.log.archive import finished_game
from docena.tables.room import room_from


def test_a_table_is_opened_dealt_and_played_to_its_end() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel(short=True, goal=0)
        for _ in range(3000):
            if live.room.phase != "playing":
                break
            world.move(live, world.turn(live, ana, luis))
        assert live.room.phase == "over"
        assert ana.table.result["reason"] == "stock"
        assert sum(ana.table.score.totals) == ana.table.result["points"]
        record = await finished_game(world.store, live.room.id, 1, world.registry.turns)
        verify_record(record)
        assert [player.name for player in record.players] == ["Ana", "Luis"]

    play(test)


def test_the_room_is_what_its_log_adds_up_to() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel(edition="mod")
        for _ in range(60):
            if live.room.phase != "playing":
                break
            friend = world.turn(live, ana, luis)
            world.move(live, friend)
        rows = world.store.logs[live.room.id]
        again = room_from([(row.body, row.action) for row in rows])
        assert again.game is not None
        assert live.room.game is not None
        assert again.game.hash() == live.room.game.hash()
        assert again.seq == live.room.seq == len(rows)
        assert (again.stamp, again.actions, bytes(again.revealed)) == (
            live.room.stamp,
            live.room.actions,
            bytes(live.room.revealed),
        )

    play(test)


def test_a_move_is_shown_only_after_it_is_written() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel()
        world.store.slow = True
        mover = world.turn(live, ana, luis)
        before, frames = live.room.seq, len(ana.frames) + len(luis.frames)
        move = choose(mover.view.legal)
        world.registry.ask(live, mover, cmd.MakeMove("m", mover.seq, move))
        assert (live.room.seq, len(ana.frames) + len(luis.frames)) == (before, frames)
        world.store.release()
        assert live.room.seq == before + 1
        assert mover.last.id == "m"
        assert len(ana.frames) + len(luis.frames) == frames + 2

    play(test)


def test_a_move_that_cannot_be_saved_has_not_happened() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel()
        mover = world.turn(live, ana, luis)
        position = live.room.game.hash() if live.room.game else ""
        world.store.outcome = WriteOutcome.FAILED
        said = world.move(live, mover, name="m")
        assert (said.ok, said.reason, said.id) == (False, "unavailable", "m")
        assert live.room.game is not None
        assert live.room.game.hash() == position
        world.store.outcome = None
        assert world.move(live, mover, name="m").id == "m"

    play(test)


def test_the_same_ask_twice_is_done_once_and_answered_twice() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel()
        mover = world.turn(live, ana, luis)
        ask = cmd.MakeMove("once", mover.seq, choose(mover.view.legal))
        world.registry.ask(live, mover, ask)
        seq = live.room.seq
        world.registry.ask(live, mover, ask)
        assert live.room.seq == seq
        assert mover.last.id == "once"

    play(test)


def test_what_became_of_a_write_is_looked_up_where_it_is_not_known() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel()
        mover = world.turn(live, ana, luis)
        world.store.outcome = WriteOutcome.UNKNOWN
        seq = live.room.seq
        world.registry.ask(live, mover, cmd.MakeMove("maybe", mover.seq, choose(mover.view.legal)))
        world.store.outcome = None
        await asyncio.sleep(0.01)
        assert live.room.seq == seq + 1
        assert mover.last.id == "maybe"

    play(test)


@pytest.mark.parametrize(
    ("who", "ask", "reason"),
    [
        (1, cmd.MakeMove("x", -5, "S>1"), "stale"),
        (1, cmd.MakeMove("x", 0, "nonsense"), "bad"),
        (1, cmd.MakeMove("x", 0, "2:draw"), "not_yours"),
        (2, cmd.MakeMove("x", 0, "S>1"), "not_yours"),
        (None, cmd.MakeMove("x", 0, "S>1"), "not_yours"),
        (None, cmd.Say("x", phrase="hello"), "not_yours"),
        (2, cmd.Start("x"), "not_yours"),
        (2, cmd.Abandon("x"), "not_yours"),
        (1, cmd.Close("x"), "not_now"),
        (1, cmd.GetReady("x"), "not_now"),
        (1, cmd.Undo("x", 0), "not_now"),
        (1, cmd.Agree("x", yes=True), "not_now"),
        (1, cmd.Nudge("x"), "not_now"),
        (1, cmd.Say("x", text="hi"), "not_now"),
        (1, cmd.Say("x", phrase="nonsense"), "bad"),
        (1, cmd.Say("x"), "bad"),
        (1, cmd.SeatBot("x", 2, "casual"), "not_now"),
        (1, cmd.Hello(), "not_now"),
    ],
)
def test_what_cannot_be_done_is_refused_with_a_reason_and_changes_nothing(
    who: int | None, ask: Any, reason: str
) -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel()
        if live.room.mover == 2:
            while live.room.mover == 2:
                world.move(live, luis)
        friend = {1: ana, 2: luis, None: Friend(None)}[who]
        if who is None:
            world.registry.enter(live, friend)
        asked = msgspec.structs.replace(ask, seq=ana.seq) if getattr(ask, "seq", 1) == 0 else ask
        before = live.room.seq
        world.registry.ask(live, friend, asked)
        assert (friend.last.ok, friend.last.reason) == (False, reason), friend.last
        assert friend.last.why.endswith(".") or reason == "bad"
        assert live.room.seq == before

    play(test)


def test_an_illegal_move_is_refused_with_its_clause() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel()
        mover = world.turn(live, ana, luis)
        illegal = next(f"H{card}>{place}" for card in mover.view.hand for place in range(1, 5)
                       if f"H{card}>{place}" not in mover.view.legal)  # fmt: skip
        said = world.move(live, mover, illegal)
        assert (said.reason, said.clause) == ("illegal", "3.2")

    play(test)


def test_undo_is_free_until_something_hidden_was_seen_and_then_by_consent() -> None:
    async def test(world: World) -> None:
        free = asked = 0
        live, ana, luis = await world.duel()
        for _ in range(300):
            if live.room.phase != "playing":
                break
            mover = world.turn(live, ana, luis)
            assert live.room.game is not None
            position, seq = live.room.game.hash(), live.room.seq
            world.move(live, mover)
            if live.room.phase != "playing":
                break
            revealed = live.room.revealed[-1]
            world.registry.ask(live, mover, cmd.Undo(f"u{seq}", mover.seq))
            if revealed:
                asked += 1
                assert live.room.wanted == mover.seat
                other = luis if mover is ana else ana
                yes = asked % 2 == 0
                world.registry.ask(live, other, cmd.Agree(f"a{seq}", yes=yes))
                assert live.room.wanted is None
                assert (live.room.game.hash() == position) is yes
                if yes:
                    world.move(live, mover)
            else:
                free += 1
                assert live.room.game.hash() == position
                world.move(live, mover)
        assert free > 3
        assert asked > 3

    play(test)


def test_a_move_of_another_person_ends_the_right_to_take_back() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel()
        first = world.turn(live, ana, luis)
        other = luis if first is ana else ana
        while live.room.mover == first.seat:
            world.move(live, first)
        world.move(live, other)
        world.registry.ask(live, first, cmd.Undo("late", first.seq))
        assert first.last.reason == "not_now"

    play(test)


def test_alone_with_bots_a_mistap_can_be_taken_back_even_after_they_have_moved() -> None:
    async def test(world: World) -> None:
        live, _ = await world.open(players=2, bots={"2": "casual"}, pace=0)
        ana = Friend(1)
        world.registry.enter(live, ana)
        world.say_ready(live, ana)
        world.clock.pass_time(5)
        assert live.room.mover == 1
        assert live.room.game is not None
        while True:
            position = live.room.game.hash()
            world.move(live, ana)
            if live.room.mover != 1:
                break
        world.clock.pass_time(5)
        assert live.room.mover == 1
        world.registry.ask(live, ana, cmd.Undo("oops", ana.seq))
        assert live.room.game.hash() == position

    play(test)


def test_partners_keep_quiet_at_strict_tables_and_are_heard_talking_at_open_ones() -> None:
    async def test(world: World) -> None:
        for kind in ("strict", "open"):
            live, _ = await world.open(players=4, partners=True, table=kind)
            friends = [Friend(seat) for seat in range(1, 5)]
            for name in ("Luis", "Eva", "Olga"):
                await world.registry.sit(live, cmd.Sit(name))
            for friend in friends:
                world.registry.enter(live, friend)
            world.say_ready(live, *friends)
            mover = live.room.mover
            assert mover is not None
            partner, opponent = friends[(mover + 1) % 4], friends[mover % 4]
            world.registry.ask(live, opponent, cmd.Say("free", phrase="hello"))
            assert opponent.last.said[0].phrase == "hello"
            world.registry.ask(live, partner, cmd.Say("psst", phrase="hello"))
            if kind == "strict":
                assert (partner.last.reason, partner.last.clause) == ("not_now", "6.5")
            else:
                assert live.room.game is not None
                assert live.room.game.log[-1] == f"{partner.seat}:talk"

    play(test)


def test_a_seat_goes_to_another_device_with_a_ticket_that_works_once() -> None:
    async def test(world: World) -> None:
        live, welcome = await world.open(players=2)
        ana = Friend(1)
        world.registry.enter(live, ana)
        world.registry.ask(live, ana, cmd.MakeTicket("t"))
        ticket = ana.last.ticket
        moved = await world.registry.sit(live, cmd.Sit("Ana", ticket=ticket))
        assert moved.seat == 1
        assert ana.dismissed
        assert world.registry.seat_of(live, moved.secret) == 1
        with pytest.raises(Refused):
            world.registry.seat_of(live, welcome.secret)
        with pytest.raises(Refused, match="ticket"):
            await world.registry.sit(live, cmd.Sit("Eva", ticket=ticket))

    play(test)


def test_a_ticket_grows_old() -> None:
    async def test(world: World) -> None:
        live, _ = await world.open(players=2)
        ana = Friend(1)
        world.registry.enter(live, ana)
        world.registry.ask(live, ana, cmd.MakeTicket("t"))
        ticket = ana.last.ticket
        world.clock.pass_time(601)
        with pytest.raises(Refused, match="ticket"):
            await world.registry.sit(live, cmd.Sit("Ana", ticket=ticket))

    play(test)


def test_two_who_want_the_same_seat_get_one_and_a_refusal() -> None:
    async def test(world: World) -> None:
        live, _ = await world.open(players=3)
        world.store.slow = True
        both = asyncio.gather(
            world.registry.sit(live, cmd.Sit("Luis", 2)),
            world.registry.sit(live, cmd.Sit("Eva", 2)),
            return_exceptions=True,
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
        live, ana, luis = await world.duel(bots={}, clock="off")
        there = await other.registry.live(live.room.id)
        assert there is not None
        away = Friend(2)
        other.registry.enter(there, away)
        for _ in range(20):
            while live.room.seq != there.room.seq:
                await asyncio.sleep(0)
            mover = live.room.mover
            here = (live, ana, world) if mover == 1 else (there, away, other)
            here[2].move(here[0], here[1])
        await asyncio.sleep(0.01)
        assert live.room.game is not None
        assert there.room.game is not None
        assert live.room.game.hash() == there.room.game.hash()
        assert luis.view == away.view

    play(test)


def test_a_house_that_starts_again_brings_its_tables_back() -> None:
    async def test(world: World) -> None:
        live, _ = await world.open(players=2, bots={"2": "casual"}, pace=0)
        ana = Friend(1)
        world.registry.enter(live, ana)
        world.say_ready(live, ana)
        world.clock.pass_time(1)
        again = World(world.store, node="later")
        assert await again.registry.resume() == 1
        (found,) = again.registry.live_tables
        assert found.room.game is not None
        assert live.room.game is not None
        assert found.room.game.hash() == live.room.game.hash()
        if found.room.mover == 2:
            again.clock.pass_time(10)
            assert found.room.mover == 1

    play(test)


def test_whoever_does_not_come_back_after_a_start_is_away() -> None:
    async def test(world: World) -> None:
        live, ana, luis = await world.duel(clock="off")
        again = World(world.store, node="later")
        again.registry.alone = True
        await again.registry.resume()
        (found,) = again.registry.live_tables
        back = Friend(1)
        again.registry.enter(found, back)
        assert found.room.seat(2).node
        again.clock.pass_time(5.1)
        await asyncio.sleep(0)
        assert [bool(seat.node) for seat in found.room.seats] == [True, False]
        assert back.table.people[0].here
        assert not back.table.people[1].here
        assert live.room.id == found.room.id
        assert (ana.seat, luis.seat) == (1, 2)

    play(test)

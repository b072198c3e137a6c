"""Who must agree before a move is undone that has revealed something, and what everybody hears of it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from tables.fakes import Friend
from tables.world import World, play

from docena.game.record import Record, read_record, write_record
from docena.game.verify import verify_record
from docena.tables import commands as cmd
from docena.tables import events as e
from docena.tables.decide import MOST_VOTES
from docena.tables.live_table import LiveTable
from docena.tables.log.archive import finished_game
from docena.tables.registry import Welcome
from docena.tables.room import room_from
from docena.tables.table_choices import Choices

NAMES = ("Ana", "Luis", "Eva", "Olga")


async def seated(
    world: World, n: int, players: dict[int, str] | None = None, **choices: Any
) -> tuple[LiveTable, list[Friend]]:
    """A table of so many people, dealt; `players` are the history keys of some of them."""
    keys = players or {}
    welcome = await world.registry.open(
        cmd.Open(NAMES[0], 1, Choices(players=n, clock="off", **choices)), keys.get(1, "")
    )
    live = await world.registry.live(welcome.table)
    assert live is not None
    for seat in range(2, n + 1):
        if str(seat) not in choices.get("bots", {}):
            await world.registry.sit(live, cmd.Sit(NAMES[seat - 1], seat), keys.get(seat, ""))
    friends = [Friend(seat) for seat in live.room.people]
    for friend in friends:
        world.registry.enter(live, friend)
    world.say_ready(live, *friends)
    assert live.room.phase == "playing"
    return live, friends


def reveal(world: World, live: LiveTable, friends: list[Friend]) -> Friend:
    """Plays until somebody's last move has revealed something; returns whose that was."""
    for _ in range(300):
        mover = next(friend for friend in friends if friend.seat == live.room.mover)
        world.move(live, mover)
        if live.room.phase == "playing" and live.room.revealed[-1]:
            return mover
    raise AssertionError("nothing was revealed")


def undo(world: World, live: LiveTable, friend: Friend, name: str = "") -> Any:
    world.registry.ask(live, friend, cmd.Undo(name or f"u{live.room.seq}", friend.seq))
    return friend.last


def agree(world: World, live: LiveTable, friend: Friend, *, yes: bool = True) -> Any:
    world.registry.ask(live, friend, cmd.Agree(f"a{live.room.seq}", yes=yes))
    return friend.last


def tags_of(record: Record) -> dict[str, Any]:
    assert isinstance(record.tags, dict)
    return record.tags


def lost(world: World, live: LiveTable, friend: Friend) -> None:
    world.registry.leave(live, friend)


def away(world: World, live: LiveTable, friend: Friend) -> None:
    world.registry.ask(live, friend, cmd.Away(f"w{live.room.seq}"))


def left(world: World, live: LiveTable, friend: Friend) -> None:
    world.registry.ask(live, friend, cmd.Stand(f"s{live.room.seq}"))


@pytest.mark.parametrize("go", [lost, away])
@pytest.mark.parametrize("n", [2, 3])
def test_with_somebody_absent_nothing_revealed_is_taken_back(go: Callable[..., None], n: int) -> None:
    async def test(world: World) -> None:
        live, friends = await seated(world, n)
        mover = reveal(world, live, friends)
        other = friends[mover.seat % n]  # type: ignore[operator]
        go(world, live, other)
        moves = len(live.room.movers)
        said = undo(world, live, mover)
        assert (said.ok, said.reason) == (False, "not_now")
        assert live.room.seat(other.seat or 0).name in said.why
        assert (len(live.room.movers), live.room.wanted, live.room.undone) == (moves, None, 0)

    play(test)


def test_all_who_are_absent_are_named() -> None:
    async def test(world: World) -> None:
        live, friends = await seated(world, 4)
        mover = reveal(world, live, friends)
        others = [friend for friend in friends if friend is not mover]
        for other in others[:2]:
            lost(world, live, other)
        why = undo(world, live, mover).why
        assert all((NAMES[(friend.seat or 0) - 1] in why) is (friend in others[:2]) for friend in friends)

    play(test)


def test_partners_and_opponents_are_asked_alike() -> None:
    async def test(world: World) -> None:
        live, friends = await seated(world, 4, partners=True)
        mover = reveal(world, live, friends)
        partner = friends[((mover.seat or 0) + 1) % 4]
        undo(world, live, mover)
        for other in friends:
            if other not in (mover, partner):
                agree(world, live, other)
        assert live.room.undone == 0
        agree(world, live, partner)
        assert live.room.undone == 1

    play(test)


@pytest.mark.parametrize("go", [lost, away, left])
def test_a_vote_is_over_when_somebody_goes_who_has_not_answered(go: Callable[..., None]) -> None:
    async def test(world: World) -> None:
        live, friends = await seated(world, 3)
        mover = reveal(world, live, friends)
        one, other = (friend for friend in friends if friend is not mover)
        undo(world, live, mover)
        agree(world, live, one)
        go(world, live, other)
        assert (live.room.wanted, live.room.undone) == (None, 0)
        assert mover.table.undo is None
        assert agree(world, live, one).reason == "not_now"
        assert live.room.undone == 0

    play(test)


def test_an_answer_that_was_given_counts_though_its_giver_has_gone() -> None:
    async def test(world: World) -> None:
        live, friends = await seated(world, 3)
        mover = reveal(world, live, friends)
        one, other = (friend for friend in friends if friend is not mover)
        undo(world, live, mover)
        agree(world, live, one)
        lost(world, live, one)
        agree(world, live, other)
        assert live.room.undone == 1

    play(test)


def test_silence_is_a_no_and_talk_does_not_make_the_vote_longer() -> None:
    async def test(world: World) -> None:
        live, friends = await seated(world, 2)
        mover = reveal(world, live, friends)
        undo(world, live, mover)
        for n in range(4):
            world.clock.pass_time(4.5)
            assert live.room.wanted == mover.seat
            world.registry.ask(live, mover, cmd.Say(f"say{n}", phrase="hello"))
        world.clock.pass_time(2.1)
        assert (live.room.wanted, live.room.undone) == (None, 0)

    play(test)


def test_the_others_are_not_asked_again_and_again() -> None:
    async def test(world: World) -> None:
        live, friends = await seated(world, 2)
        mover = reveal(world, live, friends)
        other = next(friend for friend in friends if friend is not mover)
        for _ in range(MOST_VOTES):
            undo(world, live, mover)
            seq = live.room.seq
            undo(world, live, mover, "again")  # while it is being voted on
            assert live.room.seq == seq
            agree(world, live, other, yes=False)
        assert undo(world, live, mover).reason == "not_now"
        assert live.room.wanted is None

    play(test)


def test_seats_of_one_client_are_one_voter_and_nobody_asks_themselves() -> None:
    async def test(world: World) -> None:
        # seats 1 and 3 are one browser's, 2 and 4 another's
        live, friends = await seated(world, 4, {1: "k:a", 2: "k:b", 3: "k:a", 4: "k:b"})
        assert [person.client for person in friends[0].table.people] == [1, 2, 1, 2]
        mover = reveal(world, live, friends)
        seat = mover.seat or 0
        undo(world, live, mover)
        assert agree(world, live, friends[(seat + 1) % 4]).reason == "not_now"
        # one connection is enough to be asked, and one answer to have answered
        lost(world, live, friends[seat % 4])
        assert live.room.wanted == seat
        agree(world, live, friends[(seat + 2) % 4])
        assert live.room.undone == 1
        assert mover.table.undo is None

    play(test)


def test_alone_on_one_device_no_consent_is_needed_and_seats_without_a_key_are_not_one_client() -> None:
    async def test(world: World) -> None:
        live, friends = await seated(world, 2, {1: "k:a", 2: "k:a"})
        mover = reveal(world, live, friends)
        lost(world, live, friends[(mover.seat or 0) % 2])
        undo(world, live, mover)
        assert live.room.undone == 1
        live, friends = await seated(World(), 2)
        assert [person.client for person in friends[0].table.people] == [1, 2]

    play(test)


def test_a_seat_belongs_to_the_client_that_took_it_over_with_a_ticket() -> None:
    async def test(world: World) -> None:
        live, friends = await seated(world, 3, {1: "k:a", 2: "k:b", 3: "k:c"})
        world.registry.ask(live, friends[0], cmd.MakeTicket("t"))
        ticket = friends[0].last.ticket
        await world.registry.sit(live, cmd.Sit("Ana", ticket=ticket), "k:b")
        assert [person.client for person in friends[2].table.people] == [1, 1, 3]
        assert live.room.seat(1).player == "k:a"

    play(test)


def test_who_plays_without_a_connection_is_asked_and_who_is_silent_refuses() -> None:
    async def test(world: World) -> None:
        welcome: Welcome = await world.registry.open(cmd.Open("Ana", 1, Choices(players=2, clock="off")))
        live = await world.registry.live(welcome.table)
        assert live is not None
        await world.registry.sit(live, cmd.Sit("Luis"))
        ana = Friend(1)
        world.registry.enter(live, ana)
        await world.registry.ask_once(live, 2, cmd.GetReady("r2"))
        world.say_ready(live, ana)
        while not (live.room.movers and live.room.movers[-1] == 1 and live.room.revealed[-1]):
            if live.room.mover == 1:
                world.move(live, ana)
            else:
                assert live.room.game is not None
                move = live.room.game.legal_moves()[0]
                await world.registry.ask_once(live, 2, cmd.MakeMove(f"h{live.room.seq}", live.room.stamp, move))
        undo(world, live, ana)
        assert live.room.wanted == 1
        world.clock.pass_time(21)
        assert ana.table.undo is None
        assert live.room.undone == 0
        undo(world, live, ana)
        await world.registry.ask_once(live, 2, cmd.Agree("yes", yes=True))
        assert live.room.undone == 1
        # once a connection of theirs is lost, they are not there
        luis = Friend(2)
        world.registry.enter(live, luis)
        world.registry.leave(live, luis)
        mover = reveal(world, live, [ana]) if live.room.mover == 1 else None
        assert mover is None or undo(world, live, ana).reason == "not_now"

    play(test)


def test_spectators_do_not_vote() -> None:
    async def test(world: World) -> None:
        live, friends = await seated(world, 2)
        watcher = Friend(None)
        world.registry.enter(live, watcher)
        mover = reveal(world, live, friends)
        undo(world, live, mover)
        assert agree(world, live, watcher).reason == "not_yours"
        assert live.room.undone == 0

    play(test)


def test_once_the_only_other_person_has_left_for_good_there_is_nobody_to_ask() -> None:
    async def test(world: World) -> None:
        live, friends = await seated(world, 2, pace=10_000)
        mover = reveal(world, live, friends)
        left(world, live, friends[(mover.seat or 0) % 2])
        undo(world, live, mover)
        assert live.room.undone == 1

    play(test)


def test_games_of_events_take_nothing_back_that_revealed_something() -> None:
    async def test(world: World) -> None:
        table = await world.registry.open_for_others(Choices(players=2, clock="off"))
        live = await world.registry.live(table)
        assert live is not None
        for seat, name in enumerate(NAMES[:2], 1):
            await world.registry.give(live, seat, name)
        friends = [Friend(1), Friend(2)]
        for friend in friends:
            world.registry.enter(live, friend)
        world.say_ready(live, *friends)
        free = 0
        for _ in range(60):
            mover = friends[(live.room.mover or 1) - 1]
            world.move(live, mover)
            if live.room.phase != "playing":
                break
            revealed = live.room.revealed[-1]
            said = undo(world, live, mover)
            assert (getattr(said, "reason", "") == "not_now") is bool(revealed)
            assert live.room.wanted is None
            free += not revealed
        assert live.room.undone == free > 0

    play(test)


def test_an_undo_takes_the_seat_back_from_the_bot_that_holds_it() -> None:
    async def test(world: World) -> None:
        live, friends = await seated(world, 2, pace=10_000)
        mover = reveal(world, live, friends)
        away(world, live, mover)
        undo(world, live, mover)
        assert not live.room.seat(mover.seat or 0).held
        assert live.room.wanted == mover.seat

    play(test)


def test_undone_moves_stay_in_the_log_and_are_counted_everywhere() -> None:
    async def test(world: World) -> None:
        live, (ana,) = await seated(world, 2, {1: "k:" + "a" * 43}, bots={"2": "casual"}, pace=0, stock=3, goal=0)
        for _ in range(4000):
            if live.room.phase != "playing":
                break
            if live.room.mover != 1:
                world.clock.pass_time(1)
                continue
            world.move(live, ana)
            if live.room.undone < 2 and live.room.phase == "playing" and live.room.revealed[-1]:
                undo(world, live, ana)
                assert ana.table.undone == live.room.undone
        assert live.room.phase == "over"
        assert live.room.undone >= 2
        world.clock.pass_time(1)
        rows = world.store.logs[live.room.id]
        logged = [e.read_event(row.body) for row in rows]
        assert sum(event.moves for event in logged if isinstance(event, e.Undone)) == live.room.undone
        record = await finished_game(world.store, live.room.id, 1, world.registry.turns)
        verify_record(record)
        assert tags_of(record)["undone"] == live.room.undone
        assert read_record(write_record(record)) == record
        moves = sum(isinstance(event, e.Moved) for event in logged)
        assert len(live.room.movers) == moves - live.room.undone
        assert json.loads(world.store.played[0].summary)["undone"] == live.room.undone
        again = room_from([(row.body, row.action) for row in rows])
        assert again.undone == live.room.undone

    play(test)


def test_a_record_of_a_game_without_undo_says_nothing_about_it() -> None:
    async def test(world: World) -> None:
        live, friends = await seated(world, 2)
        reveal(world, live, friends)
        world.registry.ask(live, friends[0], cmd.Abandon("end"))
        assert "undone" not in tags_of(await finished_game(world.store, live.room.id, 1, world.registry.turns))

    play(test)

"""Who must agree before a move is undone that has revealed something, and what everybody hears of it."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from tables.fakes import Friend
from tables.test_registry import World, play

from docena.game.record import Record, read_record, write_record
from docena.game.verify import verify_record
from docena.tables import asks as a
from docena.tables import events as e
from docena.tables.choices import Choices
from docena.tables.decide import MOST_VOTES
from docena.tables.live_table import Desk
from docena.tables.log.archive import finished_game
from docena.tables.registry import Welcome
from docena.tables.room import room_from

NAMES = ("Ana", "Luis", "Eva", "Olga")


async def seated(
    world: World, n: int, players: dict[int, str] | None = None, **choices: Any
) -> tuple[Desk, list[Friend]]:
    """A table of so many people, dealt; `players` are the history keys of some of them."""
    keys = players or {}
    welcome = await world.house.open(a.Open(NAMES[0], 1, Choices(players=n, clock="off", **choices)), keys.get(1, ""))
    desk = await world.house.desk(welcome.table)
    assert desk is not None
    for seat in range(2, n + 1):
        if str(seat) not in choices.get("bots", {}):
            await world.house.sit(desk, a.Sit(NAMES[seat - 1], seat), keys.get(seat, ""))
    friends = [Friend(seat) for seat in desk.room.people]
    for friend in friends:
        world.house.enter(desk, friend)
    world.say_ready(desk, *friends)
    assert desk.room.phase == "playing"
    return desk, friends


def reveal(world: World, desk: Desk, friends: list[Friend]) -> Friend:
    """Plays until somebody's last move has revealed something; returns whose that was."""
    for _ in range(300):
        mover = next(friend for friend in friends if friend.seat == desk.room.mover)
        world.move(desk, mover)
        if desk.room.phase == "playing" and desk.room.revealed[-1]:
            return mover
    raise AssertionError("nothing was revealed")


def undo(world: World, desk: Desk, friend: Friend, name: str = "") -> Any:
    world.house.ask(desk, friend, a.Undo(name or f"u{desk.room.seq}", friend.seq))
    return friend.last


def agree(world: World, desk: Desk, friend: Friend, *, yes: bool = True) -> Any:
    world.house.ask(desk, friend, a.Agree(f"a{desk.room.seq}", yes=yes))
    return friend.last


def tags_of(record: Record) -> dict[str, Any]:
    assert isinstance(record.tags, dict)
    return record.tags


def lost(world: World, desk: Desk, friend: Friend) -> None:
    world.house.leave(desk, friend)


def away(world: World, desk: Desk, friend: Friend) -> None:
    world.house.ask(desk, friend, a.Away(f"w{desk.room.seq}"))


def left(world: World, desk: Desk, friend: Friend) -> None:
    world.house.ask(desk, friend, a.Stand(f"s{desk.room.seq}"))


@pytest.mark.parametrize("go", [lost, away])
@pytest.mark.parametrize("n", [2, 3])
def test_with_somebody_absent_nothing_revealed_is_taken_back(go: Callable[..., None], n: int) -> None:
    async def test(world: World) -> None:
        desk, friends = await seated(world, n)
        mover = reveal(world, desk, friends)
        other = friends[mover.seat % n]  # type: ignore[operator]
        go(world, desk, other)
        moves = len(desk.room.movers)
        said = undo(world, desk, mover)
        assert (said.ok, said.reason) == (False, "not_now")
        assert desk.room.seat(other.seat or 0).name in said.why
        assert (len(desk.room.movers), desk.room.wanted, desk.room.undone) == (moves, None, 0)

    play(test)


def test_all_who_are_absent_are_named() -> None:
    async def test(world: World) -> None:
        desk, friends = await seated(world, 4)
        mover = reveal(world, desk, friends)
        others = [friend for friend in friends if friend is not mover]
        for other in others[:2]:
            lost(world, desk, other)
        why = undo(world, desk, mover).why
        assert all((NAMES[(friend.seat or 0) - 1] in why) is (friend in others[:2]) for friend in friends)

    play(test)


def test_partners_and_opponents_are_asked_alike() -> None:
    async def test(world: World) -> None:
        desk, friends = await seated(world, 4, partners=True)
        mover = reveal(world, desk, friends)
        partner = friends[((mover.seat or 0) + 1) % 4]
        undo(world, desk, mover)
        for other in friends:
            if other not in (mover, partner):
                agree(world, desk, other)
        assert desk.room.undone == 0
        agree(world, desk, partner)
        assert desk.room.undone == 1

    play(test)


@pytest.mark.parametrize("go", [lost, away, left])
def test_a_vote_is_over_when_somebody_goes_who_has_not_answered(go: Callable[..., None]) -> None:
    async def test(world: World) -> None:
        desk, friends = await seated(world, 3)
        mover = reveal(world, desk, friends)
        one, other = (friend for friend in friends if friend is not mover)
        undo(world, desk, mover)
        agree(world, desk, one)
        go(world, desk, other)
        assert (desk.room.wanted, desk.room.undone) == (None, 0)
        assert mover.table.undo is None
        assert agree(world, desk, one).reason == "not_now"
        assert desk.room.undone == 0

    play(test)


def test_an_answer_that_was_given_counts_though_its_giver_has_gone() -> None:
    async def test(world: World) -> None:
        desk, friends = await seated(world, 3)
        mover = reveal(world, desk, friends)
        one, other = (friend for friend in friends if friend is not mover)
        undo(world, desk, mover)
        agree(world, desk, one)
        lost(world, desk, one)
        agree(world, desk, other)
        assert desk.room.undone == 1

    play(test)


def test_silence_is_a_no_and_talk_does_not_make_the_vote_longer() -> None:
    async def test(world: World) -> None:
        desk, friends = await seated(world, 2)
        mover = reveal(world, desk, friends)
        undo(world, desk, mover)
        for n in range(4):
            world.clock.pass_time(4.5)
            assert desk.room.wanted == mover.seat
            world.house.ask(desk, mover, a.Say(f"say{n}", phrase="hello"))
        world.clock.pass_time(2.1)
        assert (desk.room.wanted, desk.room.undone) == (None, 0)

    play(test)


def test_the_others_are_not_asked_again_and_again() -> None:
    async def test(world: World) -> None:
        desk, friends = await seated(world, 2)
        mover = reveal(world, desk, friends)
        other = next(friend for friend in friends if friend is not mover)
        for _ in range(MOST_VOTES):
            undo(world, desk, mover)
            seq = desk.room.seq
            undo(world, desk, mover, "again")  # while it is being voted on
            assert desk.room.seq == seq
            agree(world, desk, other, yes=False)
        assert undo(world, desk, mover).reason == "not_now"
        assert desk.room.wanted is None

    play(test)


def test_seats_of_one_client_are_one_voter_and_nobody_asks_themselves() -> None:
    async def test(world: World) -> None:
        # seats 1 and 3 are one browser's, 2 and 4 another's
        desk, friends = await seated(world, 4, {1: "k:a", 2: "k:b", 3: "k:a", 4: "k:b"})
        assert [person.client for person in friends[0].table.people] == [1, 2, 1, 2]
        mover = reveal(world, desk, friends)
        seat = mover.seat or 0
        undo(world, desk, mover)
        assert agree(world, desk, friends[(seat + 1) % 4]).reason == "not_now"
        # one connection is enough to be asked, and one answer to have answered
        lost(world, desk, friends[seat % 4])
        assert desk.room.wanted == seat
        agree(world, desk, friends[(seat + 2) % 4])
        assert desk.room.undone == 1
        assert mover.table.undo is None

    play(test)


def test_alone_on_one_device_no_consent_is_needed_and_seats_without_a_key_are_not_one_client() -> None:
    async def test(world: World) -> None:
        desk, friends = await seated(world, 2, {1: "k:a", 2: "k:a"})
        mover = reveal(world, desk, friends)
        lost(world, desk, friends[(mover.seat or 0) % 2])
        undo(world, desk, mover)
        assert desk.room.undone == 1
        desk, friends = await seated(World(), 2)
        assert [person.client for person in friends[0].table.people] == [1, 2]

    play(test)


def test_a_seat_belongs_to_the_client_that_took_it_over_with_a_ticket() -> None:
    async def test(world: World) -> None:
        desk, friends = await seated(world, 3, {1: "k:a", 2: "k:b", 3: "k:c"})
        world.house.ask(desk, friends[0], a.Ticket("t"))
        ticket = friends[0].last.ticket
        await world.house.sit(desk, a.Sit("Ana", ticket=ticket), "k:b")
        assert [person.client for person in friends[2].table.people] == [1, 1, 3]
        assert desk.room.seat(1).player == "k:a"

    play(test)


def test_who_plays_without_a_connection_is_asked_and_who_is_silent_refuses() -> None:
    async def test(world: World) -> None:
        welcome: Welcome = await world.house.open(a.Open("Ana", 1, Choices(players=2, clock="off")))
        desk = await world.house.desk(welcome.table)
        assert desk is not None
        await world.house.sit(desk, a.Sit("Luis"))
        ana = Friend(1)
        world.house.enter(desk, ana)
        await world.house.ask_once(desk, 2, a.Ready("r2"))
        world.say_ready(desk, ana)
        while not (desk.room.movers and desk.room.movers[-1] == 1 and desk.room.revealed[-1]):
            if desk.room.mover == 1:
                world.move(desk, ana)
            else:
                assert desk.room.game is not None
                move = desk.room.game.legal_moves()[0]
                await world.house.ask_once(desk, 2, a.MakeMove(f"h{desk.room.seq}", desk.room.stamp, move))
        undo(world, desk, ana)
        assert desk.room.wanted == 1
        world.clock.pass_time(21)
        assert ana.table.undo is None
        assert desk.room.undone == 0
        undo(world, desk, ana)
        await world.house.ask_once(desk, 2, a.Agree("yes", yes=True))
        assert desk.room.undone == 1
        # once a connection of theirs is lost, they are not there
        luis = Friend(2)
        world.house.enter(desk, luis)
        world.house.leave(desk, luis)
        mover = reveal(world, desk, [ana]) if desk.room.mover == 1 else None
        assert mover is None or undo(world, desk, ana).reason == "not_now"

    play(test)


def test_spectators_do_not_vote() -> None:
    async def test(world: World) -> None:
        desk, friends = await seated(world, 2)
        watcher = Friend(None)
        world.house.enter(desk, watcher)
        mover = reveal(world, desk, friends)
        undo(world, desk, mover)
        assert agree(world, desk, watcher).reason == "not_yours"
        assert desk.room.undone == 0

    play(test)


def test_once_the_only_other_person_has_left_for_good_there_is_nobody_to_ask() -> None:
    async def test(world: World) -> None:
        desk, friends = await seated(world, 2, pace=10_000)
        mover = reveal(world, desk, friends)
        left(world, desk, friends[(mover.seat or 0) % 2])
        undo(world, desk, mover)
        assert desk.room.undone == 1

    play(test)


def test_games_of_events_take_nothing_back_that_revealed_something() -> None:
    async def test(world: World) -> None:
        table = await world.house.open_for_others(Choices(players=2, clock="off"))
        desk = await world.house.desk(table)
        assert desk is not None
        for seat, name in enumerate(NAMES[:2], 1):
            await world.house.give(desk, seat, name)
        friends = [Friend(1), Friend(2)]
        for friend in friends:
            world.house.enter(desk, friend)
        world.say_ready(desk, *friends)
        free = 0
        for _ in range(60):
            mover = friends[(desk.room.mover or 1) - 1]
            world.move(desk, mover)
            if desk.room.phase != "playing":
                break
            revealed = desk.room.revealed[-1]
            said = undo(world, desk, mover)
            assert (getattr(said, "reason", "") == "not_now") is bool(revealed)
            assert desk.room.wanted is None
            free += not revealed
        assert desk.room.undone == free > 0

    play(test)


def test_an_undo_takes_the_seat_back_from_the_bot_that_holds_it() -> None:
    async def test(world: World) -> None:
        desk, friends = await seated(world, 2, pace=10_000)
        mover = reveal(world, desk, friends)
        away(world, desk, mover)
        undo(world, desk, mover)
        assert not desk.room.seat(mover.seat or 0).held
        assert desk.room.wanted == mover.seat

    play(test)


def test_undone_moves_stay_in_the_log_and_are_counted_everywhere() -> None:
    async def test(world: World) -> None:
        desk, (ana,) = await seated(world, 2, {1: "k:" + "a" * 43}, bots={"2": "casual"}, pace=0, stock=3, goal=0)
        for _ in range(4000):
            if desk.room.phase != "playing":
                break
            if desk.room.mover != 1:
                world.clock.pass_time(1)
                continue
            world.move(desk, ana)
            if desk.room.undone < 2 and desk.room.phase == "playing" and desk.room.revealed[-1]:
                undo(world, desk, ana)
                assert ana.table.undone == desk.room.undone
        assert desk.room.phase == "over"
        assert desk.room.undone >= 2
        world.clock.pass_time(1)
        rows = world.store.logs[desk.room.id]
        logged = [e.read_event(row.body) for row in rows]
        assert sum(event.moves for event in logged if isinstance(event, e.Undone)) == desk.room.undone
        record = await finished_game(world.store, desk.room.id, 1, world.house.turns)
        verify_record(record)
        assert tags_of(record)["undone"] == desk.room.undone
        assert read_record(write_record(record)) == record
        moves = sum(isinstance(event, e.Moved) for event in logged)
        assert len(desk.room.movers) == moves - desk.room.undone
        assert json.loads(world.store.played[0].summary)["undone"] == desk.room.undone
        again = room_from([(row.body, row.action) for row in rows])
        assert again.undone == desk.room.undone

    play(test)


def test_a_record_of_a_game_without_undo_says_nothing_about_it() -> None:
    async def test(world: World) -> None:
        desk, friends = await seated(world, 2)
        reveal(world, desk, friends)
        world.house.ask(desk, friends[0], a.Abandon("end"))
        assert "undone" not in tags_of(await finished_game(world.store, desk.room.id, 1, world.house.turns))

    play(test)

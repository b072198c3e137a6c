"""Games of an event that are played online: given up, taken back, opened twice, and over when nobody looks."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from server.organisers import PAIRS, WON, Organiser
from server.stage import PATIENCE, Stage, perform

from docena.core.errors import DocenaError, Refused
from docena.server.tournaments import online as online_tables
from docena.server.tournaments import service as hall
from docena.server.tournaments.log_worker import LogWorker
from docena.server.tournaments.online import OnlineTables
from docena.storage.event_log import LogFile
from docena.storage.ports import StoreDown


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots do not take their time."""
    usual = online_tables.table_choices
    monkeypatch.setattr(
        online_tables, "table_choices", lambda *given: msgspec.structs.replace(usual(*given), pace=0, clock="off")
    )


async def online(stage: Stage, stock: int = 1) -> Organiser:
    event = await Organiser.open(stage, PAIRS[:3], games=2, stock=stock)
    await event.seq("seat", seed="1")
    await event.seq("online", game=1, tables=[1])
    return event


async def play(event: Organiser) -> None:
    people = await event.all_sit()
    await finish(people, await event.stage.live(await event.room()))


async def finish(people: dict[int, Any], live: Any) -> None:
    """Plays to the end of the game, from the stock pile where that can be."""
    async with asyncio.timeout(PATIENCE):
        while live.room.result is None:
            mover = live.room.mover
            if mover in people and live.idle:
                legal = msgspec.json.decode(live.hello_frame(mover, None))["view"]["legal"]
                move = min(legal, key=lambda move: not move.startswith("S>"))
                await people[mover].ask("move", seq=live.room.stamp, move=move)
            await asyncio.sleep(0.005)


async def result_of(event: Organiser) -> Any:
    return (await event.sight())["games"][0]["tables"][0]["result"]


async def until(found: Callable[[], Awaitable[Any]]) -> Any:
    async with asyncio.timeout(PATIENCE):
        while not (here := await found()):
            await asyncio.sleep(0.02)
    return here


async def a_while() -> None:
    """The hall has looked several times."""
    await asyncio.sleep(4 * hall.LOOK_SECONDS)


@pytest.mark.parametrize("how", ["clear", "undo"])
def test_a_result_that_is_taken_off_does_not_come_back_by_itself(tmp_path: Path, how: str) -> None:
    async def test(stage: Stage) -> None:
        event = await online(stage)
        await play(event)
        await until(lambda: result_of(event))
        first = await event.room()
        if how == "clear":
            await event.seq("clear", game=1, table=1)
        else:
            await event.seq("undo", line=(await event.get("/desk")).json["last"])
        await a_while()
        assert await result_of(event) is None
        # the game can be played again, at another table
        await event.seq("online", game=1, tables=[1])
        assert await event.room() != first
        await play(event)
        assert (await until(lambda: result_of(event)))["confirmed"]

    perform(tmp_path, test)


@pytest.mark.parametrize("early", [True, False], ids=["at once", "in the middle"])
def test_a_game_that_the_director_ends_has_no_result_and_can_be_opened_again(tmp_path: Path, early: bool) -> None:
    async def test(stage: Stage) -> None:
        event = await online(stage, stock=12)
        first = await event.room()
        live = await stage.live(first)
        if not early:
            await event.all_sit()
            await until(lambda: _true(live.room.phase == "playing"))
        await event.seq("offline", game=1, table=1)
        await until(lambda: _true(live.room.closed))
        await a_while()
        assert await result_of(event) is None
        assert (await event.sight())["online"] == []
        assert (await event.ask("offline", game=1, table=1)).status == 422
        await event.seq("online", game=1, tables=[1])
        assert await event.room() != first
        await play(event)
        await until(lambda: result_of(event))

    perform(tmp_path, test)


async def _by_itself(event: Organiser) -> bool:
    return bool((await event.get("/log")).json["lines"][-1]["by"].startswith("online "))


async def _true(value: bool) -> bool:
    return value


def test_one_table_is_opened_for_a_game_however_often_it_is_asked_for(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage, PAIRS[:3], games=2, stock=1)
        await event.seq("seat", seed="1")
        before = len(stage.registry)
        await asyncio.gather(*(event.ask("online", game=1, tables=[1, 1, 1]) for _ in range(4)))
        assert len(stage.registry) == before + 1
        lines = (await event.get("/log")).json["lines"]
        assert len(lines) == 4

    perform(tmp_path, test)


def test_whoever_opens_tables_has_seen_who_sits_there(tmp_path: Path) -> None:
    async def test(stage: Stage) -> None:
        event = await Organiser.open(stage, games=2, stock=1)
        seen = await event.seq("seat", seed="1")
        await event.seq("seat", seed="2")
        assert (await event.ask("online", game=1, tables=[1], seen=seen)).json["reason"] == "stale"
        await event.seq("report", game=1, table=1, outcome=WON | {"left": [0, 1, 1, 1, 1, 1]})
        await event.seq("online", game=1, tables=[1, 2])
        assert [place["table"] for place in (await event.sight())["online"]] == [2]

    perform(tmp_path, test)


@pytest.mark.parametrize("trouble", [StoreDown("for a moment"), Refused("too_many", "for a moment")], ids=str)
def test_a_moment_of_trouble_does_not_lose_a_result(
    tmp_path: Path, trouble: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(stage: Stage) -> None:
        event = await online(stage)
        room = await event.room()
        await asyncio.sleep(2 * hall.LOOK_SECONDS)

        async def fail(*_: Any) -> Any:
            raise trouble

        with monkeypatch.context() as patched:
            patched.setattr(LogWorker, "do", fail)
            await a_while()
        people = await event.all_sit()
        # nobody looks at the event meanwhile
        await finish(people, await stage.live(room))
        await until(lambda: _by_itself(event))

    perform(tmp_path, test)


def test_trouble_that_lasts_is_not_told_over_and_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hall, "LOOK_SECONDS", 0.01)

    async def test(stage: Stage) -> None:
        event = await online(stage)
        await a_while()

        def unreadable(*_: Any) -> Any:
            raise DocenaError("nobody can read this")

        async def down(*_: Any) -> Any:
            raise RuntimeError("out of order")

        with monkeypatch.context() as patched:
            patched.setattr(OnlineTables, "_still_waited", unreadable)
            await until(lambda: _true("nobody can read this" in stage.log))
            await asyncio.sleep(0.5)
        assert stage.log.count("nobody can read this") == 1
        await result_of(event)
        with monkeypatch.context() as patched:
            patched.setattr(OnlineTables, "look", down)
            await until(lambda: _true("RuntimeError: out of order" in stage.log))
            await asyncio.sleep(1)
        assert stage.log.count("RuntimeError: out of order") < 10

    perform(tmp_path, test, may_complain=True)


def test_an_event_that_cannot_be_read_keeps_nobody_else_waiting(tmp_path: Path) -> None:
    held: list[str] = []

    async def before(stage: Stage) -> None:
        held.append((await online(stage)).id)

    async def after(stage: Stage) -> None:
        event = await online(stage)
        assert (await stage.get(f"/api/events/{held[0]}")).status == 400
        await play(event)
        await until(lambda: _by_itself(event))

    perform(tmp_path, before)
    with LogFile(tmp_path / "events.db") as book:
        book.add(held[0], book.length(held[0]), ['{"what":"nonsense"}'])
    perform(tmp_path, after)


def test_after_a_start_results_are_entered_though_nobody_looks(tmp_path: Path) -> None:
    held: list[Any] = []

    async def before(stage: Stage) -> None:
        event = await online(stage)
        held.extend([event.id, event.key, await event.room()])
        held.append({seat: (await event.claim(seat)).json["secret"] for seat in range(1, 7)})

    async def after(stage: Stage) -> None:
        event = Organiser(stage, {"event": held[0], "key": held[1]})
        live = await stage.live(held[2])
        people = {seat: await stage.enter(held[2], secret) for seat, secret in held[3].items()}
        for person in people.values():
            await person.ask("ready")
        await finish(people, live)
        with LogFile(tmp_path / "events.db") as book:
            await until(lambda: _true('"online table 1"' in book.lines(event.id)[-1]))
        assert (await event.get("/log")).json["lines"][-1]["by"] == "online table 1"

    perform(tmp_path, before)
    perform(tmp_path, after)

"""A start with many tables under way: all of them are back, exactly as they were."""

import asyncio
import random
import re
import time
from pathlib import Path

import msgspec
import pytest
from server.guests import Guest, all_here, more_moves, play_on, rest
from server.ledger import check_guests, check_logs, check_sights, logs_in_file
from server.node import Node, running
from tables.fakes import HandClock, QuickBots

from benchmarks.load.crowd import pick
from docena.storage.ports import Write, WriteOutcome
from docena.storage.sqlite import SqliteStore
from docena.storage.sqlite_file import Setup
from docena.tables import commands as cmd
from docena.tables import events as e
from docena.tables.codes import new_id
from docena.tables.live_table import LiveTable
from docena.tables.phases import PLAYING
from docena.tables.registry import TableRegistry
from docena.tables.room import Room, room_from
from docena.tables.seating.sitting import open_table, sit_down
from docena.tables.showing import index_of
from docena.tables.table_choices import Choices

TABLES = 1000
_KINDS = (
    Choices("classic", 2, clock="off"),
    Choices("classic", 4, partners=True, clock="off"),
    Choices("classic", 3, short=True, clock="off"),
    Choices("deluxe", 2, clock="off"),
    Choices("mod", 3, clock="off"),
    Choices("mod", 4, partners=True, table="open", clock="off"),
    Choices("masters", 2, clock="off"),
    Choices("tournament", 4, table="open", clock="off"),
)


class Made(msgspec.Struct):
    """A table in the middle of a game, with the secrets of its seats."""

    room: Room
    bodies: list[bytes]
    secrets: dict[int, str]


def make_table(number: int, rng: random.Random) -> Made:
    """People were sitting at it when the server went away; `number` chooses the kind, chance the place in the game."""
    seated = open_table(
        cmd.Open("Ana", choices=_KINDS[number % len(_KINDS)]), new_id(), f"{number:05}", "", int(time.time())
    )
    made = Made(room_from([(e.write_event(seated.events[0]), None)]), [], {1: seated.secret})
    made.bodies.append(e.write_event(seated.events[0]))
    _add(made, *seated.events[1:])
    for seat in range(2, made.room.options.players + 1):
        sat = sit_down(made.room, cmd.Sit(f"Luis {seat}"), "", int(time.time()))
        made.secrets[seat] = sat.secret
        _add(made, *sat.events)
    _add(made, *(e.Here(seat, "there") for seat in made.secrets), e.Dealt(1, made.room.next_first()))
    game = made.room.game
    assert game is not None
    for turn in range(rng.randrange(10, 120)):
        legal = game.legal_moves()
        move = rng.choice(legal) if rng.random() < 0.3 else pick(legal, turn)
        seat = int(move[0]) if move[1:2] == ":" else game.mover
        _add(made, e.Moved(seat, move))
        if made.room.phase != PLAYING:
            return make_table(number, rng)
    return made


def _add(made: Made, *events: e.AnyEvent) -> None:
    for event in events:
        made.room.apply(event)
        made.bodies.append(e.write_event(event))


async def write_all(file: Path, tables: list[Made]) -> None:
    loop = asyncio.get_running_loop()
    store = await SqliteStore.open(Setup(str(file)), loop)
    outcomes: list[WriteOutcome] = []
    for made in tables:
        store.write(Write(made.room.id, 1, made.bodies, None, outcomes.append, index_of(made.room)))
    await store.close()
    assert outcomes == [WriteOutcome.WRITTEN] * len(tables)


async def hashes_after_resuming(file: Path) -> dict[str, str]:
    store = await SqliteStore.open(Setup(str(file)), asyncio.get_running_loop())
    registry = TableRegistry(store, HandClock(), QuickBots(), "here")
    registry.complain = lambda table, error: pytest.fail(f"{table}: {error}")
    await registry.resume(2 * 10**9)
    await store.close()
    return {live.room.id: live.room.game.hash() for live in registry.live_tables if live.room.game is not None}


def test_a_thousand_tables_are_back_after_a_start(tmp_path: Path) -> None:
    rng, file = random.Random(5), tmp_path / "docena.db"
    tables = [make_table(number, rng) for number in range(TABLES)]
    node = Node(tmp_path, str(file))
    guests: list[Guest] = []

    async def main() -> None:
        await write_all(file, tables)
        begun = time.monotonic()
        async with running(node):
            print(f"{TABLES} tables were back {time.monotonic() - begun:.1f} s after the process was started")
            assert re.search(rf"^docena_tables {TABLES}(\.0)?$", await node.get("/metrics"), re.MULTILINE)
            assert await node.status("/readyz") == 200
            for made in tables[: len(_KINDS)]:
                # what was shown to somebody before is what is shown now, and they play on
                live = LiveTable(made.room, None, lambda _: None)  # type: ignore[arg-type]
                for seat, secret in (*made.secrets.items(), (None, "")):
                    shown = await node.get(f"/api/tables/{made.room.id}", secret)
                    before = msgspec.json.decode(live.hello_frame(seat))
                    shown.pop("clock", None)  # it runs anew
                    for person in (*shown["table"]["people"], *before["table"]["people"]):
                        person.pop("here")  # nobody has come back yet, and after a while that is noticed
                    assert shown == before
                guests.extend(
                    Guest([node.address], made.room.id, seat, secret) for seat, secret in made.secrets.items()
                )
            await all_here(guests)
            play_on(guests)
            await more_moves(guests, 100)
            await rest(guests)
            assert await node.stop() == 0
            for guest in guests:
                await guest.leave()

    asyncio.run(main())
    logs = logs_in_file(file)
    check_logs(logs)
    check_guests(logs, guests)
    check_sights(logs, guests)
    rest_of_them = tables[len(_KINDS) :]
    for made in rest_of_them:
        bodies = [body for _, _, body in logs[made.room.id]]
        assert bodies[: len(made.bodies)] == made.bodies
        # on a slow machine people who do not come back are missed before the node is stopped
        assert all(body.startswith(b'{"e":"gone"') for body in bodies[len(made.bodies) :])


def test_a_resumed_table_has_the_same_hash(tmp_path: Path) -> None:
    rng, file = random.Random(6), tmp_path / "docena.db"
    tables = [make_table(number, rng) for number in range(200)]

    async def main() -> None:
        await write_all(file, tables)
        hashes = await hashes_after_resuming(file)
        assert hashes == {made.room.id: made.room.game.hash() for made in tables if made.room.game is not None}

    asyncio.run(main())

"""A table with a very long game in a store, made as events: two people who play a card and take it back, for hours."""

import asyncio
from collections.abc import Iterator

from docena.game.fair import new_secret
from docena.storage.ports import Snapshot, Store, Write, WriteOutcome
from docena.tables import commands as cmd
from docena.tables import events as e
from docena.tables.codes import secret_hash
from docena.tables.log.snapshots import snapshot_of
from docena.tables.room import Room, begin_room
from docena.tables.seating.sitting import open_table
from docena.tables.showing import index_of
from docena.tables.table_choices import Choices

SECRET = "a secret of a seat that nobody guesses"


def long_game(table: str, code: str, pairs: int, *, over: bool) -> tuple[list[e.AnyEvent], Snapshot, Room]:
    """The events of a table at which a game began, a move was taken back so often, and the game was given up."""
    choices = Choices(players=2, clock="off", pace=0)
    events: list[e.AnyEvent] = [
        *open_table(cmd.Open("Ana", 1, choices), table, code, "", 1).events,
        e.Sat(2, "Luis", secret_hash(SECRET)),
    ]
    room = begin_room(e.write_event(events[0]))
    for event in events[1:]:
        room.apply(event)
    snapshot = snapshot_of(room, 1)

    def more() -> Iterator[e.AnyEvent]:
        yield e.Dealt(1)
        assert room.game is not None
        for number in range(pairs):
            mover = room.game.mover
            move = min(room.game.legal_moves(), key=lambda move: (not move.startswith("H"), ">" not in move, move))
            yield e.Moved(mover, move)
            if number % 20 != 19:
                yield e.Undone(mover)
        if over:
            yield e.Ended()
            yield e.Promised(2, new_secret().hex())

    for event in more():
        if room.result is not None and not isinstance(event, e.Promised):
            break
        room.apply(event)
        events.append(event)
    return events, snapshot, room


async def store_long_game(store: Store, table: str, code: str, pairs: int, *, over: bool = True) -> int:
    """Puts it into a store; gives the number of its events."""

    events, snapshot, room = long_game(table, code, pairs, over=over)
    done: asyncio.Future[WriteOutcome] = asyncio.get_running_loop().create_future()
    bodies = [e.write_event(event) for event in events]
    store.write(Write(table, 1, bodies, None, done.set_result, index_of(room), snapshot=snapshot))
    assert await done is WriteOutcome.WRITTEN
    return len(events)

"""Faults planted in the host and its store, one at a time: the check of histories has to catch every one of them."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from typing import Any
from unittest.mock import patch

import msgspec
from reliability.histories import violations
from reliability.shared_log import NodeStore
from tables.fakes import MemoryStore

from docena.storage.ports import LogRow, Write, WriteOutcome
from docena.tables import registry
from docena.tables.driving import DrivenTable
from docena.tables.live_table import Change, LiveTable
from docena.tables.room import Room
from docena.tables.showing import Showing, answer

MOST_TRIES = 1000
Fault = Callable[[], AbstractContextManager[Any]]
PLANTED: dict[str, Fault] = {}


def planted(fault: Fault) -> Fault:
    PLANTED[fault.__name__.replace("_", " ")] = fault
    return fault


def tries_until_caught(name: str, first: int = 0) -> int:
    """How many histories it takes, from the seed `first` on; 0 if the fault is not caught."""
    with PLANTED[name]():
        return next((number for number in range(1, MOST_TRIES) if violations(first + number - 1)), 0)


def _outcome_taken_for_written(taken: WriteOutcome) -> AbstractContextManager[Any]:
    honest = LiveTable._done

    def done(self: LiveTable, outcome: WriteOutcome, change: Change, decision: Any) -> None:
        honest(self, WriteOutcome.WRITTEN if outcome is taken else outcome, change, decision)

    return patch.object(LiveTable, "_done", done)


@planted
def a_failed_write_is_acknowledged() -> AbstractContextManager[Any]:
    return _outcome_taken_for_written(WriteOutcome.FAILED)


@planted
def an_unknown_write_is_acknowledged() -> AbstractContextManager[Any]:
    return _outcome_taken_for_written(WriteOutcome.UNKNOWN)


@planted
def a_write_is_acknowledged_before_it_is_on_the_disk() -> AbstractContextManager[Any]:
    def write(self: NodeStore, write: Write) -> None:
        self.waiting.append(msgspec.structs.replace(write, done=lambda _: None))
        write.done(WriteOutcome.WRITTEN)

    return patch.object(NodeStore, "write", write)


@planted
@contextmanager
def what_is_asked_again_is_done_again() -> Iterator[None]:
    honest, numbers = Room.apply, count()

    def apply(self: Room, event: Any, action: str | None = None) -> None:
        honest(self, event, None)

    def put(self: MemoryStore, write: Write) -> None:
        rows = self.logs.setdefault(write.table, [])
        if write.seq != len(rows) + 1:
            write.done(WriteOutcome.TAKEN)
            return
        next(numbers)
        for offset, body in enumerate(write.bodies):
            rows.append(LogRow(write.seq + offset, write.action if offset == 0 else None, body))
        write.done(WriteOutcome.WRITTEN)

    with patch.object(Room, "apply", apply), patch.object(MemoryStore, "_write", put):
        yield


@planted
def the_last_writer_wins() -> AbstractContextManager[Any]:
    def put(self: MemoryStore, write: Write) -> None:
        rows = self.logs.setdefault(write.table, [])
        del rows[write.seq - 1 :]
        for offset, body in enumerate(write.bodies):
            rows.append(LogRow(write.seq + offset, write.action if offset == 0 else None, body))
        write.done(WriteOutcome.WRITTEN)

    return patch.object(MemoryStore, "_write", put)


@planted
def a_crash_takes_the_last_event_away() -> AbstractContextManager[Any]:
    honest = NodeStore.crash

    def crash(self: NodeStore) -> None:
        honest(self)
        for rows in self.logs.values():
            if len(rows) > 1:
                rows.pop()

    return patch.object(NodeStore, "crash", crash)


@planted
def moves_are_made_at_another_position() -> AbstractContextManager[Any]:
    honest = vars(registry)["decide"]

    def decide(room: Room, asker: Any, ask: Any) -> Any:
        return honest(room, asker, msgspec.structs.replace(ask, seq=room.stamp) if hasattr(ask, "seq") else ask)

    return patch.object(registry, "decide", decide)


@planted
def a_seat_that_was_given_up_still_acts() -> AbstractContextManager[Any]:
    return patch.object(Change, "seat_in", lambda self, room: self.asker.seat)


@planted
def a_node_that_is_behind_refuses() -> AbstractContextManager[Any]:
    honest = NodeStore.__init__

    def init(self: NodeStore, *args: Any, shared: bool) -> None:
        honest(self, *args, shared=False)

    return patch.object(NodeStore, "__init__", init)


@planted
def notices_of_other_nodes_are_not_heard() -> AbstractContextManager[Any]:
    return patch.object(LiveTable, "hear", lambda self, seq: None)


@planted
def a_picture_of_before_is_sent_again() -> AbstractContextManager[Any]:
    honest, numbers, kept = Showing.frame, count(1), list[bytes]()

    def frame(self: Showing, *args: Any, **more: Any) -> bytes:
        kept.append(honest(self, *args, **more))
        return kept[-8] if next(numbers) % 50 == 0 else kept[-1]

    return patch.object(Showing, "frame", frame)


@planted
def the_cards_of_another_seat_are_shown() -> AbstractContextManager[Any]:
    honest = Showing._view

    def view(self: Showing, seat: int | None) -> bytes:
        return honest(self, 1 if seat is None else seat % self.room.options.players + 1)

    return patch.object(Showing, "_view", view)


@planted
def a_refusal_is_told_as_done() -> AbstractContextManager[Any]:
    return patch.object(LiveTable, "_refuse", lambda self, change, error: self._reply(change, answer(change.asked)))


@planted
def an_answer_is_never_given() -> AbstractContextManager[Any]:
    honest, numbers = LiveTable._refuse, count(1)

    def refuse(self: LiveTable, change: Change, error: Any) -> None:
        if next(numbers) % 20:
            honest(self, change, error)

    return patch.object(LiveTable, "_refuse", refuse)


@planted
def two_nodes_never_stop_affirming_that_a_player_is_here() -> AbstractContextManager[Any]:
    honest = DrivenTable.changed

    def changed(self: DrivenTable) -> None:
        self.attendance.affirmed = None
        honest(self)

    return patch.object(DrivenTable, "changed", changed)

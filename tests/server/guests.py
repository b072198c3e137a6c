"""People for tests of servers: each plays a seat, asks again after the wire was cut, and keeps what it was told."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import Any

import msgspec
from server.node import Node, until
from server.wire import NoWire, Wire, lay_wire

from benchmarks.load.crowd import AnswerGlance, GoingGlance, ViewGlance, pick
from docena.client.address import Address

_numbers = count(1)
_PAUSE = 0.03


class PersonGlance(msgspec.Struct):
    ready: bool
    held: bool


class TableGlance(msgspec.Struct):
    phase: str
    game: int
    people: list[PersonGlance]


class StateGlance(msgspec.Struct, tag_field="type", tag="state"):
    seq: int
    id: str | None = None
    view: msgspec.Raw = msgspec.Raw()
    table: TableGlance | None = None
    seat: int | None = None


_read = msgspec.json.Decoder(StateGlance | AnswerGlance | GoingGlance).decode
_look = msgspec.json.Decoder(ViewGlance).decode


class AskedMove(msgspec.Struct, frozen=True):
    """A move that was asked for."""

    id: str
    move: str
    message: bytes


class Guest:
    """A person in a seat; `playing` says whether they move when it is their turn."""

    def __init__(self, servers: Sequence[Address], table: str, seat: int, secret: str) -> None:
        self.table, self.seat, self.secret = table, seat, secret
        self.servers, self._at = servers, 0
        self.at: Address | None = None
        """Where the wire goes to."""
        self.playing = False
        self.moved: dict[str, str] = {}
        """Moves that were acknowledged, by their ids."""
        self.refused: dict[str, str] = {}
        """Reasons for moves that were not made, by their ids."""
        self.wrong: list[str] = []
        """What no server may do to anybody."""
        self.seen = 0, b""
        """The last position with its number."""
        self.phase = ""
        self.hellos = 0
        self.repeats = 0
        """Asks that were sent again."""
        self.goings = 0
        self.retries = 0
        self.pending: AskedMove | None = None
        self.wire: Wire | None = None
        self._ready_for = -1
        self._tried: Address | None = None
        self._new = False
        self._task: asyncio.Task[None] | None = None

    # --- the wire

    def come(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._stay())

    async def leave(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._task = None

    async def _stay(self) -> None:
        """Comes back whenever the wire is cut, at whichever server answers."""
        while True:
            address = self.servers[self._at % len(self.servers)]
            lost = asyncio.Event()
            try:
                self._new, self.at, self._tried = True, None, address
                self.wire = await lay_wire(
                    address, f"/api/tables/{self.table}/socket", self._hear, lost.set, masked=False
                )
                self.wire.send(msgspec.json.encode({"do": "hello", "secret": self.secret}))
                await lost.wait()
            except NoWire:
                self._at += 1
            finally:
                if self.wire is not None:
                    self.wire.cut()
                self.wire = None
            await asyncio.sleep(_PAUSE)

    def _send(self, message: bytes) -> None:
        if self.wire is not None:
            self.wire.send(message)

    # --- what comes in

    def _hear(self, payload: bytes) -> None:
        message = _read(payload)
        if isinstance(message, StateGlance):
            self._see(message)
        elif isinstance(message, AnswerGlance):
            self._answered(message)
        else:
            self.goings += 1

    def _see(self, state: StateGlance) -> None:
        if self._new:
            self._welcomed(state)
        if self.pending is not None and state.id == self.pending.id:
            self.moved[self.pending.id] = self.pending.move
            self.pending = None
        if bytes(state.view):
            self.seen = state.seq, bytes(state.view)
        if state.table is not None:
            self.phase = state.table.phase
            self._get_ready(state.table)
        self.go_on()

    def _welcomed(self, state: StateGlance) -> None:
        """After a hello: one's own seat, and nothing that was shown before is gone."""
        self._new, self.at = False, self._tried
        self.hellos += 1
        seq, view = self.seen
        if state.seat != self.seat:
            self.wrong.append(f"seated at {state.seat}")
        if state.seq < seq:
            self.wrong.append(f"{state.seq} after {seq} had been shown")
        if state.seq == seq and view and bytes(state.view) != view:
            self.wrong.append(f"another position {seq}")
        if self.pending is not None:
            self.repeats += 1
            self._send(self.pending.message)

    def _get_ready(self, table: TableGlance) -> None:
        if table.phase in ("gathering", "between", "over") and not table.people[self.seat - 1].ready:
            self._send(b'{"do":"ready","id":"r%d"}' % next(_numbers))

    def go_on(self) -> None:
        """Moves, if it is one's turn."""
        seq, raw = self.seen
        if not self.playing or self.pending is not None or self.wire is None or self._new or not raw:
            return
        view = _look(raw)
        if view.over or view.mover != self.seat or not view.legal or self.phase != "playing":
            return
        name, move = f"m{next(_numbers)}", pick(view.legal, seq)
        message = msgspec.json.encode({"do": "move", "id": name, "seq": seq, "move": move})
        self.pending = AskedMove(name, move, message)
        self._send(message)

    def _answered(self, answer: AnswerGlance) -> None:
        if answer.ok or self.pending is None or answer.id != self.pending.id:
            return
        if answer.reason in ("unavailable", "too_many"):
            self.retries += 1
            asyncio.get_running_loop().call_later(_PAUSE, self._again, self.pending)
            return
        self.refused[self.pending.id] = answer.reason
        self.pending = None

    def _again(self, asked: AskedMove) -> None:
        if self.pending is asked and not self._new:
            self._send(asked.message)


async def open_table(node: Node, servers: Sequence[Address], people: int, **choices: Any) -> list[Guest]:
    """A table with people in its first seats; bots are among the choices. Nobody is connected yet."""
    chosen = {"clock": "off", "pace": 0} | choices
    status, opened = await node.post("/api/tables", {"name": "Ana", "choices": chosen})
    assert status == 201, opened
    guests = [Guest(servers, opened["table"], opened["seat"], opened["secret"])]
    for number in range(2, people + 1):
        status, sat = await node.post(f"/api/tables/{opened['table']}/seats", {"name": f"Luis {number}"})
        assert status == 201, sat
        guests.append(Guest(servers, sat["table"], sat["seat"], sat["secret"]))
    return guests


async def all_here(guests: Sequence[Guest]) -> None:
    """Everybody has come in, and every table is dealt."""
    for guest in guests:
        if guest._task is None:
            guest.come()
    await until(lambda: all(guest.phase == "playing" for guest in guests))


def play_on(guests: Sequence[Guest]) -> None:
    for guest in guests:
        guest.playing = True
        guest.go_on()


async def rest(guests: Sequence[Guest]) -> None:
    """Nobody begins another move; what is under way is answered, bots have moved, and all have seen the same."""
    people: dict[str, set[int]] = {}
    for guest in guests:
        guest.playing = False
        people.setdefault(guest.table, set()).add(guest.seat)

    def is_still(guest: Guest) -> bool:
        here = guest.pending is None and guest.wire is not None and not guest._new
        return here and guest.phase == "playing" and _look(guest.seen[1]).mover in people[guest.table]

    def same(table: str) -> bool:
        return len({guest.seen[0] for guest in guests if guest.table == table}) == 1

    await until(lambda: all(map(is_still, guests)) and all(map(same, people)))


async def more_moves(guests: Sequence[Guest], n: int) -> None:
    """Waits until so many more moves are acknowledged."""
    goal = moves(guests) + n
    await until(lambda: moves(guests) >= goal)


def moves(guests: Sequence[Guest]) -> int:
    return sum(len(guest.moved) for guest in guests)

"""The crowd of a load test: all seats of many tables, each with a socket of its own.

What comes in is looked at only as far as the next move needs it: ten thousand messages a second go through here.
"""

import contextlib
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import count

import aiohttp
import msgspec

from docena.core.notation import parse_move

_MOST_KEPT = 20


class ViewGlance(msgspec.Struct, gc=False):
    """As much of a view as a player needs who does not think."""

    mover: int
    over: bool
    legal: list[str]


class TableGlance(msgspec.Struct, gc=False):
    """As much of a table: whether it waits for its seats to be ready."""

    phase: str


class StateGlance(msgspec.Struct, gc=False, tag_field="type", tag="state"):
    seq: int
    id: str | None = None
    view: ViewGlance | None = None
    table: TableGlance | None = None


class AnswerGlance(msgspec.Struct, gc=False, tag_field="type", tag="answer"):
    id: str | None
    ok: bool
    why: str = ""
    reason: str = ""


class GoingGlance(msgspec.Struct, gc=False, tag_field="type", tag="going"):
    ms: int


_glance = msgspec.json.Decoder(StateGlance | AnswerGlance | GoingGlance).decode
_numbers = count(1)
_now = time.perf_counter


class Tally:
    """What all tables together have seen."""

    def __init__(self) -> None:
        self.counting = False
        """Times are kept of moves that are asked for while this holds; moves are counted always."""
        self.acks: list[float] = []
        self.all_seen: list[float] = []
        self.sent = 0
        self.done = 0
        """Moves that every seat has seen."""
        self.failed = 0
        """Moves that were refused."""
        self.games = 0
        self.refused: Counter[str] = Counter()
        self.sentences: list[str] = []
        self.lost = 0
        """Sockets that were lost before the end."""
        self.over = False
        """The test has ended: sockets may be closed."""

    def refuse(self, reason: str, why: str) -> None:
        self.refused[reason or "unknown"] += 1
        if why not in self.sentences and len(self.sentences) < _MOST_KEPT:
            self.sentences.append(why)


def pick(legal: list[str], turn: int) -> str:
    """A play if there is one, otherwise a closing discard, by turns on different piles.

    >>> pick(["D1>2", "H7-1"], 1), pick(["H7+1", "H7-1", "H7-2"], 1), pick(["X"], 0)
    ('D1>2', 'H7-2', 'X')
    """
    discards = []
    for move in legal:
        act = parse_move(move).act
        if act == "play":
            return move
        if act == "closing":
            discards.append(move)
    return discards[turn % len(discards)] if discards else legal[0]


class LoadTable:
    """A table, all of whose seats are ours."""

    __slots__ = (
        "_all", "_asked_at", "_dealing", "_id", "_mover", "_next", "_old", "_tally", "_timed", "_waiting",
        "id", "idle", "seats",
    )  # fmt: skip

    def __init__(self, table: str, tally: Tally, idle: Callable[["LoadTable"], Awaitable[None]]) -> None:
        self.id, self._tally = table, tally
        self.idle = idle
        """Called when every seat has seen the position, and a move can be made."""
        self.seats: list[LoadSeat] = []
        self._all = self._waiting = 0
        self._dealing = True
        self._old = -1
        self._mover: LoadSeat | None = None
        self._next = ""
        self._id = ""
        self._asked_at = 0.0
        self._timed = False

    def add(self, number: int, secret: str) -> "LoadSeat":
        seat = LoadSeat(self, number, secret)
        self.seats.append(seat)
        self._all = self._waiting = self._all | seat.bit
        return seat

    async def move(self) -> None:
        """Makes the next move."""
        seat = self._mover
        assert seat is not None
        self._id = f"m{next(_numbers)}"
        self._old, self._waiting = seat.seq, self._all
        message = b'{"do":"move","id":"%b","seq":%d,"move":"%b"}' % (self._id.encode(), seat.seq, self._next.encode())
        self._tally.sent += 1
        self._asked_at, self._timed = _now(), self._tally.counting
        await seat.send(message)

    async def see(self, seat: "LoadSeat", state: StateGlance) -> None:
        """A seat has been shown something."""
        view, tally = state.view, self._tally
        seat.seq = state.seq
        if not seat.asked and state.table is not None and state.table.phase == "gathering":
            await seat.ready()
        if view is None:
            return
        if self._dealing:
            if view.over:
                return
        elif state.seq <= self._old:
            return
        elif state.id == self._id and self._timed:
            tally.acks.append(_now() - self._asked_at)
        if view.legal and view.mover == seat.number:
            self._mover, self._next = seat, pick(view.legal, state.seq)
        if not self._waiting & seat.bit:
            return
        self._waiting ^= seat.bit
        if self._waiting:
            return
        if not self._dealing:
            tally.done += 1
            if self._timed:
                tally.all_seen.append(_now() - self._asked_at)
        self._dealing = False
        if view.over:
            await self._play_again()
        else:
            await self.idle(self)

    async def _play_again(self) -> None:
        self._tally.games += 1
        self._dealing, self._waiting = True, self._all
        for seat in self.seats:
            await seat.ready()

    async def refused(self, answer: AnswerGlance) -> None:
        if answer.ok:
            return
        if answer.id is not None and answer.id.startswith("r") and answer.reason == "not_now":
            return  # the table has dealt without waiting for this seat
        self._tally.refuse(answer.reason, answer.why)
        if answer.id == self._id and not self._dealing:
            self._tally.failed += 1
            self._waiting = 0
            await self.idle(self)

    def lose(self) -> None:
        """A socket was lost."""
        if not self._tally.over:
            self._tally.lost += 1


class LoadSeat:
    """A seat of such a table."""

    __slots__ = ("_table", "asked", "bit", "number", "secret", "seq", "socket")

    def __init__(self, table: LoadTable, number: int, secret: str) -> None:
        self._table, self.number, self.secret = table, number, secret
        self.bit = 1 << number
        self.seq = 0
        self.asked = False
        """It has said that it is ready."""
        self.socket: aiohttp.ClientWebSocketResponse | None = None

    @property
    def table_id(self) -> str:
        return self._table.id

    async def send(self, message: bytes) -> None:
        assert self.socket is not None
        with contextlib.suppress(ConnectionError):  # that it is lost is noticed where it is read
            await self.socket.send_frame(message, aiohttp.WSMsgType.TEXT)

    async def sit(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        """The socket is open."""
        self.socket = socket
        await self.send(b'{"do":"hello","secret":"%b"}' % self.secret.encode())

    async def ready(self) -> None:
        self.asked = True
        await self.send(b'{"do":"ready","id":"r%d"}' % next(_numbers))

    async def play(self) -> None:
        """Hears whatever comes, until the socket is closed."""
        assert self.socket is not None
        async for message in self.socket:
            await self._hear(message.data)
        self._table.lose()

    async def _hear(self, message: str | bytes) -> None:
        heard = _glance(message)
        if type(heard) is StateGlance:
            await self._table.see(self, heard)
        elif type(heard) is AnswerGlance:
            await self._table.refused(heard)

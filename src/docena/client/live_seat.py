"""A seat at a table of any server, for somebody who looks and chooses; it stays connected."""

import asyncio
import secrets
import time
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple, cast

import msgspec

from docena.client.address import Address
from docena.client.connection import NoConnection, TableConnection, connect
from docena.client.seating import Seated
from docena.core.errors import Reason, Refused
from docena.core.words import refused
from docena.tables.commands import Action, Hello, Ping
from docena.tables.messages import (
    PROTOCOL,
    Answer,
    AnyMessage,
    ClockSight,
    Going,
    SaidSight,
    State,
    TableSight,
    ViewSight,
)

_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 10.0
_RETRY_SECONDS = 0.5
_FULL_SECONDS = 5.0
"""A server that has no room for another connection is asked again after this."""
_SILENCE_SECONDS = 20.0
"""After so much silence the connection is tried."""
_ANSWER_SECONDS = 10.0
_RETRIED = ("unavailable", "too_many")
_FULL = ("busy", "too_many", "unavailable")
_GONE = (401, 403, 404, 410)

_decode = msgspec.json.Decoder(AnyMessage).decode
_encode = msgspec.json.Encoder().encode


class _Sent(NamedTuple):
    """A command without an answer yet: it is sent again, under the same id, after every new connection."""

    command: Action
    answered: "asyncio.Future[None]"


class LiveSeat:
    """What a server shows to one seat, and the way back to it for commands.

    `changed` is called after every message, with the State that has been taken or, when the connection comes or goes,
    with nothing.
    """

    def __init__(self, address: Address, seated: Seated, lang: str, changed: Callable[[State | None], None]) -> None:
        self.address, self.seated, self.lang = address, seated, lang
        self.seat = seated.seat
        self.table: TableSight | None = None
        self.view: ViewSight | None = None
        self.clock: ClockSight | None = None
        self.clock_ends = 0.0
        """When the clock will have run down, as `time.monotonic` counts."""
        self.said: list[SaidSight] = []
        self.connected = False
        self._seq = -1
        self._changed = changed
        self._connection: TableConnection | None = None
        self._news: asyncio.Queue[AnyMessage | None] = asyncio.Queue()
        self._sent: dict[str, _Sent] = {}
        self._name = secrets.token_hex(4)
        self._count = 0
        self._pause = 0.0

    # --- the connection

    async def run(self) -> None:
        """Stays at the table until it is cancelled, or until there is no way back: that is raised."""
        attempts, rng = 0, Random(self.seated.secret)  # noqa: S311  # only for not coming back all at once
        while True:
            pause = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**attempts) * (0.5 + rng.random()) if attempts else 0.0
            await asyncio.sleep(max(pause, self._pause))
            self._pause = 0.0
            try:
                await self._connect()
                if await self._talk():
                    attempts = 0
            except NoConnection as error:
                if error.status in _GONE or self.table is None:
                    raise
            finally:
                await self._hang_up()
            attempts += 1

    async def _connect(self) -> None:
        news: asyncio.Queue[AnyMessage | None] = asyncio.Queue()
        self._news = news
        self._connection = await connect(
            self.address,
            self.seated.table,
            lambda message: news.put_nowait(_decode(message)),
            lambda: news.put_nowait(None),
        )
        await self._send(Hello(secret=self.seated.secret, lang=self.lang, version=PROTOCOL))

    async def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()
        if self.connected:
            self.connected = False
            self._changed(None)

    async def _send(self, command: Any) -> None:
        if self._connection is not None:
            await self._connection.send(_encode(command))

    async def _talk(self) -> bool:
        """Takes messages until the connection is lost; returns whether the server had let us in."""
        while (message := await self._next()) is not None:
            match message:
                case Going():
                    self._pause = message.ms / 1000
                    return self.connected
                case Answer():
                    await self._take_answer(message)
                case State():
                    await self._take(message)
        return self.connected

    async def _next(self) -> AnyMessage | None:
        """The next message; a connection that has been silent for long must answer or is given up."""
        for seconds in (_SILENCE_SECONDS, _ANSWER_SECONDS):
            try:
                return await asyncio.wait_for(self._news.get(), seconds)
            except TimeoutError:
                await self._send(Ping(self._new_id()))
        return None

    # --- what comes

    async def _take(self, state: State) -> None:
        self._seq = state.seq
        self.table, self.view = state.table or self.table, state.view or self.view
        self.clock = state.clock
        if state.clock is not None:
            self.clock_ends = time.monotonic() + state.clock.ms / 1000
        if state.said is not None:
            self.said = state.said if state.seat is not None else [*self.said, *state.said]
        if state.seat is not None:
            self.seat, self.connected = state.seat, True
            for sent in list(self._sent.values()):
                await self._send(sent.command)
        self._changed(state)
        self._done(state.id)

    def _done(self, name: str | None, error: Refused | None = None) -> None:
        sent = self._sent.pop(name or "", None)
        if sent is not None and not sent.answered.done():
            if error is None:
                sent.answered.set_result(None)
            else:
                sent.answered.set_exception(error)

    async def _take_answer(self, answer: Answer) -> None:
        if answer.ok:
            self._done(answer.id)
        elif answer.id is None:
            if answer.reason not in _FULL:
                raise refused(cast("Reason", answer.reason), "join_refused", "not_let_in", why=answer.why)
            self._pause = _FULL_SECONDS
        elif answer.reason in _RETRIED and answer.id in self._sent:
            await asyncio.sleep(_RETRY_SECONDS)
            await self._send(self._sent[answer.id].command)
        else:
            self._done(answer.id, Refused(cast("Reason", answer.reason), answer.why, answer.clause))

    # --- what goes

    def _new_id(self) -> str:
        self._count += 1
        return f"{self._name}-{self._count}"

    async def do(self, make: Callable[[str, int], Action]) -> None:
        """Sends the command that is made of an id and the number of the position; returns when it is done.

        A refusal is raised. Without a connection, it is sent as soon as there is one.
        """
        name = self._new_id()
        sent = _Sent(make(name, self._seq), asyncio.get_running_loop().create_future())
        self._sent[name] = sent
        if self.connected:
            await self._send(sent.command)
        await sent.answered

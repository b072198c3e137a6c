"""A bot that sits down at a table of any server and plays there, with nothing but what that seat is sent."""

import asyncio
import secrets
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from docena.bots.players.player import SeatPlayer
from docena.client.address import Address
from docena.client.connection import NoConnection, TableConnection, connect
from docena.client.reading import view_of
from docena.client.seating import Seated, sit_down
from docena.core.words import refused, say
from docena.narration.narrate import narrate_result
from docena.tables.commands import Agree, GetReady, Hello, MakeMove, Stand, TakeSeatBack
from docena.tables.messages import PROTOCOL, Answer, AnyMessage, Going, State, TableSight, ViewSight
from docena.tables.table_choices import options_from

_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 15.0
_MOST_ATTEMPTS = 40
"""After about nine minutes without a server the bot gives up."""
_RETRY_SECONDS = 0.5
_RETRIED = ("unavailable", "too_many")
_FULL = ("busy", "too_many", "unavailable")
_FULL_SECONDS = 5.0
"""A server that has no room for another connection is asked again after this."""

_decode = msgspec.json.Decoder(AnyMessage).decode
_encode = msgspec.json.Encoder().encode

Tell = Callable[[str], None]


class Guest:
    """One seat at one table, played by a bot until the table is closed or enough games are over."""

    def __init__(
        self, address: Address, seated: Seated, player: SeatPlayer, *, games: int | None, lang: str, tell: Tell
    ) -> None:
        self.address, self.seated, self.player = address, seated, player
        self.games, self.lang, self.tell = games, lang, tell
        self.played = 0
        """Games that have ended while the bot sat there."""
        self.results: list[dict[str, Any]] = []
        self._table: TableSight | None = None
        self._view: ViewSight | None = None
        self._seq = -1
        self._game = 0
        self._counted = 0
        self._connection: TableConnection | None = None
        self._lost = asyncio.Event()
        self._news: asyncio.Queue[AnyMessage] = asyncio.Queue()
        self._pending: MakeMove | None = None
        """A move that has been sent and not answered: it is sent again, under the same id, until it is."""
        self._asked: dict[str, str] = {}
        """Other requests without an answer yet: what each is for, by its id."""
        self._ids = (f"{secrets.token_hex(4)}-{n}" for n in range(1 << 60))
        self._done = False
        self._leaving = False
        """Enough games have been played, and the bot is giving its seat back."""
        self._wait_first = 0.0

    # --- the connection

    async def run(self) -> None:
        """Plays until there is nothing left to play; reconnects by itself when the connection is lost."""
        attempts, rng = 0, Random(self.seated.secret)  # noqa: S311  # only for not coming back all at once
        while not self._done:
            pause = min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**attempts) * (0.5 + rng.random()) if attempts else 0.0
            await asyncio.sleep(max(pause, self._wait_first))
            self._wait_first = 0.0
            try:
                await self._connect()
                attempts = 0
                await self._talk()
            except NoConnection as error:
                if error.status in (401, 403, 404, 410):
                    raise
                if not attempts:
                    self.tell(say(self.lang, "join", "no_server", why=error.said(self.lang)))
                if attempts == _MOST_ATTEMPTS:
                    raise
            finally:
                await self._hang_up()
            attempts += 1
            self._asked.clear()

    async def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.close()

    async def _connect(self) -> None:
        self._lost, self._news = asyncio.Event(), asyncio.Queue()
        news, lost = self._news, self._lost

        def hear(message: str | bytes) -> None:
            news.put_nowait(_decode(message))

        self._connection = await connect(self.address, self.seated.table, hear, lost.set)
        await self._send(Hello(secret=self.seated.secret, lang=self.lang, version=PROTOCOL))

    async def _send(self, ask: Any) -> None:
        if self._connection is not None:
            await self._connection.send(_encode(ask))

    async def _talk(self) -> None:
        """Receives and answers messages until the connection is lost."""
        first = True
        while not self._done:
            message = await self._next_message()
            if message is None:
                return
            if isinstance(message, Going):
                self._wait_first = message.ms / 1000
                self.tell(say(self.lang, "join", "going"))
                return
            if isinstance(message, Answer):
                await self._take_answer(message, first=first)
                continue
            self._take_state(message)
            if first and self._pending is not None:
                await self._send(self._pending)
            first = False
            if self._news.empty():
                await self._act()

    async def _next_message(self) -> AnyMessage | None:
        if not self._news.empty():
            return self._news.get_nowait()
        getting, losing = asyncio.ensure_future(self._news.get()), asyncio.ensure_future(self._lost.wait())
        try:
            await asyncio.wait((getting, losing), return_when=asyncio.FIRST_COMPLETED)
            return getting.result() if getting.done() else None
        finally:
            getting.cancel()
            losing.cancel()

    # --- messages

    def _take_state(self, state: State) -> None:
        self._seq = state.seq
        if state.table is not None:
            self._table = state.table
        if state.log is not None:
            for words in state.log.words if state.log.start else ():
                self.tell(words)
        if state.view is not None:
            self._view = state.view
        if state.id is not None:
            self._asked.pop(state.id, None)
            if self._pending is not None and state.id == self._pending.id:
                self._pending = None
        if self._table is not None:
            self._follow(self._table)

    def _follow(self, table: TableSight) -> None:
        """Notices a new deal and the end of a game."""
        if table.phase == "playing" and table.game != self._game:
            self._game = table.game
            self.player.new_game(secrets.randbits(48))
            first = table.people[table.first - 1].name if table.first else "?"
            self.tell(say(self.lang, "join", "dealt", game=table.game, name=first))
        if table.result is not None and self._game == table.game and self._counted != table.game:
            self._counted = table.game
            self.played += 1
            result = dict(table.result)
            self.results.append(result)
            names = [person.name for person in table.people]
            self.tell(narrate_result(result, names, self.lang))

    async def _take_answer(self, answer: Answer, *, first: bool) -> None:
        what = self._asked.pop(answer.id or "", None)
        if answer.ok:
            return
        if self._leaving or answer.reason == "closed":
            self._done = True
            return
        if first and answer.id is None and answer.reason in _FULL:
            self._wait_first = _FULL_SECONDS
            self.tell(answer.why)
            return
        if answer.reason == "secret" or (first and answer.id is None):
            raise refused("not_yours", "join_refused", "not_let_in", why=answer.why)
        if self._pending is None or answer.id != self._pending.id:
            if what is None:
                self.tell(answer.why)
            return
        move, self._pending = self._pending, None
        if answer.reason in _RETRIED:
            await asyncio.sleep(_RETRY_SECONDS)
            self._pending = move
            await self._send(move)
        elif answer.reason == "stale":
            # the newer position is on its way, or has already arrived
            if self._seq != move.seq:
                await self._act()
        elif answer.reason in ("not_now", "not_yours"):
            # somebody else was faster; the next message shows what happened
            return
        else:
            raise refused("illegal", "join_refused", "move", move=move.move, why=answer.why)

    # --- actions

    async def _act(self) -> None:
        """Does whatever this seat must do now."""
        table, view = self._table, self._view
        if table is None:
            return
        own = table.people[self.seated.seat - 1]
        if table.phase == "closed" or own.kind != "person":
            if not self._leaving:
                self.tell(say(self.lang, "join", "closed"))
            self._done = True
        elif own.held:
            await self._ask("back", lambda one: TakeSeatBack(id=one))
        elif table.phase == "playing":
            if table.undo is not None and table.undo != self.seated.seat and self.seated.seat not in table.agreed:
                await self._ask("agree", lambda one: Agree(id=one, yes=True))
            if view is not None and self._pending is None:
                await self._move(view)
        elif self.games is not None and self.played >= self.games:
            self._leaving = True
            await self._ask("stand", lambda one: Stand(id=one))
        elif not own.ready:
            await self._ask("ready", lambda one: GetReady(id=one, contribution=secrets.token_hex(16)))

    async def _ask(self, what: str, make: Callable[[str], Any]) -> None:
        """Requests something, once until it is answered."""
        if what not in self._asked.values():
            one = next(self._ids)
            self._asked[one] = what
            await self._send(make(one))

    async def _move(self, sight: ViewSight) -> None:
        if sight.mover != self.seated.seat or sight.over or not sight.legal:
            return
        assert self._table is not None
        seq = self._seq
        options = options_from(self._table.choices)
        view = view_of(sight, options, self.seated.seat, self._table.first or 1)
        # in a thread, so that the event loop keeps answering pings and reading messages
        move = await asyncio.to_thread(self.player.choose, view)
        if self._seq == seq and self._news.empty():
            self._pending = MakeMove(id=next(self._ids), seq=seq, move=move if move in sight.legal else sight.legal[0])
            await self._send(self._pending)


async def join(
    address: Address,
    table: str,
    player: SeatPlayer,
    *,
    name: str,
    seat: int | None = None,
    games: int | None = None,
    lang: str = "en",
    tell: Tell = lambda _: None,
) -> Guest:
    """Sits down and plays; returns the guest at the end."""
    seated = await sit_down(address, table, name, seat, lambda: tell(say(lang, "join", "asking", name=name)), lang)
    tell(say(lang, "join", "seated", name=name, seat=seated.seat, code=seated.code, place=address.place))
    guest = Guest(address, seated, player, games=games, lang=lang, tell=tell)
    try:
        await guest.run()
    finally:
        player.close()
    tell(say(lang, "join", "left", games=guest.played))
    return guest

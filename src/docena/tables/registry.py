"""All tables of this process, who comes in, and the bots that play."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from typing import Protocol

import msgspec

from docena.analysis.hints import Hints
from docena.core.errors import DocenaError, Refused
from docena.core.words import say
from docena.storage.ports import Index, Store, Ticker, Write, WriteOutcome
from docena.tables import commands as cmd
from docena.tables import events as e
from docena.tables.bots.hints import Hinting, hint
from docena.tables.bots.pool import Done
from docena.tables.choices import Choices
from docena.tables.codes import SHORT, grouped, new_code, new_id, secret_hash
from docena.tables.decide import Asker, Decided, decide, refusal_in
from docena.tables.history import played_rows
from docena.tables.housekeeping import due_events
from docena.tables.live_table import Change, LiveTable, Viewer
from docena.tables.log.loading import load_room, pieces
from docena.tables.log.public_log import PublicLog
from docena.tables.phases import PLAYING
from docena.tables.room import Room, room_from
from docena.tables.seating.attendance import Attendance
from docena.tables.seating.sitting import GivenSeat, give_seat, open_for_others, open_table, sit_down
from docena.tables.showing import index_of
from docena.tables.slices import Turns
from docena.tables.waiting import Wait

_CODE_TRIES = 20
_EVERYTHING = 1 << 62
"""A number that no log reaches."""
_RETRY_SECONDS = 1.0
_STEP_IN_SECONDS = 3.0
"""A node that did not write last lets the one that did go on for so long."""
_COME_BACK_SECONDS = 5.0
"""Whoever has not come back so long after a start is away."""
_SHOWN_AT_ONCE = 8
"""Events of another node that are applied and shown in one turn of the event loop."""
_FORGET_SECONDS = 600.0
"""A table that nobody looks at, and that waits for nobody, is let go from memory."""


class Bots(Hinting, Protocol):
    """Where bots think: see `docena.tables.bots.pool`."""

    def ask(self, key: str, bot: str, seed: int, seat: int, view: bytes, done: Done) -> None:
        """Asks for a move; `done` gets it on the event loop's thread, or None."""

    def cancel(self, key: str) -> None: ...


class Welcome(msgspec.Struct, frozen=True):
    """What a person who has sat down is given."""

    table: str
    code: str
    seat: int
    secret: str


class KeptTable(msgspec.Struct, eq=False):
    """A table that is kept here, with what it waits for."""

    live: LiveTable
    wait: Wait
    attendance: Attendance
    think: Callable[[], None] | None = None
    """Takes back the order to a bot."""
    thinking: int = 0
    """The position that a bot is thinking about."""
    used: float = 0.0
    failed: bool = False
    """Something could not be written or read, and is seen to again soon."""


class TableRegistry:
    """All tables of one process."""

    def __init__(self, store: Store, ticker: Ticker, bots: Bots, node: str, seed: int = 0) -> None:
        self.store, self.node = store, node
        self.code_length = SHORT
        """Of the codes of new tables."""
        self._ticker, self._bots, self._seed = ticker, bots, seed
        self._tables: dict[str, KeptTable] = {}
        self._loading: dict[str, asyncio.Task[KeptTable | None]] = {}
        self._heard_early: dict[str, int] = {}
        """Of tables that are being read, the number that another node has reached meanwhile."""
        self.turns = Turns()
        """Of the work that is too long for one round of the event loop."""
        self._tasks: set[asyncio.Task[None]] = set()
        self.alone = False
        """No other node drives tables: after a start the bots go on at once."""
        self.moves = 0
        """Moves that have been made here."""
        store.on_change(self._heard)

    # --- tables

    def __len__(self) -> int:
        return len(self._tables)

    @property
    def live_tables(self) -> list[LiveTable]:
        return [table.live for table in self._tables.values()]

    def in_memory(self, table: str) -> LiveTable | None:
        """The table of this id, if it need not be read from its log."""
        found = self._tables.get(table)
        return found.live if found is not None else None

    async def live(self, table: str) -> LiveTable | None:
        """The table of this id; read from its log if it is not here."""
        found = self._tables.get(table) or await self._load(table)
        if found is None:
            return None
        found.used = self._ticker.now()
        return found.live

    async def _load(self, table: str) -> KeptTable | None:
        """Reads it in a task that belongs to nobody: who asked first and has gone must not take the others along."""
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.get_running_loop().create_task(self._read(table))
            # whoever still waits gets what went wrong; it may be nobody
            loading.add_done_callback(lambda task: task.cancelled() or task.exception())
        return await asyncio.shield(loading)

    async def _read(self, table: str) -> KeptTable | None:
        try:
            room = await load_room(self.store, table, self.turns)
            if room is None:
                return None
            log = PublicLog(room)
            await log.prepare(None, self.turns)
            found = self._keep(room, log)
            if self.alone:
                self._ticker.later(_COME_BACK_SECONDS, lambda: self._look_round(found.live))
            if table in self._heard_early:
                found.live.hear(self._heard_early[table])
            return found
        finally:
            del self._loading[table]
            self._heard_early.pop(table, None)

    def _keep(self, room: Room, log: PublicLog | None = None) -> KeptTable:
        live = LiveTable(room, self.store, self._changed, log)
        wait = Wait(live, self._ticker, self.node, self._act)
        live.clock, live.reread, live.failed = wait.sight, self._reread, self._failed
        attendance = Attendance(self.node, self._ticker, lambda: self._look_round(live))
        table = self._tables[room.id] = KeptTable(live, wait, attendance, used=self._ticker.now())
        self._changed(live)
        return table

    async def open(self, ask: cmd.Open, player: str = "", daily: str = "") -> Welcome:
        """Opens a table and sits its opener down, in one step; `daily` is the day whose deal it is."""
        seated: list[GivenSeat] = []

        def first_events(table: str, code: str) -> list[e.AnyEvent]:
            seated[:] = [open_table(ask, table, code, player, self._ticker.today(), daily)]
            return seated[0].events

        table, code = await self._open(first_events)
        return Welcome(table, grouped(code), seated[0].seat, seated[0].secret)

    async def open_for_others(self, choices: Choices) -> str:
        """Opens a table whose seats are given out with `give`; gives its id."""
        table, _ = await self._open(lambda table, _: open_for_others(choices, table, self._ticker.today()))
        return table

    async def _open(self, first_events: Callable[[str, str], list[e.AnyEvent]]) -> tuple[str, str]:
        for _ in range(_CODE_TRIES):
            table, code = new_id(), new_code(self.code_length)
            events = first_events(table, code)
            room = room_from([(e.write_event(event), None) for event in events])
            outcome = await self._write(room, events, index_of(room))
            if outcome is WriteOutcome.WRITTEN:
                self._keep(room).live.mine = True
                return table, code
            if outcome is not WriteOutcome.TAKEN:
                break
        raise Refused("unavailable", say("en", "refused", "unavailable"))

    async def _write(self, room: Room, events: Sequence[e.AnyEvent], index: Index) -> WriteOutcome:
        done: asyncio.Future[WriteOutcome] = asyncio.get_running_loop().create_future()
        bodies = [e.write_event(event) for event in events]
        self.store.write(Write(room.id, 1, bodies, None, done.set_result, index))
        return await done

    async def sit(self, live: LiveTable, ask: cmd.Sit, player: str = "", lang: str = "en") -> Welcome:
        """Sits a person down at a table, or takes a seat to another device."""
        return await self._seat(live, lambda room: sit_down(room, ask, player, self._ticker.today(), lang), lang)

    async def give(self, live: LiveTable, seat: int, name: str, player: str = "", lang: str = "en") -> Welcome:
        """Gives somebody the seat that is kept for them at a reserved table, or takes it to their new device."""
        return await self._seat(live, lambda room: give_seat(room, seat, name, player, lang), lang)

    async def close(self, live: LiveTable) -> None:
        """Closes a table for whoever opened it for others; a game that is under way is given up."""

        def close(room: Room) -> Decided:
            ended: list[e.AnyEvent] = [e.Ended()] if room.phase == PLAYING else []
            return Decided([] if room.closed else [*ended, e.Closed()])

        await self._answer(live, close)

    async def _seat(self, live: LiveTable, decide: Callable[[Room], GivenSeat], lang: str) -> Welcome:
        seated: list[GivenSeat] = []

        def sit(room: Room) -> Decided:
            seated[:] = [decide(room)]
            return Decided(seated[0].events)

        await self._answer(live, sit, lang)
        return Welcome(live.room.id, grouped(live.room.code), seated[0].seat, seated[0].secret)

    async def _answer(self, live: LiveTable, decide: Callable[[Room], Decided], lang: str = "en") -> None:
        """Has something decided and written; a refusal is raised."""
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        live.put(Change(decide, Asker(None, lang), reply=answered.set_result))
        refusal = refusal_in(await answered)
        if refusal is not None:
            raise refusal

    # --- asking

    def ask(self, live: LiveTable, viewer: Viewer, ask: cmd.AnyCommand) -> None:
        """Something that a viewer asks for over a socket."""
        asker = Asker(viewer.seat, viewer.lang or "en", self._ticker.today())
        self._put_ask(live, ask, asker, viewer.send, viewer)

    async def ask_once(self, live: LiveTable, seat: int | None, ask: cmd.AnyCommand, lang: str = "en") -> bytes:
        """The same for a client without a socket; gives the answer."""
        asker = Asker(seat, lang, self._ticker.today())
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._put_ask(live, ask, asker, answered.set_result, None)
        return await answered

    def _put_ask(
        self, live: LiveTable, ask: cmd.AnyCommand, asker: Asker, reply: Callable[[bytes], None], viewer: Viewer | None
    ) -> None:
        def decide_now(room: Room) -> Decided:
            # a seat that was given up, or taken to another device, since this was asked is the asker's no more
            return decide(room, msgspec.structs.replace(asker, seat=change.seat_in(room)), ask)

        key = live.room.seat(asker.seat).secret if asker.seat is not None else ""
        change = Change(decide_now, asker, reply, viewer, getattr(ask, "id", None), key=key)
        live.put(change)

    async def hint(self, live: LiveTable, seat: int | None, lang: str = "en") -> Hints:
        """What a strong player would do in the place of this seat."""
        return await hint(self._bots, live.room, seat, lang, self._seed)

    def today(self) -> int:
        """Seconds since 1970."""
        return self._ticker.today()

    def seat_of(self, live: LiveTable, secret: str | None, lang: str = "en") -> int | None:
        """The seat that a secret opens; None for a spectator, who has none."""
        if secret is None:
            return None
        seat = live.room.seat_with(secret_hash(secret))
        if seat is None:
            raise Refused("secret", say(lang, "refused", "secret"))
        return seat

    # --- coming and going

    async def prepare(self, live: LiveTable, lang: str | None) -> None:
        """Before a viewer who speaks this language is shown everything: what takes long is done piece by piece.

        Whose seat it is has to be asked after it, for that can change meanwhile.
        """
        await live.log.prepare(lang, self.turns)

    def enter(self, live: LiveTable, viewer: Viewer) -> None:
        """A viewer comes in; a person is back in their seat at once."""
        live.welcome(viewer)
        seat = viewer.seat
        if seat is not None:
            attendance = self._tables[live.room.id].attendance
            # whoever gives the seat up before that is written does not come back to it
            self._do(live, lambda room: Decided(attendance.coming(room, seat) if viewer.seat == seat else []))

    def leave(self, live: LiveTable, viewer: Viewer) -> None:
        """A viewer goes, or the connection is lost."""
        seat, table = viewer.seat, self._tables.get(live.room.id)
        if not live.leave(viewer) or seat is None or table is None:
            return

        def gone(room: Room) -> Decided:
            back = any(other.seat == seat for other in live.viewers)
            stays = back or room.seat(seat).node != self.node
            return Decided([] if stays else table.attendance.going(room, seat))

        self._do(live, gone)

    # --- what happens by itself

    def _do(self, live: LiveTable, decide: Callable[[Room], Decided]) -> None:
        live.put(Change(decide, Asker(None)))

    def _act(self, live: LiveTable, events: list[e.AnyEvent]) -> None:
        """What was waited for has not come: these events, unless something else has happened since."""
        seq = live.room.seq
        self._do(live, lambda room: Decided(events if room.seq == seq else []))

    def _changed(self, live: LiveTable) -> None:
        """After anything has happened at a table: what is to be done, and what is waited for."""
        table = self._tables[live.room.id]
        table.wait.reset()
        room = live.room
        due = due_events(room)
        if due:
            played = played_rows(room, self._ticker.today()) if isinstance(due[0], e.Promised) else ()
            seq = room.seq
            change = Change(lambda room: Decided(due if room.seq == seq else []), Asker(None), played=lambda _: played)
            self._soon(table, 0.0, lambda: live.put(change))
            return
        if room.nudged is not None and any(viewer.seat == room.nudged for viewer in live.viewers):
            self._affirm(table, room.nudged)
        if room.phase != PLAYING or room.wanted is not None or room.unattended:
            return
        assert room.game is not None
        mover = room.game.mover
        if room.seat(mover).by_bot and table.thinking != room.stamp:
            step_in = 0.0 if live.mine or self.alone else _STEP_IN_SECONDS
            self._soon(table, room.choices.pace / 1000 + step_in, lambda: self._think(table, mover))

    def _failed(self, live: LiveTable) -> None:
        table = self._tables.get(live.room.id)
        if table is not None and not table.failed:
            table.failed = True
            self._ticker.later(_RETRY_SECONDS, lambda: self._pick_up(table))

    def _pick_up(self, table: KeptTable) -> None:
        """Sees to everything that may have been missed while the store did not answer."""
        table.failed, table.attendance.affirmed = False, None
        live = table.live
        if self._tables.get(live.room.id) is table:
            live.hear(_EVERYTHING)
            self._look_round(live)
            self._changed(live)

    def _look_round(self, live: LiveTable) -> None:
        """Sees to it that the log says who is here."""
        table = self._tables.get(live.room.id)
        if table is None or table.live is not live:
            return
        attendance = table.attendance

        def came_and_went(room: Room) -> Decided:
            here = {viewer.seat for viewer in live.viewers}
            return Decided(attendance.came_and_went(room, here, alone=self.alone))

        self._do(live, came_and_went)

    def _affirm(self, table: KeptTable, seat: int) -> None:
        """Somebody at another node wonders whether the player is still there."""
        if table.attendance.affirms(table.live.room, seat):
            self._do(table.live, lambda room: Decided([e.Here(seat, self.node)] if room.nudged == seat else []))

    def _soon(self, table: KeptTable, seconds: float, call: Callable[[], None]) -> None:
        if table.think is not None:
            table.think()
        table.think = self._ticker.later(seconds, call)

    def _think(self, table: KeptTable, mover: int) -> None:
        """Asks a bot for the move of a seat, and makes it."""
        room = table.live.room
        table.think = None
        if room.phase != PLAYING or room.game is None or room.game.mover != mover or not room.seat(mover).by_bot:
            return
        stamp = table.thinking = room.stamp
        who = room.seat(mover)
        level = who.level or room.choices.holder
        view = room.game.view(mover)

        def chosen(move: str | None) -> None:
            table.thinking = 0
            # a bot that fails must not stop the game: any legal move will do
            legal = view.legal_moves()
            text = move if move in legal else legal[0]
            self._do(table.live, lambda room: Decided(self._bot_move(room, mover, stamp, text)))

        self._bots.ask(f"{room.id}:{mover}", level, self._seed + mover, mover, bytes(view), chosen)

    def _bot_move(self, room: Room, mover: int, stamp: int, move: str) -> list[e.AnyEvent]:
        if room.stamp != stamp or room.phase != PLAYING or not room.seat(mover).by_bot or room.unattended:
            return []
        self.moves += 1
        return [e.Moved(mover, move, "bot")]

    # --- other nodes

    def _heard(self, table: str, seq: int) -> None:
        if not table:
            for live in self.live_tables:
                live.hear(_EVERYTHING)
            self._heard_early.update(dict.fromkeys(self._loading, _EVERYTHING))
        elif table in self._tables:
            self._tables[table].live.hear(seq)
        elif table in self._loading:
            self._heard_early[table] = max(seq, self._heard_early.get(table, 0))

    def _reread(self, live: LiveTable) -> None:
        async def reread() -> None:
            found: int | None = 0
            try:
                async for rows in pieces(self.store, live.room.id, live.room.seq, self.turns, _SHOWN_AT_ONCE):
                    found = found + len(rows) if live.take_up(rows) and found is not None else None
                    if found is None:
                        break
            except Exception:
                # whatever it is: a table that is not told would wait forever
                found = None
            live.caught_up(found)

        self._spawn(reread())

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def resume(self, active_seconds: int = 86_400) -> int:
        """After a start: brings back the tables at which something happened lately; returns how many there are."""
        for table in await self.store.live(self._ticker.today() - active_seconds):
            try:
                await self.live(table)
            except DocenaError as error:
                self.complain(table, error)
            await asyncio.sleep(0)  # those who come in meanwhile do not wait for all tables
        return len(self._tables)

    complain: Callable[[str, Exception], None] = staticmethod(lambda _table, _error: None)
    """Told of a table whose log cannot be read."""

    async def step_in(self, idle_seconds: int = 10) -> None:
        """Takes up tables that are due and that no node seems to drive."""
        for table in await self.store.due(self._ticker.today() - idle_seconds):
            if table not in self._tables:
                try:
                    await self.live(table)
                except DocenaError as error:
                    self.complain(table, error)

    def let_go(self) -> None:
        """Lets tables go from memory at which nobody looks and nobody but an absent person is waited for."""
        now = self._ticker.now()
        for table in list(self._tables.values()):
            room = table.live.room
            bot_due = room.phase == PLAYING and room.game is not None and room.seat(room.game.mover).by_bot
            unused = not table.live.viewers and table.live.idle and now - table.used > _FORGET_SECONDS
            if unused and not bot_due:
                table.wait.stop()
                if table.think is not None:
                    table.think()
                del self._tables[room.id]

    def farewell(self, frame: bytes) -> None:
        """Tells every viewer, and lets them go."""
        for table in self._tables.values():
            table.wait.stop()
            if table.think is not None:
                table.think()
            for viewer in list(table.live.viewers):
                viewer.dismiss(frame)

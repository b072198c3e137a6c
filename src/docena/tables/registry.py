"""All tables of this process, their viewers, and the bots that play."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress

import msgspec

from docena.analysis.hints import Hints
from docena.core.errors import DocenaError, Refused
from docena.core.words import refused
from docena.storage.ports import Index, PlayedGame, Store, Ticker, Write, WriteOutcome
from docena.tables import commands as cmd
from docena.tables import events as e
from docena.tables.bots.hints import hint
from docena.tables.codes import SHORT, grouped, new_code, new_id, secret_hash
from docena.tables.daily import DayDeal
from docena.tables.decide import Asker, Decided, decide
from docena.tables.driving import EVERYTHING, Bots, DrivenTable, Shared
from docena.tables.live_table import Change, LiveTable, Viewer, seat_with_key
from docena.tables.log.loading import load_room, pieces
from docena.tables.log.public_log import PublicLog
from docena.tables.phases import PLAYING
from docena.tables.ranking import attempt_row
from docena.tables.room import Room, room_from
from docena.tables.seating.sitting import GivenSeat, give_seat, open_for_others, open_table, sit_down
from docena.tables.showing import index_of, refusal_answer
from docena.tables.slices import Turns
from docena.tables.table_choices import Choices

_CODE_TRIES = 20
_COME_BACK_SECONDS = 5.0
"""Players who have not reconnected this long after a start are away."""
_CATCH_UP_SECONDS = 2.0
_SHOWN_AT_ONCE = 8
"""Events of another node applied and shown in one turn of the event loop."""
_FORGET_SECONDS = 600.0
"""After this a table without viewers or deadlines is dropped from memory."""


class Welcome(msgspec.Struct, frozen=True):
    """The response to somebody who has sat down."""

    table: str
    code: str
    seat: int
    secret: str


class TableRegistry:
    """All tables of one process."""

    def __init__(self, store: Store, ticker: Ticker, bots: Bots, node: str, seed: int = 0) -> None:
        self.store, self.node = store, node
        self.code_length = SHORT
        """Characters in the codes of new tables."""
        self._shared = Shared(store, ticker, bots, node, seed)
        self.ticker, self.bots, self._seed = ticker, bots, seed
        self.tables: dict[str, DrivenTable] = {}
        self._loading: dict[str, asyncio.Task[DrivenTable | None]] = {}
        self._heard_early: dict[str, int] = {}
        """For tables being loaded, the number that another node has reached meanwhile."""
        self.turns = Turns()
        """Turns for work that is too long for one round of the event loop."""
        self._tasks: set[asyncio.Task[None]] = set()
        store.on_change(self._heard)

    @property
    def alone(self) -> bool:
        """No other node drives tables: after a start the bots continue at once."""
        return self._shared.alone

    @alone.setter
    def alone(self, alone: bool) -> None:
        self._shared.alone = alone

    @property
    def moves(self) -> int:
        """Moves that bots have made here."""
        return self._shared.moves

    # --- tables

    def __len__(self) -> int:
        return len(self.tables)

    @property
    def live_tables(self) -> list[LiveTable]:
        return [table.live for table in self.tables.values()]

    def in_memory(self, table: str) -> LiveTable | None:
        """The table with this id, if it is in memory."""
        found = self.tables.get(table)
        return found.live if found is not None else None

    async def live(self, table: str) -> LiveTable | None:
        """The table with this id; loaded from its log if it is not in memory."""
        found = self.tables.get(table) or await self._load(table)
        if found is None:
            return None
        found.used = self.ticker.now()
        return found.live

    async def _load(self, table: str) -> DrivenTable | None:
        """Loads it in a separate task: if the first client disconnects, the others must still get the table."""
        loading = self._loading.get(table)
        if loading is None:
            loading = self._loading[table] = asyncio.get_running_loop().create_task(self._read(table))
            # clients still waiting get the error; there may be none
            loading.add_done_callback(lambda task: task.cancelled() or task.exception())
        return await asyncio.shield(loading)

    async def _read(self, table: str) -> DrivenTable | None:
        try:
            room = await load_room(self.store, table, self.turns)
            if room is None:
                return None
            log = PublicLog(room)
            await log.prepare(None, self.turns)
            found = self._keep(room, log)
            if self.alone:
                self.ticker.later(_COME_BACK_SECONDS, found.look_round)
            if table in self._heard_early:
                found.live.hear(self._heard_early[table])
            return found
        finally:
            del self._loading[table]
            self._heard_early.pop(table, None)

    def _keep(self, room: Room, log: PublicLog | None = None) -> DrivenTable:
        table = self.tables[room.id] = DrivenTable(room, self._shared, self._reread, log)
        return table

    async def open(self, ask: cmd.Open, player: str = "", deal: DayDeal | None = None) -> Welcome:
        """Opens a table and sits its opener down, in one step; `deal` is that of a day, and this an attempt at it."""
        seated: list[GivenSeat] = []

        def first_events(table: str, code: str) -> list[e.AnyEvent]:
            seated[:] = [open_table(ask, table, code, player, self.ticker.today(), deal)]
            return seated[0].events

        def attempt(table: str) -> list[PlayedGame]:
            return attempt_row(deal.day, table, player, self.ticker.today()) if deal else []

        table, code = await self._open(first_events, attempt)
        return Welcome(table, grouped(code), seated[0].seat, seated[0].secret)

    async def open_for_others(self, choices: Choices) -> str:
        """Opens a table whose seats are assigned with `give`; returns its id."""
        table, _ = await self._open(lambda table, _: open_for_others(choices, table, self.ticker.today()))
        return table

    async def _open(
        self,
        first_events: Callable[[str, str], list[e.AnyEvent]],
        played: Callable[[str], list[PlayedGame]] = lambda _: [],
    ) -> tuple[str, str]:
        for _ in range(_CODE_TRIES):
            table, code = new_id(), new_code(self.code_length)
            events = first_events(table, code)
            room = room_from([(e.write_event(event), None) for event in events])
            outcome = await self._write(room, events, index_of(room), played(table))
            if outcome is WriteOutcome.WRITTEN:
                self._keep(room).live.mine = True
                return table, code
            if outcome is not WriteOutcome.TAKEN:
                break
        raise refused("unavailable", "refused", "unavailable")

    async def _write(
        self, room: Room, events: Sequence[e.AnyEvent], index: Index, played: Sequence[PlayedGame]
    ) -> WriteOutcome:
        done: asyncio.Future[WriteOutcome] = asyncio.get_running_loop().create_future()
        bodies = [e.write_event(event) for event in events]
        self.store.write(Write(room.id, 1, bodies, None, done.set_result, index, played))
        return await done

    async def sit(self, live: LiveTable, ask: cmd.Sit, player: str = "") -> Welcome:
        """Sits a person down at a table, or takes a seat to another device."""
        return await self._seat(live, lambda room: sit_down(room, ask, player, self.ticker.today()))

    async def give(self, live: LiveTable, seat: int, name: str, player: str = "") -> Welcome:
        """Gives somebody the seat reserved for them, or takes it to their new device."""
        return await self._seat(live, lambda room: give_seat(room, seat, name, player))

    async def close(self, live: LiveTable) -> None:
        """Closes a reserved table; a game in progress is given up."""

        def close(room: Room) -> Decided:
            ended: list[e.AnyEvent] = [e.Ended()] if room.phase == PLAYING else []
            return Decided([] if room.closed else [*ended, e.Closed()])

        await live.change(close)

    async def _seat(self, live: LiveTable, decide: Callable[[Room], GivenSeat]) -> Welcome:
        seated: list[GivenSeat] = []

        def sit(room: Room) -> Decided:
            seated[:] = [decide(room)]
            return Decided(seated[0].events)

        await live.change(sit)
        return Welcome(live.room.id, grouped(live.room.code), seated[0].seat, seated[0].secret)

    # --- asking

    def ask(self, live: LiveTable, viewer: Viewer, ask: cmd.AnyCommand) -> None:
        """A command from a viewer's socket."""
        asked = getattr(ask, "id", None)

        def refuse(why: Refused) -> None:
            viewer.send(refusal_answer(asked, why, viewer.lang))

        self._put_ask(live, viewer.seat, ask, viewer.send, refuse, viewer)

    async def ask_once(self, live: LiveTable, seat: int | None, ask: cmd.AnyCommand) -> bytes:
        """The same for a client without a socket; returns the answer, or raises the refusal."""
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._put_ask(live, seat, ask, answered.set_result, answered.set_exception)
        return await answered

    def _put_ask(
        self,
        live: LiveTable,
        seat: int | None,
        ask: cmd.AnyCommand,
        reply: Callable[[bytes], None],
        refuse: Callable[[Refused], None],
        viewer: Viewer | None = None,
    ) -> None:
        asker = Asker(seat, self.ticker.today())
        key = live.room.seat(seat).secret if seat is not None else ""

        def decide_now(room: Room) -> Decided:
            # a seat given up or taken to another device since the request no longer belongs to the sender
            # (without asking the change, which refers to this: only the garbage collector would free the two)
            return decide(room, msgspec.structs.replace(asker, seat=seat_with_key(room, seat, key)), ask)

        change = Change(decide_now, asker, reply, refuse, viewer, getattr(ask, "id", None), key=key)
        live.put(change)

    async def hint(self, live: LiveTable, seat: int | None, lang: str) -> Hints:
        """What a strong player would do in this seat."""
        number, shared = live.room.number, len(live.room.people) > 1
        key = live.room.seat(seat).secret if seat is not None else ""
        found = await hint(self.bots, live.room, seat, lang, self._seed)
        table, used = self.tables.get(live.room.id), seat
        if shared and used is not None and table is not None:

            def note(room: Room) -> Decided:
                here = room.phase == PLAYING and room.number == number and seat_with_key(room, used, key) is not None
                return Decided([e.Hinted(used)] if here else [])

            table.do(note)
        return found

    def today(self) -> int:
        """Seconds since 1970."""
        return self.ticker.today()

    def seat_of(self, live: LiveTable, secret: str | None) -> int | None:
        """The seat of a secret; None for a spectator, who has none."""
        if secret is None:
            return None
        seat = live.room.seat_with(secret_hash(secret))
        if seat is None:
            raise refused("secret", "refused", "secret")
        return seat

    # --- coming and going

    async def prepare(self, live: LiveTable, lang: str | None) -> None:
        """Before a viewer with this language is shown everything: does the slow work piece by piece.

        Look up the seat's holder after it, as that can change meanwhile.
        """
        if self.store.shared:
            await self._catch_up(live)
        await live.log.prepare(lang, self.turns)

    async def _catch_up(self, live: LiveTable) -> None:
        """Reads what other nodes have written: whoever comes from one of them must not be taken back in time.

        If the store does not answer, the table is shown as it is known here.
        """
        caught_up = asyncio.Event()
        live.hear(EVERYTHING)
        live.put(Change(lambda _: Decided([]), Asker(None), reply=lambda _: caught_up.set()))
        with suppress(TimeoutError):
            await asyncio.wait_for(caught_up.wait(), _CATCH_UP_SECONDS)

    def enter(self, live: LiveTable, viewer: Viewer) -> None:
        """A viewer connects; a person is back in their seat at once."""
        self.tables[live.room.id].enter(viewer)

    def leave(self, live: LiveTable, viewer: Viewer) -> None:
        """A viewer leaves, or the connection is lost."""
        table = self.tables.get(live.room.id)
        if table is None:
            live.leave(viewer)
        else:
            table.leave(viewer)

    # --- other nodes

    def _heard(self, table: str, seq: int) -> None:
        if not table:
            for live in self.live_tables:
                live.hear(EVERYTHING)
            self._heard_early.update(dict.fromkeys(self._loading, EVERYTHING))
        elif table in self.tables:
            self.tables[table].live.hear(seq)
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
                # on any error: a table that gets no answer would wait forever
                found = None
            live.caught_up(found)

        self._spawn(reread())

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def resume(self, active_seconds: int = 86_400) -> int:
        """After a start: loads the recently active tables; returns how many there are."""
        for table in await self.store.live(self.ticker.today() - active_seconds):
            try:
                await self.live(table)
            except DocenaError as error:
                self.complain(table, error)
            await asyncio.sleep(0)  # clients that connect meanwhile do not wait for all tables
        return len(self.tables)

    complain: Callable[[str, Exception], None] = staticmethod(lambda _table, _error: None)
    """Called with a table whose log cannot be read, and why."""

    async def step_in(self, idle_seconds: int = 10) -> None:
        """Takes over tables that are due and that no node seems to drive."""
        for table in await self.store.due(self.ticker.today() - idle_seconds):
            if table not in self.tables:
                try:
                    await self.live(table)
                except DocenaError as error:
                    self.complain(table, error)

    def let_go(self) -> None:
        """Drops tables from memory that have no viewers and wait for at most an absent person."""
        now = self.ticker.now()
        for table in list(self.tables.values()):
            unused = not table.live.viewers and table.live.idle and now - table.used > _FORGET_SECONDS
            if unused and not table.waits_for_a_bot:
                table.stop()
                del self.tables[table.live.room.id]

    def farewell(self, frame: bytes) -> None:
        """Notifies every viewer and disconnects them."""
        for table in self.tables.values():
            table.stop()
            for viewer in list(table.live.viewers):
                viewer.dismiss(frame)

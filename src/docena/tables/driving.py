"""A live table with everything that happens without commands: deadlines, bots, the next deal, connections."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from docena.storage.ports import Store, Ticker
from docena.tables import events as e
from docena.tables.bots.hints import Hinting
from docena.tables.bots.pool import Done
from docena.tables.decide import Asker, Decided
from docena.tables.housekeeping import due_events
from docena.tables.live_table import Change, LiveTable, Viewer
from docena.tables.log.public_log import PublicLog
from docena.tables.phases import PLAYING
from docena.tables.player_games import played_rows
from docena.tables.room import Room
from docena.tables.seating.attendance import Attendance
from docena.tables.table_choices import bot_delay
from docena.tables.waiting import Wait

EVERYTHING = 1 << 62
"""A number beyond the end of any log."""
_RETRY_SECONDS = 1.0
_STEP_IN_SECONDS = 3.0
"""How long a node that did not write last leaves the table to the one that did, in seconds."""

_UNHURRIED_SECONDS = 0.9
"""How long bots among themselves wait before a move."""


class Bots(Hinting, Protocol):
    """Where bots choose their moves: see `docena.tables.bots.pool`."""

    def ask(self, key: str, bot: str, seed: int, seat: int, view: bytes, done: Done) -> None:
        """Requests a move; `done` gets it on the event loop's thread, or None."""

    def cancel(self, key: str) -> None: ...


@dataclass(eq=False)
class Shared:
    """What all tables of a process share."""

    store: Store
    ticker: Ticker
    bots: Bots
    node: str
    seed: int
    alone: bool = False
    """No other node drives tables: after a start the bots continue at once."""
    moves: int = 0
    """Moves that bots have made here."""


class DrivenTable:
    """One table that is kept in memory."""

    def __init__(
        self, room: Room, shared: Shared, reread: Callable[[LiveTable], None], log: PublicLog | None = None
    ) -> None:
        self._shared, self._ticker = shared, shared.ticker
        self.live = LiveTable(room, shared.store, lambda _: self.changed(), log)
        self._wait = Wait(self.live, self._ticker, shared.node, self._act)
        self.live.clock, self.live.reread, self.live.failed = self._wait.sight, reread, lambda _: self._failed()
        self.attendance = Attendance(shared.node, self._ticker, self.look_round)
        self.used = self._ticker.now()
        self._kept = True
        self._cancel: Callable[[], None] | None = None
        """Cancels the scheduled action."""
        self._thinking = 0
        """The position for which a bot is choosing a move."""
        self._retries = False
        """Something could not be written or read, and will be retried soon."""
        self.changed()

    def do(self, decide: Callable[[Room], Decided]) -> None:
        """Submits a change that no command asked for."""
        self.live.put(Change(decide, Asker(None)))

    def stop(self) -> None:
        """Stops everything that happens here without commands."""
        self._kept = False
        self._wait.stop()
        if self._cancel is not None:
            self._cancel()

    @property
    def waits_for_a_bot(self) -> bool:
        room = self.live.room
        return room.phase == PLAYING and room.game is not None and room.seat(room.game.mover).by_bot

    # --- who is here

    def enter(self, viewer: Viewer) -> None:
        """A viewer connects; a person is back in their seat at once."""
        self.live.welcome(viewer)
        seat = viewer.seat
        if seat is not None:
            # a person who gives the seat up before that is written does not come back to it
            self.do(lambda room: Decided(self.attendance.coming(room, seat) if viewer.seat == seat else []))

    def leave(self, viewer: Viewer) -> None:
        """A viewer leaves, or the connection is lost."""
        seat = viewer.seat
        if not self.live.leave(viewer) or seat is None:
            return

        def gone(room: Room) -> Decided:
            back = any(other.seat == seat for other in self.live.viewers)
            stays = back or room.seat(seat).node != self._shared.node
            return Decided([] if stays else self.attendance.going(room, seat))

        self.do(gone)

    def look_round(self) -> None:
        """Updates the log about who is connected."""
        if not self._kept:
            return

        def came_and_went(room: Room) -> Decided:
            here = {viewer.seat for viewer in self.live.viewers}
            return Decided(self.attendance.came_and_went(room, here, alone=self._shared.alone))

        self.do(came_and_went)

    def _affirm(self, seat: int) -> None:
        """Another node asks whether the player is still there."""
        if self.attendance.affirms(self.live.room, seat):
            self.do(lambda room: Decided([e.Here(seat, self._shared.node)] if room.nudged == seat else []))

    # --- what is due

    def _act(self, _: LiveTable, events: list[e.AnyEvent]) -> None:
        """The deadline has passed: submits these events, unless something else has happened since."""
        seq = self.live.room.seq
        self.do(lambda room: Decided(events if room.seq == seq else []))

    def changed(self) -> None:
        """After every change: does what is due, and sets the next deadline."""
        self._wait.reset()
        room = self.live.room
        due = due_events(room)
        if due:
            played = played_rows(room, self._ticker.today()) if isinstance(due[0], e.Promised) else ()
            seq = room.seq
            change = Change(lambda room: Decided(due if room.seq == seq else []), Asker(None), played=lambda _: played)
            self._soon(0.0, lambda: self.live.put(change))
            return
        if room.nudged is not None and any(viewer.seat == room.nudged for viewer in self.live.viewers):
            self._affirm(room.nudged)
        if room.phase != PLAYING or room.wanted is not None or room.unattended:
            return
        assert room.game is not None
        mover = room.game.mover
        if room.seat(mover).by_bot and self._thinking != room.stamp:
            step_in = 0.0 if self.live.mine or self._shared.alone else _STEP_IN_SECONDS
            delay = bot_delay(room.choices)
            if not any(seat.playing for seat in room.seats):
                # nobody plays for themselves: whoever comes back should still find a game
                delay = max(delay, _UNHURRIED_SECONDS)
            self._soon(delay + step_in, lambda: self._think(mover))

    def _soon(self, seconds: float, call: Callable[[], None]) -> None:
        if self._cancel is not None:
            self._cancel()
        self._cancel = self._ticker.later(seconds, call)

    def _failed(self) -> None:
        if self._kept and not self._retries:
            self._retries = True
            self._ticker.later(_RETRY_SECONDS, self._pick_up)

    def _pick_up(self) -> None:
        """Catches up on everything that may have been missed while the store was unavailable."""
        self._retries, self.attendance.affirmed = False, None
        if self._kept:
            self.live.hear(EVERYTHING)
            self.look_round()
            self.changed()

    # --- bots

    def _think(self, mover: int) -> None:
        """Requests a bot's move for a seat, and makes it."""
        room = self.live.room
        self._cancel = None
        if room.phase != PLAYING or room.game is None or room.game.mover != mover or not room.seat(mover).by_bot:
            return
        stamp = self._thinking = room.stamp
        who = room.seat(mover)
        level = who.level or room.choices.holder
        view = room.game.view(mover)

        def chosen(move: str | None) -> None:
            self._thinking = 0
            # a bot that fails must not stop the game: any legal move will do
            legal = view.legal_moves()
            text = move if move in legal else legal[0]
            self.do(lambda room: Decided(self._bot_move(room, mover, stamp, text)))

        self._shared.bots.ask(f"{room.id}:{mover}", level, self._shared.seed + mover, mover, bytes(view), chosen)

    def _bot_move(self, room: Room, mover: int, stamp: int, move: str) -> list[e.AnyEvent]:
        if room.stamp != stamp or room.phase != PLAYING or not room.seat(mover).by_bot or room.unattended:
            return []
        self._shared.moves += 1
        return [e.Moved(mover, move, "bot")]

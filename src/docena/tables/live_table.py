"""A table in this process: its room, its viewers, and the queue of its changes."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from itertools import chain, repeat
from typing import Protocol

import msgspec

from docena.core.errors import DocenaError, Refused
from docena.core.words import refused
from docena.storage.ports import Index, LogRow, PlayedGame, Store, Write, WriteOutcome
from docena.tables import events as e
from docena.tables.decide import Asker, Decided
from docena.tables.log.public_log import PublicLog
from docena.tables.log.snapshots import snapshot_of
from docena.tables.messages import ClockSight
from docena.tables.room import Room
from docena.tables.showing import Showing, answer, index_of, refusal_answer

_MOST_TRIES = 5
_MOST_WAITING = 200
"""Commands that may wait for one table: more than that is a flood."""


class Viewer(Protocol):
    """A viewer of a table: a socket, as a table sees it."""

    seat: int | None
    lang: str | None

    def send(self, frame: bytes) -> None:
        """Never blocks and never raises."""

    def dismiss(self, frame: bytes) -> None:
        """Sends a last message and disconnects the viewer."""


class Change(msgspec.Struct, eq=False):
    """One thing to be decided and written."""

    decide: Callable[[Room], Decided]
    asker: Asker
    reply: Callable[[bytes], None] | None = None
    """Where the answer goes; None for changes without a command."""
    refuse: Callable[[Refused], None] | None = None
    """Where a refusal goes instead."""
    viewer: Viewer | None = None
    """The viewer that sent the command: its answer is the message that it gets anyway."""
    asked: str | None = None
    """The client's id for the command."""
    played: Callable[[Room], Sequence[PlayedGame]] | None = None
    key: str = ""
    """The hash of the secret of the sender's seat when the command was sent."""
    tries: int = 0
    checked: bool = False
    """The log has been reread since the command was sent."""

    @property
    def action(self) -> str | None:
        return None if self.asked is None else f"{self.asker.seat or 0}:{self.asked}"

    def seat_in(self, room: Room) -> int | None:
        """The sender's seat, unless it was given up or taken to another device in the meantime."""
        return seat_with_key(room, self.asker.seat, self.key)


def seat_with_key(room: Room, seat: int | None, key: str) -> int | None:
    """A seat, if the hash of its secret is still this one."""
    return seat if seat is not None and room.seat(seat).secret == key else None


class LiveTable:
    """Decides one change at a time: decide, write, and only then apply and show."""

    def __init__(
        self, room: Room, store: Store, changed: Callable[["LiveTable"], None], log: PublicLog | None = None
    ) -> None:
        self.room = room
        self.viewers: list[Viewer] = []
        self.changed = changed
        """Called after every change, to set the next deadline."""
        self.failed: Callable[[LiveTable], None] = lambda _: None
        """Called when a change from the registry could not be written, or lines could not be read."""
        self.mine = False
        """This node wrote last and drives the bots; others step in only when nothing happens."""
        self.clock: Callable[[], ClockSight | None] = lambda: None
        self._store = store
        self._changes: deque[Change] = deque()
        self._busy = False
        self.log = log or PublicLog(room)
        self._index_told = False
        self.reread: Callable[[LiveTable], None] = lambda _: None
        """Makes the registry read what other nodes have written; ends with `caught_up`."""
        self._unsure: Change | None = None
        self._heard = 0
        """The latest known number written by other nodes; 0 once it is being read."""
        self._taken = False

    # --- changes

    async def change(self, decide: Callable[[Room], Decided]) -> None:
        """Submits a change and waits until it is written; raises refusals."""
        answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.put(Change(decide, Asker(None), answered.set_result, answered.set_exception))
        await answered

    def put(self, change: Change) -> None:
        if len(self._changes) >= _MOST_WAITING and change.refuse is not None:
            change.refuse(refused("too_many", "refused", "too_many"))
            return
        self._changes.append(change)
        if not self._busy:
            self._next()

    @property
    def idle(self) -> bool:
        return not self._busy and not self._changes

    def _next(self) -> None:
        while not self._busy:
            if self._heard > self.room.seq:
                # lines announced during the read may have come too late for it: then it is read again
                self._heard, self._busy = 0, True
                self.reread(self)
            elif self._changes:
                self._run(self._changes.popleft())
            else:
                return

    def _run(self, change: Change) -> None:
        room, action = self.room, change.action
        if action is not None and action in room.actions:
            self._repeat(change)
            return
        try:
            decision = change.decide(room)
        except DocenaError as error:
            if self._store.shared and action is not None and not change.checked:
                # another node may have written something that makes it possible, or this very command
                change.checked, self._busy = True, True
                self._unsure, self._taken = change, False
                self.reread(self)
                return
            self._refuse(change, error)
            return
        if not decision.events:
            self._reply(change, answer(change.asked))
            return
        self._busy = True
        events = decision.events
        dealt = next((event.game for event in events if isinstance(event, e.Dealt)), None)
        self._store.write(
            Write(
                table=room.id,
                seq=room.seq + 1,
                bodies=[e.write_event(event) for event in events],
                action=action,
                done=lambda outcome: self._done(outcome, change, decision),
                index=self._new_index(events),
                played=change.played(room) if change.played is not None else (),
                snapshot=snapshot_of(room, dealt) if dealt is not None else None,
            )
        )

    def _refuse(self, change: Change, error: DocenaError) -> None:
        if change.refuse is not None:
            change.refuse(error if isinstance(error, Refused) else Refused("bad", str(error)))

    def _reply(self, change: Change, frame: bytes) -> None:
        if change.reply is not None:
            change.reply(frame)

    def _repeat(self, change: Change) -> None:
        """The command was resent: it is not done twice; the answer is the current table."""
        showing = Showing(self.room, everything=True)
        lang = change.viewer.lang if change.viewer is not None else None
        seat = change.seat_in(self.room)
        self._reply(change, showing.frame(seat, showing.common(self.log, lang, self.clock()), change.asked))

    def _done(self, outcome: WriteOutcome, change: Change, decision: Decided) -> None:
        if outcome is not WriteOutcome.WRITTEN:
            self._index_told = False
        if outcome is WriteOutcome.WRITTEN:
            self.mine = True
            try:
                # the action is stored with the first event, as in the log
                actions = chain((change.action,), repeat(None))
                self._apply(list(zip(decision.events, actions, strict=False)), change, decision.ticket)
            finally:
                self._busy = False
        elif outcome is WriteOutcome.FAILED:
            self._busy = False
            self._give_up(change)
        else:
            # another writer was faster, or the outcome is unknown: the log decides
            self._unsure, self._taken = change, outcome is WriteOutcome.TAKEN
            self.reread(self)
            return
        self._next()

    def _give_up(self, change: Change) -> None:
        """It cannot be written now: a viewer may resend a command; other changes are retried later."""
        if change.refuse is None:
            self.failed(self)
        else:
            change.refuse(refused("unavailable", "refused", "unavailable"))

    # --- what others wrote

    def hear(self, seq: int) -> None:
        """Other nodes have written up to this number: it is read as soon as nothing is being written here."""
        self._heard = max(self._heard, seq)
        self._next()

    def take_up(self, rows: Sequence[LogRow]) -> bool:
        """Applies and shows lines from other nodes, one after the other; returns whether they could be read."""
        try:
            missing = [(e.read_event(row.body), row.action) for row in rows if row.seq > self.room.seq]
        except DocenaError:
            return False
        for pair in missing:
            self.mine = False
            self._apply([pair], None)
        return True

    def caught_up(self, found: int | None) -> None:
        """This many missing lines have been applied; None: they could not be read."""
        change, self._unsure = self._unsure, None
        self._busy = False
        if found is None:
            self.failed(self)
        if change is not None:
            change.tries += 1
            if found is None or change.tries > _MOST_TRIES:
                self._give_up(change)
            elif self._taken and not found and change.action is not None:
                # nobody had that number, so the command was done longer ago than the room remembers
                self._repeat(change)
            else:
                self._changes.appendleft(change)
        self._next()

    # --- applying and showing

    def _apply(self, pairs: Sequence[tuple[e.AnyEvent, str | None]], change: Change | None, ticket: str = "") -> None:
        room = self.room
        start = len(room.game.log) if room.game is not None else 0
        before = room.game.view(None) if self.log.is_told and room.game is not None else None
        notes = room.wanted, room.nudged, room.result is None
        showing = Showing(room, everything=False, log_from=start)
        for event, action in pairs:
            room.apply(event, action)
            showing.note(event)
            if isinstance(event, e.Dealt):
                showing.log_from, before = 0, None
            elif isinstance(event, e.Undone):
                assert room.game is not None
                showing.log_from = min(showing.log_from, len(room.game.log))
            elif isinstance(event, e.Rekeyed | e.Stood | e.Left):
                self._unseat(event)
        if notes != (room.wanted, room.nudged, room.result is None):
            showing.table = True
        if room.game is not None and showing.cards:
            self.log.follow(before, showing.log_from)
        self.changed(self)
        self._show(showing, change, ticket)
        if showing.table:
            self._index_told = False

    def _show(self, showing: Showing, change: Change | None, ticket: str) -> None:
        asker = change.viewer if change is not None else None
        answered = change is None or change.reply is None
        if not showing.nothing:
            clock = self.clock()
            showing.look({viewer.seat for viewer in self.viewers})
            commons: dict[str | None, bytes] = {}
            frames: dict[tuple[int | None, str | None], bytes] = {}
            for viewer in self.viewers:
                lang = viewer.lang
                if lang not in commons:
                    commons[lang] = showing.common(self.log, lang, clock)
                if viewer is asker and change is not None:
                    viewer.send(showing.frame(viewer.seat, commons[lang], change.asked))
                    answered = True
                    continue
                key = viewer.seat, lang
                if key not in frames:
                    frames[key] = showing.frame(viewer.seat, commons[lang])
                viewer.send(frames[key])
        if not answered and change is not None:
            if ticket or showing.nothing:
                self._reply(change, answer(change.asked, ticket))
            else:
                self._reply(
                    change, showing.frame(change.asker.seat, showing.common(self.log, None, self.clock()), change.asked)
                )

    def _new_index(self, events: Sequence[e.AnyEvent]) -> Index | None:
        """The lookup data of a table is written along with its next event; after a deal and the end at once."""
        if self._index_told and not isinstance(events[0], e.Dealt | e.Closed | e.Approval):
            return None
        self._index_told = True
        return index_of(self.room, events[0])

    def _unseat(self, event: e.Rekeyed | e.Stood | e.Left) -> None:
        """Viewers that had the seat: disconnected with the old secret, or made spectators."""
        for viewer in [viewer for viewer in self.viewers if viewer.seat == event.seat]:
            if isinstance(event, e.Rekeyed):
                self.viewers.remove(viewer)
                viewer.seat = None  # commands that it has already sent have no seat
                viewer.dismiss(refusal_answer(None, refused("moved_over", "refused", "moved_over"), viewer.lang))
            else:
                viewer.seat = None

    # --- viewers

    def welcome(self, viewer: Viewer) -> None:
        """Adds a viewer, who is shown everything."""
        self.viewers.append(viewer)
        viewer.send(self.hello_frame(viewer.seat, viewer.lang))

    def hello_frame(self, seat: int | None, lang: str | None = None) -> bytes:
        """The complete current table."""
        showing = Showing(self.room, everything=True)
        return showing.frame(seat, showing.common(self.log, lang, self.clock()), hello=True)

    def leave(self, viewer: Viewer) -> bool:
        """Removes a viewer; returns whether nobody is left in its seat."""
        if viewer in self.viewers:
            self.viewers.remove(viewer)
            if not any(viewer.lang for viewer in self.viewers):
                self.log.forget_words()
            return viewer.seat is not None and all(other.seat != viewer.seat for other in self.viewers)
        return False

"""A table in this process: its room, the guests who look at it, and the one queue through which it is changed."""

from collections import deque
from collections.abc import Callable, Sequence
from itertools import chain, repeat
from typing import Protocol

import msgspec

from docena.core.errors import DocenaError, Refused
from docena.core.words import say
from docena.storage.ports import Index, Outcome, Played, Row, Store, Write
from docena.tables import events as e
from docena.tables.decide import Asker, Decision
from docena.tables.log.public_log import PublicLog
from docena.tables.log.snapshots import snapshot_of
from docena.tables.messages import ClockSight
from docena.tables.room import Room
from docena.tables.showing import Showing, answer, index_of

_MOST_TRIES = 5
_MOST_WAITING = 200
"""Asks that may wait for one table: more than that is a flood."""


class Guest(Protocol):
    """Somebody who looks at a table: a socket, as the host knows it."""

    seat: int | None
    lang: str | None

    def send(self, frame: bytes) -> None:
        """Never blocks and never raises."""

    def dismiss(self, frame: bytes) -> None:
        """Sends a last message and lets the guest go."""


class Job(msgspec.Struct, eq=False):
    """One thing to be decided and written."""

    decide: Callable[[Room], Decision]
    asker: Asker
    reply: Callable[[bytes], None] | None = None
    """Where the answer goes; none for what the house does by itself."""
    guest: Guest | None = None
    """The guest who asked: the answer is the message that this guest is sent anyway."""
    asked: str | None = None
    """The client's own id."""
    played: Callable[[Room], Sequence[Played]] | None = None
    key: str = ""
    """The hash of the secret that opened the asker's seat when this was asked."""
    tries: int = 0
    checked: bool = False
    """The log has been read again since this was asked."""

    @property
    def action(self) -> str | None:
        return None if self.asked is None else f"{self.asker.seat or 0}:{self.asked}"

    def seat_in(self, room: Room) -> int | None:
        """The asker's seat, unless it was given up or taken to another device while this was waiting."""
        seat = self.asker.seat
        return seat if seat is not None and room.seat(seat).secret == self.key else None


class Desk:
    """Decides one job at a time: decide, write, and only then apply and show."""

    def __init__(
        self, room: Room, store: Store, changed: Callable[["Desk"], None], log: PublicLog | None = None
    ) -> None:
        self.room = room
        self.guests: list[Guest] = []
        self.changed = changed
        """Called after anything has been applied, to see what the table waits for."""
        self.stumbled: Callable[[Desk], None] = lambda _: None
        """Called where something that the house wanted could not be written, or read."""
        self.mine = False
        """This node wrote last: it drives the bots; others only step in when nothing happens."""
        self.clock: Callable[[], ClockSight | None] = lambda: None
        self._store = store
        self._jobs: deque[Job] = deque()
        self._busy = False
        self.log = log or PublicLog(room)
        self._index_told = False
        self.reread: Callable[[Desk], None] = lambda _: None
        """Asks the house to read what others have written; ends with `caught_up`."""
        self._unsure: Job | None = None
        self._heard = 0
        """The number that others have reached, as far as it is known; 0 once it is being read."""
        self._taken = False

    # --- jobs

    def put(self, job: Job) -> None:
        if len(self._jobs) >= _MOST_WAITING and job.reply is not None:
            job.reply(answer(job.asked, say(job.asker.lang, "refused", "too_many"), "too_many"))
            return
        self._jobs.append(job)
        if not self._busy:
            self._next()

    @property
    def idle(self) -> bool:
        return not self._busy and not self._jobs

    def _next(self) -> None:
        while not self._busy:
            if self._heard > self.room.seq:
                # what is heard of while it is being read may have come too late for that: then it is read again
                self._heard, self._busy = 0, True
                self.reread(self)
            elif self._jobs:
                self._run(self._jobs.popleft())
            else:
                return

    def _run(self, job: Job) -> None:
        room, action = self.room, job.action
        if action is not None and action in room.actions:
            self._repeat(job)
            return
        try:
            decision = job.decide(room)
        except DocenaError as error:
            if self._store.shared and action is not None and not job.checked:
                # another node may have written what makes it possible, or have done this very thing before
                job.checked, self._busy = True, True
                self._unsure, self._taken = job, False
                self.reread(self)
                return
            self._refuse(job, error)
            return
        if not decision.events:
            self._reply(job, answer(job.asked))
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
                done=lambda outcome: self._done(outcome, job, decision),
                index=self._new_index(events),
                played=job.played(room) if job.played is not None else (),
                snapshot=snapshot_of(room, dealt) if dealt is not None else None,
            )
        )

    def _refuse(self, job: Job, error: DocenaError) -> None:
        reason = error.reason if isinstance(error, Refused) else "bad"
        clause = error.clause if isinstance(error, Refused) else ""
        self._reply(job, answer(job.asked, str(error), reason, clause))

    def _reply(self, job: Job, frame: bytes) -> None:
        if job.reply is not None:
            job.reply(frame)

    def _repeat(self, job: Job) -> None:
        """The same ask again: it was done, and is not done twice; the answer is the table as it is now."""
        showing = Showing(self.room, everything=True)
        lang = job.guest.lang if job.guest is not None else None
        seat = job.seat_in(self.room)
        self._reply(job, showing.frame(seat, showing.common(self.log, lang, self.clock()), job.asked))

    def _done(self, outcome: Outcome, job: Job, decision: Decision) -> None:
        if outcome is not Outcome.WRITTEN:
            self._index_told = False
        if outcome is Outcome.WRITTEN:
            self.mine = True
            try:
                # the action stands with the first event, as in the log
                actions = chain((job.action,), repeat(None))
                self._apply(list(zip(decision.events, actions, strict=False)), job, decision.ticket)
            finally:
                self._busy = False
        elif outcome is Outcome.FAILED:
            self._busy = False
            self._give_up(job)
        else:
            # another writer was faster, or it is not known: what the log says decides
            self._unsure, self._taken = job, outcome is Outcome.TAKEN
            self.reread(self)
            return
        self._next()

    def _give_up(self, job: Job) -> None:
        """It cannot be written now: a guest is told and may ask again, the house sees to its own later."""
        if job.reply is None:
            self.stumbled(self)
        else:
            self._reply(job, answer(job.asked, say(job.asker.lang, "refused", "unavailable"), "unavailable"))

    # --- what others wrote

    def hear(self, seq: int) -> None:
        """Others have written, up to this number: it is read as soon as nothing is being written here."""
        self._heard = max(self._heard, seq)
        self._next()

    def take_up(self, rows: Sequence[Row]) -> bool:
        """Applies and shows lines that others wrote, one after the other; whether they could be read."""
        try:
            missing = [(e.read_event(row.body), row.action) for row in rows if row.seq > self.room.seq]
        except DocenaError:
            return False
        for pair in missing:
            self.mine = False
            self._apply([pair], None)
        return True

    def caught_up(self, found: int | None) -> None:
        """So many lines were missing, and have been taken up; None: they could not be read."""
        job, self._unsure = self._unsure, None
        self._busy = False
        if found is None:
            self.stumbled(self)
        if job is not None:
            job.tries += 1
            if found is None or job.tries > _MOST_TRIES:
                self._give_up(job)
            elif self._taken and not found and job.action is not None:
                # nobody had that number, so the action was done: longer ago than the room remembers
                self._repeat(job)
            else:
                self._jobs.appendleft(job)
        self._next()

    # --- applying and showing

    def _apply(self, pairs: Sequence[tuple[e.AnyEvent, str | None]], job: Job | None, ticket: str = "") -> None:
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
        self._show(showing, job, ticket)
        if showing.table:
            self._index_told = False

    def _show(self, showing: Showing, job: Job | None, ticket: str) -> None:
        asker = job.guest if job is not None else None
        answered = job is None or job.reply is None
        if not showing.nothing:
            clock = self.clock()
            showing.look({guest.seat for guest in self.guests})
            commons: dict[str | None, bytes] = {}
            frames: dict[tuple[int | None, str | None], bytes] = {}
            for guest in self.guests:
                lang = guest.lang
                if lang not in commons:
                    commons[lang] = showing.common(self.log, lang, clock)
                if guest is asker and job is not None:
                    guest.send(showing.frame(guest.seat, commons[lang], job.asked))
                    answered = True
                    continue
                key = guest.seat, lang
                if key not in frames:
                    frames[key] = showing.frame(guest.seat, commons[lang])
                guest.send(frames[key])
        if not answered and job is not None:
            if ticket or showing.nothing:
                self._reply(job, answer(job.asked, ticket=ticket))
            else:
                self._reply(job, showing.frame(job.asker.seat, showing.common(self.log, None, self.clock()), job.asked))

    def _new_index(self, events: Sequence[e.AnyEvent]) -> Index | None:
        """What is looked up about a table is written along with its next event; a deal and the end at once."""
        if self._index_told and not isinstance(events[0], e.Dealt | e.Closed | e.Approval):
            return None
        self._index_told = True
        return index_of(self.room, events[0])

    def _unseat(self, event: e.Rekeyed | e.Stood | e.Left) -> None:
        """Guests who had the seat: gone with the old secret, or among the spectators."""
        for guest in [guest for guest in self.guests if guest.seat == event.seat]:
            if isinstance(event, e.Rekeyed):
                self.guests.remove(guest)
                guest.seat = None  # what it has sent already is nobody's
                guest.dismiss(answer(None, say(guest.lang or "en", "refused", "moved_over"), "moved_over"))
            else:
                guest.seat = None

    # --- guests

    def welcome(self, guest: Guest) -> None:
        """A guest comes in and is shown everything."""
        self.guests.append(guest)
        guest.send(self.hello_frame(guest.seat, guest.lang))

    def hello_frame(self, seat: int | None, lang: str | None = None) -> bytes:
        """The table as it is, in full."""
        showing = Showing(self.room, everything=True)
        return showing.frame(seat, showing.common(self.log, lang, self.clock()), hello=True)

    def leave(self, guest: Guest) -> bool:
        """A guest goes; true if nobody is left who had the seat."""
        if guest in self.guests:
            self.guests.remove(guest)
            if not any(guest.lang for guest in self.guests):
                self.log.forget_words()
            return guest.seat is not None and all(other.seat != guest.seat for other in self.guests)
        return False

"""Whether a history can be explained: every request took effect at most once, in one order, and nothing early was seen.

The log says in which order requests took effect; a room that has read the log from its beginning says what each request
had to lead to there, and what could be seen. What took no effect (refusals, and whatever was shown) needs some place in
the order where it fits. Those places are sought from the earliest on, which finds an arrangement if there is one: a
later place never makes room for what comes after.
"""

from collections.abc import Sequence

import msgspec
from reliability.recording import Frame, Operation, Recording

from docena.core.errors import DocenaError, Refused
from docena.core.notation import public_line
from docena.storage.ports import LogRow
from docena.tables import events as e
from docena.tables.decide import decide
from docena.tables.messages import Answer
from docena.tables.room import Room, room_from
from docena.tables.showing import said_sight, table_sight

_encode = msgspec.json.Encoder().encode
_UNCLEAR = ("unavailable", "too_many")
"""Refusals after which the request may have been made all the same, or be made by asking again."""
_DRAWN = (e.Ticket, e.Rekeyed, e.Promised, e.Opened, e.Dealt)
"""Events with secrets in them that no replay can draw again."""


class _Log(msgspec.Struct):
    start: int
    lines: list[str]


class _State(msgspec.Struct, tag_field="type", tag="state"):
    """A frame, as far as it says what is at the table."""

    seq: int
    id: str | None = None
    table: msgspec.Raw = msgspec.Raw()
    log: _Log | None = None
    said: list[msgspec.Raw] = []
    view: msgspec.Raw = msgspec.Raw()


class _Other(msgspec.Struct, tag_field="type", tag="going"):
    """The node stops."""


class _Answered(Answer, frozen=True, tag_field="type", tag="answer"):
    """An answer without a picture."""


_read = msgspec.json.Decoder(_State | _Answered | _Other).decode


class Moment(msgspec.Struct):
    """What could be seen after an event."""

    stamp: int
    table: bytes
    said: int
    """How much had been said so far."""


class Explanation:
    """A log, and what it makes of a recording; `violations` are what it cannot explain."""

    def __init__(self, recording: Recording, rows: Sequence[LogRow]) -> None:
        self.recording, self.rows = recording, rows
        self.violations: list[str] = list(recording.wrong)
        self._moments: list[Moment] = [Moment(0, b"", 0)]
        self._sights: dict[int, dict[int | None, bytes]] = {}
        self._logs: dict[int, list[str]] = {}
        self._said: list[bytes] = []
        self._effects: dict[int, Operation] = {}
        self._place: dict[int, int] = {}
        """Of each operation (by its place in the recording), the event that it became."""
        self._fits: dict[int, list[int]] = {}
        """Of each operation that was answered without effect, after which events its answer would be right."""

    def check(self) -> list[str]:
        """All violations."""
        self._find_effects()
        try:
            self._replay()
        except DocenaError as error:
            self.violations.append(f"the log cannot be read: {error}")
            return self.violations
        self._place_everything()
        return self.violations

    def _wrong(self, what: str, *about: object) -> None:
        self.violations.append(" ".join([what, *map(repr, about)]))

    # --- effects

    def _find_effects(self) -> None:
        seqs = [row.seq for row in self.rows]
        if seqs != list(range(1, len(seqs) + 1)):
            self._wrong("the log has a gap or a double", seqs)
        actions: dict[str, int] = {}
        for row in self.rows:
            if row.action is not None:
                if row.action in actions:
                    self._wrong("done twice:", row.action, actions[row.action], row.seq)
                actions[row.action] = row.seq
        for number, operation in enumerate(self.recording.operations):
            # whoever has left the seat is a spectator, and may ask for nothing
            if any(asker.seat not in (operation.seat, None) for asker in operation.askers):
                self._wrong("decided for another seat:", operation)
            place = actions.pop(operation.action, None)
            if place is not None:
                self._place[number] = place
                self._effects[place] = operation
        if actions:
            self._wrong("nobody asked for", actions)

    def _replay(self) -> None:
        """One room reads the log, and is asked at every place what the requests would have led to there."""
        answered: list[int] = []
        for number, operation in enumerate(self.recording.operations):
            if (number not in self._place or operation.elsewhere) and operation.answer is not None:
                answered.append(number)
        room: Room | None = None
        for row in self.rows:
            event = e.read_event(row.body)
            if room is None:
                room = room_from([(row.body, row.action)])
            else:
                effect = self._effects.get(row.seq)
                if effect is not None:
                    self._check_effect(room, effect, row.seq)
                if isinstance(event, e.Moved) and (room.game is None or event.move not in room.game.legal_moves()):
                    self._wrong("an illegal move in the log:", row)
                room.apply(event, row.action)
            self._remember(room, event)
            for number in answered:
                if self._would_answer(room, self.recording.operations[number]):
                    self._fits.setdefault(number, []).append(row.seq)

    def _check_effect(self, room: Room, operation: Operation, seq: int) -> None:
        """The events in the log are those to which the request led at that place."""
        for asker in operation.askers:
            try:
                wanted = decide(room, asker, operation.ask).events
            except DocenaError:
                continue
            there = [row.body for row in self.rows[seq - 1 : seq - 1 + len(wanted)]]
            if len(there) == len(wanted) and all(map(_same_event, wanted, there)):
                return
        self._wrong(f"at {seq} this had to be refused, or to lead to something else:", operation)

    def _remember(self, room: Room, event: e.AnyEvent) -> None:
        if isinstance(event, e.Said):
            self._said.append(_encode(said_sight(event)))
        self._moments.append(Moment(room.stamp, _encode(table_sight(room)), len(self._said)))
        if room.game is not None and room.stamp not in self._sights:
            seats: set[int | None] = {None, *range(1, room.options.players + 1)}
            self._sights[room.stamp] = room.game.sights(seats)
            self._logs[room.stamp] = [public_line(line) for line in room.game.log]

    def _would_answer(self, room: Room, operation: Operation) -> bool:
        """Whether a request that took no effect would be answered as it was, right here."""
        assert operation.answer is not None
        answered = _read(operation.answer)
        if not isinstance(answered, _Answered):
            return False
        for asker in operation.askers:
            try:
                decision = decide(room, asker, operation.ask)
            except Refused as error:
                if (answered.why, answered.reason, answered.clause) == (str(error), error.reason, error.clause):
                    return True
            except DocenaError as error:
                if (answered.why, answered.reason) == (str(error), "bad"):
                    return True
            else:
                if not decision.events and answered.ok:
                    return True
        return False

    # --- places

    def _place_everything(self) -> None:
        """In the order in which things began: each after everything that was over by then."""
        recording = self.recording
        happened: list[tuple[int, int, Operation | Frame]] = [
            *((operation.invoked, number, operation) for number, operation in enumerate(recording.operations)),
            *((frame.left, number, frame) for number, frame in enumerate(recording.frames)),
        ]
        over: list[tuple[int, int, int]] = []  # the moment, the node, the place
        shown: dict[int, int] = {}
        for began, number, thing in sorted(happened, key=lambda happening: happening[0]):
            if isinstance(thing, Frame):
                place = self._explain(thing, shown.get(thing.link, 1))
                if place is None:
                    continue
                shown[thing.link] = place
                if thing.arrived is not None:
                    over.append((thing.arrived, thing.node, place))
                continue
            effect = self._place.get(number)
            # what took effect or was refused came after all that was shown anywhere; a picture may be one node's own
            refused = thing.answer is not None and _is_refusal(thing.answer)
            alike = effect is not None or refused or recording.nodes == 1
            if refused and thing.elsewhere:
                effect = None  # another node has come to it since, which the answer could not know
            floor = max((at for when, node, at in over if when < began and (alike or node == thing.node)), default=0)
            if effect is not None:
                if effect <= floor:
                    self._wrong(f"it took effect at {effect}, though {floor} had been seen before:", thing)
                if refused:
                    self._wrong(f"refused, and it took effect at {effect}:", thing)
                place = effect
            else:
                place = self._place_answer(number, thing, floor)
            if thing.answered is not None and place is not None:
                over.append((thing.answered, thing.node, place))

    def _place_answer(self, number: int, operation: Operation, floor: int) -> int | None:
        """Where the answer to a request without effect fits."""
        if operation.answer is None:
            return None
        answered = _read(operation.answer)
        if isinstance(answered, _Answered) and answered.reason in _UNCLEAR:
            return None
        place = next((at for at in self._fits.get(number, []) if at >= floor), None)
        if place is None:
            self._wrong(f"nothing after {floor} explains this answer:", operation)
        return place

    def _explain(self, frame: Frame, floor: int) -> int | None:
        """The first place from which a frame may have been shown; none for what shows nothing."""
        state = _read(frame.data)
        if not isinstance(state, _State):
            return None
        if state.id is not None:
            floor = max(floor, self._effect_of(frame, state.id))
        for place in range(floor, min(frame.known, len(self.rows)) + 1):
            if self._looks_like(state, frame.seat, place):
                return place
        self._wrong(f"nothing on the disk between {floor} and {frame.known} looks like this:", frame)
        return None

    def _effect_of(self, frame: Frame, asked: str) -> int:
        """A picture that answers a request acknowledges it: it has taken effect."""
        for number, operation in enumerate(self.recording.operations):
            if operation.client == frame.client and operation.id == asked:
                place = self._place.get(number)
                if place is None:
                    self._wrong("acknowledged, and in no log:", operation)
                    return 0
                return place
        self._wrong("an answer to nothing that was asked:", frame)
        return 0

    def _looks_like(self, state: _State, seat: int | None, place: int) -> bool:
        moment = self._moments[place]
        if state.seq != moment.stamp:
            return False
        if bytes(state.table) and bytes(state.table) != moment.table:
            return False
        if bytes(state.view) and bytes(state.view) != self._sights[moment.stamp][seat]:
            return False
        if state.log is not None and state.log.lines != self._logs[moment.stamp][state.log.start :]:
            return False
        said = [bytes(one) for one in state.said]
        return not said or said == self._said[moment.said - len(said) : moment.said]


def _is_refusal(answer: bytes) -> bool:
    answered = _read(answer)
    return isinstance(answered, _Answered) and not answered.ok and answered.reason not in _UNCLEAR


def _same_event(wanted: e.AnyEvent, there: bytes) -> bool:
    if isinstance(wanted, _DRAWN):
        return type(e.read_event(there)) is type(wanted)
    return e.write_event(wanted) == there

"""What a viewer of a table is shown: everything sent to a client is assembled here, from views."""

from typing import cast

import msgspec

from docena.core.errors import Refused
from docena.storage.ports import Index
from docena.tables import events as e
from docena.tables.codes import grouped
from docena.tables.consent import clients_of
from docena.tables.log.public_log import PublicLog
from docena.tables.messages import (
    Answer,
    ClockSight,
    GameResultSight,
    NewcomerSight,
    PersonSight,
    SaidSight,
    ScoreSight,
    TableSight,
)
from docena.tables.phases import CLOSED, PLAYING, Phase
from docena.tables.room import Room

encode = msgspec.json.Encoder().encode

_CARDS = (e.Dealt, e.Moved, e.Undone, e.Ended)
_QUIET = (e.Moved, e.Said, e.Ticket)
"""Events that change nothing of the table but the cards."""


def table_sight(room: Room) -> TableSight:
    """Everything about a table except its cards: the same for all viewers."""
    options, sheet = room.options, room.sheet
    half = options.players // 2
    clients = clients_of(room.seats)
    people = [
        PersonSight(
            kind=seat.kind,
            name=seat.name,
            level=room.choices.holder if seat.held else seat.level,
            here=bool(seat.node),
            held=seat.held,
            ready=seat.ready,
            partner=(number - 1 + half) % options.players + 1 if options.partners else None,
            client=clients[number - 1],
            hints=seat.hints,
        )
        for number, seat in room.numbered
    ]
    score = ScoreSight(
        goal=sheet.goal,
        games=sheet.games,
        rows=[list(row) for row in sheet.rows],
        sides=[list(side) for side in sheet.sides],
        totals=list(sheet.totals),
        wins=list(sheet.wins),
        over=sheet.over,
        winners=list(sheet.winners),
    )
    return TableSight(
        id=room.id,
        code=grouped(room.code),
        choices=room.choices,
        stock=options.stock,
        partners=options.partners,
        phase=cast("Phase", room.phase),
        host=room.host,
        game=room.number,
        first=room.first or None,
        people=people,
        score=score,
        commit=room.commit,
        result=cast("GameResultSight | None", room.result),
        undo=room.wanted,
        agreed=sorted(room.agreed),
        undone=room.undone,
        nudged=room.nudged,
        newcomers=[NewcomerSight(newcomer.request, newcomer.name) for newcomer in room.newcomers.waiting],
        reserved=room.reserved,
        daily=room.daily,
    )


def index_of(room: Room, coming: e.AnyEvent | None = None) -> Index:
    """The lookup data of a table, after the events in `coming`."""
    approval = coming.on if isinstance(coming, e.Approval) else room.choices.approval
    summary = {
        # the id lets people sit down: at a table with approval it is not public
        "id": "" if approval else room.id,
        "code": grouped(room.code),
        "edition": room.options.edition.name,
        "players": room.options.players,
        "partners": room.options.partners,
        "table": room.options.table,
        "stock": room.options.stock,
        "phase": room.phase,
        "people": [{"kind": seat.kind, "name": seat.name} for seat in room.seats],
        "approval": approval,
    }
    bots = any(seat.by_bot for seat in room.seats)
    live = room.phase != CLOSED and not isinstance(coming, e.Closed)
    due = live and bots and (room.phase == PLAYING or isinstance(coming, e.Dealt))
    public = room.choices.public and live and (room.has_room or not approval)
    return Index(room.code if live else "", public, live, due, encode(summary))


def said_sight(said: e.Said) -> SaidSight:
    return SaidSight(said.seat, said.phrase, said.text)


class Showing:
    """The parts of a State that changed with some events, each made once for all viewers who see the same."""

    def __init__(self, room: Room, *, everything: bool, log_from: int = 0) -> None:
        self.room = room
        self._views: dict[int | None, bytes] = {}
        self.cards = everything and room.game is not None
        self.table = everything
        self.said: list[e.Said] = list(room.said) if everything else []
        self.log_from = log_from

    def note(self, event: e.AnyEvent) -> None:
        """Registers an event that has been applied."""
        if isinstance(event, _CARDS):
            self.cards = True
        if isinstance(event, e.Said):
            self.said.append(event)
        if not isinstance(event, _QUIET):
            self.table = True

    @property
    def nothing(self) -> bool:
        return not (self.cards or self.table or self.said)

    def common(self, log: PublicLog, lang: str | None, clock: ClockSight | None) -> bytes:
        """The parts of a State that are the same for all viewers with this language."""
        room, parts = self.room, [b""]
        if self.table:
            parts.append(b'"table":' + encode(table_sight(room)))
        if self.cards and room.game is not None:
            parts.append(b'"log":' + log.since(self.log_from, lang))
        if self.said:
            parts.append(b'"said":' + encode([said_sight(said) for said in self.said]))
        if clock is not None:
            parts.append(b'"clock":' + encode(clock))
        return b",".join(parts)

    def frame(self, seat: int | None, common: bytes, asked: str | None = None, *, hello: bool = False) -> bytes:
        """The message to one viewer; `asked` is the id of this viewer's command."""
        room = self.room
        head = b'{"type":"state","seq":%d' % room.stamp
        if asked is not None:
            head += b',"id":' + encode(asked)
        if hello and seat is not None:
            head += b',"seat":%d' % seat
        if self.cards and room.game is not None:
            return head + common + b',"view":' + self._view(seat) + b"}"
        return head + common + b"}"

    def look(self, seats: set[int | None]) -> None:
        """Makes the views of all viewers who need one, together."""
        if self.cards and self.room.game is not None:
            self._views = self.room.game.sights(seats)

    def _view(self, seat: int | None) -> bytes:
        found = self._views.get(seat)
        if found is None:
            assert self.room.game is not None
            found = self._views[seat] = self.room.game.sight(seat)
        return found


def answer(asked: str | None, ticket: str = "") -> bytes:
    """The message for a command that changed nothing visible."""
    return encode(Answer(asked, ok=True, ticket=ticket))


def refusal_answer(asked: str | None, refusal: Refused, lang: str | None) -> bytes:
    """The message for a command that was refused."""
    return encode(Answer(asked, False, refusal.said(lang or "en"), refusal.reason, refusal.clause))

"""The result of a command: events, or a refusal with a reason. Nothing is changed here."""

from collections.abc import Callable
from typing import Any, NoReturn

import msgspec

from docena.core.errors import Reason
from docena.core.notation import parse_move
from docena.core.words import refused
from docena.engine.view import View
from docena.narration.explain import why_not
from docena.tables import commands as cmd
from docena.tables import events as e
from docena.tables.codes import new_secret, secret_hash
from docena.tables.consent import absent_for
from docena.tables.log.budget import refused_for_length
from docena.tables.naming import clean_text, distinct_name
from docena.tables.phases import BETWEEN, GATHERING, OVER, PLAYING
from docena.tables.phrases import is_phrase
from docena.tables.reserved import kept_from
from docena.tables.room import Room
from docena.tables.seats import BOT, BY_BOT, EMPTY, bot_name, names_of
from docena.tables.table_choices import LEVELS

TICKET_SECONDS = 600
MOST_VOTES = 3
"""How often one player can ask the others before somebody else moves: the game pauses meanwhile."""


class Asker(msgspec.Struct, frozen=True):
    """Who sent a command, and when."""

    seat: int | None
    today: int = 0


class Decided(msgspec.Struct, frozen=True):
    """The events to be written, and what only the sender gets."""

    events: list[e.AnyEvent]
    ticket: str = ""


def decide(room: Room, asker: Asker, ask: cmd.AnyCommand) -> Decided:
    """The events that a command leads to; raises `Refused` if there are none."""
    if room.closed:
        _refuse("closed", "closed")
    too_long = refused_for_length(room, ask)
    if too_long:
        _refuse(too_long, games=len(room.sheet.results))
    kept = kept_from(room, ask)
    if kept is not None:
        _refuse(kept, "not_yours")
    decided = _DECIDE[type(ask)](room, asker, ask)
    return decided if isinstance(decided, Decided) else Decided(decided)


def _refuse(key: str, reason: Reason = "not_now", clause: str = "", **parts: object) -> NoReturn:
    raise refused(reason, "refused", key, clause, **parts)


def _seat(asker: Asker) -> int:
    if asker.seat is None:
        _refuse("spectator", "not_yours")
    return asker.seat


def _host(room: Room, asker: Asker) -> int:
    seat = _seat(asker)
    if seat != room.host:
        _refuse("host_only", "not_yours")
    return seat


def _phase(room: Room, *phases: str) -> None:
    if room.phase not in phases:
        _refuse(f"not_{phases[0]}")


def _hello(_room: Room, _asker: Asker, _ask: cmd.Hello) -> NoReturn:
    _refuse("hello_twice")


def _move(room: Room, asker: Asker, ask: cmd.MakeMove) -> list[e.AnyEvent]:
    seat = _seat(asker)
    _phase(room, PLAYING)
    game = room.game
    assert game is not None
    if ask.seq != room.stamp:
        _refuse("stale", "stale")
    move = parse_move(ask.move)
    if move.is_act and move.seat != seat:
        _refuse("other_seat", "not_yours")
    if not move.is_act and game.mover != seat:
        _refuse("not_your_turn", "not_yours", "4.1", name=room.seat(game.mover).name)
    if not game.is_legal(move.number):
        # the sentence is built only from what this seat may know
        raise why_not(View(game.tables, seat), move.number)
    moved = e.Moved(seat, move.text)
    return [e.Back(seat), moved] if room.seat(seat).held else [moved]


def last_move_of(room: Room, seat: int) -> int | None:
    """How many moves back this seat's last move is, 1 for the latest; None if it has made none."""
    for back, mover in enumerate(reversed(room.movers), 1):
        if mover == seat:
            return back
    return None


def _undo(room: Room, asker: Asker, ask: cmd.Undo) -> list[e.AnyEvent]:
    seat = _seat(asker)
    _phase(room, PLAYING)
    if ask.seq != room.stamp:
        _refuse("stale", "stale")
    if room.daily:
        _refuse("daily_undo")
    back = last_move_of(room, seat)
    if back is None or _another_has_moved(room, seat, back):
        _refuse("nothing_to_undo")
    returned: list[e.AnyEvent] = [e.Back(seat)] if room.seat(seat).held else []
    if back == 1 and not room.revealed[-1]:
        return [*returned, e.Undone(seat)]
    if room.reserved:
        _refuse("event_undo")
    if not room.voters(seat):
        return [*returned, e.Undone(seat, back)]
    absent = [room.seat(number).name for number in absent_for(room.seats, seat)]
    if absent:
        _refuse("undo_absent" if len(absent) == 1 else "undo_absent_several", names=", ".join(absent))
    if room.wanted is not None:
        return []
    if room.seat(seat).votes >= MOST_VOTES:
        _refuse("undo_votes")
    return [*returned, e.Wanted(seat)]


def _another_has_moved(room: Room, seat: int, back: int) -> bool:
    """Whether another person has moved since, so that the move can no longer be taken back."""
    return any(not mover & BY_BOT and mover != seat for mover in room.movers[len(room.movers) - back :])


def _agree(room: Room, asker: Asker, ask: cmd.Agree) -> list[e.AnyEvent]:
    seat = _seat(asker)
    if room.wanted is None or not any(seat in voter for voter in room.voters(room.wanted)):
        _refuse("nothing_to_agree")
    if ask.yes and seat in room.agreed:
        return []
    agreed: list[e.AnyEvent] = [e.Agreed(seat, ask.yes)]
    if ask.yes and all(seat in voter for voter in room.unanswered):
        back = last_move_of(room, room.wanted)
        if back is not None:
            agreed.append(e.Undone(room.wanted, back))
    return agreed


def _say(room: Room, asker: Asker, ask: cmd.Say) -> list[e.AnyEvent]:
    seat = _seat(asker)
    if room.choices.chat == "off":
        _refuse("chat_off")
    if (ask.phrase is None) == (ask.text is None):
        _refuse("phrase_or_text", "bad")
    if ask.text is not None and room.choices.chat != "free":
        _refuse("phrases_only")
    if ask.phrase is not None and not is_phrase(ask.phrase):
        _refuse("no_phrase", "bad")
    said = e.Said(seat, phrase=ask.phrase or "", text=clean_text(ask.text) if ask.text is not None else "")
    if not _partner_moves(room, seat):
        return [said]
    # 6.5: talking in the partner's turn is a fault; a strict table prevents it
    if not room.options.open_table:
        _refuse("partner_quiet", "not_now", "6.5")
    assert room.game is not None
    talk = parse_move(f"{seat}:talk")
    return [said, e.Moved(seat, talk.text)] if room.game.is_legal(talk.number) else [said]


def _partner_moves(room: Room, seat: int) -> bool:
    if room.phase != PLAYING or room.game is None:
        return False
    board = room.game.board
    return board.partner_piles and board.partner(seat) == board.mover


def _ready(room: Room, asker: Asker, ask: cmd.GetReady) -> list[e.AnyEvent]:
    seat = _seat(asker)
    _phase(room, BETWEEN, OVER, GATHERING)
    new = ask.contribution not in (None, "", room.seat(seat).contribution)
    given: list[e.AnyEvent] = [e.Contributed(seat, ask.contribution or "")] if new else []
    return given + _readiness(room, seat)


def _readiness(room: Room, seat: int) -> list[e.AnyEvent]:
    return [] if room.seat(seat).ready else [e.Ready(seat)]


def _start(room: Room, asker: Asker, _ask: cmd.Start) -> list[e.AnyEvent]:
    seat = _host(room, asker)
    _phase(room, GATHERING, OVER)
    names = names_of(room.seats)
    bots: list[e.AnyEvent] = [
        e.Bot(number, room.choices.holder, bot_name(number, names))
        for number, other in room.numbered
        if other.kind == EMPTY
    ]
    return bots + _readiness(room, seat)


def _seat_bot(room: Room, asker: Asker, ask: cmd.SeatBot) -> list[e.AnyEvent]:
    _host(room, asker)
    _phase(room, GATHERING, OVER)
    if ask.level not in LEVELS:
        _refuse("no_level", "bad", level=ask.level, levels=", ".join(LEVELS))
    if ask.seat > len(room.seats):
        _refuse("no_seat", "bad", seat=ask.seat)
    if room.seat(ask.seat).kind not in (EMPTY, BOT):
        _refuse("taken", "taken")
    if room.seat(ask.seat).kind == BOT and room.seat(ask.seat).level == ask.level:
        return []
    names = [other.name for number, other in room.numbered if number != ask.seat]
    return [e.Bot(ask.seat, ask.level, bot_name(ask.seat, names))]


def _stand(room: Room, asker: Asker, _ask: cmd.Stand) -> list[e.AnyEvent]:
    seat = _seat(asker)
    return [e.Stood(seat)] if room.phase in (GATHERING, OVER) else [e.Left(seat)]


def _away(room: Room, asker: Asker, _ask: cmd.Away) -> list[e.AnyEvent]:
    seat = _seat(asker)
    return [] if room.seat(seat).held else [e.Held(seat)]


def _back(room: Room, asker: Asker, _ask: cmd.TakeSeatBack) -> list[e.AnyEvent]:
    seat = _seat(asker)
    return [e.Back(seat)] if room.seat(seat).held else []


def _nudge(room: Room, asker: Asker, _ask: cmd.Nudge) -> list[e.AnyEvent]:
    seat, mover = _seat(asker), room.mover
    if mover is None or mover == seat or not room.seat(mover).playing:
        _refuse("nobody_to_nudge")
    return [] if room.nudged == mover else [e.Nudged(mover)]


def _ticket(_room: Room, asker: Asker, _ask: cmd.MakeTicket) -> Decided:
    seat, ticket = _seat(asker), new_secret()
    return Decided([e.Ticket(seat, secret_hash(ticket), asker.today + TICKET_SECONDS)], ticket)


def _abandon(room: Room, asker: Asker, _ask: cmd.Abandon) -> list[e.AnyEvent]:
    _host(room, asker)
    _phase(room, PLAYING)
    return [e.Ended()]


def _close(room: Room, asker: Asker, _ask: cmd.Close) -> list[e.AnyEvent]:
    _host(room, asker)
    _phase(room, GATHERING, BETWEEN, OVER)
    return [e.Closed()]


def _approval(room: Room, asker: Asker, ask: cmd.SetApproval) -> list[e.AnyEvent]:
    _host(room, asker)
    if room.choices.approval == ask.on:
        return []
    changed: list[e.AnyEvent] = [e.Approval(ask.on)]
    if not ask.on and room.has_room:
        # those who are waiting are let in, as everybody is from now on
        free, names = room.free_seats, names_of(room.seats)
        for newcomer in room.newcomers.waiting[: len(free)]:
            seat = newcomer.seat if newcomer.seat in free else free[0]
            free.remove(seat)
            name = distinct_name(newcomer.name, names)
            names.append(name)
            changed.append(e.Sat(seat, name, newcomer.secret, newcomer.player))
    return changed


def _admit(room: Room, asker: Asker, ask: cmd.Admit) -> list[e.AnyEvent]:
    seat = _seat(asker)
    if seat != room.host and room.host_is_here:
        _refuse("host_only", "not_yours")
    newcomer = room.newcomers.waits(ask.request, asker.today)
    if newcomer is None:
        _refuse("newcomer_gone")
    if not ask.yes:
        return [e.Declined(ask.request, asker.today)]
    free = room.free_seats
    if not room.has_room:
        _refuse("no_free_seat", "taken")
    at, name = newcomer.seat if newcomer.seat in free else free[0], distinct_name(newcomer.name, names_of(room.seats))
    return [e.Sat(at, name, newcomer.secret, newcomer.player)]


def _ping(_room: Room, _asker: Asker, _ask: cmd.Ping) -> list[e.AnyEvent]:
    return []


_DECIDE: dict[type, Callable[[Room, Asker, Any], Decided | list[e.AnyEvent]]] = {
    cmd.Hello: _hello,
    cmd.MakeMove: _move,
    cmd.Undo: _undo,
    cmd.Agree: _agree,
    cmd.Say: _say,
    cmd.GetReady: _ready,
    cmd.Start: _start,
    cmd.SeatBot: _seat_bot,
    cmd.Stand: _stand,
    cmd.Away: _away,
    cmd.TakeSeatBack: _back,
    cmd.Nudge: _nudge,
    cmd.MakeTicket: _ticket,
    cmd.Abandon: _abandon,
    cmd.Close: _close,
    cmd.SetApproval: _approval,
    cmd.Admit: _admit,
    cmd.Ping: _ping,
}

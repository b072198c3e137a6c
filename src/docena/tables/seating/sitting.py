"""Opening a table, sitting down at one, and taking a seat to another device."""

from collections.abc import Sequence

import msgspec

from docena.core.words import refused
from docena.game.fair import new_secret as new_game_secret
from docena.tables import commands as cmd
from docena.tables import events as e
from docena.tables.codes import new_id, new_secret, secret_hash
from docena.tables.daily import DayDeal
from docena.tables.log.budget import seats_are_closed
from docena.tables.naming import clean_name, distinct_name
from docena.tables.newcomers import MOST_REQUESTS, MOST_WAITING, REQUEST_SECONDS
from docena.tables.phases import GATHERING, OVER
from docena.tables.room import Room
from docena.tables.seats import PERSON, bot_name, names_of
from docena.tables.table_choices import Choices, at_opening, options_from

_REFUSALS = 2
"""Refusals of newcomers from one address, after which requests from there are refused for a while."""


class GivenSeat(msgspec.Struct, frozen=True):
    """A person's seat, and its secret."""

    events: list[e.AnyEvent]
    seat: int
    secret: str


def open_table(ask: cmd.Open, table: str, code: str, player: str, today: int, deal: DayDeal | None = None) -> GivenSeat:
    """The first events of a table, with its opener in a seat and the bots in theirs; `deal` is that of a day."""
    options = options_from(ask.choices)
    bots = {int(seat): level for seat, level in ask.choices.bots.items()}
    if ask.seat > options.players:
        raise refused("bad", "refused", "no_seat", seat=ask.seat)
    if ask.seat in bots:
        raise refused("bad", "refused", "own_and_bot", seat=ask.seat)
    secret = new_secret()
    game_secret = deal.secret if deal else new_game_secret()
    events: list[e.AnyEvent] = [
        e.Opened(table, code, at_opening(ask.choices), today, daily=deal.day if deal else ""),
        e.Promised(1, game_secret.hex()),
        e.Sat(ask.seat, clean_name(ask.name), secret_hash(secret), player),
        *(e.Bot(seat, level, bot_name(seat, [ask.name])) for seat, level in bots.items()),
    ]
    return GivenSeat(events, ask.seat, secret)


def open_for_others(choices: Choices, table: str, today: int) -> list[e.AnyEvent]:
    """The first events of a table with reserved seats; it has no code, as nobody can join by one."""
    options_from(choices)
    return [e.Opened(table, "", at_opening(choices), today, awaited=True), e.Promised(1, new_game_secret().hex())]


def sit_down(room: Room, ask: cmd.Sit, player: str, today: int) -> GivenSeat:
    """The event of a person sitting down, or of one arriving with a ticket from another device."""
    if room.closed:
        raise refused("closed", "refused", "closed")
    if ask.ticket is not None:
        return _move_over(room, ask.ticket, player, today)
    if room.reserved:
        raise refused("not_yours", "refused", "reserved")
    if room.phase not in (GATHERING, OVER):
        raise refused("not_now", "refused", "begun")
    if seats_are_closed(room):
        raise refused("not_now", "refused", "long_pause")
    free = room.free_seats
    if not free:
        raise refused("taken", "refused", "full")
    if ask.seat is not None and ask.seat > len(room.seats):
        raise refused("bad", "refused", "no_seat", seat=ask.seat)
    if ask.seat is not None and ask.seat not in free:
        raise refused("taken", "refused", "taken")
    secret, seat = new_secret(), ask.seat or free[0]
    name = distinct_name(clean_name(ask.name), names_of(room.seats))
    return GivenSeat([e.Sat(seat, name, secret_hash(secret), player)], seat, secret)


class AskedToSit(msgspec.Struct, frozen=True):
    """The response to a request to sit down: its secret will give access to the seat, if there is one."""

    events: list[e.AnyEvent]
    request: str
    secret: str


def ask_to_sit(room: Room, ask: cmd.AskToSit, player: str, others: Sequence[str], today: int) -> AskedToSit:
    """The event of a person asking to be let in; `others` are earlier requests from the same address."""
    if room.closed:
        raise refused("closed", "refused", "closed")
    if not room.choices.approval:
        raise refused("not_now", "refused", "no_approval")
    if seats_are_closed(room):
        raise refused("not_now", "refused", "long_pause")
    if not room.has_room:
        raise refused("taken", "refused", "full")
    if ask.seat is not None and ask.seat > len(room.seats):
        raise refused("bad", "refused", "no_seat", seat=ask.seat)
    newcomers = room.newcomers
    earlier = newcomers.of_player(player)
    # friends may share an address: refused newcomers are recognized by the key, or without one by the address
    not_let_in = newcomers.refusals([one.request for one in earlier], today)
    if not_let_in or newcomers.refusals(others, today) >= (_REFUSALS if player else 1):
        raise refused("too_many", "refused", "not_let_in")
    again = [one for one in earlier if not one.declined]
    lapsed = [one for one in newcomers.lapsed(today) if one not in again]
    if len(newcomers.waiting) - len(again) - len(lapsed) >= MOST_WAITING or newcomers.count >= MOST_REQUESTS:
        raise refused("too_many", "refused", "many_newcomers")
    secret, request = new_secret(), new_id()
    gone: list[e.AnyEvent] = [e.Withdrawn(one.request) for one in (*again, *lapsed)]
    waiting = [one.name for one in newcomers.waiting if one not in again]
    name = distinct_name(clean_name(ask.name), [*names_of(room.seats), *waiting])
    requested = e.Requested(request, name, secret_hash(secret), today + REQUEST_SECONDS, ask.seat or 0, player)
    return AskedToSit([*gone, requested], request, secret)


def give_seat(room: Room, seat: int, name: str, player: str) -> GivenSeat:
    """The events that give a reserved seat to the person it is reserved for, at any time and on any device."""
    if room.closed:
        raise refused("closed", "refused", "closed")
    if not room.reserved or not 1 <= seat <= len(room.seats):
        raise refused("bad", "refused", "no_seat", seat=seat)
    secret, name, there = new_secret(), clean_name(name), room.seat(seat)
    if there.kind != PERSON:
        return GivenSeat([e.Sat(seat, name, secret_hash(secret), player)], seat, secret)
    back: list[e.AnyEvent] = [e.Back(seat)] if there.held else []
    return GivenSeat([e.Rekeyed(seat, secret_hash(secret), player, name), *back], seat, secret)


def _move_over(room: Room, ticket: str, player: str, today: int) -> GivenSeat:
    hashed = secret_hash(ticket)
    for number, seat in room.numbered:
        if seat.ticket == hashed and today <= seat.ticket_until:
            secret = new_secret()
            back: list[e.AnyEvent] = [e.Back(number)] if seat.held else []
            return GivenSeat([e.Rekeyed(number, secret_hash(secret), player), *back], number, secret)
    raise refused("secret", "refused", "ticket")

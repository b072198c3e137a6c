"""Requests to sit down at a table with approval: making one, its status, and withdrawing it."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from docena.tables import commands as cmd
from docena.tables import events as e
from docena.tables.codes import grouped, is_secret, secret_hash
from docena.tables.decide import Decided
from docena.tables.live_table import LiveTable
from docena.tables.room import Room
from docena.tables.seating.sitting import AskedToSit, ask_to_sit


class Request(msgspec.Struct, frozen=True):
    """The response to a request to sit down: its secret identifies the newcomer, and gives access to the seat later."""

    request: str
    secret: str


class RequestStanding(msgspec.Struct, frozen=True):
    """The status of a request."""

    status: Literal["waiting", "refused", "welcome"]
    table: str = ""
    """With `welcome`: the table, its code and the seat, to which the request's secret gives access."""
    code: str = ""
    seat: int = 0


def standing(room: Room, request: str, secret: str, today: int) -> RequestStanding | None:
    """The status of the request with this secret; None if there is none, or it has expired."""
    seat = room.seat_with(secret_hash(secret))
    if seat is not None:
        return RequestStanding("welcome", room.id, grouped(room.code), seat)
    newcomer = room.newcomers.get(request)
    if newcomer is None or not is_secret(secret, newcomer.secret):
        return None
    if newcomer.declined:
        return RequestStanding("refused")
    return RequestStanding("waiting") if newcomer.until > today and room.has_room else None


async def request_seat(live: LiveTable, ask: cmd.AskToSit, player: str, others: Sequence[str], today: int) -> Request:
    """Asks the people at a table to be let in; `others` are earlier requests from the same address."""
    asked: list[AskedToSit] = []

    def ask_them(room: Room) -> Decided:
        asked[:] = [ask_to_sit(room, ask, player, others, today)]
        return Decided(asked[0].events)

    await live.change(ask_them)
    return Request(asked[0].request, asked[0].secret)


async def withdraw(live: LiveTable, request: str, secret: str) -> None:
    """Withdraws a request; one that has been answered is unchanged."""

    def take_back(room: Room) -> Decided:
        newcomer = room.newcomers.get(request)
        waits = newcomer is not None and not newcomer.declined and is_secret(secret, newcomer.secret)
        return Decided([e.Withdrawn(request)] if waits else [])

    await live.change(take_back)

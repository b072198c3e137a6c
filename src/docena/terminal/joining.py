"""Sitting down at a table on a server: at one that is there, or at a new one."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from docena.client.address import Address, read_address
from docena.client.seating import Seated, open_table, sit_down
from docena.core.errors import Refused
from docena.core.inputs import ask
from docena.core.options import Options
from docena.core.words import refused, say
from docena.tables.codes import read_code
from docena.tables.table_choices import LEVELS, LONGEST_NAME, Choices
from docena.terminal.kept_seats import find_seat, forget_seat, keep_seat
from docena.terminal.remote_table import RemoteTable

_UNKNOWN_SEAT = ("secret", "not_found", "not_yours")


@dataclass(frozen=True)
class Visitor:
    """Who wants to sit down: their language and what they keep here."""

    lang: str
    folder: Path
    """Where seats are kept."""
    patient: bool
    """Refusals are waited for, as the line mode needs it."""


def read_place(text: str, server: str | None) -> tuple[Address, str]:
    """The server and the table that somebody means: by a link, or by a code and a server."""
    if "/" in text:
        if server is not None:
            raise refused("bad", "online_refused", "link_and_server")
        address = read_address(text)
        if address.table is None:
            raise refused("bad", "join_refused", "which_table")
        return address, address.table
    code = read_code(text)
    if server is None:
        raise refused("bad", "online_refused", "which_server", code=code)
    return read_address(server), code


def choices_for(options: Options, bots: Sequence[str], goal: int | None) -> Choices:
    """The choices for an online table; the bots sit in the last seats, and the others are free."""
    for bot in bots:
        if bot not in LEVELS:
            raise refused("bad", "online_refused", "levels", known=", ".join(LEVELS), bot=bot)
    if len(bots) >= options.players:
        raise refused("bad", "online_refused", "many_bots", n=len(bots), free=options.players - 1)
    seats = range(options.players - len(bots) + 1, options.players + 1)
    return Choices(
        edition=options.edition.name,
        players=options.players,
        stock=options.stock,
        partners=options.partners,
        goal=goal,
        bots={str(seat): bot for seat, bot in zip(seats, bots, strict=True)},
    )


def name_to_give(name: str | None, lang: str, *, asks: bool) -> str:
    """The name that was given, or that is asked for."""
    typed = (ask(say(lang, "online", "name")) if asks else "") if name is None else name
    clean = "".join(letter for letter in typed if letter.isprintable()).strip()[:LONGEST_NAME]
    return clean or say(lang, "board", "guest")


def come_to(address: Address, table: str, name: str | None, visitor: Visitor, *, asks: bool) -> RemoteTable:
    """A seat at a table that is there: the one of before, or a free one."""
    kept = find_seat(visitor.folder, address, table)
    if kept is not None:
        try:
            came = _connected(address, kept, visitor)
        except Refused as error:
            if error.reason not in _UNKNOWN_SEAT and getattr(error, "status", 0) not in (404, 410):
                raise
            forget_seat(visitor.folder, address, kept)
        else:
            came.tell(say(visitor.lang, "online", "back_again"))
            return came
    name = name_to_give(name, visitor.lang, asks=asks)

    def waiting() -> None:
        typer.echo(say(visitor.lang, "online", "asking", name=name), err=True)

    seated = asyncio.run(sit_down(address, table, name, None, waiting, visitor.lang))
    keep_seat(visitor.folder, address, seated)
    return _connected(address, seated, visitor)


def open_there(address: Address, choices: Choices, name: str, visitor: Visitor, *, hosted: bool = False) -> RemoteTable:
    """A new table, and its first seat."""
    seated = asyncio.run(open_table(address, name, choices, visitor.lang))
    keep_seat(visitor.folder, address, seated, hosted=hosted)
    return _connected(address, seated, visitor)


def come_back_to(address: Address, seated: Seated, visitor: Visitor) -> RemoteTable:
    """The seat of before at a table that is hosted here."""
    return _connected(address, seated, visitor)


def _connected(address: Address, seated: Seated, visitor: Visitor) -> RemoteTable:
    table = RemoteTable(address, seated, visitor.lang, patient=visitor.patient)
    table.begin()
    return table

"""`docena play` at a table on a server: to take a seat, to come back to it, and to open a table for others."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import typer

from docena.cli.play_options import PlayOptions
from docena.cli.table_options import TableOptions
from docena.client.address import read_address
from docena.core.words import refused, say
from docena.tables.phases import CLOSED
from docena.terminal.appearance import Appearance, show_table, suits_full_screen
from docena.terminal.hosting import hosted_server
from docena.terminal.joining import (
    Visitor,
    choices_for,
    come_back_to,
    come_to,
    name_to_give,
    open_there,
    read_place,
)
from docena.terminal.kept_seats import find_hosted
from docena.terminal.remote_table import RemoteTable


def play_online(asked: TableOptions, wishes: PlayOptions, looks: Appearance, lang: str, folder: Path) -> None:
    """Plays until the person leaves the table; their seat stays theirs."""
    _check(asked, wishes)
    plain = looks.plain or not suits_full_screen()
    visitor = Visitor(lang, folder / "seats", plain)
    with _seated(asked, wishes, visitor, folder, asks=sys.stdin.isatty()) as (table, again):
        try:
            if plain:
                _invite(table, lang)
            show_table(table, folder, looks, online=table)
        finally:
            table.close()
        if table.scene.phase != CLOSED:
            typer.echo(say(lang, "online", "kept", command=again))


@contextmanager
def _seated(
    asked: TableOptions, wishes: PlayOptions, visitor: Visitor, folder: Path, *, asks: bool
) -> Iterator[tuple[RemoteTable, str]]:
    """A seat, and the command that leads back to it."""
    if wishes.where is not None:
        address, table = read_place(wishes.where, wishes.server)
        came = come_to(address, table, wishes.name, visitor, asks=asks)
        yield came, f"docena play {came.scene.link}"
        return
    if wishes.host and wishes.resume:
        kept = find_hosted(visitor.folder)
        if kept is None:
            raise refused("not_found", "terminal_refused", "nothing_to_resume")
        with hosted_server(folder / "hosted", read_address(kept.server).port) as address:
            yield come_back_to(address, kept.seated, visitor), "docena play --host --resume"
        return
    pace = min(10_000, max(0, round(1000 * wishes.pace_shown())))
    choices = msgspec.structs.replace(choices_for(asked.choose(), wishes.bot_names(), wishes.goal), pace=pace)
    name = name_to_give(wishes.name, visitor.lang, asks=asks)
    if wishes.server is not None:
        came = open_there(read_address(wishes.server), choices, name, visitor)
        yield came, f"docena play {came.scene.link}"
        return
    typer.echo(say(visitor.lang, "online", "hosting"), err=True)
    with hosted_server(folder / "hosted") as address:
        yield open_there(address, choices, name, visitor, hosted=True), "docena play --host --resume"


def _check(asked: TableOptions, wishes: PlayOptions) -> None:
    """Options that do not go together are refused before anything happens."""
    if wishes.people is not None:
        raise refused("bad", "online_refused", "with_people")
    for option, value in (
        ("--seed", wishes.seed), ("--output", wishes.output), ("--edition-file", asked.edition_file),
    ):  # fmt: skip
        if value is not None:
            raise refused("bad", "online_refused", "only_here", option=option)
    if wishes.host and wishes.where is not None:
        raise refused("bad", "online_refused", "host_and_link", text=wishes.where)
    if wishes.where is None and not wishes.host:
        raise refused("bad", "online_refused", "server_alone")
    if wishes.where is not None or wishes.resume:
        _check_nothing_new(asked, wishes)


def _check_nothing_new(asked: TableOptions, wishes: PlayOptions) -> None:
    """At a table that is there, what is played has been chosen."""
    usual = TableOptions()
    chosen = [
        *(f"--{name.replace('_', '-')}" for name in vars(usual) if getattr(asked, name) != getattr(usual, name)),
        *(f"--{name}" for name in ("bots", "goal", "pace") if getattr(wishes, name) is not None),
    ]
    if chosen:
        raise refused("bad", "online_refused", "link_or_new", option=chosen[0])


def _invite(table: RemoteTable, lang: str) -> None:
    scene, place = table.scene, table.place
    typer.echo(say(lang, "online", "seated", name=scene.names[scene.seat - 1], seat=scene.seat, code=scene.code,
                   place=place))  # fmt: skip
    typer.echo(say(lang, "online", "invite", link=scene.link, place=place, code=scene.code))

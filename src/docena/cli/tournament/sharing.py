"""`docena tournament`: sharing an event: files, links and print pages."""

from pathlib import Path
from typing import Annotated

import typer

from docena.cli.events_file import (
    EventOptions,
    Keeping,
    LineOptions,
    Server,
    log_file,
    one_of,
    remove_log,
    server,
)
from docena.cli.language import Language
from docena.cli.option_groups import with_options
from docena.cli.output import columns, print_json
from docena.cli.table_options import Json
from docena.cli.tournament.entering import tournament
from docena.core.files import check_writable, whole_file
from docena.core.inputs import read_bytes
from docena.core.words import say
from docena.storage.keys import event_link
from docena.tournaments import logged_events as e
from docena.tournaments.paper.pages import ENTRIES, KINDS, paper
from docena.tournaments.paper.sheets import qr
from docena.tournaments.paper.tabular import standings_csv
from docena.tournaments.store import KIND, export_file, import_event


@tournament.command()
@with_options(event=EventOptions)
def export(
    target: Annotated[Path, typer.Argument(help="The file to write; with .csv, the standings.", metavar="FILE")],
    event: EventOptions,
) -> None:
    """Write the whole event to one file, which another machine can open."""
    check_writable(target)
    with event.open() as log:
        if target.suffix.lower() == ".csv":
            with whole_file(target) as out:
                out.write(standings_csv(log.event, event.lang))
        else:
            export_file(log, target)
    if str(target) != "-":
        typer.echo(say(event.lang, "event", "saved", file=target))


@tournament.command("import")
def import_(
    source: Annotated[Path, typer.Argument(help="An exported event.", metavar="FILE")],
    file: Keeping = None, lang: Language = "en", json: Json = False,
) -> None:  # fmt: skip
    """Import an event that was exported, here or on another machine."""
    data = read_bytes(source)
    with log_file(file) as logs:
        log, fresh = import_event(logs, data)
    if json:
        print_json({"id": log.id, "seq": log.event.seq, "new": fresh})
    else:
        typer.echo(say(lang, "event", "imported", title=log.event.choices.title, id=log.id, n=fresh))


@tournament.command()
def remove(
    event: Annotated[str, typer.Argument(help="Its id or title.")], file: Keeping = None, lang: Language = "en"
) -> None:
    """Remove an event for good; export it first."""
    remove_log(file, KIND, "event", event, lang)


@tournament.command()
@with_options(event=EventOptions)
def link(*, url: Server = "http://127.0.0.1:8012", json: Json = False, event: EventOptions) -> None:
    """The web links of an event: for everybody, for the director, for each table's phone and for each entry."""
    base = server(url)
    with event.open() as log:
        keys, name = log.keys, log.id
        tables = {number: keys.table_link(base, name, number) for number in log.event.numbers}
        roles = {number: (entry, log.event.entry_role(number)) for number, entry in log.event.entries.items()}
        entries = {number: keys.entry_link(base, name, number, role) for number, (_, role) in roles.items()}
        links = {"everybody": event_link(base, name), "director": keys.director_link(base, name)}
    if json:
        print_json({"id": name, **links, "tables": tables, "entries": entries})
        return
    rows = [[say(event.lang, "event", f"link_{who}"), address] for who, address in links.items()]
    rows += [[say(event.lang, "paper", "table", n=number), address] for number, address in tables.items()]
    rows += [[entry.title, entries[number]] for number, (entry, _) in roles.items()]
    typer.echo(columns(rows, set()))


@tournament.command("new-link")
@with_options(event=LineOptions)
def new_link(
    entry: Annotated[int, typer.Argument(help="The number of an entry.", metavar="N")], event: LineOptions
) -> None:
    """Make a new link for an entry; the old one, also on a printed card, stops working."""
    event.enter(lambda _: e.Relinked(entry))


@tournament.command("print")
@with_options(event=EventOptions)
def print_(
    kind: Annotated[
        str, typer.Argument(help="entries, seating, cards, sheets, standings or certificates.", metavar="KIND")
    ],
    target: Annotated[Path, typer.Argument(help="The page to write.", metavar="FILE.html")],
    *,
    url: Annotated[str, typer.Option(help="The server that the QR codes of cards lead to.", metavar="URL")] = "",
    date: Annotated[str, typer.Option(help="The date on certificates.")] = "",
    event: EventOptions,
) -> None:
    """Write a page to print in large type."""
    if kind not in KINDS:
        raise one_of("KIND", KINDS, kind)
    check_writable(target)
    with event.open() as log:
        base = server(url) if url else ""

        def code(number: int) -> str:
            keys, role = log.keys, log.event.entry_role
            if kind == ENTRIES:
                return qr(keys.entry_link(base, log.id, number, role(number)))
            return qr(keys.table_link(base, log.id, number))

        page = paper(log.event, kind, event.lang, code if base else None, date)
    with whole_file(target) as out:
        out.write(page)
    if str(target) != "-":
        typer.echo(say(event.lang, "event", "saved", file=target))

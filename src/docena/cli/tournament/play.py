"""`docena tournament`, during and after the games: results, clock, standings, print pages, files, simulation."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from docena.cli.events_file import (
    EventOptions,
    Keeping,
    LineOptions,
    Seen,
    Server,
    log_file,
    numbers,
    one_of,
    remove_log,
    server,
)
from docena.cli.language import Language
from docena.cli.option_groups import with_options
from docena.cli.output import columns, print_json
from docena.cli.table import Json
from docena.cli.tournament.commands import tournament
from docena.cli.tournament.screen import seating_lines, standings_lines
from docena.core.files import check_writable, whole_file
from docena.core.inputs import read_bytes
from docena.core.words import say
from docena.storage.keys import event_link
from docena.tournaments import director
from docena.tournaments import events as e
from docena.tournaments.audit import audit
from docena.tournaments.choices import MOST_MINUTES
from docena.tournaments.log_lines import take_back_last
from docena.tournaments.paper.pages import ENTRIES, KINDS, paper
from docena.tournaments.paper.sheets import qr
from docena.tournaments.paper.tabular import standings_csv
from docena.tournaments.refusals import refuse
from docena.tournaments.results import ENDED, GameOutcome
from docena.tournaments.shared_log import now
from docena.tournaments.standings import standings as standing_rows
from docena.tournaments.state import Event
from docena.tournaments.store import KIND, export_file, import_event
from docena.tournaments.summary import clock_sight, summary

Game = Annotated[int, typer.Argument(help="The game, from 1.", metavar="GAME")]
Table = Annotated[int, typer.Argument(help="The table.", metavar="TABLE")]
Winner = Annotated[str, typer.Option(help="The side that has won: its number, or a name.", metavar="SIDE")]
Left = Annotated[str, typer.Option(help="Cards left, seat by seat.", metavar="0,3,...")]
Ended = Annotated[str, typer.Option(help="stock, time or blocked.", metavar="HOW")]
_CLOCK = ("show", "start", "pause", "resume", "stop")
Side = Annotated[int, typer.Option(help="The side that reports; 0 for the director.", metavar="N")]


def _outcome(now: Event, game: int, table: int, winner: str, left: str, ended: str) -> GameOutcome:
    if ended not in ENDED:
        refuse("ended", ended=ended)
    at = now.table(game, table)
    side = 0
    if winner.isdecimal():
        side = int(winner)
    elif winner:
        near = [n for n, of in enumerate(at.sides, 1) if any(winner.casefold() in now.name(x).casefold() for x in of)]
        if len(near) != 1:
            names = ", ".join(now.name(entry) for entry in at.entries)
            refuse("no_player", name=winner, names=names)
        side = near[0]
    return msgspec.convert({"left": numbers(left, "--left"), "winner": side, "ended": ended}, GameOutcome)


@tournament.command()
@with_options(event=LineOptions)
def report(
    game: Game,
    table: Table,
    left: Left,
    *,
    winner: Winner = "",
    ended: Ended = "stock",
    side: Side = 0,
    seq: Seen = None,
    event: LineOptions,
) -> None:
    """Report a game; the director's report counts at once, a side's once another side confirms it."""

    def decide(now: Event) -> e.AnyEvent:
        return director.report(now, game, table, _outcome(now, game, table, winner, left, ended), side)

    event.enter(decide, seq)


@tournament.command()
@with_options(event=LineOptions)
def correct(
    game: Game,
    table: Table,
    left: Left,
    *,
    winner: Winner = "",
    ended: Ended = "stock",
    seq: Seen = None,
    event: LineOptions,
) -> None:
    """Correct the result of a game; the old one stays in the log."""

    def decide(now: Event) -> e.AnyEvent:
        return e.Corrected(game, table, _outcome(now, game, table, winner, left, ended))

    event.enter(decide, seq)


@tournament.command()
@with_options(event=LineOptions)
def confirm(game: Game, table: Table, *, side: Side = 0, event: LineOptions) -> None:
    """Confirm what another side has reported."""
    event.enter(lambda _: e.Confirmed(game, table, side))


@tournament.command()
@with_options(event=LineOptions)
def dispute(game: Game, table: Table, side: Side, event: LineOptions) -> None:
    """Dispute another side's report: the director decides."""
    event.enter(lambda _: e.Disputed(game, table, side))


@tournament.command()
@with_options(event=LineOptions)
def clear(game: Game, table: Table, event: LineOptions) -> None:
    """Remove the result of a game."""
    event.enter(lambda _: e.Cleared(game, table))


@tournament.command()
@with_options(event=LineOptions)
def penalty(
    game: Game,
    table: Table,
    seat: Annotated[int, typer.Argument(help="The seat, from 1.", metavar="SEAT")],
    clause: Annotated[str, typer.Option(help="6.5, 7.1, 7.2 or 10.4.", metavar="C")],
    *,
    cards: Annotated[int, typer.Option(help="Cards that went into the stock pile.", metavar="N")] = 0,
    note: Annotated[str, typer.Option(help="What happened.")] = "",
    event: LineOptions,
) -> None:
    """Note a penalty of chapter 7 or 6.5."""
    event.enter(lambda _: e.Penalised(game, table, seat, clause, cards, note))


@tournament.command()
@with_options(event=LineOptions)
def note(text: Annotated[str, typer.Argument(help="Text for the log.")], event: LineOptions) -> None:
    """Add a note to the log."""
    event.enter(lambda _: e.Noted(text))


@tournament.command()
@with_options(event=LineOptions)
def undo(
    *,
    line: Annotated[int | None, typer.Argument(help="A line of the log, or the last.", metavar="[LINE]")] = None,
    seq: Seen = None,
    event: LineOptions,
) -> None:
    """Undo an entry, whatever it was, unless later ones depend on it."""
    with event.open() as log:
        at, back = log.id, e.LineTakenBack(line) if line else take_back_last(log.lines)
        seen = log.event.seq if line is None and seq is None else seq
    replace(event, event=at).enter(lambda _: back, seen)


@tournament.command()
@with_options(event=EventOptions)
def show(*, json: Json = False, event: EventOptions) -> None:
    """The entries, the tables and the state of each game."""
    with event.open() as log:
        if json:
            print_json(summary(log.id, log.event, now()))
            return
        of = log.event
    typer.echo(f"{of.choices.title} ({log.id}): {say(event.lang, 'event', of.choices.format)}")
    rows = [
        [str(entry.number), entry.title, say(event.lang, "event", "dropped") if entry.dropped else ""]
        for entry in of.entries.values()
    ]
    if rows:
        typer.echo(columns(rows, {0}))
    if of.games:
        typer.echo(seating_lines(of, event.lang))


@tournament.command()
@with_options(event=EventOptions)
def standings(*, json: Json = False, event: EventOptions) -> None:
    """Who is ahead, who is tied, and who has won."""
    with event.open() as log:
        if json:
            print_json(standing_rows(log.event))
        else:
            typer.echo(standings_lines(log.event, event.lang))


@tournament.command()
@with_options(event=EventOptions)
def log(*, json: Json = False, event: EventOptions) -> None:
    """Everything that was entered: who, when, what."""
    with event.open() as log:
        told = audit(log.lines, event.lang)
    if json:
        print_json(told)
        return
    rows = [[f"{'x' if line.void else ' '}{line.seq}", line.at[:19], line.by, line.text] for line in told]
    typer.echo(columns(rows, {0}))


@tournament.command()
@with_options(event=LineOptions)
def clock(
    *,
    do: Annotated[str, typer.Argument(help="show, start, pause, resume or stop.", metavar="[DO]")] = "show",
    game: Annotated[int | None, typer.Option(help="The game; the next by default.", metavar="G")] = None,
    minutes: Annotated[float | None, typer.Option(help="How long; the event's time by default.", metavar="M")] = None,
    event: LineOptions,
) -> None:
    """The clock of a game."""
    if do not in _CLOCK:
        raise one_of("DO", _CLOCK, do)
    if do != "show":

        def decide(at: Event) -> e.AnyEvent:
            number = game or min(at.next_game, max(1, len(at.games)))
            if minutes is not None and not 0 <= minutes <= MOST_MINUTES:
                refuse("minutes", most=MOST_MINUTES)
            seconds = 0 if minutes is None else round(60 * minutes) or -1
            return e.Clocked(number, do, seconds)  # type: ignore[arg-type]

        event.enter(decide)
        return
    with event.open() as log:
        shown = clock_sight(log.event, now())
    if event.json:
        print_json(shown)
    elif shown is None:
        typer.echo(say(event.lang, "event", "clock_none"))
    elif shown.left <= 0:
        typer.echo(say(event.lang, "event", "clock_over", game=shown.game))
    else:
        left = int(shown.left)
        words = say(event.lang, "event", "clock", game=shown.game, minutes=left // 60, seconds=f"{left % 60:02}")
        typer.echo(words if shown.running else f"{words} ({say(event.lang, 'event', 'paused')})")


# --- files and paper


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
        str, typer.Argument(help="entries, seating, cards, sheets, standings or certificates.", metavar=KIND)
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
    typer.echo(say(event.lang, "event", "saved", file=target))

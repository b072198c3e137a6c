"""`docena tournament`: showing an event: entries, games, standings, the log and the clock."""

from typing import Annotated

import typer

from docena.cli.events_file import (
    EventOptions,
    LineOptions,
    one_of,
)
from docena.cli.option_groups import with_options
from docena.cli.output import columns, print_json
from docena.cli.table_options import Json
from docena.cli.tournament.entering import tournament
from docena.cli.tournament.event_text import seating_lines, standings_lines
from docena.core.words import say
from docena.tournaments import logged_events as e
from docena.tournaments.audit import audit
from docena.tournaments.event_choices import MOST_MINUTES
from docena.tournaments.refusals import refuse
from docena.tournaments.shared_log import now
from docena.tournaments.standings import standings as standing_rows
from docena.tournaments.state import Event
from docena.tournaments.summary import clock_sight, summary

_CLOCK = ("show", "start", "pause", "resume", "stop")


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

"""`docena tournament`: creating an event, its entries, and seating them."""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from docena.cli.events_file import Keeping, LineOptions, Seed, Seen, Who, drawn_seed, log_file, print_labels
from docena.cli.language import Language
from docena.cli.option_groups import with_options
from docena.cli.output import print_json
from docena.cli.table_options import Json
from docena.cli.tournament.event_text import seating_lines
from docena.core.errors import plain
from docena.core.inputs import read_bytes
from docena.core.words import refused, say
from docena.tournaments import authors, director
from docena.tournaments import logged_events as e
from docena.tournaments.entries import NewEntry, read_csv
from docena.tournaments.event_choices import EventChoices, check_choices
from docena.tournaments.state import Event
from docena.tournaments.store import KIND, EventLog

tournament = typer.Typer(
    help="Run tournaments: entries, seating, results, standings, printing.",
    add_completion=False,
    rich_markup_mode=None,
    no_args_is_help=True,
)

Title = Annotated[str | None, typer.Option(help="A new title.")]


@dataclass(frozen=True)
class ChoiceOptions:
    """What can be chosen for an event; nothing where an option is not given."""

    format: Annotated[
        str | None, typer.Option("--format", help="sheet, meet, partners or progressive.", metavar="FORMAT")
    ] = None
    games: Annotated[int | None, typer.Option(help="Games for each entry.", metavar="N")] = None
    edition: Annotated[str | None, typer.Option(help="tournament, classic, deluxe or mod.", metavar="E")] = None
    stock: Annotated[int | None, typer.Option(help="Cards in each stock pile; 0: the edition's.", metavar="K")] = None
    four_tables: Annotated[bool | None, typer.Option(help="Tables of four if entries do not divide evenly.")] = None
    bye_wins: Annotated[bool | None, typer.Option(help="Sitting out counts as a win.")] = None
    tie_breaks: Annotated[
        str | None, typer.Option(help="From points, left, met and play_off, in order.", metavar="A,B")
    ] = None
    play_off_places: Annotated[
        int | None, typer.Option(help="Ties for the first N places are played off.", metavar="N")
    ] = None
    time_out: Annotated[str | None, typer.Option(help="When time is over: fewest or nobody wins.", metavar="RULE")] = (
        None
    )
    minutes: Annotated[int | None, typer.Option(help="Minutes per game; 0 for no limit.", metavar="M")] = None

    def over(self, base: dict[str, Any]) -> EventChoices:
        """What was chosen before, with these changes."""
        given: dict[str, Any] = {key: value for key, value in asdict(self).items() if value is not None}
        if self.tie_breaks is not None:
            given["tie_breaks"] = [part.strip() for part in self.tie_breaks.split(",") if part.strip()]
        try:
            return check_choices(msgspec.convert(base | given, EventChoices))
        except msgspec.ValidationError as error:
            raise refused("bad", "command_line", "choice", why=plain(str(error))) from None


@tournament.command()
@with_options(chosen=ChoiceOptions)
def new(
    title: Annotated[str, typer.Argument(help="The title of the event.")],
    chosen: ChoiceOptions,
    file: Keeping = None,
    who: Who = "director",
    lang: Language = "en",
    json: Json = False,
) -> None:
    """Create an event; by default with the Senior Games sheet."""
    with log_file(file) as logs:
        choices = chosen.over({"title": title})
        log = EventLog.open_new(logs, choices, authors.director(who))
    form = say(lang, "event", choices.format)
    if json:
        print_json({"id": log.id, "seq": log.event.seq})
    else:
        typer.echo(say(lang, "event", "opened", title=choices.title, id=log.id, format=form, games=choices.games))


@tournament.command("set")
@with_options(chosen=ChoiceOptions, event=LineOptions)
def change(*, title: Title = None, chosen: ChoiceOptions, event: LineOptions) -> None:
    """Change settings; after seating only title, games, tie-breaks, play-off places and minutes."""

    def decide(now: Event) -> e.AnyEvent:
        base = msgspec.to_builtins(now.choices)
        return e.Changed(chosen.over(base if title is None else base | {"title": title}))

    event.enter(decide)


@tournament.command("list")
def list_events(file: Keeping = None, lang: Language = "en", json: Json = False) -> None:
    """List all saved events."""
    print_labels(file, KIND, "event", lang, json)


# --- entries


@tournament.command()
@with_options(event=LineOptions)
def enter(
    *,
    names: Annotated[
        list[str] | None, typer.Argument(help="'Ana & Luis' for a pair, 'Ana' for a player.", metavar="[ENTRY]...")
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="A list as CSV; - for standard input.", metavar="FILE")] = None,
    table: Annotated[int, typer.Option(help="A table that they stay at in every game.", metavar="T")] = 0,
    seq: Seen = None,
    event: LineOptions,
) -> None:
    """Enter pairs and players, also late ones; a list is entered as a whole or not at all."""
    data = None if csv is None else read_bytes(csv)
    typed = tuple(NewEntry(tuple(_names(entry)), table) for entry in names or ())

    def decide(now: Event) -> e.AnyEvent:
        listed: tuple[NewEntry, ...] = ()
        if data is not None:
            listed = read_csv(data, now.entries, single=now.choices.single)
        return e.EntriesAdded(typed + listed)

    after = event.enter(decide, seq)
    if after.waiting and not event.json:
        alone = ", ".join(entry.title for entry in after.waiting)
        typer.echo(say(event.lang, "event", "waiting", names=alone))


def _names(entry: str) -> list[str]:
    for mark in ("&", "/", "+"):
        if mark in entry:
            return [part.strip() for part in entry.split(mark)]
    return [entry]


@tournament.command()
@with_options(event=LineOptions)
def draw(*, seed: Seed = None, seq: Seen = None, event: LineOptions) -> None:
    """Draw pairs of the players who have no partner."""
    words = drawn_seed(seed)
    with event.open() as log:
        before = log.event
    after = event.enter(lambda now: director.draw_partners(now, words), seq)
    if not event.json:
        for entry in after.entries.values():
            if len(entry.names) > len(before.entries[entry.number].names):
                typer.echo(f"  {entry.number}  {entry.title}")


Number = Annotated[int, typer.Argument(help="The number of an entry.", metavar="N")]


@tournament.command()
@with_options(event=LineOptions)
def pair(first: Number, second: Number, event: LineOptions) -> None:
    """Pair two players without a partner."""
    event.enter(lambda _: e.PartnersDrawn(((first, second),)))


@tournament.command()
@with_options(event=LineOptions)
def drop(entry: Number, event: LineOptions) -> None:
    """Withdraw an entry; its games stay, and `seat` seats the rest without it."""
    event.enter(lambda _: e.Dropped(entry))


@tournament.command()
@with_options(event=LineOptions)
def back(entry: Number, event: LineOptions) -> None:
    """Bring back an entry that had withdrawn."""
    event.enter(lambda _: e.Returned(entry))


@tournament.command()
@with_options(event=LineOptions)
def keep(
    entry: Number, table: Annotated[int, typer.Argument(help="A table; 0 for any.", metavar="T")], event: LineOptions
) -> None:
    """Keep an entry at one table in all games seated from now on, for a wheelchair for example."""
    event.enter(lambda _: e.TableKept(entry, table))


@tournament.command()
@with_options(event=LineOptions)
def rename(
    entry: Number, names: Annotated[list[str], typer.Argument(help="A name, or two.")], event: LineOptions
) -> None:
    """Correct a name."""
    event.enter(lambda _: e.Renamed(entry, tuple(names)))


# --- seating


@tournament.command()
@with_options(event=LineOptions)
def seat(*, seed: Seed = None, seq: Seen = None, event: LineOptions) -> None:
    """Seat all games without a report yet; the same seed gives the same seating."""
    words = drawn_seed(seed)
    after = event.enter(lambda now: director.seat(now, words), seq)
    if not event.json:
        typer.echo(seating_lines(after, event.lang))


@tournament.command("play-off")
@with_options(event=LineOptions)
def play_off(*, seed: Seed = None, seq: Seen = None, event: LineOptions) -> None:
    """Seat a deciding game for tied entries (10.3)."""
    words = drawn_seed(seed)
    after = event.enter(lambda now: director.play_off(now, words), seq)
    if not event.json:
        typer.echo(seating_lines(after, event.lang, first=len(after.games)))

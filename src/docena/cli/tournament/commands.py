"""`docena tournament`: events from the first entry to the certificate."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from docena.cli.events_file import EventName, Keeping, Seed, Seen, Who, drawn_seed, enter_line, event_log, log_file
from docena.cli.language import Language
from docena.cli.output import columns, print_json
from docena.cli.table import Json
from docena.core.words import say

if TYPE_CHECKING:
    from docena.tournaments.choices import EventChoices
    from docena.tournaments.events import AnyEvent
    from docena.tournaments.state import Event

tournament = typer.Typer(
    help="Run tournaments: entries, seating, results, standings, printing.", rich_markup_mode=None, no_args_is_help=True
)

Title = Annotated[str | None, typer.Option(help="A new title.")]
Form = Annotated[str | None, typer.Option("--format", help="sheet, meet, partners or progressive.", metavar="FORMAT")]
EditionChoice = Annotated[str | None, typer.Option(help="tournament, classic, deluxe or mod.", metavar="E")]
Games = Annotated[int | None, typer.Option(help="Games for each entry.", metavar="N")]
StockSize = Annotated[int | None, typer.Option(help="Cards in each stock pile; 0: the edition's.", metavar="K")]
FourTables = Annotated[bool | None, typer.Option(help="Tables of four if entries do not divide evenly.")]
ByeWins = Annotated[bool | None, typer.Option(help="Sitting out counts as a win.")]
TieBreaks = Annotated[str | None, typer.Option(help="From points, left, met and play_off, in order.", metavar="A,B")]
Places = Annotated[int | None, typer.Option(help="Ties for the first N places are played off.", metavar="N")]
TimeOut = Annotated[str | None, typer.Option(help="When time is over: fewest or nobody wins.", metavar="RULE")]
Minutes = Annotated[int | None, typer.Option(help="Minutes per game; 0 for no limit.", metavar="M")]


def _chosen(base: dict[str, Any], **given: Any) -> "EventChoices":
    import msgspec

    from docena.core.errors import DocenaError, plain
    from docena.tournaments.choices import EventChoices, check_choices

    if given.get("tie_breaks") is not None:
        given["tie_breaks"] = [part.strip() for part in given["tie_breaks"].split(",") if part.strip()]
    wished = base | {key: value for key, value in given.items() if value is not None}
    try:
        return check_choices(msgspec.convert(wished, EventChoices))
    except msgspec.ValidationError as error:
        raise DocenaError(f"that is not a valid choice: {plain(str(error))}") from None


@tournament.command()
def new(
    title: Annotated[str, typer.Argument(help="The title of the event.")],
    format_: Form = None,
    games: Games = None,
    edition: EditionChoice = None,
    stock: StockSize = None,
    four_tables: FourTables = None,
    bye_wins: ByeWins = None,
    tie_breaks: TieBreaks = None,
    play_off_places: Places = None,
    time_out: TimeOut = None,
    minutes: Minutes = None,
    file: Keeping = None,
    who: Who = "director",
    lang: Language = "en",
    json: Json = False,
) -> None:
    """Create an event; by default with the Senior Games sheet."""
    from docena.tournaments.authors import director
    from docena.tournaments.store import EventLog

    with log_file(file) as logs:
        choices = _chosen(
            {"title": title}, format=format_, games=games, edition=edition, stock=stock, four_tables=four_tables,
            bye_wins=bye_wins, tie_breaks=tie_breaks, play_off_places=play_off_places, time_out=time_out,
            minutes=minutes,
        )  # fmt: skip
        log = EventLog.open_new(logs, choices, director(who))
    form = say(lang, "event", choices.format)
    if json:
        print_json({"id": log.id, "seq": log.event.seq})
    else:
        typer.echo(say(lang, "event", "opened", title=choices.title, id=log.id, format=form, games=choices.games))


@tournament.command("set")
def change(
    title: Title = None,
    format_: Form = None,
    games: Games = None,
    edition: EditionChoice = None,
    stock: StockSize = None,
    four_tables: FourTables = None,
    bye_wins: ByeWins = None,
    tie_breaks: TieBreaks = None,
    play_off_places: Places = None,
    time_out: TimeOut = None,
    minutes: Minutes = None,
    event: EventName = None,
    file: Keeping = None,
    who: Who = "director",
    lang: Language = "en",
    json: Json = False,
) -> None:
    """Change settings; after seating only title, games, tie-breaks, play-off places and minutes."""
    import msgspec

    from docena.tournaments.events import Changed

    def decide(now: "Event") -> "AnyEvent":
        base = msgspec.to_builtins(now.choices)
        return Changed(
            _chosen(
                base, title=title, format=format_, games=games, edition=edition, stock=stock, four_tables=four_tables,
                bye_wins=bye_wins, tie_breaks=tie_breaks, play_off_places=play_off_places, time_out=time_out,
                minutes=minutes,
            )
        )  # fmt: skip

    enter_line(decide, event, file, who, None, lang, json)


@tournament.command("list")
def list_events(file: Keeping = None, lang: Language = "en", json: Json = False) -> None:
    """List all saved events."""
    import msgspec

    from docena.tournaments.store import KIND

    with log_file(file) as logs:
        labels = logs.labels(KIND)
    if json:
        print_json([msgspec.to_builtins(label) for label in labels])
    elif labels:
        typer.echo(columns([[label.id, label.title, label.made[:10]] for label in labels], set()))
    else:
        typer.echo(say(lang, "event", "none"))


# --- entries


@tournament.command()
def enter(
    names: Annotated[
        list[str] | None, typer.Argument(help="'Ana & Luis' for a pair, 'Ana' for a player.", metavar="[ENTRY]...")
    ] = None,
    csv: Annotated[Path | None, typer.Option(help="A list as CSV; - for standard input.", metavar="FILE")] = None,
    table: Annotated[int, typer.Option(help="A table that they stay at in every game.", metavar="T")] = 0,
    event: EventName = None,
    file: Keeping = None,
    who: Who = "director",
    seq: Seen = None,
    lang: Language = "en",
    json: Json = False,
) -> None:
    """Enter pairs and players, also late ones; a list is entered as a whole or not at all."""
    from docena.core.inputs import read_bytes
    from docena.tournaments.entries import NewEntry, read_csv
    from docena.tournaments.events import EntriesAdded

    data = None if csv is None else read_bytes(csv)
    typed = tuple(NewEntry(tuple(_names(entry)), table) for entry in names or ())

    def decide(now: "Event") -> "AnyEvent":
        listed: tuple[NewEntry, ...] = ()
        if data is not None:
            listed = read_csv(data, now.entries, single=now.choices.single)
        return EntriesAdded(typed + listed)

    after = enter_line(decide, event, file, who, seq, lang, json)
    if after.waiting and not json:
        alone = ", ".join(entry.title for entry in after.waiting)
        typer.echo(say(lang, "event", "waiting", names=alone))


def _names(entry: str) -> list[str]:
    for mark in ("&", "/", "+"):
        if mark in entry:
            return [part.strip() for part in entry.split(mark)]
    return [entry]


@tournament.command()
def draw(
    seed: Seed = None, event: EventName = None, file: Keeping = None, who: Who = "director", seq: Seen = None,
    lang: Language = "en", json: Json = False,
) -> None:  # fmt: skip
    """Draw pairs of the players who have no partner."""
    from docena.tournaments import director

    words = drawn_seed(seed)
    before = _peek(event, file, lang)
    after = enter_line(lambda now: director.draw_partners(now, words), event, file, who, seq, lang, json)
    if not json:
        for entry in after.entries.values():
            if len(entry.names) > len(before.entries[entry.number].names):
                typer.echo(f"  {entry.number}  {entry.title}")


def _peek(event: str | None, file: Path | None, lang: str) -> "Event":
    with event_log(file, event, lang) as log:
        return log.event


Number = Annotated[int, typer.Argument(help="The number of an entry.", metavar="N")]


@tournament.command()
def pair(
    first: Number, second: Number, event: EventName = None, file: Keeping = None, who: Who = "director",
    lang: Language = "en", json: Json = False,
) -> None:  # fmt: skip
    """Pair two players without a partner."""
    from docena.tournaments.events import PartnersDrawn

    enter_line(lambda _: PartnersDrawn(((first, second),)), event, file, who, None, lang, json)


@tournament.command()
def drop(
    entry: Number, event: EventName = None, file: Keeping = None, who: Who = "director", lang: Language = "en",
    json: Json = False,
) -> None:  # fmt: skip
    """Withdraw an entry; its games stay, and `seat` seats the rest without it."""
    from docena.tournaments.events import Dropped

    enter_line(lambda _: Dropped(entry), event, file, who, None, lang, json)


@tournament.command()
def back(
    entry: Number, event: EventName = None, file: Keeping = None, who: Who = "director", lang: Language = "en",
    json: Json = False,
) -> None:  # fmt: skip
    """Bring back an entry that had withdrawn."""
    from docena.tournaments.events import Returned

    enter_line(lambda _: Returned(entry), event, file, who, None, lang, json)


@tournament.command()
def keep(
    entry: Number, table: Annotated[int, typer.Argument(help="A table; 0 for any.", metavar="T")],
    event: EventName = None, file: Keeping = None, who: Who = "director", lang: Language = "en", json: Json = False,
) -> None:  # fmt: skip
    """Keep an entry at one table in all games seated from now on, for a wheelchair for example."""
    from docena.tournaments.events import TableKept

    enter_line(lambda _: TableKept(entry, table), event, file, who, None, lang, json)


@tournament.command()
def rename(
    entry: Number, names: Annotated[list[str], typer.Argument(help="A name, or two.")],
    event: EventName = None, file: Keeping = None, who: Who = "director", lang: Language = "en", json: Json = False,
) -> None:  # fmt: skip
    """Correct a name."""
    from docena.tournaments.events import Renamed

    enter_line(lambda _: Renamed(entry, tuple(names)), event, file, who, None, lang, json)


# --- seating


@tournament.command()
def seat(
    seed: Seed = None, event: EventName = None, file: Keeping = None, who: Who = "director", seq: Seen = None,
    lang: Language = "en", json: Json = False,
) -> None:  # fmt: skip
    """Seat all games without a report yet; the same seed gives the same seating."""
    from docena.cli.tournament.screen import seating_lines
    from docena.tournaments import director

    words = drawn_seed(seed)
    after = enter_line(lambda now: director.seat(now, words), event, file, who, seq, lang, json)
    if not json:
        typer.echo(seating_lines(after, lang))


@tournament.command("play-off")
def play_off(
    seed: Seed = None, event: EventName = None, file: Keeping = None, who: Who = "director", seq: Seen = None,
    lang: Language = "en", json: Json = False,
) -> None:  # fmt: skip
    """Seat a deciding game for tied entries (10.3)."""
    from docena.cli.tournament.screen import seating_lines
    from docena.tournaments import director

    words = drawn_seed(seed)
    after = enter_line(lambda now: director.play_off(now, words), event, file, who, seq, lang, json)
    if not json:
        typer.echo(seating_lines(after, lang, first=len(after.games)))

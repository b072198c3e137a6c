"""`docena score`: the score pad of a match with real cards."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from docena.cli.events_file import Keeping, Server, log_file, numbers, print_labels, remove_log, server
from docena.cli.language import Language
from docena.cli.option_groups import with_options
from docena.cli.output import columns, print_json
from docena.cli.table_options import Json
from docena.core.errors import DocenaError
from docena.core.files import check_writable, whole_file
from docena.core.inputs import read_pipe
from docena.core.words import refused, say
from docena.storage.event_log import LogFile
from docena.tournaments.log_lines import take_back_last
from docena.tournaments.pads.pad import Added, Fixed, PadChoices, PadGame, Removed, ScorePad, check_choices, side_names
from docena.tournaments.pads.paper import blank_pad, pad_csv, pad_page
from docena.tournaments.pads.store import KIND, AnyEntry, PadLog, pack
from docena.tournaments.pads.store import receive as take
from docena.tournaments.refusals import refuse

score = typer.Typer(
    help="Keep the score of matches with real cards.",
    add_completion=False,
    rich_markup_mode=None,
    invoke_without_command=True,
)

Which = Annotated[
    str | None, typer.Option("--match", "-m", help="Its id or title; the newest by default.", metavar="M")
]
Left = Annotated[str, typer.Option(help="Cards left, in the order of the players.", metavar="0,14")]
Winner = Annotated[str, typer.Argument(help="A winner: a name, its beginning, or a number; 'blocked'.", metavar="WHO")]
Penalties = Annotated[bool, typer.Option("--penalties", help="Penalty cards went into stock piles.")]
GameNumber = Annotated[int, typer.Argument(help="The game, from 1.", metavar="N")]


@dataclass(frozen=True)
class PadOptions:
    """Which pad a command writes on, and how it is shown afterwards."""

    match: Which = None
    file: Keeping = None
    lang: Language = "en"
    json: Json = False

    def enter(self, decide: Callable[[PadLog], AnyEntry]) -> None:
        with log_file(self.file) as logs:
            log = _find(logs, self.match)
            log.enter(decide)
            _tell(log, self.lang, self.json)


@score.callback()
def pad(context: typer.Context, lang: Language = "en", file: Keeping = None) -> None:
    """Keep the score of matches with real cards; without a command, line by line."""
    if context.invoked_subcommand is None:
        if sys.stdin.isatty():
            _line_by_line(file, lang)
        else:
            show(file=file, lang=lang)


def _find(logs: LogFile, wanted: str | None) -> PadLog:
    if not logs.labels(KIND):
        raise refused("not_found", "score", "none")
    return PadLog(logs, logs.find(KIND, wanted).id)


@score.command()
def new(
    names: Annotated[list[str], typer.Argument(help="Players in the order of their seats; 'Ana & Luis' for partners.")],
    title: Annotated[str | None, typer.Option(help="The title of the match.")] = None,
    edition: Annotated[str, typer.Option("--edition", "-e", help="The edition.", metavar="E")] = "classic",
    goal: Annotated[int | None, typer.Option(help="Points that win (5.3); the edition's by default.")] = None,
    games: Annotated[int | None, typer.Option(help="A fixed number of games instead; most wins.", metavar="N")] = None,
    dealer: Annotated[str, typer.Option(help="Who deals first.", metavar="WHO")] = "1",
    stock: Annotated[int, typer.Option(help="Cards in each stock pile; 0: the edition's.", metavar="K")] = 0,
    file: Keeping = None,
    lang: Language = "en",
    json: Json = False,
) -> None:
    """Begin a match of players or partnerships."""
    with log_file(file) as logs:
        choices = _choices(names, title, edition, goal, games, dealer, stock)
        log = PadLog.begin(logs, choices)
        if json:
            print_json(_data(log))
            return
        of = log.pad
        deals = of.choices.names[of.deals - 1]
        people = ", ".join(of.choices.names)
        typer.echo(say(lang, "score", "opened", title=of.choices.title, id=log.id, names=people, deals=deals))


def _choices(
    names: list[str], title: str | None, edition: str, goal: int | None, games: int | None, dealer: str, stock: int
) -> Any:  # fmt: skip
    sides = [[part.strip() for part in name.split("&")] for name in names]
    partners = any(len(side) > 1 for side in sides)
    if partners and any(len(side) != 2 for side in sides):
        raise refused("bad", "command_line", "partnership")
    people = tuple(side[place] for place in range(len(sides[0])) for side in sides)
    wished = PadChoices(title or ", ".join(names), people, partners, edition, goal, games, stock=stock)
    checked = check_choices(wished)
    return check_choices(msgspec.structs.replace(checked, dealer=ScorePad(checked).seat(dealer)))


def _game(of: ScorePad, winner: str, left: str, penalties: bool) -> PadGame:
    won = 0 if winner.casefold() in ("blocked", "bloqueada") else of.seat(winner)
    return PadGame(won, numbers(left, "--left"), penalties)


@score.command()
@with_options(pad=PadOptions)
def add(winner: Winner, left: Left, pad: PadOptions, penalties: Penalties = False) -> None:
    """Enter a game: who has won, and the cards left in each stock pile."""
    pad.enter(lambda at: Added(_game(at.pad, winner, left, penalties)))


@score.command()
@with_options(pad=PadOptions)
def fix(game: GameNumber, winner: Winner, left: Left, pad: PadOptions, penalties: Penalties = False) -> None:
    """Correct a game."""
    pad.enter(lambda at: Fixed(game, _game(at.pad, winner, left, penalties)))


@score.command()
@with_options(pad=PadOptions)
def strike(game: GameNumber, pad: PadOptions) -> None:
    """Remove a game from the pad."""
    pad.enter(lambda _: Removed(game))


@score.command()
@with_options(pad=PadOptions)
def undo(pad: PadOptions) -> None:
    """Undo the last entry, whatever it was."""
    pad.enter(lambda at: take_back_last(at.lines))


@score.command()
def show(match: Which = None, file: Keeping = None, lang: Language = "en", json: Json = False) -> None:
    """The pad: points, totals, who leads, who deals next, who has won."""
    with log_file(file) as logs:
        _tell(_find(logs, match), lang, json)


@score.command("list")
def list_matches(file: Keeping = None, lang: Language = "en", json: Json = False) -> None:
    """List all saved matches."""
    print_labels(file, KIND, "score", lang, json)


@score.command()
def export(
    target: Annotated[Path, typer.Argument(help="The CSV file to write.", metavar="FILE.csv")],
    match: Which = None, file: Keeping = None, lang: Language = "en",
) -> None:  # fmt: skip
    """Write the pad for a spreadsheet."""
    check_writable(target)
    with log_file(file) as logs:
        text = pad_csv(_find(logs, match).pad, lang)
    with whole_file(target) as out:
        out.write(text)
    if str(target) != "-":
        typer.echo(say(lang, "score", "saved", file=target))


@score.command("print")
def print_(
    target: Annotated[Path, typer.Argument(help="The page to write.", metavar="FILE.html")],
    blank: Annotated[int, typer.Option(help="A blank pad for N sides instead.", metavar="N")] = 0,
    goal: Annotated[int, typer.Option(help="The goal on a blank pad.", metavar="P")] = 500,
    match: Which = None, file: Keeping = None, lang: Language = "en",
) -> None:  # fmt: skip
    """Write the pad, or a blank one, as a page to print in large type."""
    check_writable(target)
    if blank:
        if not 2 <= blank <= 6:
            raise refused("bad", "command_line", "from_to", name="--blank", least=2, most=6, given=blank)
        page = blank_pad(lang, blank, goal)
    else:
        with log_file(file) as logs:
            page = pad_page(_find(logs, match).pad, lang)
    with whole_file(target) as out:
        out.write(page)
    if str(target) != "-":
        typer.echo(say(lang, "score", "saved", file=target))


@score.command()
def share(match: Which = None, url: Server = "", file: Keeping = None, _lang: Language = "en") -> None:
    """Print the match as text for `docena score receive` on another device, or its link on a server."""
    with log_file(file) as logs:
        log = _find(logs, match)
        typer.echo(log.keys.pad_link(server(url), log.id) if url else pack(log.lines))


@score.command()
def receive(
    text: Annotated[str, typer.Argument(help="What `docena score share` printed; - for standard input.")],
    file: Keeping = None, lang: Language = "en", json: Json = False,
) -> None:  # fmt: skip
    """Save a match from another device."""
    with log_file(file) as logs:
        log = take(logs, read_pipe() if text == "-" else text)
        if json:
            print_json(_data(log))
        else:
            typer.echo(say(lang, "score", "received", title=log.pad.choices.title, id=log.id))


@score.command()
def remove(
    match: Annotated[str, typer.Argument(help="Its id or title.")], file: Keeping = None, lang: Language = "en"
) -> None:
    """Remove a match for good."""
    remove_log(file, KIND, "score", match, lang)


# --- what is seen


def _data(log: PadLog) -> dict[str, Any]:
    of, sheet = log.pad, log.pad.sheet()
    return {
        "id": log.id,
        "seq": len(log.lines),
        "choices": msgspec.to_builtins(of.choices),
        "sides": sheet.sides,
        "games": [msgspec.to_builtins(game) for game in of.games],
        "rows": sheet.rows,
        "totals": sheet.totals,
        "wins": sheet.wins,
        "ahead": sheet.ahead,
        "deals": of.deals,
        "over": sheet.over,
        "winners": sheet.winners,
        "play_off": sheet.play_off,
        "late": of.late,
    }


def _tell(log: PadLog, lang: str, json: bool) -> None:
    if json:
        print_json(_data(log))
    else:
        typer.echo(pad_lines(log.pad, lang))


def pad_lines(of: ScorePad, lang: str) -> str:
    """A pad as lines of text."""
    sheet = of.sheet()
    names = [side_names(of, side) for side in sheet.sides]
    rows = [["", *names]]
    for number, row in enumerate(sheet.rows, 1):
        points = [str(row[side[0] - 1] or "") for side in sheet.sides]
        rows.append([f"{say(lang, 'score', 'game')} {number}", *points])
        if not sheet.results[number - 1]["winners"]:
            rows[-1][0] += f" ({say(lang, 'score', 'blocked')})"
    rows.append([say(lang, "score", "total"), *map(str, sheet.totals)])
    lines = [of.choices.title, columns(rows, set(range(1, len(names) + 1)))]
    if sheet.goal:
        lines.append(say(lang, "score", "to_goal", goal=sheet.goal))
    elif sheet.games:
        lines.append(say(lang, "score", "to_games", games=sheet.games))
    ahead = ", ".join(names[side] for side in sheet.ahead)
    if sheet.over:
        lines.append(say(lang, "score", "won", names=ahead))
    else:
        if sheet.play_off:
            lines.append(say(lang, "score", "play_off", names=ahead))
        elif not any(sheet.wins):
            lines.append(say(lang, "score", "nobody"))
        else:
            lines.append(say(lang, "score", "ahead" if len(sheet.ahead) == 1 else "tied", names=ahead))
        lines.append(say(lang, "score", "deals", name=of.choices.names[of.deals - 1]))
    if of.late:
        lines.append(say(lang, "score", "late", list=", ".join(map(str, of.late))))
    return "\n".join(lines)


# --- line by line

_UNDO, _SHOW, _QUIT = ("undo", "deshacer"), ("show", "ver"), ("quit", "salir", "q")
_FIX = ("fix", "corregir")


def _line_by_line(file: Path | None, lang: str) -> None:
    """The pad during a match: each line is on the disk before the response."""
    with log_file(file) as logs:
        if logs.labels(KIND) and not _find(logs, None).pad.sheet().over:
            log = _find(logs, None)
        else:
            typed = typer.prompt(say(lang, "score", "ask_names"))
            names = [name.strip() for name in typed.split(",") if name.strip()]
            log = PadLog.begin(logs, _choices(names, None, "classic", None, None, "1", 0))
        while True:
            typer.echo(pad_lines(log.pad, lang))
            typer.echo(say(lang, "score", "ask"))
            words = typer.prompt("", prompt_suffix="> ").split()
            if words and words[0].casefold() in _QUIT:
                break
            try:
                _obey(log, words)
            except DocenaError as why:
                typer.echo(why.said(lang))
        typer.echo(say(lang, "score", "bye", id=log.id))


def _obey(log: PadLog, words: list[str]) -> None:
    first = words[0].casefold() if words else _SHOW[0]
    if first in _SHOW:
        return
    if first in _UNDO:
        log.enter(lambda at: take_back_last(at.lines))
        return
    if first in _FIX and len(words) > 2 and words[1].isdecimal():
        game = int(words[1])
        log.enter(lambda at: Fixed(game, _spoken(at.pad, words[2:])))
        return
    if len(words) < 2:
        refuse("count", seats=log.pad.players, n=0)
    log.enter(lambda at: Added(_spoken(at.pad, words)))


def _spoken(of: ScorePad, words: list[str]) -> PadGame:
    """A name, which may be several words, and the cards left."""
    left = words[-of.players :]
    return _game(of, " ".join(words[: -of.players]) or words[0], " ".join(left), penalties=False)

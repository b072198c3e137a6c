"""`docena play`: a game at the terminal."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from docena.cli.language import Language
from docena.cli.option_groups import with_options
from docena.cli.table_options import TableOptions

if TYPE_CHECKING:
    from docena.terminal.local import LocalTable

_USUAL_PACE = 0.6


@with_options(asked=TableOptions)
def play(
    asked: TableOptions,
    game: Annotated[
        str | None, typer.Argument(help="With --resume: the file of the game; the one left last by default.")
    ] = None,
    bots: Annotated[
        str, typer.Option(help="The bots in the other seats: one, or one per seat.", metavar="A,B")
    ] = "casual",
    name: Annotated[str | None, typer.Option(help="Your name.")] = None,
    people: Annotated[
        str | None, typer.Option(help="The names of several people at this keyboard.", metavar="A,B")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a game that you have left.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain lines instead of a full screen, as for screen readers and in pipes.")
    ] = False,
    theme: Annotated[str, typer.Option(help="dark, light or contrast.", envvar="DOCENA_THEME", metavar="T")] = "dark",
    goal: Annotated[int | None, typer.Option(help="Points that win the match; 0: a single game.")] = None,
    pace: Annotated[float | None, typer.Option(help="Seconds between the moves of bots.", metavar="S")] = None,
    color: Annotated[str, typer.Option(help="In plain lines: auto, always or never.", metavar="WHEN")] = "auto",
    lang: Language = "en",
    seed: Annotated[int | None, typer.Option(help="Deal the same game again.", metavar="S")] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the records of the games to this file.")
    ] = None,
) -> None:
    """Play against bots, or with others at the same keyboard.

    At a strict table: only legal moves are possible. A game in progress is kept move by move, however it is left;
    `docena play --resume` goes on with it.

    \b
    Examples:
      docena play
      docena play --edition mod --players 4 --partners --lang es
      docena play --bots expert,master@500ms --players 3
      docena play --people Ana,Luis
    """
    from docena.cli.home_server import data_folder
    from docena.core.files import check_writable
    from docena.core.words import say
    from docena.tables.phases import OVER
    from docena.terminal.appearance import Appearance, check_appearance, show_table
    from docena.terminal.opening import NewTable, new_table, resume_table, waiting_words

    check_appearance(theme, color)
    if output is not None:
        check_writable(output)
    folder = data_folder() / "games"
    speed = pace if pace is not None else _USUAL_PACE if sys.stdout.isatty() else 0.0
    if resume:
        table = resume_table(game, lang, pace=speed, folder=folder)
    else:
        waiting = waiting_words(lang, folder)
        here = [person.strip() for person in people.split(",")] if people else [name or ""]
        wanted = NewTable(asked.choose(), here, [bot.strip() for bot in bots.split(",")], seed, goal)
        table = new_table(wanted, lang, pace=speed, folder=folder)
        if waiting:
            table.tell(waiting)
    if output is not None and table.commit is not None:
        table.tell(say(lang, "play", "commitment", commit=table.commit))
    table.begin()
    try:
        show_table(table, folder.parent, Appearance(plain, theme, color))
    finally:
        table.close()
        if output is not None:
            _write_records(table, output)
    if table.scene.phase != OVER and table.file is not None:
        typer.echo(say(lang, "terminal", "kept"))
    if output is not None:
        typer.echo(say(lang, "play", "saved", file=output))


def _write_records(table: "LocalTable", output: Path) -> None:
    from docena.core.files import whole_file
    from docena.game.record import write_record

    with whole_file(output) as file:
        file.writelines(write_record(record) + "\n" for record in table.all_records())

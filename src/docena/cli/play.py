"""`docena play`: a game at the terminal."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from docena.cli.language import Language
from docena.cli.option_groups import with_options
from docena.cli.play_options import PlayOptions
from docena.cli.table_options import TableOptions

if TYPE_CHECKING:
    from docena.terminal.appearance import Appearance
    from docena.terminal.local import LocalTable


@with_options(asked=TableOptions, wishes=PlayOptions)
def play(asked: TableOptions, wishes: PlayOptions, lang: Language = "en") -> None:
    """Play against bots, with others at the same keyboard, or at a table on a server.

    At a strict table: only legal moves are possible. A game in progress is kept move by move, however it is left;
    `docena play --resume` goes on with it, and the link of a table leads back to your seat there.
    """
    from docena.cli.home_server import data_folder
    from docena.terminal.appearance import Appearance, check_appearance

    check_appearance(wishes.theme, wishes.color)
    looks = Appearance(wishes.plain, wishes.theme, wishes.color)
    if wishes.host or wishes.server is not None or (wishes.where is not None and not wishes.resume):
        from docena.cli.play_online import play_online

        play_online(asked, wishes, looks, lang, data_folder())
    else:
        _play_here(asked, wishes, looks, lang, data_folder())


def _play_here(asked: TableOptions, wishes: PlayOptions, looks: "Appearance", lang: str, folder: Path) -> None:
    """A table of this machine, new or left before."""
    from docena.core.files import check_writable
    from docena.core.words import refused, say
    from docena.tables.phases import OVER
    from docena.terminal.appearance import show_table
    from docena.terminal.opening import NewTable, new_table, resume_table, waiting_words

    output, games = wishes.output, folder / "games"
    if output is not None:
        check_writable(output)
    pace = wishes.pace_shown()
    if wishes.resume:
        new = (wishes.bots, wishes.people, wishes.name, wishes.goal, wishes.seed)
        if asked != TableOptions() or any(value is not None for value in new):
            raise refused("bad", "terminal_refused", "resume_alone")
        table = resume_table(wishes.where, lang, pace=pace, folder=games)
    else:
        waiting = waiting_words(lang, games)
        here = [one.strip() for one in wishes.people.split(",")] if wishes.people else [wishes.name or ""]
        wanted = NewTable(asked.choose(), here, wishes.bot_names("casual"), wishes.seed, wishes.goal)
        table = new_table(wanted, lang, pace=pace, folder=games)
        if waiting:
            table.tell(waiting)
    if output is not None and table.commit is not None:
        table.tell(say(lang, "play", "commitment", commit=table.commit))
    table.begin()
    try:
        show_table(table, folder, looks)
    finally:
        table.close()
        if output is not None:
            _write_records(table, output)
    if table.scene.phase != OVER and table.file is not None:
        typer.echo(say(lang, "terminal", "kept"))
    if output is not None and str(output) != "-":
        typer.echo(say(lang, "play", "saved", file=output))


def _write_records(table: "LocalTable", output: Path) -> None:
    from docena.core.files import whole_file
    from docena.game.record import write_record

    with whole_file(output) as file:
        file.writelines(write_record(record) + "\n" for record in table.all_records())

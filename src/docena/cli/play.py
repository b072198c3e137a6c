"""`docena play`: a game against bots at the terminal, line by line."""

from pathlib import Path
from typing import Annotated

import typer

from docena.cli.language import Language
from docena.cli.option_groups import with_options
from docena.cli.table import TableOptions


@with_options(asked=TableOptions)
def play(
    asked: TableOptions,
    bots: Annotated[
        str, typer.Option(help="The bots in the other seats: one, or one per seat.", metavar="A,B")
    ] = "casual",
    name: Annotated[str | None, typer.Option(help="Your name.")] = None,
    lang: Language = "en",
    seed: Annotated[int | None, typer.Option(help="Deal the same game again.", metavar="S")] = None,
    record: Annotated[Path | None, typer.Option(help="Write the record of the game to this file.")] = None,
) -> None:
    """Play against bots at the terminal.

    At a strict table: only legal moves are possible.
    """
    from docena.arena.simulate import bots_for
    from docena.cli.terminal import TerminalGame

    options = asked.choose()
    others = bots_for([bot.strip() for bot in bots.split(",")], options.players - 1)
    TerminalGame(options, name, others, lang, seed, record).run()

"""`docena hint`: the best plans of a position, with reasons."""

import shutil
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from docena.cli.language import Language
from docena.cli.output import print_json
from docena.cli.records import WhichGame, one_record
from docena.cli.table_options import EditionFile, Json
from docena.core.words import refused, say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docena.analysis.hints import Hints
    from docena.engine.view import View

Tries = Annotated[int, typer.Option("--tries", help="Rollouts behind each chance.", metavar="N")]


def hint(
    file: Annotated[
        Path | None, typer.Argument(help="A file of records, one game per line.", metavar="[FILE]", show_default=False)
    ] = None,
    ply: Annotated[
        int | None,
        typer.Option(
            "--ply",
            help="A page of `docena replay`: 0 after the deal, K after K lines of the log; the last by default.",
            metavar="K",
        ),
    ] = None,
    game: WhichGame = 1,
    position: Annotated[
        str | None,
        typer.Option("--position", help="A position as one line of text, instead of a file.", metavar="TEXT"),
    ] = None,
    tries: Tries = 2000,
    lang: Language = "en",
    edition_file: EditionFile = None,
    json: Json = False,
) -> None:
    """Show the best plans of a position.

    Each with its chance of winning and the reasons for it, from what the player to move could know.
    """
    from docena.analysis.game_analysis import check_tries

    check_tries(tries)
    if (file is None) == (position is None):
        raise refused("bad", "hint", "file_or_position")
    if position is not None:
        _of_position(position, tries, lang, edition_file, json)
    elif file is not None:
        _of_record(file, game, ply, tries, lang, edition_file, json)


def _of_record(
    file: Path, game: int, ply: int | None, tries: int, lang: str, edition_file: Path | None, json: bool
) -> None:
    from docena.analysis.hints import Hints, hints, position, view_to_choose_from
    from docena.game.record import names_of

    with one_record(file, game, edition_file) as (record, own):
        names = names_of(record)
        there = position(record, ply, own)
        view = view_to_choose_from(there, names)
        plans = hints(view, tries=tries, names=names, lang=lang)
    found = Hints(len(there.log), view.mover, names[view.mover - 1], tuple(plans))
    if json:
        print_json(found)
        return
    typer.echo(say(lang, "hint", "heading", ply=found.ply, last=len(record.log), name=found.name) + "\n")
    _print(view, found, names, lang)


def _of_position(text: str, tries: int, lang: str, edition_file: Path | None, json: bool) -> None:
    from docena.analysis.hints import Hints, check_choice, hints
    from docena.core.editions import read_edition_file
    from docena.engine.view import View

    view = View.from_position(text, read_edition_file(edition_file) if edition_file else None)
    names = [say(lang, "hint", "player", seat=seat) for seat in view.seats]
    check_choice(view, names)
    plans = hints(view, tries=tries, names=names, lang=lang)
    found = Hints(0, view.mover, names[view.mover - 1], tuple(plans))
    if json:
        print_json(found)
        return
    typer.echo(say(lang, "hint", "heading_position", name=found.name) + "\n")
    _print(view, found, names, lang)


def _print(view: "View", found: "Hints", names: "Sequence[str]", lang: str) -> None:
    from docena.analysis.wording import say_reasons
    from docena.narration.screen import draw_table

    width = min(shutil.get_terminal_size().columns, 100)
    typer.echo(draw_table(view, names, lang, view.mover) + "\n")
    for rank, plan in enumerate(found.plans, 1):
        lead = f"{rank:>2}. {say(lang, 'hint', 'chance', percent=round(100 * plan.chance)):>5}  "
        moves = f"{plan.words} ({' '.join(plan.moves)})"
        for first, text in ((lead, moves), (" " * len(lead), say_reasons(plan.reasons, lang))):
            if text:
                indent = " " * len(lead)
                wrapped = textwrap.fill(
                    text, width, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False
                )
                typer.echo(wrapped)
        typer.echo("")
    if found.plans:
        said = say(lang, "hint", "how", name=found.name, tries=found.plans[0].tries)
        typer.echo(textwrap.fill(said, width))

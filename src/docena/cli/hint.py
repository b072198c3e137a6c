"""`docena hint`: the best plans of a position, with reasons."""

import shutil
import textwrap
from typing import TYPE_CHECKING, Annotated

import typer

from docena.cli.language import Language
from docena.cli.output import print_json
from docena.cli.records import RecordFile, WhichGame, one_record
from docena.cli.table_options import EditionFile, Json
from docena.core.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from docena.analysis.hints import Hints
    from docena.engine.view import View

Tries = Annotated[int, typer.Option("--tries", help="Rollouts behind each chance.", metavar="N")]


def hint(
    file: RecordFile,
    ply: Annotated[
        int | None,
        typer.Option(
            "--ply",
            help="A page of `docena replay`: 0 after the deal, K after K lines of the log; the last by default.",
            metavar="K",
        ),
    ] = None,
    game: WhichGame = 1,
    tries: Tries = 2000,
    lang: Language = "en",
    edition_file: EditionFile = None,
    json: Json = False,
) -> None:
    """Show the best plans of a position.

    Each with its chance of winning and the reasons for it, from what the player to move could know.
    """
    from docena.analysis.game_analysis import check_tries
    from docena.analysis.hints import Hints, hints, position, view_to_choose_from
    from docena.game.record import names_of

    check_tries(tries)
    with one_record(file, game, edition_file) as (record, own):
        names = names_of(record)
        there = position(record, ply, own)
        view = view_to_choose_from(there, names)
        plans = hints(view, tries=tries, names=names, lang=lang)
    found = Hints(len(there.log), view.mover, names[view.mover - 1], tuple(plans))
    if json:
        print_json(found)
    else:
        _print(view, found, len(record.log), names, lang)


def _print(view: "View", found: "Hints", last: int, names: "Sequence[str]", lang: str) -> None:
    from docena.analysis.wording import say_reasons
    from docena.narration.screen import draw_table

    width = min(shutil.get_terminal_size().columns, 100)
    typer.echo(say(lang, "hint", "heading", ply=found.ply, last=last, name=found.name) + "\n")
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

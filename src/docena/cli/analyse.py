"""`docena analyse`: a game turn by turn, with its mistakes, its luck and its choices."""

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from docena.cli.hint import Tries
from docena.cli.language import Language
from docena.cli.output import print_json, progress_bar
from docena.cli.records import RecordFile, WhichGame, one_record
from docena.cli.table_options import EditionFile, Json
from docena.core.words import say

if TYPE_CHECKING:
    from docena.analysis.game_analysis import Analysis
    from docena.core.editions import Edition
    from docena.game.record import Record


def analyse(
    file: RecordFile,
    game: WhichGame = 1,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="Write an HTML page with a plot to this file; - for standard output.",
            metavar="FILE.html",
        ),
    ] = None,
    tries: Tries = 2000,
    lang: Language = "en",
    edition_file: EditionFile = None,
    json: Json = False,
) -> None:
    """Analyse a game.

    Every side's chance of winning after each turn, mistakes and what was better, and how much was luck and how
    much choice. Page numbers are those of `docena replay` and `docena hint --ply`.
    """
    from docena.analysis.game_analysis import check_tries
    from docena.core.files import check_writable, whole_file

    check_tries(tries)
    if output is not None:
        check_writable(output)
    with one_record(file, game, edition_file) as (record, own):
        found = _think(record, own, tries, lang)
    if output is not None:
        from docena.analysis.report.html import page

        with whole_file(output) as target:
            target.write(page(found, lang))
    if str(output) == "-":
        return
    if json:
        print_json(found.as_dict(lang))
        return
    from docena.analysis.report.text import report

    width = min(shutil.get_terminal_size().columns, 100)
    typer.echo(report(found, lang, max(40, width), _has_blocks()))
    if output is not None:
        typer.echo(say(lang, "analysis", "saved", file=output))


def _has_blocks() -> bool:
    """Whether the output encoding has block characters."""
    try:
        "█▁▲│└─".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeError, LookupError):
        return False
    return True


def _think(record: "Record", own: "Edition | None", tries: int, lang: str) -> "Analysis":
    from docena.analysis.game_analysis import analyse as analyse_record

    with progress_bar(say(lang, "analysis", "progress"), percent=True) as update:
        return analyse_record(
            record, own, tries=tries, progress=lambda done, total: update(completed=done, total=total)
        )

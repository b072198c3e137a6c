"""`docena rules`: the rulebook of an edition."""

import shutil
import textwrap
from typing import Annotated

import typer

from docena.cli.language import Language
from docena.cli.output import print_json
from docena.cli.table_options import Json
from docena.core.words import refused


def rules(
    edition: Annotated[str, typer.Argument(help="classic, deluxe, mod, masters or tournament.")] = "classic",
    lang: Language = "en",
    words: Annotated[bool, typer.Option("--words", help="The terms of the game, and what they mean.")] = False,
    find: Annotated[
        str | None, typer.Option("--find", help="Only clauses with this word, or this number.", metavar="WORD")
    ] = None,
    json: Json = False,
) -> None:
    """Print the rules of an edition, clause by clause."""
    from docena.core.editions import edition as find_edition
    from docena.narration.rulebook import rulebook

    facts = find_edition(edition)
    book = rulebook(edition, lang)
    width = min(shutil.get_terminal_size().columns, 100)
    if words and json:
        print_json(book.words)
        return
    if words:
        for term, meaning in sorted(book.words.items()):
            typer.echo(textwrap.fill(f"{term}: {meaning}", width, subsequent_indent="    "))
        return
    if json:
        found = [clause for chapter in book.chapters for clause in chapter.clauses
                 if find is None or _matches(find, clause.number, clause.text)]  # fmt: skip
        if not found:
            raise refused("not_found", "command_line", "no_clause", edition=edition, given=find)
        headings = {chapter.number: chapter.title for chapter in book.chapters}
        print_json({
            "edition": edition, "title": facts.title[lang],
            "clauses": [{"number": clause.number, "chapter": headings[clause.number.split(".")[0]], "text": clause.text,
                         "ruling": bool(clause.ruling)} for clause in found],
        })  # fmt: skip
        return
    lines: list[str] = []
    for chapter in book.chapters:
        clauses = [clause for clause in chapter.clauses if find is None or _matches(find, clause.number, clause.text)]
        if clauses:
            lines.append(f"\n{chapter.number}  {chapter.title}\n")
        for clause in clauses:
            text = book.ruling + clause.text if clause.ruling else clause.text
            lines.append(textwrap.fill(f"{clause.number:<5}{text}", width, subsequent_indent=" " * 5))
    if not lines:
        raise refused("not_found", "command_line", "no_clause", edition=edition, given=find)
    typer.echo("\n".join([f"{book.title} - {facts.title[lang]}", *lines]))


def _matches(wanted: str, number: str, text: str) -> bool:
    return number == wanted or wanted.lower() in text.lower()

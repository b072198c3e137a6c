"""Options of the table, shared by the commands that play."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from docena.core.words import refused

if TYPE_CHECKING:
    from docena.core.editions import Edition
    from docena.core.options import Options

EditionName = Annotated[
    str | None, typer.Option("--edition", "-e", help="classic, deluxe, mod, masters or tournament.", metavar="E")
]
EditionFile = Annotated[
    Path | None,
    typer.Option("--edition-file", help="Your own edition; see `docena editions --show classic`.", metavar="FILE"),
]
Players = Annotated[int | None, typer.Option("--players", "-p", help="2 to 6.", metavar="N")]
Partners = Annotated[bool | None, typer.Option("--partners/--no-partners", help="Play in partnerships.")]
Stock = Annotated[int | None, typer.Option("--stock", help="Cards in each stock pile.", metavar="K")]
Short = Annotated[bool, typer.Option("--short", help="A short game: stock piles of 10.")]
TableKind = Annotated[str, typer.Option("--table", help="strict, or open as around a kitchen table.", metavar="KIND")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def chosen_edition(name: str | None, file: Path | None) -> "Edition":
    """The edition named, or the one in the user's file."""
    from docena.core.editions import edition, read_edition_file

    if file is None:
        return edition(name or "classic")
    own = read_edition_file(file)
    if name is not None and name != own.name:
        raise refused("bad", "command_line", "two_editions", name=name, file=file, own=own.name)
    return own


@dataclass(frozen=True)
class TableOptions:
    """What is played, and by how many."""

    edition: EditionName = None
    edition_file: EditionFile = None
    players: Players = None
    partners: Partners = None
    stock: Stock = None
    short: Short = False

    def choose(self, table: str = "strict") -> "Options":
        """The options of the table; two players by default, or a full table if two cannot play."""
        from docena.core.options import choose_options

        facts = chosen_edition(self.edition, self.edition_file)
        usual = 2 if 2 in facts.players else facts.players[-1]
        players = usual if self.players is None else self.players
        return choose_options(facts, players, partners=self.partners, stock=self.stock, short=self.short, table=table)

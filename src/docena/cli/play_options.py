"""The options of `docena play`."""

import sys
from dataclasses import dataclass
from typing import Annotated

import typer

from docena.cli.output import Output

_USUAL_PACE = 0.6


@dataclass(frozen=True)
class PlayOptions:
    """Where, with whom and how somebody wants to play."""

    where: Annotated[
        str | None,
        typer.Argument(
            help="The link or the code of a table on a server; with --resume the file of a game.",
            metavar="[LINK|CODE|FILE]",
        ),
    ] = None
    bots: Annotated[
        str | None,
        typer.Option(help="The bots in the other seats: one, or one per seat; casual by default.", metavar="A,B"),
    ] = None
    name: Annotated[str | None, typer.Option(help="Your name.")] = None
    people: Annotated[str | None, typer.Option(help="The names of several people at this keyboard.", metavar="A,B")] = (
        None
    )
    host: Annotated[
        bool, typer.Option("--host", help="Open a table for others, on your network or on the --server.")
    ] = False
    server: Annotated[str | None, typer.Option(help="The server of a code, or for --host.", metavar="URL")] = None
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a game that you have left.")] = False
    plain: Annotated[
        bool, typer.Option("--plain", help="Plain lines instead of a full screen, as for screen readers and in pipes.")
    ] = False
    theme: Annotated[str, typer.Option(help="dark, light or contrast.", envvar="DOCENA_THEME", metavar="T")] = "dark"
    goal: Annotated[int | None, typer.Option(help="Points that win the match; 0: a single game.")] = None
    pace: Annotated[float | None, typer.Option(help="Seconds between the moves of bots.", metavar="S")] = None
    color: Annotated[str, typer.Option(help="In plain lines: auto, always or never.", metavar="WHEN")] = "auto"
    seed: Annotated[int | None, typer.Option(help="Deal the same game again.", metavar="S")] = None
    output: Output = None

    def pace_shown(self) -> float:
        """Seconds between the moves of bots: none, unless asked for, where nobody watches."""
        usual = _USUAL_PACE if sys.stdout.isatty() else 0.0
        return usual if self.pace is None else self.pace

    def bot_names(self, usual: str = "") -> list[str]:
        return [bot.strip() for bot in (usual if self.bots is None else self.bots).split(",") if bot.strip()]

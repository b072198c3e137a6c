"""All commands, and what becomes of their errors."""

import io
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from docena import __version__
from docena.cli import tournament_play, tournament_simulate
from docena.cli.analyse import analyse
from docena.cli.arena import arena
from docena.cli.bench import bench
from docena.cli.editions import editions
from docena.cli.hint import hint
from docena.cli.join import join
from docena.cli.loadtest import loadtest
from docena.cli.play import play
from docena.cli.records import check, replay, verify
from docena.cli.rules import rules
from docena.cli.score import score
from docena.cli.serve import backup, serve
from docena.cli.simulate import simulate
from docena.cli.tournament import tournament
from docena.cli.train import train
from docena.errors import DocenaError

app = typer.Typer(
    name="docena",
    help="Play, learn, organise and study the card game of four shared piles built from 1 to 12.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    play,
    simulate,
    arena,
    check,
    replay,
    hint,
    analyse,
    verify,
    bench,
    editions,
    rules,
    train,
    serve,
    join,
    backup,
    loadtest,
):
    app.command()(command)
app.add_typer(score, name="score")
app.add_typer(tournament, name="tournament")
MORE_OF_TOURNAMENT = (tournament_play, tournament_simulate)
"""They add their commands to the group when they are imported."""


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"docena {__version__}")
        raise typer.Exit


@app.callback()
def docena(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Say the version and stop.")
    ] = False,
) -> None:
    """Play, learn, organise and study the card game of four shared piles built from 1 to 12."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def run(arguments: Sequence[str]) -> int:
    """Runs a command line; returns the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that has no letter for it shows a question mark
    try:
        status = app(list(arguments), prog_name="docena", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except typer.Abort:
        return _complain("stopped", 130)
    except typer.TyperException as error:
        return _complain(f"{error.format_message()}{_more_help(error)}", error.exit_code)
    except DocenaError as error:
        return _complain(str(error), 2)
    except KeyboardInterrupt:
        return _complain("stopped", 130)
    except BrokenPipeError:
        # the reader of a pipe has gone: nothing more to say, nowhere to say it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        return _complain(f"{place}{error.strerror or error}", 2)
    except MemoryError:
        return _complain("there is not enough memory for that", 2)


def _more_help(error: typer.TyperException) -> str:
    context = getattr(error, "ctx", None)
    if context is None or context.parent is None:
        return ""
    return f" ({context.command_path} --help says more)"


def _complain(sentence: str, status: int) -> int:
    typer.echo(f"docena: {sentence}", err=True)
    return status

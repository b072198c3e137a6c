"""All commands, and how their errors are reported."""

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
import typer.main
from typer.core import TyperGroup

from docena import __version__
from docena.cli.examples import add_examples
from docena.cli.language import choose_language, chosen_language
from docena.cli.output import COMPLETE_VARIABLE
from docena.cli.signals import TRACE, stopped_word
from docena.cli.streams import forgive_letters, give_up, say_error
from docena.cli.usage import usage_sentence
from docena.core.errors import DocenaError
from docena.core.words import refused, say, system_error

_MODULES = {
    "play": "play",
    "simulate": "simulate",
    "arena": "arena",
    "check": "records",
    "replay": "records",
    "hint": "hint",
    "analyse": "analyse",
    "verify": "records",
    "bench": "bench",
    "editions": "editions",
    "rules": "rules",
    "train": "train",
    "serve": "serve",
    "join": "join",
    "backup": "serve",
    "score": "score",
    "tournament": "tournament",
    "man": "man",
    "completion": "man",
}
"""Where each command is; only the module of the chosen one is imported."""


@cache
def _command(name: str) -> Any:
    found = getattr(import_module(f"docena.cli.{_MODULES[name]}"), name)
    if not isinstance(found, typer.Typer):
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command()(found)
        found = alone
    command = typer.main.get_command(found)
    command.name = name
    add_examples(command, name)
    return command


class _LoadedCommands(Mapping[str, Any]):
    """All commands by name, each imported when it is first needed."""

    def __getitem__(self, name: str) -> Any:
        return _command(name)

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


class _Commands(TyperGroup):
    """Imports commands when they are needed; reports that one was stopped, where Typer prints nothing."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**more)
        self.commands = _LoadedCommands()  # type: ignore[assignment]  # nothing is added to it

    def make_context(self, *arguments: Any, **more: Any) -> Any:
        return _aborted(super().make_context, *arguments, **more)

    def invoke(self, ctx: Any) -> Any:
        return _aborted(super().invoke, ctx)


def _aborted(call: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
    try:
        return call(*arguments, **more)
    except KeyboardInterrupt:
        raise typer.Abort from None


app = typer.Typer(
    cls=_Commands,
    name="docena",
    help="Play, learn, organise and study the card game of four shared piles built from 1 to 12.",
    invoke_without_command=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _say_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"docena {__version__}")
        raise typer.Exit


@app.callback()
def docena(
    context: typer.Context,
    _version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Play, learn, organise and study the card game of four shared piles built from 1 to 12."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@cache
def whole_program() -> Any:
    """All commands, assembled once."""
    program = typer.main.get_command(app)
    add_examples(program, "")
    return program


def run(arguments: Sequence[str]) -> int:
    """Runs a command line; returns the exit status. Errors are reported in a sentence."""
    forgive_letters()
    choose_language("en")
    try:
        if any("\0" in argument for argument in arguments):
            raise refused("bad", "command_line", "zero_byte")
        if COMPLETE_VARIABLE in os.environ:
            from typer._completion_classes import completion_init

            completion_init()  # a shell asks what may follow
        status = whole_program()(list(arguments), prog_name="docena", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else 1
    except (typer.Abort, KeyboardInterrupt):
        return _complain(stopped_word(), 130)
    except typer.TyperException as error:
        return _complain(usage_sentence(error, arguments), error.exit_code)
    except BrokenPipeError:
        # the reader of the pipe has closed it: there is nowhere to print anything
        give_up(1)
        return 1
    except Exception as error:
        if os.environ.get(TRACE):
            raise
        return _complain(_sentence(error), 2)


def _sentence(error: Exception) -> str:
    lang = chosen_language()
    match error:
        case DocenaError():
            return error.said(lang)
        case OSError():
            why = system_error(error)(lang)
            return f"{error.filename}: {why}" if error.filename else why
        case MemoryError():
            return say(lang, "command_line", "no_memory")
        case RecursionError():
            return say(lang, "command_line", "too_deep")
        case UnicodeEncodeError():
            return say(lang, "command_line", "not_utf8")
    why = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return say(lang, "command_line", "bug", why=why, trace=TRACE)


def _complain(sentence: str, status: int) -> int:
    say_error(f"docena: {sentence}")
    return status

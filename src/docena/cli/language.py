"""The language of a command's output, refusals included."""

from typing import Annotated

import typer

from docena.cli import signals
from docena.core.words import check_language, say

_chosen = "en"


def choose_language(lang: str) -> str:
    """The language of `--lang` or DOCENA_LANG; English without either."""
    global _chosen
    if check_language(lang) != _chosen:
        _chosen = lang
        signals.say_stopped_as(say(lang, "command_line", "stopped"))
    return lang


def chosen_language() -> str:
    return _chosen


Language = Annotated[
    str,
    # eager: the language must be known before any other error is reported
    typer.Option(
        "--lang", help="en or es.", envvar="DOCENA_LANG", metavar="L", is_eager=True, callback=choose_language
    ),
]

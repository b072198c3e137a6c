"""The language of a command's output, refusals included."""

from typing import Annotated

import typer

_chosen = "en"


def choose_language(lang: str) -> str:
    """The language of `--lang` or DOCENA_LANG; English without either."""
    from docena.core.words import check_language

    global _chosen
    _chosen = check_language(lang)
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

"""The language in which a command speaks to the person who gave it, also when it is refused."""

from typing import Annotated

import typer

_chosen = "en"


def choose_language(lang: str) -> str:
    """What `--lang` or DOCENA_LANG names; a command without either speaks English."""
    from docena.core.words import check_language

    global _chosen
    _chosen = check_language(lang)
    return lang


def chosen_language() -> str:
    return _chosen


Language = Annotated[
    str,
    # eager: the language is known before anything else can be wrong
    typer.Option(
        "--lang", help="en or es.", envvar="DOCENA_LANG", metavar="L", is_eager=True, callback=choose_language
    ),
]

"""What the program says to people, in their language: the texts in `texts/`."""

import errno
import tomllib
from collections.abc import Callable
from functools import cache, partial
from importlib import resources
from typing import Any

from docena.core.errors import DocenaError, Reason, Refused

LANGUAGES = ("en", "es")


def check_language(lang: str) -> str:
    if lang not in LANGUAGES:
        raise DocenaError(f"there is no language {lang!r}; the languages are {' and '.join(LANGUAGES)}")
    return lang


@cache
def texts(lang: str) -> dict[str, dict[str, str]]:
    """All texts of a language, by section and key."""
    file = resources.files("docena.core").joinpath("texts", f"{check_language(lang)}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def say(lang: str, section: str, key: str, **parts: Any) -> str:
    """A text in a language; for n = 1 the one under the key with `_one` at its end, where there is one.

    >>> say("es", "why_not", "not_in_hand", card="7")
    'No tienes ningún 7.'
    >>> say("es", "board", "left", n=2), say("es", "board", "left", n=1)
    ('quedan 2', 'queda 1')
    """
    section_texts = texts(lang)[section]
    if parts.get("n") == 1:
        key = f"{key}_one" if f"{key}_one" in section_texts else key
    named = {f"a_{name}": with_article(str(part)) for name, part in parts.items() if name in ("card", "needed")}
    return section_texts[key].format(**parts, **named)


def worded(section: str, key: str, **parts: Any) -> Callable[[str], str]:
    """The same as a function of the language, for readers not yet known; parts may be such functions, or refusals."""
    return partial(_say_parts, section, key, parts)


def refused(reason: Reason, section: str, key: str, clause: str = "", **parts: Any) -> Refused:
    """A refusal with such a text; its language is chosen where it is shown."""
    return Refused(reason, worded(section, key, **parts), clause)


def system_error(error: OSError) -> Callable[[str], str]:
    """Why the system refuses something: in our words for what happens to users, otherwise in its own."""
    name = errno.errorcode.get(error.errno or 0, "")
    return worded("system", name) if name in texts("en")["system"] else lambda _: error.strerror or str(error)


def _say_parts(section: str, key: str, parts: dict[str, Any], lang: str) -> str:
    return say(lang, section, key, **{name: _part(part, lang) for name, part in parts.items()})


def _part(part: Any, lang: str) -> Any:
    if isinstance(part, DocenaError):
        return part.said(lang)
    return part(lang) if callable(part) else part


def card_word(text: str, lang: str) -> str:
    """A card, or a face of the die, as people say it.

    >>> card_word("W", "es"), card_word("wild", "es"), card_word("7$", "en")
    ('comodín', 'comodín', '7$')
    """
    wild = texts(lang)["board"]["wild"]
    return wild if text == "wild" else text.replace("W", wild)


def with_article(card: str) -> str:
    """English says "an 8" and "an 11"."""
    return f"an {card}" if card.startswith(("8", "11")) else f"a {card}"

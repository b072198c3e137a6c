"""Errors whose message is a sentence for the person who caused them."""

import re
from collections.abc import Callable
from typing import Literal

Reason = Literal[
    "bad", "secret", "not_yours", "origin", "host", "approval", "not_found", "no_accounts", "stale", "taken", "closed",
    "not_now", "illegal", "too_many", "no_passkeys", "busy", "unavailable", "moved_over", "outdated",
]  # fmt: skip
"""Why something was refused, as a word for programs; `docs/api.md` says what each means."""


class DocenaError(ValueError):
    """A request that is impossible; the message says what was wrong and where.

    The sentence may be a function of the language, if it is not known yet who will read it.
    """

    def __init__(self, sentence: str | Callable[[str], str] = "") -> None:
        self._sentence = sentence
        super().__init__(self.said("en"))

    def said(self, lang: str) -> str:
        """The sentence in a language."""
        return self._sentence if isinstance(self._sentence, str) else self._sentence(lang)


class Refused(DocenaError):
    """Something cannot be done: a word for programs, a sentence and, if a rule forbids it, its clause."""

    def __init__(self, reason: Reason, sentence: str | Callable[[str], str], clause: str = "") -> None:
        self.reason, self.clause = reason, clause
        super().__init__(sentence)


class IllegalMove(Refused):
    """A move that the rules do not allow here."""

    def __init__(self, sentence: str | Callable[[str], str], clause: str) -> None:
        super().__init__("illegal", sentence, clause)


_KINDS = {
    "int": "a whole number", "float": "a number", "str": "text", "array": "a list", "object": "a group of fields",
    "bool": "true or false", "null": "nothing",
}  # fmt: skip
_LIMITS = {"<=": "at most", ">=": "at least", "<": "less than", ">": "more than"}
_FAULTS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"Expected `([^`]+)`, got `([^`]+)`", lambda found: f"it must be {_kind(found[1])}, not {_kind(found[2])}"),
    (r"Expected `(?:int|float)` (<=|>=|<|>) (\S+)", lambda found: f"it must be {_LIMITS[found[1]]} {found[2]}"),
    (r"Expected `(\w+)` of length (<=|>=) (\d+)", lambda found: f"it must have {_LIMITS[found[2]]} {found[3]} "
     + ("characters" if found[1] == "str" else "entries")),
    (r"Expected `str` matching regex .*", lambda _: "it is not written as it should be"),
    (r"Object missing required field `(.*)`", lambda found: f"{found[1]} is missing"),
    (r"Object contains unknown field `(.*)`", lambda found: f"there is nothing called {found[1]}"),
    (r"Invalid enum value (.*)", lambda found: f"{found[1]} is not one of the possible values"),
)  # fmt: skip


def _kind(type_name: str) -> str:
    return " or ".join(_KINDS.get(one.strip(), one.strip()) for one in type_name.split("|"))


def plain(message: str) -> str:
    """A message from msgspec in the words of a person, with the place named as in the file.

    >>> plain("Expected `int`, got `str` - at `$.options.stock`"), plain("Expected `int` <= 65535 - at `$.port`")
    ('options.stock: it must be a whole number, not text', 'port: it must be at most 65535')
    >>> plain("Object missing required field `move`"), plain("Expected `str` of length <= 24 - at `$.name`")
    ('move is missing', 'name: it must have at most 24 characters')
    """
    what, _, place = message.partition(" - at `$")
    place = place.rstrip("`").removeprefix(".")
    for pattern, words in _FAULTS:
        if found := re.fullmatch(pattern, what):
            what = words(found)
            break
    return f"{place}: {what}" if place else what

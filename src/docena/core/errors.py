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


def plain(message: str) -> str:
    """A message from msgspec, with the place named as in the file.

    >>> plain("Expected `int`, got `str` - at `$.options.stock`")
    'Expected `int`, got `str`, at options.stock'
    """
    return re.sub(r" - at `\$\.?(.*)`$", lambda found: f", at {found[1]}" if found[1] else "", message)

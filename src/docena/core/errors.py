"""Errors that are a sentence for the person who caused them."""

import re


class DocenaError(ValueError):
    """Something was asked for that cannot be; the message says what was wrong and where."""


class IllegalMove(DocenaError):
    """A move that the rules do not allow here."""

    def __init__(self, sentence: str, clause: str) -> None:
        super().__init__(sentence)
        self.clause = clause
        """The rulebook's clause that forbids it."""


class Refused(DocenaError):
    """It cannot be done: a sentence, a word for programs and, where the rules forbid it, their clause."""

    def __init__(self, reason: str, sentence: str, clause: str = "") -> None:
        super().__init__(sentence)
        self.reason, self.clause = reason, clause


def plain(message: str) -> str:
    """A complaint of msgspec's with the place named as the file names it.

    >>> plain("Expected `int`, got `str` - at `$.options.stock`")
    'Expected `int`, got `str`, at options.stock'
    """
    return re.sub(r" - at `\$\.?(.*)`$", lambda found: f", at {found[1]}" if found[1] else "", message)

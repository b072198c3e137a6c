"""Cleaning names and chat: one visible line, without characters that hide, reverse or overlap others."""

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import chain, count

from docena.core.confusables import look_alike
from docena.core.errors import Refused
from docena.core.words import worded
from docena.tables.table_choices import LONGEST_NAME, LONGEST_TEXT

_MOST_MARKS = 4
"""Marks on one letter: no script needs more, and stacks of them run over the lines above and below."""
_DROPPED = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Control, format (bidi overrides and zero-width), surrogate, private and unassigned characters."""
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Characters classed as letters or signs that show nothing."""
_JOINER = "\u034f"
_TONES = range(0x1F3FB, 0x1F400)


class BadText(Refused):
    """A name or text with nothing visible in it."""

    def __init__(self, key: str) -> None:
        super().__init__("bad", worded("refused", key))


def clean_name(text: str) -> str:
    """A name as it is shown to others.

    >>> clean_name("  Ana\\u202e\\n  María ")
    'Ana María'
    """
    return _clean(text, LONGEST_NAME, "empty_name")


def distinct_name(name: str, others: Iterable[str]) -> str:
    """The name; with a number where it could be mistaken for somebody else's.

    >>> distinct_name("Ana", ["Luis"]), distinct_name("An\u0430", ["Ana", "Ana 2"])
    ('Ana', 'An\u0430 3')
    """
    taken = list(others)
    numbered = (f"{_cut(name, LONGEST_NAME - len(str(n)) - 1)} {n}" for n in count(2))
    return next(each for each in chain((name,), numbered) if look_alike(each, taken) is None)


def clean_text(text: str) -> str:
    """Text as it is shown to others, on one line."""
    return _clean(text, LONGEST_TEXT, "empty_text")


def _clean(text: str, most: int, empty: str) -> str:
    # enough to cut from, even if much of it is dropped: more would only cost time
    spaced = "".join(" " if _is_space(character) else character for character in text[: 8 * most])
    kept = "".join(character for character in spaced if character == " " or not _is_dropped(character))
    line = _cut(" ".join(unicodedata.normalize("NFC", kept).split()), most)
    if not any(unicodedata.category(character)[0] in "LNPS" for character in line):
        raise BadText(empty)
    return line


def _cut(words: str, most: int) -> str:
    line = ""
    for cluster in _clusters(words):
        if len(line) + len(cluster) > most:
            break
        line += cluster
    return line.strip()


def _is_space(character: str) -> bool:
    return character.isspace() or character in _BLANKS


def _is_dropped(character: str) -> bool:
    return character == _JOINER or unicodedata.category(character) in _DROPPED


def _clusters(text: str) -> Iterator[str]:
    """Characters with their combining marks; marks without a base are left out."""
    cluster, marks = "", 0
    for character in text:
        if unicodedata.category(character)[0] == "M" or ord(character) in _TONES:
            marks += 1
            if cluster and marks <= _MOST_MARKS:
                cluster += character
            continue
        if cluster:
            yield cluster
        cluster, marks = character, 0
    if cluster:
        yield cluster

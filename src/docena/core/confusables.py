"""Names that people could mistake for each other, by Unicode Technical Standard 39."""

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib import resources

_HIDDEN = frozenset((
    *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D,
    0x180F, 0x3164, 0xFFA0,
))  # fmt: skip
"""Marks and letters that are invisible, besides format characters (`Cf`)."""
_SOFT_DOTTED = "ij"
_DOT_ABOVE = "\u0307"


@lru_cache(maxsize=4096)
def name_keys(name: str) -> frozenset[str]:
    """What a name can be mistaken for: two names that share a key look alike, or differ in capitals only.

    Capitals and small letters look like different things, and so a name has several keys.

    >>> bool(name_keys("Victim") & name_keys("V\u0456ctim")), bool(name_keys("Elia") & name_keys("Ella"))
    (True, False)
    """
    shown = unicodedata.normalize("NFKC", _visible(name))
    as_typed, small = _table(), _table_of_letters()
    return frozenset((
        f"={_skeleton(shown, as_typed)}",
        _skeleton(shown, small).casefold(),
        _skeleton(_skeleton(shown.casefold(), small).casefold(), small),
    ))  # fmt: skip


def look_alike(name: str, others: Iterable[str]) -> str | None:
    """The first of these names that this one could be mistaken for."""
    keys = name_keys(name)
    return next((other for other in others if keys & name_keys(other)), None)


def _visible(name: str) -> str:
    kept = (c for c in name if ord(c) not in _HIDDEN and unicodedata.category(c) != "Cf")
    return " ".join("".join(kept).split())


def _skeleton(text: str, table: dict[int, str]) -> str:
    mapped = unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(table))
    for letter in _SOFT_DOTTED:  # the dot is there already
        mapped = mapped.replace(letter + _DOT_ABOVE, letter)
    return mapped


@cache
def _table() -> dict[int, str]:
    """What each character looks like."""
    found: dict[int, str] = {}
    text = resources.files("docena.core").joinpath("confusables.txt").read_text(encoding="ascii")
    for line in text.splitlines():
        if not line.startswith("#"):
            target, *sources = line.split()
            looks = "".join(chr(int(code, 16)) for code in target.split("+"))
            found |= dict.fromkeys((int(source, 16) for source in sources), looks)
    return found


@cache
def _table_of_letters() -> dict[int, str]:
    """The same for text that ignores case: there an I is an i, not an l."""
    return {code: looks for code, looks in _table().items() if code != ord("I")}

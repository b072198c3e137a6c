"""Who takes part: pairs, or players who are paired by draw or change partners."""

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

import msgspec

from docena.core.confusables import name_keys
from docena.core.errors import Refused
from docena.tournaments.refusals import refusal, refusal_of_lines, refuse

LONGEST_NAME = 40
MOST_ENTRIES = 1000


class NewEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of the list: two names are a pair, one is a player."""

    names: tuple[str, ...]
    table: int = 0
    """A fixed table for every game, for a wheelchair for example; 0 for any."""


class Entry(msgspec.Struct, frozen=True):
    """A pair or a player of the event."""

    number: int
    names: tuple[str, ...]
    table: int = 0
    dropped: bool = False

    @property
    def title(self) -> str:
        """
        >>> Entry(1, ("Ana", "Luis")).title
        'Ana & Luis'
        """
        return " & ".join(self.names)


Entries = Mapping[int, Entry]


def one_line(text: str) -> str:
    """The visible part of a text, without cursor controls or direction changes, which would garble screens.

    >>> one_line("  Ana   \\x1b[2JMaría\\n")
    'Ana [2JMaría'
    """
    spaced = "".join(" " if letter.isspace() else letter for letter in text)
    kept = "".join(letter for letter in spaced if letter == " " or unicodedata.category(letter)[0] != "C")
    return " ".join(unicodedata.normalize("NFC", kept).split())


def clean_name(name: str) -> str:
    """
    >>> clean_name("  Ana   María ")
    'Ana María'
    """
    line = one_line(name)
    if not any(unicodedata.category(letter)[0] in "LN" for letter in line):
        refuse("no_name")
    if len(line) > LONGEST_NAME:
        refuse("long_name", name=line[:LONGEST_NAME], most=LONGEST_NAME)
    return line


def same(name: str) -> str:
    """A key that is equal for names that people would take for the same.

    >>> same("JOSÉ  Pérez") == same("josé pérez")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def taken_names(entries: Entries) -> dict[str, str]:
    """The keys of all people of the event, equal for names that could be mistaken for each other."""
    return {same(name): name for entry in entries.values() for name in entry.names}


def check_look_alikes(names: Sequence[str], others: Iterable[str]) -> None:
    """Refuses a new name that could be mistaken for another one.

    Only for new entries: logs of earlier versions, which did not check this, are read as they are.
    """
    taken = {key: other for other in others for key in name_keys(other)}
    for name in names:
        keys = name_keys(name)
        other = next((taken[key] for key in keys if key in taken), name)
        if same(other) != same(name):
            refuse("look_alike", name=one_line(name), other=one_line(other))
        taken |= dict.fromkeys(keys, name)


def check_newcomers(newcomers: Sequence[NewEntry], entries: Entries, *, single: bool) -> tuple[NewEntry, ...]:
    """Clean newcomers, or what is wrong with each of them; a pair at an event of players is two players."""
    return check_lines(enumerate(newcomers, 1), entries, single=single)


def check_lines(
    numbered: Iterable[tuple[int, NewEntry | Refused]], entries: Entries, *, single: bool
) -> tuple[NewEntry, ...]:
    taken, clean, wrong = taken_names(entries), list[NewEntry](), list[tuple[int, Refused]]()
    for line, newcomer in numbered:
        try:
            if isinstance(newcomer, Refused):
                raise newcomer
            names = tuple(clean_name(name) for name in newcomer.names)
            if not 1 <= len(names) <= 2:
                refuse("one_or_two")
            if not 0 <= newcomer.table <= MOST_ENTRIES:
                refuse("no_such_table", table=newcomer.table)
            for i, name in enumerate(names):
                if same(name) in taken or same(name) in map(same, names[:i]):
                    refuse("same_name", name=name)
            taken |= {same(name): name for name in names}
        except Refused as why:
            wrong.append((line, why))
            continue
        if single:
            clean += [NewEntry((name,), newcomer.table) for name in names]
        else:
            clean.append(NewEntry(names, newcomer.table))
    if wrong:
        raise wrong[0][1] if len(wrong) == len(clean) + len(wrong) == 1 else refusal_of_lines(wrong)
    if not clean:
        refuse("nobody")
    if len(entries) + len(clean) > MOST_ENTRIES:
        refuse("too_many", most=MOST_ENTRIES)
    return tuple(clean)


# --- lists from spreadsheets

_HEAD = re.compile(
    r"(?:(?:first |last |full )?names?|players?|partners?|persons?|pairs?|teams?|entry|table"
    r"|nombres?|apellidos?|jugador(?:a|es|as)?|personas?|parejas?|equipos?|compañer[oa]s?|mesa)(?: ?[1-4ab])?"
)
"""What a column is headed with; `same` has put it into small letters."""
_BETWEEN = re.compile(r"[&/;\t]")
"""What stands between partners, besides the mark between the columns."""
_QUOTED = re.compile(r'"[^"\n]*"')


def read_csv(data: bytes | str, entries: Entries, *, single: bool) -> tuple[NewEntry, ...]:
    """A list as spreadsheets save it: a pair or a player per line, and optionally a fixed table.

    Columns are separated by commas, semicolons or tabs, and partners also by `&` or `/`. Every error is listed, and
    nothing is entered if there is any.

    >>> read_csv("Ana & Luis\\nEva / Juan", {}, single=False)
    (NewEntry(names=('Ana', 'Luis'), table=0), NewEntry(names=('Eva', 'Juan'), table=0))
    >>> read_csv("Player 1;Player 2;Table\\nAna;Luis;3\\nEva;;\\n", {}, single=False)
    (NewEntry(names=('Ana', 'Luis'), table=3), NewEntry(names=('Eva',), table=0))
    >>> read_csv("Name 1;Name 2\\nAna;Luis", {}, single=False)
    (NewEntry(names=('Ana', 'Luis'), table=0),)
    """
    text = (data if isinstance(data, str) else _decoded(data)).removeprefix("\ufeff")
    if "\0" in text:
        refuse("not_text")
    mark = max(",;\t", key=_QUOTED.sub("", text).count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark, skipinitialspace=True)
    found: list[tuple[int, NewEntry | Refused]] = []
    try:
        for cells in reader:
            trimmed = [name.strip() for cell in cells for name in _BETWEEN.split(cell)]
            if not any(trimmed):
                continue
            if not found and all(_HEAD.fullmatch(same(cell)) for cell in trimmed if cell):
                continue
            # in a list with semicolons or tabs, a comma is a slip unless the name is in quotes
            slip = next((cell for cell in cells if mark != "," in cell and f'"{cell}"' not in text), None)
            newcomer = _newcomer(trimmed) if slip is None else refusal("mixed_marks", text=slip.strip())
            found.append((reader.line_num, newcomer))
    except csv.Error:
        refuse("not_text")
    return check_lines(found, entries, single=single)


def _decoded(data: bytes) -> str:
    """UTF-8, or the encoding of older spreadsheets."""
    for encoding in ("utf-8", "cp1252"):
        with suppress(UnicodeDecodeError):
            return data.decode(encoding)
    raise refusal("not_text")


def _newcomer(cells: list[str]) -> NewEntry | Refused:
    while cells and not cells[-1]:
        cells.pop()
    table = 0
    if cells and cells[-1].isdecimal():
        table = int(cells.pop()[:9])
        if not table:
            return refusal("no_such_table", table=table)
    elif len(cells) == 3:
        return refusal("table_number", text=cells[2])
    while cells and not cells[-1]:
        cells.pop()
    if len(cells) > 2:
        return refusal("too_many_columns", n=len(cells) + bool(table))
    if not cells or not cells[0]:
        return refusal("no_name")
    return NewEntry(tuple(cells), table)

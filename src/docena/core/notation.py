"""The notation of records: cards, moves and lines of chance, read here and nowhere else.

A set of moves stays a set of numbers (`docena.core.moves`); one move that Python code looks into is a `Move`.
"""

import re
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Literal, NoReturn

import msgspec

from docena.core.cards import CODES, WILD, card_text, cards_text
from docena.core.errors import Refused
from docena.core.moves import FACES, NUMBERS
from docena.core.sizes import PLACES, SEATS
from docena.core.words import say

Act = Literal[
    "play", "closing", "extra", "gift", "pay", "stop", "pass", "draw", "out", "object", "talk", "accuse",
]  # fmt: skip
Source = Literal["", "hand", "stock", "discard", "die", "coins"]
ChanceWord = Literal["roll", "shuffle", "restock"]

CHANCE_CLAUSES: dict[str, str] = {"roll": "8.1", "shuffle": "4.5", "restock": "7.1"}
"""What a line of chance begins with, and the clause of the rulebook that asks for it."""
_LONGEST_SHOWN = 24


class BadNotation(Refused):
    """A text that is not in the notation: `said` is what is wrong, and where."""

    def __init__(self, said: Callable[[str], str], clause: str = "4.2") -> None:
        super().__init__("bad", said, clause)


class BadCard(BadNotation):
    """A text that is not a card."""


class BadMove(BadNotation):
    """A text that is not a move."""


class BadChance(BadNotation):
    """A text that is not a line of chance."""


class Card(msgspec.Struct, frozen=True):
    """A card: its kind, and its toll in the editions that have coins."""

    code: int

    @property
    def kind(self) -> int:
        return self.code & 15

    @property
    def toll(self) -> int:
        return self.code >> 4

    @property
    def text(self) -> str:
        return card_text(self.code)

    @property
    def is_wild(self) -> bool:
        return self.kind == WILD


class Move(msgspec.Struct, frozen=True):
    """A move: its number, its text and its parts."""

    number: int
    text: str
    act: Act
    source: Source = ""
    """Where the card of a play comes from; the die and coins stand in for one."""
    card: Card | None = None
    """The card from the hand."""
    pile: int = 0
    """The discard pile that a card comes from or goes to."""
    place: int = 0
    """The building pile of a play."""
    partner: bool = False
    """The card comes from the partner's piles (6.2)."""
    seat: int = 0
    """Who does it, if that need not be the seat whose turn it is: acts at open tables."""
    other: int = 0
    """The seat that a card is bought from or given to, or that is accused."""

    @property
    def is_act(self) -> bool:
        """An act at an open table, which names its seat, rather than a move by the player whose turn it is."""
        return self.seat > 0

    @property
    def clause(self) -> str:
        """The clause of the rulebook that the move is made by.

        >>> parse_move("H7+3").clause, parse_move("2:out").clause
        ('8.3', '7.2')
        """
        if self.act != "play":
            return _CLAUSES[self.act]
        if self.partner or self.other:
            return "6.2" if self.partner else "9.2"
        return {"die": "8.2", "coins": "9.1"}.get(self.source, "4.2")


_CLAUSES: dict[Act, str] = {
    "closing": "4.4", "extra": "8.3", "gift": "8.4", "pay": "9.3", "stop": "9.3", "pass": "4.6",
    "draw": "7.0", "out": "7.2", "object": "7.2", "talk": "6.5", "accuse": "6.5",
}  # fmt: skip


class ChanceLine(msgspec.Struct, frozen=True):
    """The outcome of chance; logs that everybody may see leave out the order of the cards."""

    word: ChanceWord
    face: str = ""
    """Of a roll."""
    seat: int = 0
    """Of a restock."""
    order: tuple[int, ...] = ()
    """The cards of a shuffle or a restock, top first."""

    @property
    def public(self) -> str:
        """The line as all seats may know it: that cards were shuffled, not how they lie now.

        >>> parse_chance("shuffle 4 W 9").public, parse_chance("restock 2 5 W 1").public, parse_chance("roll +1").public
        ('shuffle', 'restock 2', 'roll +1')
        """
        return " ".join(filter(None, (self.word, self.face, str(self.seat or ""))))

    @property
    def text(self) -> str:
        return f"{self.public} {cards_text(self.order)}" if self.order else self.public


# --- reading


def parse_card(text: str) -> Card:
    """
    >>> parse_card("W").kind, parse_card("11$$").toll
    (13, 2)
    >>> parse_card("13")
    Traceback (most recent call last):
    docena.core.notation.BadCard: '13' is not a card: cards are 1 to 12 and W, with up to three dollar signs for a toll
    """
    if text not in CODES:
        raise BadCard(partial(_card_said, text))
    return Card(CODES[text])


def card_code(text: str) -> int:
    """The same as a number.

    >>> card_code("W"), card_code("11$$")
    (13, 43)
    """
    return parse_card(text).code


@cache  # only valid texts are cached, and there are no more than a thousand moves
def parse_move(text: str) -> Move:
    """
    >>> move = parse_move("H11$>2")
    >>> move.act, move.source, move.card.text, move.place
    ('play', 'hand', '11$', 2)
    >>> parse_move("H7>5")
    Traceback (most recent call last):
    docena.core.notation.BadMove: 'H7>5' is not a move: after 'H7>' there should be a building pile from 1 to 4, not '5'
    """
    read = _Reading(text, "move", BadMove)
    parts = _move(read)
    read.end()
    return Move(number=NUMBERS[text], text=text, **parts)


def is_chance(line: str) -> bool:
    """Whether a line of a log is meant to be one of chance, valid or not; all others are moves."""
    return line.split(" ", 1)[0] in CHANCE_CLAUSES


def parse_chance(line: str) -> ChanceLine:
    """A line of chance; without the order of the cards if the log is public.

    >>> parse_chance("roll 5-8").face, parse_chance("restock 2 5 W 1").order
    ('5-8', (5, 13, 1))
    """
    read = _Reading(line, "chance", BadChance)
    word: Any = read.one_of("chance_word", r"roll|shuffle|restock")
    if word == "roll":
        read.one_of("face", " ")
        face = read.one_of("face", "|".join(map(re.escape, sorted(FACES[1:], key=len, reverse=True))))
        read.end()
        return ChanceLine("roll", face=face)
    seat = 0
    if word == "restock":
        read.one_of("seat", " ")
        seat = read.number("seat", SEATS)
    return ChanceLine(word, seat=seat, order=tuple(read.cards()))


def public_line(line: str) -> str:
    """A line of a log as all seats may know it.

    >>> public_line("shuffle 4 W 9"), public_line("H7>2")
    ('shuffle', 'H7>2')
    """
    return parse_chance(line).public if is_chance(line) else line


def parse_line(line: str) -> Move | ChanceLine:
    """Any line of a log."""
    return parse_chance(line) if is_chance(line) else parse_move(line)


class _Reading:
    """A text that is read from left to right."""

    def __init__(self, text: str, what: str, error: type[BadNotation]) -> None:
        self._text, self._what, self._error = text, what, error
        self._at = 0

    @property
    def rest(self) -> str:
        return self._text[self._at :]

    def take(self, pattern: str) -> str:
        """What comes next, if it looks like this; else nothing."""
        found = re.compile(pattern).match(self._text, self._at)
        if found is None:
            return ""
        self._at = found.end()
        return found[0]

    def one_of(self, expected: str, pattern: str) -> str:
        begin = self._at
        found = self.take(pattern)
        if not found:
            self.fail(expected, begin)
        return found

    def number(self, expected: str, most: int) -> int:
        """A number from 1 to `most`."""
        begin = self._at
        found = self.take("[0-9]+")
        if found not in _DIGITS[:most]:
            self.fail(expected, begin)
        return int(found)

    def card(self) -> Card:
        begin = self._at
        found = self.take(r"[0-9]+\$*|W\$*")
        if found not in CODES:
            self.fail("card", begin)
        return Card(CODES[found])

    def cards(self) -> list[int]:
        """All remaining cards, each after a space."""
        before, *cards = self.rest.split(" ")
        codes = [CODES.get(card, 0) for card in cards]
        if before or 0 in codes:
            while True:  # to find the place
                self.one_of("space", " ")
                self.card()
        return codes

    def end(self) -> None:
        if self.rest:
            self.fail("end", self._at)

    def fail(self, expected: str, begin: int) -> NoReturn:
        raise self._error(partial(_said, self._what, self._text, expected, begin))


_DIGITS = tuple("123456")


def _move(read: _Reading) -> dict[str, Any]:
    """The parts of a move, in the order of the notation."""
    begun = read.one_of("beginning", r"[HSDP@RCTX.]|[0-9]+:")
    if begun in _SINGLE:
        return {"act": _SINGLE[begun]}
    if begun == "H":
        card = read.card()
        mark = read.one_of("mark", "[>+-]")
        if mark == ">":
            return _play(read, "hand", card=card)
        return {"act": "closing" if mark == "-" else "extra", "card": card, "pile": read.number("pile", PLACES)}
    if begun == "R" and read.take("@"):
        return {"act": "gift", "other": read.number("seat", SEATS)}
    if begun in ("R", "C"):
        read.one_of("die_mark" if begun == "R" else "arrow", ">")
        return _play(read, "die" if begun == "R" else "coins")
    if begun.endswith(":"):
        return _act(read, begun[:-1])
    parts: dict[str, Any] = {}
    if begun in ("P", "@"):
        parts = {"partner": True} if begun == "P" else {"other": read.number("seat", SEATS)}
        begun = read.one_of("source", "[SD]")
    if begun == "D":
        parts["pile"] = read.number("pile", PLACES)
    read.one_of("arrow", ">")
    return _play(read, "stock" if begun == "S" else "discard", **parts)


_SINGLE: dict[str, Act] = {"T": "pay", "X": "stop", ".": "pass"}


def _play(read: _Reading, source: Source, **parts: Any) -> dict[str, Any]:
    return {"act": "play", "source": source, "place": read.number("place", PLACES), **parts}


def _act(read: _Reading, seat: str) -> dict[str, Any]:
    if seat not in _DIGITS[:SEATS]:
        read.fail("seat", 0)
    begun = read.one_of("act", "draw|out|object|talk|accuse")
    parts = {"act": begun, "seat": int(seat)}
    if begun == "accuse":
        at = len(seat) + 1 + len(begun)
        parts["other"] = read.number("seat", SEATS)
        if parts["other"] == parts["seat"]:
            read.fail("other_seat", at)
    return parts


# --- what is wrong


def _card_said(text: str, lang: str) -> str:
    return say(lang, "notation", "card", text=shown(text))


def _said(what: str, text: str, expected: str, begin: int, lang: str) -> str:
    """What is wrong with a text that is read from left to right, and where."""
    last = repr(text[max(0, begin - _LONGEST_SHOWN) : begin])[1:-1]
    parts = {"before": f"...{last}" if begin > _LONGEST_SHOWN else last, "found": shown(text[begin:])}
    if expected == "end":
        where = say(lang, "notation", "end", **parts)
    else:
        key = ("follows" if text[begin:] else "missing") if begin else "begins"
        where = say(lang, "notation", key, expected=say(lang, "notation_parts", expected), **parts)
    return say(lang, "notation", what, text=shown(text)) + where


def shown(text: str) -> str:
    """A text as it can be quoted in a sentence: on one line, and not too long."""
    return repr(text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}...")[1:-1]

"""Editions: files of facts. No code asks for an edition's name; it asks for these facts."""

import re
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal

import msgspec

from docena.core.cards import WILD, card_text
from docena.core.errors import Refused, plain
from docena.core.inputs import read_toml
from docena.core.notation import BadCard, card_code
from docena.core.sizes import MOST_CARDS, SEATS
from docena.core.words import worded

NAMES = ("classic", "deluxe", "mod", "masters", "tournament")
SHORT_STOCK = 10
"""The stock pile of a short game, in every edition."""
MOST_COINS = 100


class BadEdition(Refused):
    """An edition that does not exist, or a file that is none; what is wrong in a file is said in English."""

    def __init__(self, sentence: str | Callable[[str], str]) -> None:
        super().__init__("bad", sentence)


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The facts of an edition; `editions/classic.toml` says what each is."""

    name: str
    players: list[int]
    stock: dict[str, int]
    cards: dict[str, int]
    title: dict[str, str] = {}
    summary: dict[str, str] = {}
    partners: Literal["never", "may", "always"] = "never"
    partner_piles: bool = False
    die: bool = False
    coins: int = 0
    open_tables: bool = True
    first: Literal["dealer", "youngest"] = "dealer"
    goal: int = 500
    games: int | None = None

    @property
    def deck_size(self) -> int:
        return sum(self.cards.values())

    def stock_for(self, players: int) -> int:
        return self.stock[str(players)]


def edition(name: str) -> Edition:
    """A built-in edition, by its name.

    >>> edition("mod").die, edition("masters").coins
    (True, 12)
    """
    if name not in NAMES:
        raise BadEdition(worded("options", "edition", edition=name, editions=", ".join(NAMES)))
    return _read_ours(name)


def edition_text(name: str) -> str:
    """The file of an edition, to copy and change."""
    edition(name)
    return resources.files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")


@cache
def _read_ours(name: str) -> Edition:
    text = resources.files(__name__).joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return read_edition(text, f"{name}.toml")


# What a file may change and still keep the name of one of our editions: records say it, or no game depends on it.
_RECORDED = ("cards", "stock", "goal", "games", "title", "summary")


def read_edition_file(path: Path) -> Edition:
    """An edition from a file of the user."""
    try:
        text = read_toml(path, "an edition file")
    except OSError as error:
        raise BadEdition(f"cannot read the edition file {path}: {error.strerror or error}") from None
    read = read_edition(text, str(path))
    if read.name in NAMES:
        ours = edition(read.name)
        for fact in read.__struct_fields__:
            if fact not in _RECORDED and getattr(read, fact) != getattr(ours, fact):
                raise BadEdition(f"{path}: with another {fact} it is not {read.name} any more: give it another name")
    return read


def read_edition(text: str, where: str) -> Edition:
    """An edition from the text of a file; `where` names it in errors."""
    try:
        read = msgspec.toml.decode(text, type=Edition)
    except msgspec.ValidationError as error:
        raise BadEdition(f"{where}: {plain(str(error))}") from None
    except msgspec.DecodeError as error:
        raise BadEdition(f"{where}: not a TOML file: {error}") from None
    except RecursionError:
        raise BadEdition(f"{where}: not an edition: it is nested too deeply") from None
    _verify(read, where)
    return read


def _verify(read: Edition, where: str) -> None:
    def refuse(sentence: str) -> None:
        raise BadEdition(f"{where}: {sentence}")

    if not re.fullmatch(r"[a-z][a-z0-9_-]{0,39}", read.name):
        refuse(f"name is {read.name!r}: use at most 40 small letters, digits, - and _, beginning with a letter")
    if not read.players or any(not 2 <= n <= SEATS for n in read.players):
        refuse(f"players is {read.players}: it lists how many can play, from 2 to {SEATS}")
    if read.players != sorted(set(read.players)):
        refuse(f"players is {read.players}: list each number once, ascending")
    for card, count in read.cards.items():
        try:
            code = card_code(card)
        except BadCard as error:
            refuse(f"cards: {error}")
        if card != card_text(code) or count < 0:
            refuse(f"cards: there cannot be {count} of {card!r}")
        if "$" in card and not read.coins:
            refuse(f"cards: {card!r} has a toll, but players have no coins to pay it")
    kinds = {card_code(card) & 15 for card, count in read.cards.items() if count}
    missing = [card_text(kind) for kind in range(1, WILD) if kind not in kinds]
    if missing and WILD not in kinds:
        refuse(f"cards: with no {missing[0]} and no wild no building pile can be completed")
    if not 2 <= read.deck_size <= MOST_CARDS:
        refuse(f"cards: the deck has {read.deck_size} cards; it may have 2 to {MOST_CARDS}")
    for players in read.players:
        size = read.stock.get(str(players))
        if size is None:
            refuse(f"stock: there is no entry for {players} players")
        elif size < 1 or size * players > read.deck_size:
            refuse(f"stock: {players} stock piles of {size} cards cannot be dealt from {read.deck_size} cards")
    for players_text in read.stock:
        if players_text not in map(str, read.players):
            refuse(f"stock: {players_text!r} is not one of the numbers of players")
    if not 0 <= read.coins <= MOST_COINS:
        refuse(f"coins is {read.coins}: it may be 0 to {MOST_COINS}")
    if read.coins and read.partners != "never":
        refuse('coins: there are no rules for coins in partnerships; set partners = "never"')
    if read.coins and read.open_tables:
        refuse("coins: there are no rules for coins at open tables; set open_tables = false")
    if read.coins and read.die:
        refuse("coins: there are no rules for coins and a die together; set one of them to nothing")
    if read.partners == "always" and any(n not in (4, 6) for n in read.players):
        refuse("players: partnerships are for 4 or 6 players (6.1)")
    if read.goal < 1:
        refuse(f"goal is {read.goal}: it is a number of points to reach")
    if read.games is not None and read.games < 1:
        refuse(f"games is {read.games}: it is how many games a match has; leave it out to play to the goal")

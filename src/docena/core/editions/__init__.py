"""Editions: files of facts. No code asks for an edition's name; it asks for these facts."""

import re
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal

import msgspec

from docena.core.cards import WILD, card_text
from docena.core.errors import Refused, plain
from docena.core.inputs import read_toml
from docena.core.notation import BadCard, card_code
from docena.core.sizes import MOST_CARDS, SEATS
from docena.core.words import system_error, worded

NAMES = ("classic", "deluxe", "mod", "masters", "tournament")
SHORT_STOCK = 10
"""The stock pile of a short game, in every edition."""
MOST_COINS = 100


class BadEdition(Refused):
    """An edition that does not exist, or a file that does not describe one."""

    def __init__(self, key: str, section: str = "edition_file", **parts: Any) -> None:
        super().__init__("bad", worded(section, key, **parts))


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
        raise BadEdition("edition", "options", edition=name, editions=", ".join(NAMES))
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
    """An edition from a user's own file."""
    try:
        text = read_toml(path)
    except OSError as error:
        raise BadEdition("unreadable", file=path, why=system_error(error)) from None
    read = read_edition(text, str(path))
    if read.name in NAMES:
        ours = edition(read.name)
        for fact in read.__struct_fields__:
            if fact not in _RECORDED and getattr(read, fact) != getattr(ours, fact):
                why = worded("edition_file", "other_fact", fact=fact, name=read.name)
                raise BadEdition("in_file", file=path, why=why)
    return read


def read_edition(text: str, where: str) -> Edition:
    """An edition from the text of a file; `where` names it in errors."""
    try:
        read = msgspec.toml.decode(text, type=Edition)
    except msgspec.ValidationError as error:
        raise BadEdition("in_file", file=where, why=plain(str(error))) from None
    except msgspec.DecodeError as error:
        raise BadEdition("not_toml", "files", file=where, why=error) from None
    except RecursionError:
        raise BadEdition("too_deep", "files", file=where) from None
    _verify(read, where)
    return read


def _verify(read: Edition, where: str) -> None:
    def refuse(key: str, **parts: Any) -> None:
        raise BadEdition("in_file", file=where, why=worded("edition_file", key, **parts))

    if not re.fullmatch(r"[a-z][a-z0-9_-]{0,39}", read.name):
        refuse("name", name=read.name)
    if not read.players or any(not 2 <= n <= SEATS for n in read.players):
        refuse("players", players=read.players, most=SEATS)
    if read.players != sorted(set(read.players)):
        refuse("players_order", players=read.players)
    for card, count in read.cards.items():
        try:
            code = card_code(card)
        except BadCard as error:
            refuse("card", why=error)
        if card != card_text(code) or count < 0:
            refuse("card_count", count=count, card_name=card)
        if "$" in card and not read.coins:
            refuse("card_toll", card_name=card)
    kinds = {card_code(card) & 15 for card, count in read.cards.items() if count}
    missing = [card_text(kind) for kind in range(1, WILD) if kind not in kinds]
    if missing and WILD not in kinds:
        refuse("no_way_up", missing=missing[0])
    if not 2 <= read.deck_size <= MOST_CARDS:
        refuse("deck_size", size=read.deck_size, most=MOST_CARDS)
    for players in read.players:
        size = read.stock.get(str(players))
        if size is None:
            refuse("no_stock", players=players)
        elif size < 1 or size * players > read.deck_size:
            refuse("stock", players=players, size=size, deck=read.deck_size)
    for players_text in read.stock:
        if players_text not in map(str, read.players):
            refuse("stock_players", players=players_text)
    if not 0 <= read.coins <= MOST_COINS:
        refuse("coins", coins=read.coins, most=MOST_COINS)
    if read.coins and read.partners != "never":
        refuse("coins_partners")
    if read.coins and read.open_tables:
        refuse("coins_open")
    if read.coins and read.die:
        refuse("coins_die")
    if read.partners == "always" and any(n not in (4, 6) for n in read.players):
        refuse("always_partners")
    if read.goal < 1:
        refuse("goal", goal=read.goal)
    if read.games is not None and read.games < 1:
        refuse("games", games=read.games)

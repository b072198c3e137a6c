"""The options of a table: an edition, and the table's own choices."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from docena.core.cards import deck_of
from docena.core.editions import SHORT_STOCK, Edition, edition
from docena.core.errors import Refused
from docena.core.notation import parse_card
from docena.core.sizes import MOST_CARDS
from docena.core.words import say, worded

TableKind = Literal["strict", "open"]


class BadOptions(Refused):
    """Options that do not go together, by this clause of the rulebook: a text of the section `options`."""

    def __init__(self, key: str, clause: str = "2.4", **parts: Any) -> None:
        super().__init__("bad", worded("options", key, **parts), clause)


class Options(msgspec.Struct, frozen=True):
    """Everything that was chosen for a game."""

    edition: Edition
    players: int
    stock: int
    partners: bool
    open_table: bool
    cards: dict[str, int]

    @property
    def deck(self) -> list[int]:
        """All cards, before any shuffle."""
        return deck_of(self.cards)

    @property
    def table(self) -> TableKind:
        return "open" if self.open_table else "strict"


def choose_options(
    of: Edition | str,
    players: int,
    *,
    stock: int | None = None,
    short: bool = False,
    partners: bool | None = None,
    table: str = "strict",
    cards: Mapping[str, int] | None = None,
) -> Options:
    """Fills in defaults, and refuses options that do not go together.

    >>> choose_options("classic", 5).stock
    20
    >>> choose_options("masters", 2, partners=True)
    Traceback (most recent call last):
    docena.core.options.BadOptions: masters is not played in partnerships
    """
    facts = edition(of) if isinstance(of, str) else of
    if players not in facts.players:
        raise BadOptions("players", edition=facts.name, listed=_listed(facts.players), players=players)
    if partners is None:
        partners = facts.partners == "always"
    if partners and facts.partners == "never":
        raise BadOptions("never_partners", "6.1", edition=facts.name)
    if not partners and facts.partners == "always":
        raise BadOptions("always_partners", "10.1", edition=facts.name)
    if partners and players not in (4, 6):
        raise BadOptions("partners", "6.1", players=players)
    if table not in ("strict", "open"):
        raise BadOptions("table", "7.0", table=table)
    if table == "open" and not facts.open_tables:
        raise BadOptions("never_open", "7.0", edition=facts.name)
    if short and stock is not None:
        raise BadOptions("short_or_stock")
    composition = dict(facts.cards if cards is None else cards)
    deck_size = _verify_cards(composition, facts)
    if stock is None:
        stock = SHORT_STOCK if short else facts.stock_for(players)
    if stock < 1:
        raise BadOptions("stock", stock=stock)
    if stock * players > deck_size:
        raise BadOptions(
            "deck", players=players, stock=stock, needed=stock * players, deck=deck_size, most=deck_size // players
        )
    return Options(facts, players, stock, partners, table == "open", composition)


def _verify_cards(cards: Mapping[str, int], facts: Edition) -> int:
    for card, count in cards.items():
        toll = parse_card(card).toll
        if count < 0:
            raise BadOptions("card_count", "1.4", count=count, card_name=card)
        if toll and count and not facts.coins:
            raise BadOptions("card_toll", "1.4", card_name=card, edition=facts.name)
    total = sum(cards.values())
    if not 2 <= total <= MOST_CARDS:
        raise BadOptions("deck_size", "1.4", most=MOST_CARDS, total=total)
    return total


def _listed(numbers: list[int]) -> Callable[[str], str]:
    """The numbers as people list them: 2 to 6, 4 or 6."""

    def listed(lang: str) -> str:
        if numbers == list(range(numbers[0], numbers[-1] + 1)) and len(numbers) > 2:
            return say(lang, "options", "from_to", least=numbers[0], most=numbers[-1])
        return say(lang, "options", "or").join(map(str, numbers))

    return listed

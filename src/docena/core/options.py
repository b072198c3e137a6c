"""The options of a table: an edition, and what the table itself chose."""

from collections.abc import Mapping
from typing import Literal

import msgspec

from docena.core.cards import deck_of
from docena.core.editions import SHORT_STOCK, Edition, edition
from docena.core.errors import DocenaError
from docena.core.notation import parse_card
from docena.core.sizes import MOST_CARDS

TableKind = Literal["strict", "open"]


class BadOptions(DocenaError):
    """Options that do not go together, by this clause of the rulebook."""

    def __init__(self, sentence: str, clause: str = "2.4") -> None:
        super().__init__(sentence)
        self.clause = clause


class Options(msgspec.Struct, frozen=True):
    """What a game is played with."""

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
    """Fills in what is left out, and refuses what cannot be.

    >>> choose_options("classic", 5).stock
    20
    >>> choose_options("masters", 2, partners=True)
    Traceback (most recent call last):
    docena.core.options.BadOptions: masters is not played in partnerships
    """
    facts = edition(of) if isinstance(of, str) else of
    if players not in facts.players:
        raise BadOptions(f"{facts.name} is for {_listed(facts.players)} players, not {players}")
    if partners is None:
        partners = facts.partners == "always"
    if partners and facts.partners == "never":
        raise BadOptions(f"{facts.name} is not played in partnerships", "6.1")
    if not partners and facts.partners == "always":
        raise BadOptions(f"{facts.name} is always played in partnerships", "10.1")
    if partners and players not in (4, 6):
        raise BadOptions(f"partnerships are for 4 or 6 players, not {players} (6.1)", "6.1")
    if table not in ("strict", "open"):
        raise BadOptions(f"a table is strict or open, not {table!r}", "7.0")
    if table == "open" and not facts.open_tables:
        raise BadOptions(f"{facts.name} has no open tables: chapter 7 does not apply to it", "7.0")
    if short and stock is not None:
        raise BadOptions("a short game has a stock pile of 10 cards: choose it or a stock size, not both")
    composition = dict(facts.cards if cards is None else cards)
    deck_size = _verify_cards(composition, facts)
    if stock is None:
        stock = SHORT_STOCK if short else facts.stock_for(players)
    if stock < 1:
        raise BadOptions(f"a stock pile has at least one card, not {stock}")
    if stock * players > deck_size:
        raise BadOptions(
            f"{players} stock piles of {stock} cards need {stock * players} cards, and the deck has {deck_size}; "
            f"the largest stock pile for {players} players is {deck_size // players}"
        )
    return Options(facts, players, stock, partners, table == "open", composition)


def _verify_cards(cards: Mapping[str, int], facts: Edition) -> int:
    for card, count in cards.items():
        toll = parse_card(card).toll
        if count < 0:
            raise BadOptions(f"a deck cannot have {count} of the card {card!r}", "1.4")
        if toll and count and not facts.coins:
            raise BadOptions(f"the card {card!r} has a toll, and {facts.name} has no coins", "1.4")
    total = sum(cards.values())
    if not 2 <= total <= MOST_CARDS:
        raise BadOptions(f"a deck has 2 to {MOST_CARDS} cards, not {total}", "1.4")
    return total


def _listed(numbers: list[int]) -> str:
    if numbers == list(range(numbers[0], numbers[-1] + 1)) and len(numbers) > 2:
        return f"{numbers[0]} to {numbers[-1]}"
    return " or ".join(map(str, numbers))

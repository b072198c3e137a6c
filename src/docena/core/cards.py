"""Cards: a kind (1 to 12, or wild) and a toll, in one small number.

A card's code is `kind + 16 * toll`. A card that lies face down carries `DOWN` besides; one that a viewer may not
know is `UNKNOWN`. Kind 0 is no card.
"""

from collections.abc import Iterable, Mapping

from docena.core.sizes import TOLLS

WILD = 13
UNKNOWN = 14
DOWN = 0x80


def card_text(card: int) -> str:
    """
    >>> card_text(7), card_text(WILD), card_text(11 + 16 * 2)
    ('7', 'W', '11$$')
    """
    kind, toll = card & 15, (card >> 4) & 3
    name = {WILD: "W", UNKNOWN: "?", 0: "-"}.get(kind) or str(kind)
    return name + "$" * toll


def _all_texts() -> dict[str, int]:
    codes = [kind + 16 * toll for toll in range(TOLLS) for kind in range(1, WILD + 1)]
    return {card_text(code): code for code in codes}


CODES = _all_texts()
"""Every possible card, by its text."""


def cards_text(cards: Iterable[int]) -> str:
    return " ".join(map(card_text, cards))


def deck_of(composition: Mapping[str, int]) -> list[int]:
    """All cards of a composition (1.4), in order: the deck before any shuffle."""
    return [code for text, code in CODES.items() for _ in range(composition.get(text, 0))]

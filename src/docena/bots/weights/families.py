"""Families of tables: kinds of play so different that each has a network of its own."""

from docena.core.options import Options, choose_options

FAMILIES = {
    "duel": ("classic", 2, False),
    "crowd": ("classic", 4, False),
    "pairs": ("classic", 4, True),
    "tournament": ("tournament", 6, True),
    "die-duel": ("mod", 2, False),
    "die-crowd": ("mod", 4, False),
    "die-pairs": ("mod", 4, True),
    "coins-duel": ("masters", 2, False),
    "coins-crowd": ("masters", 4, False),
}
"""Each with its most common table: edition, players, partners."""


def family_of(players: int, partners: bool, partner_piles: bool, die: bool, coins: bool) -> str:
    """
    >>> family_of(2, False, False, False, True), family_of(6, True, False, False, False)
    ('coins-duel', 'tournament')
    """
    if partners and not partner_piles:
        return "tournament"
    shape = "pairs" if partners else "duel" if players == 2 else "crowd"
    return f"{'die-' if die else 'coins-' if coins else ''}{shape}"


def tables_of(family: str) -> list[Options]:
    """The tables that a family learns from: all numbers of players, with usual and shorter stock piles."""
    edition, players, partners = FAMILIES[family]
    usual = choose_options(edition, players, partners=partners)
    if players == 2:
        numbers = [2]
    elif partners:
        numbers = [4, 6]
    else:
        numbers = [3, 4, 5, 6]
    return [
        choose_options(edition, n, partners=partners, stock=stock)
        for n in numbers
        if n in usual.edition.players
        for stock in (usual.edition.stock[str(n)], 10)
    ]

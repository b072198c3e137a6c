"""What can be played: the facts of the editions."""

from typing import Literal

import msgspec

from docena.core.editions import NAMES, SHORT_STOCK, edition
from docena.core.errors import DocenaError
from docena.tables.table_choices import LEVELS, Choices, options_from


class EditionSight(msgspec.Struct, frozen=True):
    """An edition, and the choices for its tables."""

    name: str
    title: str
    summary: str
    players: list[int]
    stock: dict[str, int]
    """Cards of a stock pile, by the number of players."""
    most_stock: dict[str, int]
    """The most that can be dealt, by the number of players."""
    partners: Literal["never", "may", "always"]
    pairs: list[int]
    """Numbers of players that can form partnerships."""
    open_tables: bool
    die: bool
    coins: int
    goal: int
    """Points that win a match."""
    games: int | None
    """Or how many games a match has."""


class Catalogue(msgspec.Struct, frozen=True):
    editions: list[EditionSight]
    short_stock: int
    """Cards of a stock pile in a short game."""
    levels: list[str]
    """Bots that sit at tables, the weakest first."""


def catalogue(lang: str) -> Catalogue:
    """
    >>> [(each.title, each.pairs) for each in catalogue("es").editions[2:4]]
    [('Mod', [4, 6]), ('Maestros', [])]
    """
    return Catalogue([_sight(name, lang) for name in NAMES], SHORT_STOCK, list(LEVELS))


def _sight(name: str, lang: str) -> EditionSight:
    facts = edition(name)
    return EditionSight(
        name=name,
        title=facts.title[lang],
        summary=facts.summary[lang],
        players=facts.players,
        stock=facts.stock,
        most_stock={str(players): facts.deck_size // players for players in facts.players},
        partners=facts.partners,
        pairs=[players for players in facts.players if _makes_pairs(name, players)],
        open_tables=facts.open_tables,
        die=facts.die,
        coins=facts.coins,
        goal=facts.goal,
        games=facts.games,
    )


def _makes_pairs(name: str, players: int) -> bool:
    try:
        return options_from(Choices(edition=name, players=players, partners=True)).partners
    except DocenaError:
        return False

"""A table before the deal: options as facts of a record, and back."""

import numpy as np

from docena.core.cards import card_text
from docena.core.editions import NAMES, edition
from docena.core.options import Options, choose_options
from docena.engine.step import lay_out
from docena.engine.table import Tables, new_tables, record_in


def empty_table(options: Options) -> Tables:
    """An array of one table with these options, before the deal."""
    tables, facts = new_tables(1), options.edition
    lay_out(
        tables, 0, options.players, options.stock, options.partners, options.partners and facts.partner_piles,
        facts.die, facts.coins, options.open_table, np.array(options.deck, np.uint8),
    )  # fmt: skip
    return tables


def options_of(tables: Tables) -> Options:
    """Options with which the table is played as it is, by the first of our editions that has its facts."""
    table = record_in(tables)
    facts = next(
        found
        for found in map(edition, NAMES)
        if (found.die, found.coins > 0) == (bool(table.has_die), bool(table.has_coins))
        and (not table.partners or (found.partners != "never" and found.partner_piles == bool(table.partner_piles)))
        and (table.partners or found.partners != "always")
    )
    return choose_options(
        facts,
        int(table.players),
        stock=int(table.stock_size),
        partners=bool(table.partners),
        table="open" if table.open else "strict",
        cards={card_text(card): n for card, n in enumerate(table.deck.tolist()) if n},
    )

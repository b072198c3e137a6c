"""Score sheets for tables without a phone: one page per table, for all games."""

from html import escape

from docena.core.words import say
from docena.tournaments.paper.spans import game_name
from docena.tournaments.seated_table import SeatedTable, dealer, seat_names, seats_of
from docena.tournaments.state import Event

PARTNERS = 2
_COLUMNS = "<colgroup>" + '<col class="name"><col class="count">' * PARTNERS + '<col class="count"><col></colgroup>'


def score_sheets(event: Event, lang: str) -> str:
    return "".join(_page(event, number, lang) for number in event.numbers)


def _page(event: Event, number: int, lang: str) -> str:
    """All games at a table."""
    blocks = "".join(
        _block(event, table, game, lang)
        for game, tables in enumerate(event.games, 1)
        for table in tables
        if table.number == number
    )
    what = f"{say(lang, 'paper', 'score_sheet')}: {say(lang, 'paper', 'table', n=number)}"
    return (
        f'<section class="sheet"><p class="soft">{escape(event.choices.title)}</p><h1>{escape(what)}</h1>'
        f'<p class="soft">{escape(say(lang, "paper", "sheet_rule"))}</p>{blocks}'
        f'<p class="soft">{escape(say(lang, "paper", "penalties"))}</p></section>'
    )


def _block(event: Event, table: SeatedTable, game: int, lang: str) -> str:
    """One game: a line for each side, partners side by side, with their seat numbers."""
    names, sides = seat_names(table, event.entries), len(table.sides)
    heads = "".join(
        f'<th scope="col" colspan="{wide}">{escape(say(lang, "paper", word))}</th>'
        for word, wide in (("left", 2 * PARTNERS), ("won", 1), ("signed", 1))
    )
    lines = ""
    for side in range(1, sides + 1):
        people = [f"{seat}. {names[seat - 1]}" for seat in seats_of(side, sides, len(names))]
        people += [""] * (PARTNERS - len(people))
        cells = "".join(f'<th scope="row">{escape(name)}</th><td></td>' for name in people)
        lines += f"<tr>{cells}<td></td><td></td></tr>"
    deals = escape(say(lang, "paper", "deals", name=dealer(names, game)))
    return (
        f'<div class="one-game"><h2>{escape(game_name(event, game, lang))} <small>{deals}</small></h2>'
        f'<table class="score">{_COLUMNS}<thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table></div>'
    )

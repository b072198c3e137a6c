"""What an organiser prints: entry cards, seating charts, table cards, score sheets, standings and certificates."""

from collections.abc import Callable
from html import escape
from unicodedata import combining, normalize

from docena.core.words import say
from docena.tournaments.paper.certificates import certificates
from docena.tournaments.paper.score_sheets import score_sheets
from docena.tournaments.paper.sheets import document, rows
from docena.tournaments.paper.spans import side_name, span_name, spans
from docena.tournaments.seated_table import Game
from docena.tournaments.standings import NO_RANK, Standing, standings, winners
from docena.tournaments.state import Event

CARDS, ENTRIES = "cards", "entries"
WITH_CODES = (CARDS, ENTRIES)
KINDS = (ENTRIES, "seating", CARDS, "sheets", "standings", "certificates")
CARDS_ON_A_PAGE = 8
MOST_TOGETHER = 12
"""Tables of a game that stay on one page, if they fit."""


def paper(event: Event, kind: str, lang: str, code: Callable[[int], str] | None = None, date: str = "") -> str:
    """One of the kinds; `code`: the QR code of the card of a table, or of an entry, as HTML."""
    body = {
        ENTRIES: lambda: _entries(event, lang, code),
        "seating": lambda: _seating(event, lang),
        CARDS: lambda: _cards(event, lang, code),
        "sheets": lambda: score_sheets(event, lang),
        "standings": lambda: _standings(event, lang),
        "certificates": lambda: certificates(event, lang, date),
    }[kind]()
    return document(event.choices.title, lang, body)


def _title(event: Event, what: str) -> str:
    return f'<p class="soft">{escape(event.choices.title)}</p><h1>{escape(what)}</h1>'


def _seating(event: Event, lang: str) -> str:
    """Who sits where, game by game; then everybody's tables, in the order of names."""
    parts = [_title(event, say(lang, "paper", "seating"))]
    if event.seed:
        parts.append(f'<p class="soft">{escape(say(lang, "paper", "draw", seed=event.seed))}</p>')
    for games in spans(event):
        tables = event.games[games[0] - 1]
        long = " long" if len(tables) > MOST_TOGETHER else ""
        chart = f"<h2>{escape(span_name(event, games, lang))}</h2>{_chart(event, tables, lang)}"
        resting = event.resting[games[0] - 1] if games[0] <= len(event.resting) else ()
        if resting:
            names = ", ".join(event.name(entry) for entry in resting)
            chart += f"<p>{escape(say(lang, 'paper', 'resting'))}: {escape(names)}</p>"
        parts.append(f'<section class="chart{long}">{chart}</section>')
    return f'<div class="sheet">{"".join(parts)}</div>{_by_name(event, lang)}'


def _chart(event: Event, tables: Game, lang: str) -> str:
    cells = []
    for table in tables:
        sides = "".join(f"<p>{escape(side_name(event, side))}</p>" for side in table.sides)
        label = escape(say(lang, "paper", "table", n=table.number))
        cells.append(f'<div><b aria-label="{label}">{table.number}</b><div class="around">{sides}</div></div>')
    return f'<div class="tables">{"".join(cells)}</div>'


def _by_name(event: Event, lang: str) -> str:
    """Everybody by their own name, since the second of a pair looks for theirs, too."""
    games = [span[0] for span in spans(event)]
    places = [
        {entry: str(table.number) for table in event.games[game - 1] for entry in table.entries} for game in games
    ]
    heads = [(say(lang, "paper", "name"), False)]
    if not event.choices.single:
        heads.append((say(lang, "paper", "partner"), False))
    heads += [(span_name(event, span, lang), True) for span in spans(event)]
    people = []
    for entry in event.entries.values():
        tables = [place.get(entry.number, "-") for place in places]
        if entry.dropped and not any(place.get(entry.number) for place in places):
            continue
        for name in entry.names:
            partner = [other for other in entry.names if other != name]
            people.append([name, *(["".join(partner)] if not event.choices.single else []), *tables])
    people.sort(key=lambda line: by_letters(line[0]))
    return f"{_title(event, say(lang, 'paper', 'find'))}{rows(heads, people, 'places')}"


def by_letters(name: str) -> tuple[str, str]:
    """The sorting key of a name in a list, in which Ángel comes before Bea.

    >>> sorted(["Zoe", "Ángel", "Bea", "ana"], key=by_letters)
    ['ana', 'Ángel', 'Bea', 'Zoe']
    """
    plain = "".join(letter for letter in normalize("NFKD", name) if not combining(letter))
    return plain.casefold(), name


def _cards(event: Event, lang: str, code: Callable[[int], str] | None) -> str:
    """A page per table, to stand on it: who sits there, in each game if that changes."""
    won_by = "card_rules_both" if event.choices.facts.partner_piles else "card_rules"
    pages = []
    for number in event.numbers:
        to_scan = ""
        if code is not None:
            scan = escape(say(lang, "paper", "scan"))
            to_scan = f'<div class="qr">{code(number)}<p>{scan}</p></div>'
        rule = escape(say(lang, "paper", won_by, games=event.choices.games))
        pages.append(
            f'<section class="sheet card"><p>{escape(event.choices.title)}</p>'
            f"<h1>{escape(say(lang, 'paper', 'table', n=number))}</h1>"
            f"<div>{_sitting(event, number, lang)}</div>{to_scan}<p>{rule}</p></section>"
        )
    return "".join(pages)


def _entries(event: Event, lang: str, code: Callable[[int], str] | None) -> str:
    """A small card for each entry to keep, to be cut out."""
    cards = []
    for entry in sorted(event.active, key=lambda entry: by_letters(entry.title)):
        names = "".join(f"<b>{escape(name)}</b>" for name in entry.names)
        scan, keep = [escape(say(lang, "paper", key)) for key in ("entry_scan", "entry_keep")]
        drawn = f'<div class="qr">{code(entry.number)}</div>' if code is not None else ""
        words = f"<p>{scan}</p><small>{keep}</small>" if code is not None else ""
        cards.append(
            f'<div class="entry">{drawn}<div><small>{escape(event.choices.title)} · {entry.number}</small>'
            f"{names}{words}</div></div>"
        )
    pages = [cards[start : start + CARDS_ON_A_PAGE] for start in range(0, len(cards), CARDS_ON_A_PAGE)]
    return "".join(f'<section class="sheet entries">{"".join(page)}</section>' for page in pages)


def _sitting(event: Event, number: int, lang: str) -> str:
    """Who sits at a table; a play-off can have more tables than the games before it."""
    here = [(span, table) for span in spans(event) for table in event.games[span[0] - 1] if table.number == number]
    if len(here) == 1:
        return "".join(f'<p class="who">{escape(side_name(event, side))}</p>' for side in here[0][1].sides)
    lines = "".join(
        f"<tr><td>{escape(span_name(event, span, lang))}</td>"
        f"<td>{'<br>'.join(escape(side_name(event, side)) for side in table.sides)}</td></tr>"
        for span, table in here
    )
    return f"<table>{lines}</table>"


def _standings(event: Event, lang: str) -> str:
    final = bool(winners(event))
    done = max((game for game in range(1, event.choices.games + 1) if event.finished(game)), default=0)
    what = say(lang, "paper", "final") if final else say(lang, "paper", "standings")
    heads = [
        (say(lang, "paper", "rank"), True),
        (say(lang, "paper", "player" if event.choices.single else "pair"), False),
        (say(lang, "paper", "wins"), True),
        (say(lang, "paper", "points"), True),
        (say(lang, "paper", "stock_left"), True),
    ]
    lines = [
        [str(row.rank or NO_RANK), _name(row, lang), str(row.wins), str(row.points), str(row.left)]
        for row in standings(event)
    ]
    after = "" if final else f"<p>{escape(say(lang, 'paper', 'after', n=done))}</p>"
    return f"{_title(event, what)}{after}{rows(heads, lines)}"


def _name(row: Standing, lang: str) -> str:
    names = " & ".join(row.names)
    return f"{names} ({say(lang, 'paper', 'dropped')})" if row.dropped else names

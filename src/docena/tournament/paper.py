"""What an organiser prints: seating charts, table cards, score sheets, standings and certificates."""

from collections.abc import Callable
from html import escape

from docena.sheets import document, qr, rows
from docena.tournament.standings import Standing, standings, winners
from docena.tournament.state import Event
from docena.tournament.tables import Game, Table, seat_names
from docena.words import say

KINDS = ("seating", "cards", "sheets", "standings", "certificates")
MOST_CERTIFICATES = 3


def paper(event: Event, kind: str, lang: str, link: Callable[[int], str] | None = None, date: str = "") -> str:
    """One of the kinds; `link`: what the QR code of a table card says."""
    body = {
        "seating": lambda: _seating(event, lang),
        "cards": lambda: _cards(event, lang, link),
        "sheets": lambda: _sheets(event, lang),
        "standings": lambda: _standings(event, lang),
        "certificates": lambda: _certificates(event, lang, date),
    }[kind]()
    return document(event.choices.title, lang, body)


def game_name(event: Event, game: int, lang: str) -> str:
    off = game - event.choices.games
    return say(lang, "paper", "play_off", n=off) if off > 0 else say(lang, "paper", "game", n=game)


def _title(event: Event, what: str) -> str:
    return f'<p class="soft">{escape(event.choices.title)}</p><h1>{escape(what)}</h1>'


def _same_throughout(event: Event) -> bool:
    return len(event.games) > 1 and all(tables == event.games[0] for tables in event.games[: event.choices.games])


def _seating(event: Event, lang: str) -> str:
    """Who sits where, game by game; then where each finds their tables, in the order of names."""
    parts = [_title(event, say(lang, "paper", "seating"))]
    if event.seed:
        parts.append(f'<p class="soft">{escape(say(lang, "paper", "draw", seed=event.seed))}</p>')
    shown = list(enumerate(event.games, 1))
    if _same_throughout(event):
        shown = [shown[0], *shown[event.choices.games :]]
    for number, tables in shown:
        name = game_name(event, number, lang)
        if _same_throughout(event) and number == 1:
            name = say(lang, "paper", "all_games", first=1, last=event.choices.games)
        parts.append(f"<h2>{escape(name)}</h2>{_chart(event, tables, lang)}")
        resting = event.resting[number - 1] if number <= len(event.resting) else ()
        if resting:
            names = ", ".join(event.name(entry) for entry in resting)
            parts.append(f"<p>{escape(say(lang, 'paper', 'resting'))}: {escape(names)}</p>")
    parts.append(f'<div class="sheet"></div>{_by_name(event, lang)}')
    return "".join(parts)


def _chart(event: Event, tables: Game, lang: str) -> str:
    cells = []
    for table in tables:
        sides = "".join(f"<p>{escape(_side(event, side))}</p>" for side in table.sides)
        cells.append(f"<div><b>{escape(say(lang, 'paper', 'table', n=table.number))}</b>{sides}</div>")
    return f'<div class="columns">{"".join(cells)}</div>'


def _side(event: Event, side: tuple[int, ...]) -> str:
    return " & ".join(name for entry in side for name in event.entries[entry].names)


def _by_name(event: Event, lang: str) -> str:
    games = list(range(1, len(event.games) + 1))
    names = {game: game_name(event, game, lang) for game in games}
    if _same_throughout(event):
        games = [1, *games[event.choices.games :]]
        names[1] = say(lang, "paper", "all_games", first=1, last=event.choices.games)
    heads = [
        (say(lang, "paper", "player" if event.choices.single else "pair"), False),
        *((names[game], True) for game in games),
    ]
    lines = []
    for entry in sorted(event.entries.values(), key=lambda entry: entry.title.casefold()):
        tables = [next((t.number for t in event.games[game - 1] if t.side_of(entry.number)), 0) for game in games]
        lines.append([entry.title, *(str(table or "-") for table in tables)])
    what = say(lang, "paper", "players" if event.choices.single else "entries")
    return f"<h2>{escape(what)}</h2>{rows(heads, lines)}"


def _cards(event: Event, lang: str, link: Callable[[int], str] | None) -> str:
    """A page a table, to stand on it."""
    pages = []
    numbers = sorted({table.number for tables in event.games for table in tables})
    for number in numbers:
        who = ""
        if _same_throughout(event):
            table = event.table(1, number)
            who = "".join(f'<p class="who">{escape(_side(event, side))}</p>' for side in table.sides)
        code = ""
        if link is not None:
            scan = escape(say(lang, "paper", "scan"))
            code = f'<div class="qr">{qr(link(number))}<p>{scan}</p></div>'
        rule = escape(say(lang, "paper", "card_rules", games=event.choices.games))
        pages.append(
            f'<section class="sheet card"><p>{escape(event.choices.title)}</p>'
            f"<h1>{escape(say(lang, 'paper', 'table', n=number))}</h1><div>{who}</div>{code}<p>{rule}</p></section>"
        )
    return "".join(pages)


def _sheets(event: Event, lang: str) -> str:
    """A score sheet for each table and game, or one a table where it stays the same."""
    pages = []
    if _same_throughout(event):
        all_games = list(range(1, event.choices.games + 1))
        pages += [_sheet(event, table, all_games, lang) for table in event.games[0]]
        rest = range(event.choices.games + 1, len(event.games) + 1)
    else:
        rest = range(1, len(event.games) + 1)
    for game in rest:
        pages += [_sheet(event, table, [game], lang) for table in event.games[game - 1]]
    return "".join(pages)


def _sheet(event: Event, table: Table, games: list[int], lang: str) -> str:
    names = seat_names(table, event.entries)
    heads = [
        ("", False),
        *((f"{n}. {name}", False) for n, name in enumerate(names, 1)),
        (say(lang, "paper", "winner"), False),
    ]
    lines = [[game_name(event, game, lang), *[""] * (len(names) + 1)] for game in games]
    what = f"{say(lang, 'paper', 'score_sheet')}: {say(lang, 'paper', 'table', n=table.number)}"
    sides = "".join(
        f"<p><b>{escape(say(lang, 'paper', 'side', n=n))}</b> {escape(_side(event, side))}</p>"
        for n, side in enumerate(table.sides, 1)
    )
    rule = escape(say(lang, "paper", "points_rule"))
    signed = escape(say(lang, "paper", "signed"))
    left = escape(say(lang, "paper", "left"))
    return (
        f'<section class="sheet wide">{_title(event, what)}{sides}<h2>{left}</h2>{rows(heads, lines, "blank")}'
        f'<p class="soft">{rule}</p><div class="lines"><div>{signed}</div><div>{signed}</div></div></section>'
    )


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
        [str(row.rank), _name(row, lang), str(row.wins), str(row.points), str(row.left)] for row in standings(event)
    ]
    after = "" if final else f"<p>{escape(say(lang, 'paper', 'after', n=done))}</p>"
    return f"{_title(event, what)}{after}{rows(heads, lines)}"


def _name(row: Standing, lang: str) -> str:
    names = " & ".join(row.names)
    return f"{names} ({say(lang, 'paper', 'dropped')})" if row.dropped else names


def _certificates(event: Event, lang: str, date: str) -> str:
    """For the first three places; those who share one all get it."""
    pages = []
    for row in standings(event):
        if row.rank > MOST_CERTIFICATES or row.dropped:
            continue
        rank = say(lang, "paper", ("first", "second", "third")[row.rank - 1])
        score = say(lang, "paper", "with_score", wins=row.wins, games=row.games, points=row.points)
        who = " & ".join(row.names)
        pages.append(
            f'<section class="sheet certificate"><p>{escape(event.choices.title)}</p>'
            f"<h1>{escape(say(lang, 'paper', 'certificate'))}</h1>"
            f'<p class="rank">{escape(rank)}</p><p>{escape(say(lang, "paper", "awarded"))}</p>'
            f'<p class="who">{escape(who)}</p><p>{escape(score)}</p>'
            f'<div class="lines"><div>{escape(say(lang, "paper", "date"))}: {escape(date)}</div>'
            f"<div>{escape(say(lang, 'paper', 'director'))}</div></div></section>"
        )
    return "".join(pages)

"""Certificates: a page for everybody who came first, second or third."""

from html import escape

from docena.core.words import say
from docena.tournaments.standings import Standing, standings, winners
from docena.tournaments.state import Event

PLACES = {1: ("first", "#c9982a"), 2: ("second", "#8d949b"), 3: ("third", "#a8683a")}
"""The name of a place, and its metal."""


def certificates(event: Event, lang: str, date: str) -> str:
    """Entries that share a place all get it. While nothing is decided, the screen says so and the paper does not."""
    soon = "" if winners(event) else f'<p class="notice">{escape(say(lang, "paper", "undecided"))}</p>'
    return soon + "".join(
        _certificate(event, row, lang, date) for row in standings(event) if row.rank in PLACES and not row.dropped
    )


def _certificate(event: Event, row: Standing, lang: str, date: str) -> str:
    place, metal = PLACES[row.rank]
    score = say(lang, "paper", "with_score", wins=row.wins, games=row.games, points=row.points)
    day, director = say(lang, "paper", "date"), say(lang, "paper", "director")
    return (
        f'<section class="sheet certificate">{_medal(row.rank, metal)}<p>{escape(event.choices.title)}</p>'
        f"<h1>{escape(say(lang, 'paper', 'certificate'))}</h1><p>{escape(say(lang, 'paper', 'awarded'))}</p>"
        f'<p class="who">{escape(" & ".join(row.names))}</p>'
        f'<p class="rank">{escape(say(lang, "paper", place))}</p><p>{escape(score)}</p>'
        f'<div class="lines"><div>{escape(day)}: {escape(date)}</div><div>{escape(director)}</div></div></section>'
    )


def _medal(rank: int, metal: str) -> str:
    """A medal on a ribbon, with the place on it."""
    return (
        '<svg viewBox="0 0 60 76" aria-hidden="true">'
        '<path d="M14 0h14l6 26-10 8z" fill="#1b5a5e"/><path d="M46 0H32l-6 26 10 8z" fill="#276c6d"/>'
        f'<circle cx="30" cy="50" r="25" fill="{metal}"/>'
        '<circle cx="30" cy="50" r="20" fill="none" stroke="#fff" stroke-width="1.6"/>'
        f'<text x="30" y="60" font-size="28" font-weight="800" text-anchor="middle" fill="#fff">{rank}</text></svg>'
    )

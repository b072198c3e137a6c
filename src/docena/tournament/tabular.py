"""Standings for spreadsheets."""

import csv
import io

from docena.tournament.standings import standings
from docena.tournament.state import Event
from docena.words import say


def standings_csv(event: Event, lang: str) -> str:
    """Lines of CSV with a head."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    who = "player" if event.choices.single else "pair"
    writer.writerow([say(lang, "event", key) for key in ("rank", who, "games", "wins", "points", "left")])
    for row in standings(event):
        writer.writerow([row.rank, spread_safe(" & ".join(row.names)), row.games, row.wins, row.points, row.left])
    return out.getvalue()


def spread_safe(text: str) -> str:
    """A name that a spreadsheet takes for text: one that begins as a formula does gets a mark in front.

    >>> spread_safe("=1+1"), spread_safe("Ana")
    ("'=1+1", 'Ana')
    """
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text

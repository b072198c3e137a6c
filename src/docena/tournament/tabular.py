"""Standings for spreadsheets."""

from docena.sheets import csv_text
from docena.tournament.standings import standings
from docena.tournament.state import Event
from docena.words import say


def standings_csv(event: Event, lang: str) -> str:
    """Lines of CSV with a head."""
    who = "player" if event.choices.single else "pair"
    heads = [say(lang, "event", key) for key in ("rank", who, "games", "wins", "points", "left")]
    return csv_text(
        [heads]
        + [[row.rank, " & ".join(row.names), row.games, row.wins, row.points, row.left] for row in standings(event)]
    )

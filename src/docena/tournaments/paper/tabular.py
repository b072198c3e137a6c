"""Standings for spreadsheets."""

from docena.core.words import say
from docena.tournaments.paper.sheets import csv_text
from docena.tournaments.standings import NO_RANK, standings
from docena.tournaments.state import Event


def standings_csv(event: Event, lang: str) -> str:
    """CSV lines with a heading."""
    who = "player" if event.choices.single else "pair"
    heads = [say(lang, "event", key) for key in ("rank", who, "games", "wins", "points", "left")]
    return csv_text(
        [heads]
        + [
            [row.rank or NO_RANK, " & ".join(row.names), row.games, row.wins, row.points, row.left]
            for row in standings(event)
        ]
    )

"""`docena tournament`: events from the first entry to the certificate."""

from docena.cli.tournament import play, simulate
from docena.cli.tournament.commands import tournament

__all__ = ["play", "simulate", "tournament"]

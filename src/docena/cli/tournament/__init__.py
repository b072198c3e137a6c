"""`docena tournament`: events from the first entry to the certificate."""

from docena.cli.tournament import overview, results, sharing, simulate
from docena.cli.tournament.entering import tournament

__all__ = ["overview", "results", "sharing", "simulate", "tournament"]

"""Chapter 9: the coins of the masters edition."""

import pytest
from positions import clause_against, climb, deal, discard, hand, play, plays, stock

from docena.game import Game


def coins(game: Game) -> list[int]:
    return [game.board.coins(seat) for seat in game.board.seats]


def poor(left: int, after: str = "", players: int = 2, stocks: dict[int, str] | None = None) -> Game:
    """Seat 1 has `left` coins (8 or fewer), after tolls of one on pile 4 and then on pile 3; `after` is its hand."""
    paid = 12 - left
    tolls = [f"{number}$" for number in (*range(1, 9), *range(1, 9))][:paid]
    tolls += ["12"] * (-paid % 5)
    raise NotImplementedError(tolls, after, players, stocks)

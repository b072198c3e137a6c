"""Counts of a simulation and their 95 % intervals."""

from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from docena.engine.table import BLOCKED, PLAYING

Z = 1.959964  # two-sided 95 %


def interval(successes: float, trials: float) -> tuple[float, float]:
    """Wilson's 95 % interval of a share.

    >>> [round(bound, 3) for bound in interval(60, 100)]
    [0.502, 0.691]
    >>> interval(0, 0)
    (0.0, 1.0)
    """
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    spread = Z * sqrt(share * (1 - share) / trials + Z**2 / (4 * trials**2))
    centre = share + Z**2 / (2 * trials)
    scale = 1 + Z**2 / trials
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


@dataclass
class SeatTally:
    """What one seat, or one bot, has done."""

    name: str
    games: int = 0
    wins: int = 0
    cards_left: int = 0
    stock_piles: int = 0
    points: int = 0

    def as_dict(self) -> dict[str, Any]:
        low, high = interval(self.wins, self.games)
        return {
            "bot": self.name,
            "games": self.games,
            "wins": self.wins,
            "win_rate": self.wins / self.games if self.games else 0.0,
            "ci95": [low, high],
            "cards_left": self.cards_left / self.stock_piles if self.stock_piles else 0.0,
            "points": self.points / self.games if self.games else 0.0,
        }


@dataclass
class GameTally:
    """The sums over all games of a simulation, by seat and by bot."""

    bots: list[str]
    games: int = 0
    blocked: int = 0
    abandoned: int = 0
    turns: int = 0
    moves: int = 0
    seats: list[SeatTally] = field(default_factory=list)
    by_bot: dict[str, SeatTally] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seats = [SeatTally(bot) for bot in self.bots]
        self.by_bot = {bot: SeatTally(bot) for bot in self.bots}

    def add(self, results: Any) -> None:
        """Counts an array of `playout.RESULT`."""
        n = len(results)
        self.games += n
        self.blocked += int((results["over"] == BLOCKED).sum())
        self.abandoned += int((results["over"] == PLAYING).sum())
        self.turns += int(results["turns"].sum())
        self.moves += int(results["moves"].sum())
        winners, points = results["winners"], results["points"].astype(int)
        for seat, row in enumerate(self.seats):
            won = (winners >> seat & 1).astype(bool)
            _count(row, n, won, points, [results["stock"][:, seat]])
        for bot, row in self.by_bot.items():
            mine = [seat for seat, name in enumerate(self.bots) if name == bot]
            won = (winners & sum(1 << seat for seat in mine)).astype(bool)
            _count(row, n, won, points, [results["stock"][:, seat] for seat in mine])

    def as_dict(self) -> dict[str, Any]:
        return {
            "games": self.games,
            "turns_per_game": self.turns / self.games if self.games else 0.0,
            "moves_per_game": self.moves / self.games if self.games else 0.0,
            "blocked": self.blocked,
            "abandoned": self.abandoned,
            "seats": [{"seat": number, **row.as_dict()} for number, row in enumerate(self.seats, 1)],
            "bots": [row.as_dict() for row in self.by_bot.values()],
        }


def _count(row: SeatTally, games: int, won: Any, points: Any, stocks: list[Any]) -> None:
    row.games += games
    row.wins += int(won.sum())
    row.points += int(points[won].sum())
    row.cards_left += sum(int(stock.astype(int).sum()) for stock in stocks)
    row.stock_piles += games * len(stocks)

"""Two bots against each other: what they have scored so far, and what that says.

Deals are mirrored: played twice, with the seats exchanged. The two games of a deal are not independent of each other,
so the unit of all statistics is the deal, not the game.
"""

from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any

from docena.arena.elo import elo_of
from docena.arena.statistics import interval
from docena.arena.times import TurnTimes

MOST_ERRORS = 20
"""How many sentences about faults are kept; the rest are only counted."""

# So many deals' worth of independent games are added to what was seen when the design effect is estimated: few deals
# say little about it, and those with the same result (all won, or all shared) say nothing.
_PRIOR_DEALS = 4
_PAIR_VARIANCE = 1 / 8  # of the mean of two independent games between equals


@dataclass
class Matchup:
    """The games of one pair of bots."""

    a: str
    b: str
    deals: list[int] = field(default_factory=lambda: [0] * 5)
    """How many mirrored deals gave bot a 0, 1/2, 1, 1 1/2 and 2 points."""
    wins_a: int = 0
    wins_b: int = 0
    draws: int = 0
    times_a: TurnTimes = field(default_factory=TurnTimes)
    times_b: TurnTimes = field(default_factory=TurnTimes)
    errors: list[str] = field(default_factory=list)
    more_errors: int = 0

    def add(self, halves: int, other_halves: int) -> None:
        """Counts a deal by the half points of bot a, 0 to 2, in each game."""
        self.deals[halves + other_halves] += 1
        for game in (halves, other_halves):
            self.wins_a += game == 2
            self.wins_b += game == 0
            self.draws += game == 1

    def complain(self, sentence: str) -> None:
        if len(self.errors) < MOST_ERRORS:
            self.errors.append(sentence)
        else:
            self.more_errors += 1

    @property
    def games(self) -> int:
        return 2 * sum(self.deals)

    @property
    def share(self) -> float:
        """The share of the points that bot a got: a draw is half a point."""
        return (self.wins_a + self.draws / 2) / self.games if self.games else 0.5

    @property
    def worth(self) -> float:
        """How many independent games would say as much about the share as these deals."""
        n = sum(self.deals)
        if n == 0:
            return 0.0
        share = self.share
        seen = sum(count * (points / 4 - share) ** 2 for points, count in enumerate(self.deals))
        # a little off the edge: if everything was won, there seems to be no variance at all
        inside = (share * 2 * n + 1) / (2 * n + 2)
        prior = _PRIOR_DEALS * _PAIR_VARIANCE
        effect = (seen + prior) / (n * inside * (1 - inside) / 2 + prior)
        # the games of a deal cannot differ more than this: at 0 or 100 % they say no more than independent ones
        rarer = min(share, 1 - share)
        effect = max(effect, 1 - rarer / (1 - rarer))
        return 2 * n / effect

    @property
    def ci95(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        worth, share = self.worth, self.share
        low, high = interval(share * worth, worth)
        # a rounding error must not miss the ends themselves: their Elo is infinite
        return 0.0 if share == 0 else low, 1.0 if share == 1 else high

    @property
    def elo(self) -> float:
        return elo_of(self.share)

    @property
    def elo_ci95(self) -> tuple[float, float]:
        low, high = self.ci95
        return elo_of(low), elo_of(high)

    @property
    def elo_half(self) -> float:
        """Half the width of the Elo interval: infinite while it has only one end."""
        low, high = self.elo_ci95
        return (high - low) / 2 if isfinite(low) and isfinite(high) else inf

    def as_dict(self) -> dict[str, Any]:
        more = [f"and {self.more_errors} more"] if self.more_errors else []
        return {
            "a": self.a,
            "b": self.b,
            "games": self.games,
            "wins_a": self.wins_a,
            "wins_b": self.wins_b,
            "draws": self.draws,
            "twins": self.deals,
            "win_rate": self.share,
            "ci95": list(self.ci95),
            "elo": finite(self.elo),
            "elo_ci95": [finite(bound) for bound in self.elo_ci95],
            "ms_per_turn_a": self.times_a.ms_per_turn,
            "ms_per_turn_b": self.times_b.ms_per_turn,
            "p99_ms_a": self.times_a.p99_ms,
            "p99_ms_b": self.times_b.p99_ms,
            "errors": self.errors + more,
        }


def finite(elo: float) -> float | None:
    """JSON has no infinity."""
    return elo if isfinite(elo) else None

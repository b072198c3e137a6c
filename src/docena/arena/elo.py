"""Elo: differences of strength from shares of points, and one list for many bots."""

from collections.abc import Sequence
from math import inf, log, log10

import numpy as np

from docena.arena.statistics import Z

_PER_LOGIT = 400 / log(10)
_MOST_STEPS = 100
_LONGEST_STEP = 2.0
_PRECISION = 1e-9


def elo_of(share: float) -> float:
    """The Elo difference at which this share of the points is expected.

    >>> round(elo_of(0.5)), round(elo_of(0.64)), elo_of(1.0)
    (0, 100, inf)
    """
    if share <= 0:
        return -inf
    return inf if share >= 1 else 400 * log10(share / (1 - share))


def ratings(bots: int, results: Sequence[tuple[int, int, float, float]]) -> list[tuple[float, float, float]]:
    """The Elo of each bot with its 95 % interval, by maximum likelihood (Bradley and Terry); the first bot has 0.

    A result is two bots, the share of the points that the first of them got, and how many independent games that is
    worth. Each pair is given one draw more than it played: a bot that has won everything has a rating, too.

    >>> [tuple(map(round, row)) for row in ratings(2, [(0, 1, 0.64, 1e6)])]
    [(0, 0, 0), (-100, -101, -99)]
    """
    strength = np.zeros(bots)
    information = np.zeros((bots, bots))
    for _ in range(_MOST_STEPS):
        slope = np.zeros(bots)
        information = np.zeros((bots, bots))
        for a, b, share, games in results:
            expected = 1 / (1 + np.exp(strength[b] - strength[a]))
            more = share * games + 0.5 - (games + 1) * expected
            weight = (games + 1) * expected * (1 - expected)
            slope[a] += more
            slope[b] -= more
            information[[a, b], [a, b]] += weight
            information[[a, b], [b, a]] -= weight
        step = np.linalg.solve(information[1:, 1:], slope[1:])
        # far from the maximum of the likelihood a full step can overshoot
        strength[1:] += np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
        if np.abs(step).max(initial=0.0) < _PRECISION:
            break
    spread = np.zeros(bots)
    spread[1:] = Z * np.sqrt(np.diag(np.linalg.inv(information[1:, 1:])))
    rows = zip(strength * _PER_LOGIT, spread * _PER_LOGIT, strict=True)
    return [(float(elo), float(elo - half), float(elo + half)) for elo, half in rows]

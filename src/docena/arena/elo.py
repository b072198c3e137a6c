"""Elo: differences of strength from shares of points, and one list for many bots."""

from collections.abc import Sequence
from math import inf, log, log10
from typing import Any

import numpy as np

from docena.arena.statistics import Z

_PER_LOGIT = 400 / log(10)
_MOST_STEPS = 100
_LONGEST_STEP = 2.0
_PRECISION = 1e-9
_MOST_LOGITS = 16.0
_HARDLY_A_DRAW = 1e-7
"""Keeps bots on one list that never played each other."""
_LOOKS, _CLOSE = 30, 1e-5


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
    worth. For the ratings each pair is given one draw more than it played, so that a bot that has won everything has
    one, too. The intervals have no such draw: they are those of the score test, which for two bots is Wilson's, and so
    agree with the interval of a pair. A bot that has won everything has one without an upper end.

    >>> [tuple(map(round, row)) for row in ratings(2, [(0, 1, 0.64, 1e6)])]
    [(0, 0, 0), (-100, -101, -99)]
    """
    fitted = _Games(bots, results, draws=1.0)
    strength = fitted.best(np.zeros(bots), fixed=0)
    bare = _Games(bots, results, draws=_HARDLY_A_DRAW)
    start = bare.best(np.zeros(bots), fixed=0)
    rows = [(0.0, 0.0, 0.0)]
    for bot in range(1, bots):
        low, high = (bare.bound(start, bot, side) for side in (-1, 1))
        rows.append((float(strength[bot]) * _PER_LOGIT, low * _PER_LOGIT, high * _PER_LOGIT))
    return rows


class _Games:
    """The results as arrays, and the likelihood of strengths (in logits) given them."""

    def __init__(self, bots: int, results: Sequence[tuple[int, int, float, float]], draws: float) -> None:
        self._bots = bots
        self._a = np.array([a for a, _, _, _ in results], np.int64)
        self._b = np.array([b for _, b, _, _ in results], np.int64)
        games = np.array([games for _, _, _, games in results])
        shares = np.array([share for _, _, share, _ in results])
        self._points, self._games = shares * games + draws / 2, games + draws

    def _slope(self, strength: "np.ndarray[Any, Any]") -> tuple[Any, Any]:
        """The first derivative of the log-likelihood, and the information."""
        expected = 1 / (1 + np.exp(strength[self._b] - strength[self._a]))
        more = self._points - self._games * expected
        weight = self._games * expected * (1 - expected)
        slope = np.bincount(self._a, more, self._bots) - np.bincount(self._b, more, self._bots)
        information = np.zeros((self._bots, self._bots))
        np.add.at(information, (self._a, self._a), weight)
        np.add.at(information, (self._b, self._b), weight)
        np.add.at(information, (self._a, self._b), -weight)
        np.add.at(information, (self._b, self._a), -weight)
        return slope, information

    def best(self, start: "np.ndarray[Any, Any]", fixed: int) -> "np.ndarray[Any, Any]":
        """The likeliest strengths while the first bot and the bot `fixed` keep theirs."""
        strength = start.copy()
        free = [bot for bot in range(1, self._bots) if bot != fixed]
        for _ in range(_MOST_STEPS if free else 0):
            slope, information = self._slope(strength)
            step = np.linalg.solve(information[np.ix_(free, free)], slope[free])
            # far from the top of the likelihood a full step can go too far
            moved = np.clip(strength[free] + np.clip(step, -_LONGEST_STEP, _LONGEST_STEP), -_MOST_LOGITS, _MOST_LOGITS)
            change = np.abs(moved - strength[free]).max()
            strength[free] = moved
            if change < _PRECISION:
                break
        return strength

    def _doubt(self, start: "np.ndarray[Any, Any]", bot: int, value: float) -> float:
        """How many standard deviations the results are from what is expected where the bot has this strength."""
        strength = start.copy()
        strength[bot] = value
        strength = self.best(strength, bot)
        slope, information = self._slope(strength)
        free = [other for other in range(1, self._bots) if other != bot]
        left = information[bot, bot]
        if free:
            across = information[bot, free]
            left -= across @ np.linalg.solve(information[np.ix_(free, free)], across)
        return float(slope[bot] / np.sqrt(max(left, 1e-300)))

    def bound(self, start: "np.ndarray[Any, Any]", bot: int, side: int) -> float:
        """Where the doubt reaches that of a 95 % interval, below (-1) or above (1) the likeliest strength."""
        inside = float(np.clip(start[bot], -_MOST_LOGITS, _MOST_LOGITS))
        if abs(inside) > _MOST_LOGITS - 1 and inside * side > 0:
            return side * inf
        outside, step = inside + side * 0.05, 0.1
        above = -Z
        while (over := abs(self._doubt(start, bot, outside)) - Z) < 0:
            inside, above = outside, over
            outside, step = outside + side * step, 2 * step
            if abs(outside) > _MOST_LOGITS:
                return side * inf
        for _ in range(_LOOKS):  # false position, between a point inside and one outside
            middle = inside + (outside - inside) * above / (above - over)
            doubt = abs(self._doubt(start, bot, middle)) - Z
            if abs(doubt) < _CLOSE:
                return middle
            if doubt < 0:
                inside, above, over = middle, doubt, over / 2
            else:
                outside, over, above = middle, doubt, above / 2
        return (inside + outside) / 2

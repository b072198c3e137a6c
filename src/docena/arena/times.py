"""How long a bot takes for its turns, in little memory."""

from collections import Counter
from math import ceil, exp, log

_STEP = log(1.005)  # times within half a per cent of each other are counted as one
_SHORTEST = 1e-9


class TurnTimes:
    """
    >>> times = TurnTimes()
    >>> for ms in range(1, 101):
    ...     times.add(ms / 1000)
    >>> round(times.ms_per_turn, 1), round(times.p99_ms)
    (50.5, 99)
    """

    def __init__(self) -> None:
        self.turns = 0
        self.seconds = 0.0
        self._counts: Counter[int] = Counter()

    def add(self, seconds: float) -> None:
        """Counts one turn."""
        self.turns += 1
        self.seconds += seconds
        self._counts[round(log(max(seconds, _SHORTEST)) / _STEP)] += 1

    def merge(self, other: "TurnTimes") -> None:
        self.turns += other.turns
        self.seconds += other.seconds
        self._counts.update(other._counts)

    @property
    def ms_per_turn(self) -> float:
        return 1000 * self.seconds / self.turns if self.turns else 0.0

    @property
    def p99_ms(self) -> float:
        """The time that 99 of 100 turns stay within."""
        left = ceil(0.99 * self.turns)
        for bucket in sorted(self._counts):
            left -= self._counts[bucket]
            if left <= 0:
                return 1000 * exp(bucket * _STEP)
        return 0.0

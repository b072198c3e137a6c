"""Limits: so much at once, and so much in the long run."""

from collections import OrderedDict

_MOST_ADDRESSES = 100_000


class Bucket:
    """Holds `most` tokens and gets `rate` new ones a second.

    >>> bucket = Bucket(rate=1.0, most=2.0, now=0.0)
    >>> [bucket.take(0.0), bucket.take(0.0), bucket.take(0.0), bucket.take(1.5)]
    [True, True, False, True]
    """

    __slots__ = ("_most", "_rate", "_then", "_tokens")

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate, self._most, self._tokens, self._then = rate, most, most, now

    def take(self, now: float) -> bool:
        self._tokens = min(self._most, self._tokens + (now - self._then) * self._rate)
        self._then = now
        if self._tokens < 1.0:
            return False
        self._tokens -= 1.0
        return True


class Addresses:
    """A bucket for each address; those not seen for longest are forgotten first."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str, now: float) -> bool:
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._most, now)
        self._buckets[address] = bucket
        if len(self._buckets) > _MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take(now)

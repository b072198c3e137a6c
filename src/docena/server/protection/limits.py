"""Rate limiters: a burst, and a sustained rate."""

import asyncio
import math
from collections import Counter, OrderedDict

from aiohttp import web

from docena.core.errors import Refused
from docena.core.words import refused
from docena.server.protection.addresses import address_of
from docena.server.settings import Settings

_MOST_ADDRESSES = 100_000
_OPENINGS = 20.0
"""Tables or logs that an address may open in a row, if its hourly limit allows so many."""


def too_many() -> Refused:
    """The refusal of what is asked too often."""
    return refused("too_many", "refused", "too_many")


class Bucket:
    """Holds `most` tokens and gets `rate` new ones a second.

    >>> bucket = Bucket(rate=1.0, most=2.0, now=0.0)
    >>> [bucket.take(0.0), bucket.take(0.0), bucket.take(0.0), bucket.take(1.5)]
    [True, True, False, True]
    """

    __slots__ = ("_most", "_rate", "_then", "_tokens")

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate, self._most, self._tokens, self._then = rate, most, most, now

    def has(self, now: float) -> bool:
        """Whether there is a token to take."""
        self._tokens = min(self._most, self._tokens + (now - self._then) * self._rate)
        self._then = now
        return self._tokens >= 1.0

    def spend(self, price: float, now: float) -> None:
        """Takes the cost of something, even more than there is: the debt must be refilled before the next token."""
        self.has(now)
        self._tokens = max(-self._most, self._tokens - price)

    def take(self, now: float) -> bool:
        if not self.has(now):
            return False
        self._tokens -= 1.0
        return True


class Quota:
    """A number at once for each address; 0 for no limit.

    >>> quota = Quota(2)
    >>> [quota.take("here") for _ in range(3)], quota.take("there")
    ([True, True, False], True)
    >>> quota.give_back("here"); quota.take("here")
    True
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()

    def take(self, address: str) -> bool:
        if self._most and self._taken[address] >= self._most:
            return False
        self._taken[address] += 1
        return True

    def give_back(self, address: str) -> None:
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]


class Addresses:
    """A bucket for each address; the least recently seen are dropped first."""

    def __init__(self, rate: float, most: float, most_addresses: int = _MOST_ADDRESSES) -> None:
        self._rate, self._most, self._most_addresses = rate, most, most_addresses
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def __len__(self) -> int:
        return len(self._buckets)

    def has(self, address: str, now: float) -> bool:
        """Whether this address has a token to take; one that has never taken any has."""
        return address not in self._buckets or self._buckets[address].has(now)

    def take(self, address: str, now: float) -> bool:
        return self._bucket(address, now).take(now)

    def spend(self, address: str, price: float, now: float) -> None:
        self._bucket(address, now).spend(price, now)

    def _bucket(self, address: str, now: float) -> Bucket:
        bucket = self._buckets.pop(address, None) or Bucket(self._rate, self._most, now)
        self._buckets[address] = bucket
        if len(self._buckets) > self._most_addresses:
            self._buckets.popitem(last=False)
        return bucket


class RequestLimit:
    """A rate limiter for requests, by address; `what` has a limit of its own for each address."""

    def __init__(self, settings: Settings, rate: float, burst: float) -> None:
        self._settings, self._buckets = settings, Addresses(rate, burst)

    def take(self, request: web.Request, what: str = "") -> None:
        """Counts a request; refuses one that is too many."""
        if not self._buckets.take(self._who(request, what), _now()):
            raise too_many()

    def check(self, request: web.Request) -> None:
        """Refuses a request that would be too many, without counting it."""
        if not self._buckets.has(self._who(request), _now()):
            raise too_many()

    def spend(self, request: web.Request, price: float, what: str = "") -> None:
        """Counts what has turned out to be the cost of a request."""
        self._buckets.spend(self._who(request, what), price, _now())

    def _who(self, request: web.Request, what: str = "") -> str:
        return f"{address_of(request, self._settings)} {what}"


def limit_of_openings(settings: Settings) -> RequestLimit:
    hourly = settings.tables_per_hour
    return RequestLimit(settings, hourly / 3600, max(1.0, min(_OPENINGS, hourly)) if hourly else math.inf)


def limit_of_commands(settings: Settings) -> RequestLimit:
    return RequestLimit(settings, float(settings.asks_per_second), 2.0 * settings.asks_per_second)


def _now() -> float:
    return asyncio.get_running_loop().time()

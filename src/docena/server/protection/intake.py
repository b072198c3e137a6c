"""Limits on request bodies in memory: for the whole server, and a share for each address."""

from collections import Counter
from typing import Final

from aiohttp import web

MIB: Final = 1 << 20
MOST_BYTES: Final = 32 * MIB
"""Limit on all bodies being read or processed."""
SHARE: Final = 12 * MIB
"""Limit on those from one address: more than the largest file, but not everything."""
SMALL: Final = 16 * 1024
"""Moves and other short requests, for which the last part of the memory is reserved."""
KEPT_FOR_SMALL: Final = 4 * MIB


class Hold:
    """The bytes of one request in memory."""

    __slots__ = ("address", "size")

    def __init__(self, address: str) -> None:
        self.address, self.size = address, 0


class Intake:
    """Counts the bytes of bodies from their arrival until their requests are answered.

    >>> intake, hold = Intake(), Hold("192.0.2.1")
    >>> intake.grow(hold, SHARE), intake.grow(hold, 1), intake.bytes == SHARE
    (True, False, True)
    >>> intake.release(hold); intake.bytes
    0
    """

    def __init__(self, most: int = MOST_BYTES, share: int = SHARE) -> None:
        self.most, self.share = most, share
        self.by_address: Counter[str] = Counter()
        self.bytes = 0
        self.peak = 0

    def fits(self, hold: Hold, size: int) -> bool:
        """Whether this many more bytes would currently fit."""
        small = hold.size + size <= SMALL
        most = self.most if small else self.most - KEPT_FOR_SMALL
        return self.bytes + size <= most and (small or self.by_address[hold.address] + size <= self.share)

    def grow(self, hold: Hold, size: int) -> bool:
        """Counts received bytes, unless there is no room for them."""
        if not self.fits(hold, size):
            return False
        hold.size += size
        self.bytes += size
        self.peak = max(self.peak, self.bytes)
        self.by_address[hold.address] += size
        return True

    def release(self, hold: Hold) -> None:
        """Releases the request's bytes."""
        self.bytes -= hold.size
        self.by_address[hold.address] -= hold.size
        if not self.by_address[hold.address]:
            del self.by_address[hold.address]
        hold.size = 0


INTAKE: Final = web.AppKey("intake", Intake)

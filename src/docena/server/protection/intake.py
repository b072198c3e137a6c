"""Request bodies in memory: so many bytes at once over the whole server, and a share of them for each address."""

from collections import Counter
from typing import Final

from aiohttp import web

MIB: Final = 1 << 20
MOST_BYTES: Final = 32 * MIB
"""Of all bodies that are being read or worked on."""
SHARE: Final = 12 * MIB
"""Of those from one address: more than the largest file, and not all there is."""
SMALL: Final = 16 * 1024
"""Moves and other short requests: the last part of the memory is kept for them."""
KEPT_FOR_SMALL: Final = 4 * MIB


class Hold:
    """What one request has in memory."""

    __slots__ = ("address", "size")

    def __init__(self, address: str) -> None:
        self.address, self.size = address, 0


class Intake:
    """Counts the bytes of bodies as they come, and until their requests are answered.

    >>> intake, hold = Intake(), Hold("192.0.2.1")
    >>> intake.grow(hold, SHARE), intake.grow(hold, 1), intake.bytes == SHARE
    (True, False, True)
    >>> intake.release(hold); intake.bytes
    0
    """

    def __init__(self, most: int = MOST_BYTES, share: int = SHARE) -> None:
        self._most, self._share = most, share
        self._by_address: Counter[str] = Counter()
        self.bytes = 0
        self.peak = 0

    def fits(self, hold: Hold, size: int) -> bool:
        """Whether so many bytes more may come, as far as can be said now."""
        small = hold.size + size <= SMALL
        most = self._most if small else self._most - KEPT_FOR_SMALL
        return self.bytes + size <= most and (small or self._by_address[hold.address] + size <= self._share)

    def grow(self, hold: Hold, size: int) -> bool:
        """Counts bytes that have come, unless there is no room for them."""
        if not self.fits(hold, size):
            return False
        hold.size += size
        self.bytes += size
        self.peak = max(self.peak, self.bytes)
        self._by_address[hold.address] += size
        return True

    def release(self, hold: Hold) -> None:
        """What the request had is no longer needed."""
        self.bytes -= hold.size
        self._by_address[hold.address] -= hold.size
        if not self._by_address[hold.address]:
            del self._by_address[hold.address]
        hold.size = 0


INTAKE: Final = web.AppKey("intake", Intake)

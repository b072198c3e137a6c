"""The rest of request bodies that were refused before they were read.

A client that is still sending may not read the refusal before it has sent everything: so the rest is received and
thrown away, as long as few need it. In a flood it is not: those connections are closed at once.
"""

from collections.abc import Callable
from typing import Final

from docena.server.protection.limits import Bucket

MOST_AT_ONCE: Final = 8
"""Connections whose rest is being received."""
RATE, BURST = 4e6, 24e6
"""Bytes from all of them together: rate per second, and burst."""


class Leftovers:
    """Decides whose rest is received.

    >>> rest, phones = Leftovers(now=lambda: 0.0), [object() for _ in range(MOST_AT_ONCE + 1)]
    >>> [rest.begin(phone) for phone in phones].count(True) == MOST_AT_ONCE
    True
    >>> rest.is_over(phones[0], int(BURST) - 1), rest.is_over(phones[0], 1), rest.is_over(object(), 1)
    (False, True, False)
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now, self._bytes = now, Bucket(RATE, BURST, now())
        self._receiving: set[object] = set()

    def begin(self, sender: object) -> bool:
        """Whether the rest of this sender's body is received."""
        if len(self._receiving) >= MOST_AT_ONCE or not self._bytes.has(self._now()):
            return False
        self._receiving.add(sender)
        return True

    def is_over(self, sender: object, size: int) -> bool:
        """Counts bytes of somebody who has begun; True if there have been too many."""
        if sender not in self._receiving:
            return False
        self._bytes.spend(float(size), self._now())
        return not self._bytes.has(self._now())

    def end(self, sender: object) -> bool:
        """Whether this sender's rest was being received."""
        was_receiving = sender in self._receiving
        self._receiving.discard(sender)
        return was_receiving

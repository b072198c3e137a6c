"""When Python's garbage collector looks at what.

It stops the server meanwhile, and looking at ten thousand sockets takes long: so by itself it only looks at new
objects. Whatever lives longer is looked at in quiet minutes, and once an hour on a server that has none. What people
do all the time therefore leaves nothing for it (`tests/server/test_garbage.py`).
"""

import gc
from collections.abc import Callable
from typing import Final

YOUNG, YOUNGER_TIMES = 5_000, 3
"""New objects looked at together, and how many times before the survivors are looked at once more."""
_NEVER = 1_000_000_000
LOOK_SECONDS: Final = 300.0
BUSY_SECONDS: Final = 3600.0
FEW_SOCKETS: Final = 300
"""A server with fewer is quiet."""


class GarbageCollection:
    """For one server; its garbage is everybody's in this process."""

    def __init__(self, sockets: Callable[[], int], now: Callable[[], float]) -> None:
        self._sockets, self._now, self._looked = sockets, now, now()

    def begin(self) -> None:
        """What exists after the start stays."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNG, YOUNGER_TIMES, _NEVER)

    async def look(self) -> None:
        """Looks at everything, if the moment is right."""
        if self._sockets() < FEW_SOCKETS or self._now() >= self._looked + BUSY_SECONDS:
            gc.collect()
            self._looked = self._now()

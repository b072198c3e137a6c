"""The clock of a server."""

import asyncio
import time
from collections.abc import Callable


class LoopTicker:
    """The event loop's time: it never goes back, and has no date."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def now(self) -> float:
        return self._loop.time()

    def today(self) -> int:
        return int(time.time())

    def later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        return self._loop.call_later(seconds, call).cancel

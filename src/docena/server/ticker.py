"""The one clock of a server."""

import asyncio
import time
from collections.abc import Callable


class LoopTicker:
    """Time by the event loop: it never goes back, and does not know what day it is."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def now(self) -> float:
        return self._loop.time()

    def today(self) -> int:
        return int(time.time())

    def later(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        return self._loop.call_later(seconds, call).cancel

"""Slow work outside the event loop: a few threads, and a short queue."""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from docena.server.protection.limits import too_many

T = TypeVar("T")

_PATIENCE = 10
"""Steps of niceness: an incoming move takes precedence over a password."""


class SlowWork:
    """Does a limited number of jobs at once, queues a limited number, and refuses the rest."""

    def __init__(self, threads: int = 1, most: int = 16) -> None:
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="docena-slow_work", initializer=_step_back)
        self._most = most
        self._taken = 0

    async def do(self, work: Callable[[], T]) -> T:
        if self._taken >= self._most:
            raise too_many()
        future = asyncio.get_running_loop().run_in_executor(self._threads, work)
        self._taken += 1
        future.add_done_callback(self._done)
        # shielded: a thread continues when nobody waits for it any more, and its place is not free before it ends
        return await asyncio.shield(future)

    def _done(self, _: object) -> None:
        self._taken -= 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _step_back() -> None:
    # only Linux has a niceness for each thread; elsewhere this number may be another process
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _PATIENCE)

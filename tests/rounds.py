"""What is done in one round of the event loop: counts of work, not times, so that no machine is too slow for a test."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest


class Rounds:
    """Counts calls of functions, round by round."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch
        self._now = Counter[str]()
        self.most = Counter[str]()
        """The most of each kind that one round has seen."""
        self.sum = Counter[str]()
        self.rounds = 0

    def watch(self, kind: str, owner: Any, name: str, size: Callable[..., int] = lambda *_: 1) -> None:
        """Counts the calls of a function, or what `size` makes of their arguments."""
        plain = getattr(owner, name)

        def counted(*given: Any, **named: Any) -> Any:
            self._now[kind] += size(*given)
            return plain(*given, **named)

        self._monkeypatch.setattr(owner, name, counted)

    @contextmanager
    def counting(self) -> Iterator[None]:
        loop, going = asyncio.get_running_loop(), True

        def tick() -> None:
            # what was called for after this runs in the next round, and this once in each
            self._note()
            if going:
                loop.call_soon(tick)

        self._now.clear()
        loop.call_soon(tick)
        try:
            yield
        finally:
            going = False
            self._note()

    def _note(self) -> None:
        self.rounds += 1
        self.sum += self._now
        self.most |= self._now
        self._now.clear()

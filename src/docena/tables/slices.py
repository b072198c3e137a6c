"""Long work on the event loop, cut into pieces that take turns."""

import asyncio
from collections import deque
from collections.abc import Callable


class Turns:
    """Allows one piece of work in each round of the event loop: the rest of the round is for people.

    Work that would take longer than about two milliseconds calls `take` after every piece of that size.
    """

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._called = False
        self.taken = 0
        """How many pieces there have been."""

    async def take(self) -> None:
        """Returns when the next piece may be done; first come, first served."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(turn)
        if not self._called:
            self._called = True
            loop.call_soon(self._next)
        await turn

    def _next(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # it is done if the waiting task was cancelled
                self.taken += 1
                turn.set_result(None)
                asyncio.get_running_loop().call_soon(self._next)
                return
        self._called = False


class Metered(Turns):
    """The same turns, counted for one caller."""

    def __init__(self, turns: Turns, spent: Callable[[int], None]) -> None:
        super().__init__()
        self._turns, self._spent = turns, spent

    async def take(self) -> None:
        await self._turns.take()
        self._spent(1)

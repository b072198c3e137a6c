"""How many requests begin in one turn of the event loop: the rest of the turn is for people at tables."""

import asyncio
from collections import deque
from typing import Final

MOST_IN_A_TURN: Final = 16
"""Each begins with less than a tenth of a millisecond of work; more that arrive together wait for the next turn."""


class Beginnings:
    """Lets requests begin, first come, first served."""

    def __init__(self, most: int = MOST_IN_A_TURN) -> None:
        self._most = most
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._begun = 0
        """In this turn."""

    async def next(self) -> None:
        """Returns when the request may begin: at once, except in a flood."""
        loop = asyncio.get_running_loop()
        if self._begun == 0 and not self._waiting:
            loop.call_soon(self._next_turn)
        if self._begun < self._most:
            self._begun += 1
            return
        turn: asyncio.Future[None] = loop.create_future()
        self._waiting.append(turn)
        await turn

    def _next_turn(self) -> None:
        self._begun = 0
        while self._waiting and self._begun < self._most:
            turn = self._waiting.popleft()
            if not turn.done():  # it is done if the connection was lost meanwhile
                turn.set_result(None)
                self._begun += 1
        if self._begun:
            asyncio.get_running_loop().call_soon(self._next_turn)

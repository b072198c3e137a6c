"""Bots at a table here: they think in a thread of their own, so that the screen goes on."""

import secrets
import threading
import time
from collections.abc import Mapping
from typing import NamedTuple, Protocol

from docena.bots.players.player import SeatPlayer, player_for
from docena.engine.view import View


class BotTask(NamedTuple):
    """A bot is to move."""

    seat: int
    view: View
    game: int
    moves: int
    """Which move of the game it is: it is made only if nothing has happened meanwhile."""


class BotTable(Protocol):
    """What the thread needs of a table."""

    def next_bot_task(self) -> BotTask | None:
        """Waits until a bot is to move; None when the table is closed."""

    def play_for(self, task: BotTask, move: str) -> None: ...

    def bots_are_ready(self) -> None: ...

    def fail(self, fault: Exception) -> None: ...


class BotThread:
    """The bots of one table; `pace` is the number of seconds that a move takes at least, so that people can follow."""

    def __init__(self, table: BotTable, bots: Mapping[int, str], pace: float) -> None:
        self._table, self._specs = table, dict(bots)
        self.pace = pace
        self._players: dict[int, SeatPlayer] = {}
        self._game = 0
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bots", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """To be called once the table gives out no more tasks; a bot that is still thinking is left to itself."""
        self._stopped.set()

    def _run(self) -> None:
        try:
            self._prepare()
            while (task := self._table.next_bot_task()) is not None:
                self._move(task)
        except Exception as error:
            if not self._stopped.is_set():
                self._table.fail(error)

    def _prepare(self) -> None:
        self._players = {seat: player_for(spec, secrets.randbits(48)) for seat, spec in self._specs.items()}
        self._table.bots_are_ready()

    def _move(self, task: BotTask) -> None:
        if task.game != self._game:
            self._game = task.game
            for player in self._players.values():
                player.new_game(secrets.randbits(48))
        begun = time.monotonic()
        move = self._players[task.seat].choose(task.view)
        if not self._stopped.wait(max(0.0, self.pace - (time.monotonic() - begun))):
            self._table.play_for(task, move)

"""Who plays: from what a user names to players at a table."""

import importlib
import os
from collections.abc import Sequence
from threading import Event

from docena.arena.external import ExternalPlayer
from docena.arena.match import AnyPlayer
from docena.arena.program import check_program
from docena.bots import MASTER, NAMES, UnknownBot, bot_number
from docena.bots.players.master import MasterPlayer
from docena.bots.players.player import player_for

REFERENCE = "reference"
"""The cheating player that sees everything: only for those who ask for it."""


def is_bulk(spec: str) -> bool:
    """Whether compiled play (`docena.bots.kernels.playout`) knows the bot, thousands of games a second."""
    return spec in NAMES and bot_number(spec) != MASTER


def is_program(spec: str) -> bool:
    """Whether a bot is another program: a path, a command line, or an executable file here.

    >>> is_program("./mybot"), is_program("python3 mybot.py"), is_program("greedy")
    (True, True, False)
    """
    if "/" in spec or len(spec.split()) > 1:
        return True
    if is_bulk(spec) or not (os.path.isfile(spec) and os.access(spec, os.X_OK)):
        return False
    try:
        player_for(spec).close()
    except UnknownBot:
        return True
    return False


def _command(spec: str) -> str:
    """A single word is a file in this folder, not a command to look up elsewhere."""
    return spec if "/" in spec or len(spec.split()) > 1 else f"./{spec}"


class Lineup:
    """The players of one worker: they stay for the next game."""

    def __init__(self, turn_limit: float, stopped: Event | None = None, *, reference: bool = False) -> None:
        """`turn_limit`: seconds a turn, for programs."""
        self._turn_limit, self._stopped, self._reference = turn_limit, stopped, reference
        self._players: dict[tuple[str, int], AnyPlayer] = {}

    def sit(self, specs: Sequence[str]) -> list[AnyPlayer]:
        """A player for each seat; the same bot in several seats is as many players."""
        seats: list[AnyPlayer] = []
        for place, spec in enumerate(specs):
            key = spec, list(specs[:place]).count(spec)
            if key not in self._players:
                self._players[key] = self._new(spec)
            seats.append(self._players[key])
        return seats

    def _new(self, spec: str) -> AnyPlayer:
        if self._reference and spec == REFERENCE:
            # nothing else may load it: no other player is shown more than its view
            reference: AnyPlayer = importlib.import_module("docena.bots.players.reference").ReferencePlayer(1)
            return reference
        if is_program(spec):
            return ExternalPlayer(_command(spec), self._turn_limit, self._stopped)
        player = player_for(spec)
        if self._stopped is not None and isinstance(player, MasterPlayer):
            player.cancelled = self._stopped.is_set
        return player

    def check(self, specs: Sequence[str]) -> None:
        """Refuses unknown bots before anything is played."""
        for spec in specs:
            if is_program(spec):
                check_program(_command(spec))
            else:
                self.sit([spec])

    def close(self) -> None:
        for player in self._players.values():
            player.close()
        self._players.clear()

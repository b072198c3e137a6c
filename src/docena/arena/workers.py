"""Booths: where the twins of an arena are played, one pair after the other.

Bots that think by the clock want a processor of their own. Threads of one process wait for each other many times in a
turn, a few milliseconds each time, so that for such bots a booth is a process.
"""

import gc
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import SimpleQueue
from threading import Event, Thread, Timer
from typing import Any, Protocol

from docena.arena.lineup import REFERENCE, Lineup, is_bulk, is_program
from docena.arena.match import Fault
from docena.arena.pairs import Pairing, Played, play_twins
from docena.arena.program import Stopped
from docena.bots.players.player import brisk, warm_up
from docena.core.errors import DocenaError
from docena.core.options import Options
from docena.game.fair import FairChance
from docena.game.game import Game, prepare

COMMAND = (sys.executable, "-P", "-m", "docena.arena.workers")

_WARM_MOVES = 12
_GOODBYE_SECONDS = 10.0
"""So long may a booth take to let its players go."""


@dataclass(frozen=True)
class House:
    """What is the same in all booths of an arena."""

    options: Options
    bots: tuple[str, ...]
    turn_limit: float
    reference: bool
    forfeit: bool

    def lineup(self, stopped: Event) -> Lineup:
        return Lineup(self.turn_limit, stopped, reference=self.reference)


class Booth(Protocol):
    def play(self, pairing: Pairing, number: int) -> Played:
        """One pair of twins."""

    def stop(self) -> None:
        """What is being played is given up, now that `stopped` is set."""

    def close(self) -> None:
        """Nothing more is played here: its players go."""


class Here:
    """A booth in this process."""

    def __init__(self, house: House, stopped: Event) -> None:
        self._house, self._stopped = house, stopped
        self.lineup = house.lineup(stopped)

    def warm_up(self) -> None:
        """Compiles all that the bots need, or reads it from where it is kept: it is in nobody's thinking time."""
        prepare()
        house = self._house
        game = Game.deal(house.options, FairChance.from_seed(1))
        first = game.view(game.board.mover)
        for bot in dict.fromkeys(house.bots):
            if is_program(bot):
                continue
            if not is_bulk(bot) and bot != REFERENCE:
                warm_up(bot, first)
                bot = brisk(bot)
            alone = Pairing(house.options, bot, bot, seed=1)
            play_twins(replace(alone, most_moves=_WARM_MOVES), 0, self.lineup, forfeit=False)

    def play(self, pairing: Pairing, number: int) -> Played:
        return play_twins(pairing, number, self.lineup, forfeit=self._house.forfeit, stopped=self._stopped)

    def stop(self) -> None:
        """Its match looks for itself."""

    def close(self) -> None:
        self.lineup.close()


class BoothEnded(DocenaError):
    """A process in which games are played is not there any more."""


class Apart:
    """A booth that is a process of its own; it ends when its input does."""

    def __init__(self, house: House, stopped: Event) -> None:
        self._stopped = stopped
        # one thread is enough for it, and a session of its own keeps Ctrl-C for us alone
        alone = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "1"}
        try:
            self._process = subprocess.Popen(  # noqa: S603  # our own program
                COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=alone, start_new_session=True
            )
        except OSError as error:
            raise DocenaError(f"a process to play games in cannot be started: {error.strerror}") from None
        self._ready = False
        self._late = Timer(_GOODBYE_SECONDS, self._process.kill)
        self._late.daemon = True
        self._tell(house)

    @property
    def pid(self) -> int:
        return self._process.pid

    def play(self, pairing: Pairing, number: int) -> Played:
        self._tell((pairing, number))
        if not self._ready:
            self._hear()
            self._ready = True
        played = self._hear()
        assert isinstance(played, Played)
        return played

    def _tell(self, what: Any) -> None:
        assert self._process.stdin is not None
        # one that has ended says so when it is listened to
        with suppress(OSError, ValueError):
            pickle.dump(what, self._process.stdin)
            self._process.stdin.flush()

    def _hear(self) -> Any:
        """What it says next; what went wrong there goes wrong here."""
        assert self._process.stdout is not None
        try:
            said = pickle.load(self._process.stdout)  # noqa: S301  # of our own program
        except (EOFError, pickle.UnpicklingError):
            if self._stopped.is_set():
                raise Stopped from None
            raise BoothEnded(f"a process in which games are played {self._ending()}") from None
        if isinstance(said, Exception):
            raise said
        return said

    def _ending(self) -> str:
        try:
            status = self._process.wait(_GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            return "says nothing more"
        return f"was ended by signal {-status}" if status < 0 else f"ended with exit status {status}"

    def stop(self) -> None:
        """It hears that nobody asks any more. One that still warms up would not: nothing is lost with it."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        if not self._ready:
            self._process.kill()
        with suppress(RuntimeError):  # it is running out already
            self._late.start()

    def close(self) -> None:
        self.stop()
        self._process.wait()
        self._late.cancel()
        assert self._process.stdout is not None
        self._process.stdout.close()


def main() -> None:
    """The process of a booth: it is told of its house, then asked for twins after twins, until its input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that is printed is taken for an answer
    asked: SimpleQueue[Any] = SimpleQueue()
    stopped = Event()
    Thread(target=_listen, args=(asked, stopped), daemon=True).start()
    house = asked.get()
    if house is None:
        return
    booth = Here(house, stopped)

    def tell(what: Any) -> None:
        pickle.dump(what, answers)
        answers.flush()

    with suppress(BrokenPipeError):
        tell(_said(booth.warm_up))
        # what has been loaded stays: looking through it all for what may go would take a turn's time
        gc.collect()
        gc.freeze()
        while (question := asked.get()) is not None:
            tell(_said(booth.play, *question))
    booth.close()


def _said(work: Callable[..., Any], *what: Any) -> Any:
    """What came of some work, whatever it is."""
    try:
        return work(*what)
    except (Fault, Stopped) as error:
        return error
    except DocenaError as error:
        return DocenaError(str(error))
    except Exception as error:
        return DocenaError(f"games cannot be played: {type(error).__name__}: {error}")


def _listen(asked: "SimpleQueue[Any]", stopped: Event) -> None:
    """Passes on what is asked; when nothing can be any more, whatever is going on is stopped."""
    # a copy that nobody else holds: at its end Python closes its own
    questions = os.fdopen(os.dup(0), "rb")
    try:
        with suppress(EOFError, pickle.UnpicklingError):
            while True:
                asked.put(pickle.load(questions))  # noqa: S301  # of our own arena
    finally:
        stopped.set()
        asked.put(None)


if __name__ == "__main__":
    main()

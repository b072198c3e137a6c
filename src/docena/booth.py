"""Booths: where the twins of an arena are played, one pair after the other.

Bots that think by the clock want a processor of their own. Threads of one process wait for each other many times in a
turn, a few milliseconds each time, so that for such bots a booth is a process.
"""

import os
import pickle
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass, replace
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, Protocol

from docena.bots.player import brisk, warm_up
from docena.errors import DocenaError
from docena.fair import FairChance
from docena.game import Game, prepare
from docena.lineup import REFERENCE, Lineup, is_bulk, is_program
from docena.options import Options
from docena.program import Stopped
from docena.twins import Pairing, Played, play_twins

COMMAND = (sys.executable, "-P", "-m", "docena.booth")

_WARM_MOVES = 12
_GOODBYE_SECONDS = 5.0


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


class Apart:
    """A booth that is a process of its own; it ends when its input does."""

    def __init__(self, house: House, stopped: Event) -> None:
        self._stopped = stopped
        # of a session of its own: Ctrl-C is for us alone
        self._process = subprocess.Popen(  # noqa: S603  # our own program
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
        )
        self._tell(house)

    def play(self, pairing: Pairing, number: int) -> Played:
        self._tell((pairing, number))
        assert self._process.stdout is not None
        try:
            answer = pickle.load(self._process.stdout)  # noqa: S301  # of our own program
        except (EOFError, pickle.UnpicklingError):
            if self._stopped.is_set():
                raise Stopped from None
            raise DocenaError(f"a process in which games are played ended by itself: {self._ending()}") from None
        if isinstance(answer, Exception):
            raise answer
        assert isinstance(answer, Played)
        return answer

    def _tell(self, what: Any) -> None:
        assert self._process.stdin is not None
        # one that has ended says so when it is read from
        with suppress(OSError, ValueError):
            pickle.dump(what, self._process.stdin)
            self._process.stdin.flush()

    def _ending(self) -> str:
        status = self._process.wait(_GOODBYE_SECONDS)
        return f"signal {-status}" if status < 0 else f"exit status {status}"

    def stop(self) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()

    def close(self) -> None:
        self.stop()
        try:
            self._process.wait(_GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
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
    try:
        booth.warm_up()
        while (question := asked.get()) is not None:
            pickle.dump(_answer(booth, *question), answers)
            answers.flush()
    except BrokenPipeError:
        pass
    finally:
        booth.close()


def _answer(booth: Here, pairing: Pairing, number: int) -> Any:
    try:
        return booth.play(pairing, number)
    except (Stopped, DocenaError) as error:
        return error
    except Exception as error:
        return DocenaError(f"game {2 * number + 1} could not be played: {type(error).__name__}: {error}")


def _listen(asked: "SimpleQueue[Any]", stopped: Event) -> None:
    """Passes on what is asked; when nothing can be any more, whatever is going on is stopped."""
    with suppress(EOFError, pickle.UnpicklingError):
        while True:
            asked.put(pickle.load(sys.stdin.buffer))  # noqa: S301  # of our own arena
    stopped.set()
    asked.put(None)


if __name__ == "__main__":
    main()

"""Workers: where the mirrored deals of an arena are played, one after the other.

Bots that think by the clock want a processor of their own. Threads of one process wait for each other many times in a
turn, a few milliseconds each time, so that for such bots a worker is a process.

It is not one of `concurrent.futures`: those share the terminal's Ctrl-C, die together when one of them does and cannot
say of what, and go on with what they are at when this process is killed.
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
from docena.arena.pairs import Pairing, PairResult, play_mirrored
from docena.arena.program import Cancelled
from docena.bots.players.player import hurried
from docena.core.errors import DocenaError
from docena.core.options import Options

COMMAND = (sys.executable, "-P", "-m", "docena.arena.workers")

_WARM_MOVES = 12
_GOODBYE_SECONDS = 10.0
"""Seconds that a worker may take to close its players."""


@dataclass(frozen=True)
class WorkerSettings:
    """What is the same for all workers of an arena."""

    options: Options
    bots: tuple[str, ...]
    turn_limit: float
    reference: bool
    forfeit: bool

    def lineup(self, stopped: Event) -> Lineup:
        return Lineup(self.turn_limit, stopped, reference=self.reference)


class GameWorker(Protocol):
    def play(self, pairing: Pairing, number: int) -> PairResult:
        """Plays one mirrored deal."""

    def stop(self) -> None:
        """Abandons the current game, now that `stopped` is set."""

    def close(self) -> None:
        """Closes the players: nothing more is played here."""


class LocalWorker:
    """A worker in this process."""

    def __init__(self, settings: WorkerSettings, stopped: Event) -> None:
        self._settings, self._stopped = settings, stopped
        self.lineup = settings.lineup(stopped)

    def warm_up(self) -> None:
        """Loads all that the bots need, so that loading does not count as thinking time."""
        settings = self._settings
        for bot in dict.fromkeys(settings.bots):
            if is_program(bot):
                continue
            if not is_bulk(bot) and bot != REFERENCE:
                bot = hurried(bot)
            alone = Pairing(settings.options, bot, bot, seed=1)
            play_mirrored(replace(alone, most_moves=_WARM_MOVES), 0, self.lineup, forfeit=False)

    def play(self, pairing: Pairing, number: int) -> PairResult:
        return play_mirrored(pairing, number, self.lineup, forfeit=self._settings.forfeit, stopped=self._stopped)

    def stop(self) -> None:
        """Its match looks at `stopped` by itself."""

    def close(self) -> None:
        self.lineup.close()


class WorkerEnded(DocenaError):
    """A process in which games are played has ended."""


class ProcessWorker:
    """A worker that is a process of its own; it ends when its input does."""

    def __init__(self, settings: WorkerSettings, stopped: Event) -> None:
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
        self._killer = Timer(_GOODBYE_SECONDS, self._process.kill)
        self._killer.daemon = True
        self._send(settings)

    @property
    def pid(self) -> int:
        return self._process.pid

    def play(self, pairing: Pairing, number: int) -> PairResult:
        self._send((pairing, number))
        if not self._ready:
            self._receive()
            self._ready = True
        played = self._receive()
        assert isinstance(played, PairResult)
        return played

    def _send(self, what: Any) -> None:
        assert self._process.stdin is not None
        # one that has ended is noticed when an answer is waited for
        with suppress(OSError, ValueError):
            pickle.dump(what, self._process.stdin)
            self._process.stdin.flush()

    def _receive(self) -> Any:
        """Its next answer; what was raised there is raised here."""
        assert self._process.stdout is not None
        try:
            answer = pickle.load(self._process.stdout)  # noqa: S301  # of our own program
        except (EOFError, pickle.UnpicklingError):
            if self._stopped.is_set():
                raise Cancelled from None
            raise WorkerEnded(f"a process in which games are played {self._ending()}") from None
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _ending(self) -> str:
        try:
            status = self._process.wait(_GOODBYE_SECONDS)
        except subprocess.TimeoutExpired:
            return "does not answer any more"
        return f"was ended by signal {-status}" if status < 0 else f"ended with exit status {status}"

    def stop(self) -> None:
        """Closes its input. One that still warms up would not notice: it is killed, and nothing is lost."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        if not self._ready:
            self._process.kill()
        with suppress(RuntimeError):  # the timer runs already
            self._killer.start()

    def close(self) -> None:
        self.stop()
        self._process.wait()
        self._killer.cancel()
        assert self._process.stdout is not None
        self._process.stdout.close()


def main() -> None:
    """The process of a worker: it reads its settings, then requests for one deal after another until its input ends."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that is printed can be mistaken for an answer
    requests: SimpleQueue[Any] = SimpleQueue()
    stopped = Event()
    Thread(target=_listen, args=(requests, stopped), daemon=True).start()
    settings = requests.get()
    if settings is None:
        return
    worker = LocalWorker(settings, stopped)

    def send(what: Any) -> None:
        pickle.dump(what, answers)
        answers.flush()

    with suppress(BrokenPipeError):
        send(_outcome_of(worker.warm_up))
        # what has been loaded stays: a garbage collection of it all would take as long as a turn
        gc.collect()
        gc.freeze()
        while (question := requests.get()) is not None:
            send(_outcome_of(worker.play, *question))
    worker.close()


def _outcome_of(work: Callable[..., Any], *what: Any) -> Any:
    """What some work returned or raised."""
    try:
        return work(*what)
    except (Fault, Cancelled) as error:
        return error
    except DocenaError as error:
        return DocenaError(str(error))
    except Exception as error:
        return DocenaError(f"games cannot be played: {type(error).__name__}: {error}")


def _listen(requests: "SimpleQueue[Any]", stopped: Event) -> None:
    """Passes on requests; when no more can come, stops whatever is going on."""
    # a copy that nobody else holds: at its end Python closes its own
    questions = os.fdopen(os.dup(0), "rb")
    try:
        with suppress(EOFError, pickle.UnpicklingError):
            while True:
                requests.put(pickle.load(questions))  # noqa: S301  # of our own arena
    finally:
        stopped.set()
        requests.put(None)


if __name__ == "__main__":
    main()

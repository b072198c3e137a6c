"""The bot processes, separate so that a hundred bots do not delay a person's move.

Each process handles one question at a time. Questions wait in a queue per process, at most one per key, in the
order of arrival, moves before hints: no table gets ahead of another. An idle process takes from the longest queue.
"""

import asyncio
import os
import sys
import zlib
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from docena.core.errors import DocenaError
from docena.tables.bots.frames import PREFIX, READY, BadFrame, Question, Wish, frame_of, length_in, read_answer

Done = Callable[[str | None], None]

COMMAND = (sys.executable, "-P", "-m", "docena.tables.bots.worker")
PATIENCE_SECONDS = 10.0
"""Time limit for a move, in seconds; then the process is killed."""
WAIT_SECONDS = 30.0
"""Time limit for a question, waiting included."""
START_SECONDS = 60.0
"""Time limit for the first process to be ready."""
MOST_WAITING = 10_000
MOST_TRIES = 2
"""A question on which a process dies is sent once more."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 10.0
_HOPELESS = 4
_GOODBYE_SECONDS = 1.0


class NoBots(DocenaError):
    """The bot processes cannot be started."""


class _Pending(msgspec.Struct, eq=False):
    """A question and the callback for its answer."""

    question: Question
    done: Done
    due: asyncio.TimerHandle | None = None
    tries: int = 0


class BotPool:
    """All bot processes. For the event loop's thread only."""

    def __init__(
        self, workers: int, command: Sequence[str] = COMMAND, patience: float = PATIENCE_SECONDS,
        wait: float = WAIT_SECONDS,
    ) -> None:  # fmt: skip
        if workers < 1:
            raise NoBots(f"bots think in at least one process, not in {workers}")
        self.patience, self._wait = patience, wait
        self._workers = [_BotProcess(self, tuple(command)) for _ in range(workers)]
        self._asks: dict[str, _Pending] = {}
        self._number = READY
        self._closed = False
        self.answered = 0
        self.failed = 0

    async def start(self) -> None:
        """Starts them, and returns when the first is ready."""
        for worker in self._workers:
            worker.start()
        first = self._workers[0]
        try:
            async with asyncio.timeout(START_SECONDS):
                await first.ready_or_hopeless.wait()
        except TimeoutError:
            pass
        if not first.ready:
            await self.close()
            raise NoBots("bots cannot think: their process does not start; its complaint stands above")

    def ask(self, key: str, bot: str, seed: int, seat: int, view: bytes, done: Done) -> None:
        """Requests a move of a seat; `done` gets its text, or None if there is no answer, on the loop's thread.

        `view` is `bytes(View)` of that seat. A newer question of the same key takes the place of the older one, which
        then is not answered.
        """
        self._ask(Question(0, key, bot, seed, seat, view), done)

    def hint(self, key: str, seed: int, seat: int, view: bytes, wish: Wish, done: Done) -> None:
        """Requests the best plans of a seat in the same way; `done` gets JSON."""
        self._ask(Question(0, key, "master", seed, seat, view, wish), done)

    def _ask(self, question: Question, done: Done) -> None:
        key = question.key
        self.cancel(key)
        loop = asyncio.get_running_loop()
        if self._closed or len(self._asks) >= MOST_WAITING:
            self.failed += 1
            loop.call_soon(done, None)
            return
        self._number += 1
        ask = _Pending(msgspec.structs.replace(question, number=self._number), done)
        ask.due = loop.call_later(self._wait, self.finish, ask, None)
        self._asks[key] = ask
        self._workers[zlib.crc32(key.encode()) % len(self._workers)].take(ask)

    def cancel(self, key: str) -> None:
        """Cancels a question: `done` is not called."""
        ask = self._asks.pop(key, None)
        if ask is not None and ask.due is not None:
            ask.due.cancel()
            for worker in self._workers:
                worker.drop(ask)

    async def close(self) -> None:
        """Ends all processes; pending questions are answered with None."""
        self._closed = True
        for ask in list(self._asks.values()):
            self.finish(ask, None)
        await asyncio.gather(*(worker.close() for worker in self._workers))

    # --- figures for operators

    @property
    def waiting(self) -> int:
        return len(self._asks)

    @property
    def ready(self) -> int:
        """Processes that are ready."""
        return sum(worker.ready for worker in self._workers)

    @property
    def restarts(self) -> int:
        return sum(worker.restarts for worker in self._workers)

    @property
    def pids(self) -> list[int]:
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    # --- for the workers

    def is_wanted(self, ask: _Pending) -> bool:
        return self._asks.get(ask.question.key) is ask

    def finish(self, ask: _Pending, move: str | None) -> None:
        """Answers, unless the question was cancelled."""
        if not self.is_wanted(ask):
            return
        self.cancel(ask.question.key)
        if move is None:
            self.failed += 1
        else:
            self.answered += 1
        try:
            ask.done(move)
        except Exception as error:
            # an error at one table must not stop the bots of all others
            context = {"message": "a bot's move could not be taken", "exception": error}
            asyncio.get_running_loop().call_exception_handler(context)

    def longest_queue(self) -> dict[str, _Pending]:
        return max((worker.queue for worker in self._workers), key=len)

    def wake(self) -> None:
        """A question is waiting for a process."""
        for worker in self._workers:
            worker.go_on()


def _next_in(queue: dict[str, _Pending]) -> str:
    """The key of the next question: of those for moves, for which a table waits, before those for hints."""
    return next((key for key, ask in queue.items() if ask.question.wish is None), next(iter(queue)))


class _BotProcess:
    """One process, restarted whenever it ends."""

    def __init__(self, pool: BotPool, command: tuple[str, ...]) -> None:
        self._pool, self._command = pool, command
        self.queue: dict[str, _Pending] = {}
        self.process: Process | None = None
        self.ready = False
        self.ready_or_hopeless = asyncio.Event()
        self.restarts = 0
        self._current: _Pending | None = None
        self._late: asyncio.TimerHandle | None = None
        self._failures = 0
        self._closing = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._run())

    # --- questions

    def take(self, ask: _Pending) -> None:
        self.queue[ask.question.key] = ask
        if self.ready and self._current is None:
            self.go_on()
        else:
            self._pool.wake()

    def drop(self, ask: _Pending) -> None:
        if self.queue.get(ask.question.key) is ask:
            del self.queue[ask.question.key]

    def go_on(self) -> None:
        """Sends the next question, if there is one and the process is idle."""
        if not self.ready or self._current is not None:
            return
        queue = self.queue or self._pool.longest_queue()
        if not queue:
            return
        assert self.process is not None
        assert self.process.stdin is not None
        ask = self._current = queue.pop(_next_in(queue))
        ask.tries += 1
        self.process.stdin.write(frame_of(ask.question))
        self._late = asyncio.get_running_loop().call_later(self._pool.patience, self._too_late, ask)

    def _too_late(self, ask: _Pending) -> None:
        self._kill()
        self._settle()
        self._pool.finish(ask, None)

    def _settle(self) -> _Pending | None:
        """Marks the process as idle; returns its question."""
        ask, self._current = self._current, None
        if self._late is not None:
            self._late.cancel()
            self._late = None
        return ask

    # --- the process

    async def _run(self) -> None:
        while not self._closing.is_set():
            try:
                await self._live()
            except (OSError, BadFrame):
                self._kill()
            await self._bury()
            self._failures += 1
            self.restarts += 1
            if self._failures >= _HOPELESS:
                self.ready_or_hopeless.set()
            pause = min(_FIRST_PAUSE * 2 ** min(self._failures, 20), _LONGEST_PAUSE)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._closing.wait()

    async def _live(self) -> None:
        """Starts a process and reads its answers until it ends."""
        # one thread is enough for each, and a separate session keeps the terminal's signals away
        alone = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self.process = await asyncio.create_subprocess_exec(
            *self._command, stdin=PIPE, stdout=PIPE, env=alone, start_new_session=True
        )
        pipe = self.process.stdout
        assert pipe is not None
        with suppress(asyncio.IncompleteReadError):
            while not self._closing.is_set():
                choice = read_answer(await pipe.readexactly(length_in(await pipe.readexactly(PREFIX))))
                self._chosen(choice.number, choice.move)

    def _chosen(self, number: int, move: str | None) -> None:
        if number == READY:
            self.ready = True
            self.ready_or_hopeless.set()
        else:
            ask = self._current
            if ask is None or ask.question.number != number:
                raise BadFrame(f"an answer to question {number}, which was not asked")
            self._settle()
            self._failures = 0
            self._pool.finish(ask, move)
        self.go_on()

    def _kill(self) -> None:
        self.ready = False
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()

    async def _bury(self) -> None:
        """After the end of a process: its question is sent again, once."""
        self.ready = False
        ask = self._settle()
        if ask is not None and self._pool.is_wanted(ask):
            if ask.tries < MOST_TRIES:
                self.queue = {ask.question.key: ask, **self.queue}
            else:
                self._pool.finish(ask, None)
        self._pool.wake()
        if self.process is not None:
            assert self.process.stdin is not None
            self.process.stdin.close()
            late = asyncio.get_running_loop().call_later(_GOODBYE_SECONDS, self._kill)
            await self.process.communicate()
            late.cancel()
            self.process = None

    async def close(self) -> None:
        """Closes its input, which ends the process; one that does not end is killed."""
        self._closing.set()
        if self._task is None:
            return
        if self.process is not None and self.process.stdin is not None:
            self.process.stdin.close()
        late = asyncio.get_running_loop().call_later(_GOODBYE_SECONDS, self._kill)
        await self._task
        late.cancel()

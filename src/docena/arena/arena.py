"""The arena: every bot against every other, on the same deals, with exchanged seats.

Games are played side by side (`docena.arena.workers`) and counted in a fixed order, so that the results of a seed are
the same whatever the workers, but for bots that think by the clock.
"""

import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import combinations, count
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any

from docena.arena.elo import ratings
from docena.arena.lineup import REFERENCE, is_bulk, is_program
from docena.arena.matchup import Matchup, finite
from docena.arena.pairs import Pairing, PairResult, play_compiled
from docena.arena.program import Cancelled
from docena.arena.simulate import Simulation, check_seed, check_workers
from docena.arena.times import TurnTimes
from docena.arena.workers import GameWorker, LocalWorker, ProcessWorker, WorkerEnded, WorkerSettings
from docena.core.errors import DocenaError
from docena.core.options import Options

USUAL_GAMES = 1000
MOST_UNTIL = 100_000
"""The most games per pair if only an interval was requested: some pairs never get there."""
TURN_LIMIT = 5.0
ON_ERROR = ("stop", "forfeit")

_CHUNK_DEALS = 50
# How many tasks each pair plays between two checks of the intervals: chunks of compiled deals, or single deals.
_ROUND_TASKS = 16
# Compiled play has no clock for each bot: their times are those of some games move by move.
_SAMPLE_GAMES = 24
_SAMPLE_MOVES = 300


@dataclass
class Arena:
    """What is to be played, and what has been played."""

    options: Options
    bots: list[str]
    games: int | None = None
    until: float | None = None
    seed: int = 1
    workers: int = 1
    on_error: str = "stop"
    turn_limit: float = TURN_LIMIT
    reference: bool = False
    write: Callable[[str], object] | None = None
    """Takes the record of each game, a line of text, in the order in which they count."""
    matchups: list[Matchup] = field(init=False)
    names: dict[str, str] = field(init=False, default_factory=dict)
    """What programs call themselves, by how they are started, once they have played."""
    seconds: float = 0.0
    failed: str | None = None
    """Why the arena stopped, as a sentence."""

    def __post_init__(self) -> None:
        if self.reference:
            self.bots = [*self.bots, REFERENCE]
        if len(self.bots) < 2 or not all(self.bots):
            raise DocenaError("an arena needs at least two bots: --bots a,b")
        if self.games is not None and self.games < 1:
            raise DocenaError(f"the number of games is at least 2, not {self.games}")
        if self.games is not None and self.games % 2:
            raise DocenaError(
                f"each deal is played twice, with exchanged seats: the number of games is even, not {self.games}"
            )
        if self.until is not None and not 0 < self.until < float("inf"):
            raise DocenaError(f"--until is an Elo interval above 0, not {self.until}")
        check_seed(self.seed)
        check_workers(self.workers)
        if self.on_error not in ON_ERROR:
            raise DocenaError(f"--on-error is {' or '.join(ON_ERROR)}, not {self.on_error!r}")
        if not 0.001 <= self.turn_limit <= 3600:
            raise DocenaError(f"the turn limit is 1 to 3,600,000 ms, not {self.turn_limit * 1000:g}")
        self._stopped = Event()
        self._settings = WorkerSettings(
            self.options, tuple(self.bots), self.turn_limit, self.reference, self.on_error == "forfeit"
        )
        self._here = LocalWorker(self._settings, self._stopped)
        self._here.lineup.check(self.bots)
        self._all_workers: list[GameWorker] = [self._here]
        self._idle: SimpleQueue[GameWorker] = SimpleQueue()
        self.matchups = [Matchup(a, b) for a, b in combinations(self.bots, 2)]

    @property
    def most_games(self) -> int:
        """For each pair."""
        if self.games is not None:
            return self.games
        return USUAL_GAMES if self.until is None else MOST_UNTIL

    @property
    def played(self) -> int:
        return sum(matchup.games for matchup in self.matchups)

    # --- playing

    def run(self) -> Generator[int, None, None]:
        """Plays, yielding the number of games done so far; ends early with `failed` if a bot's fault stops it."""
        begun = time.perf_counter()
        try:
            self._warm_up()
            with ThreadPoolExecutor(self.workers) as pool:
                try:
                    for matchup, future in self._in_order(pool):
                        self._count(matchup, future.result())
                        yield self.played
                except DocenaError as fault:
                    matchup.complain(str(fault))
                    self.failed = str(fault)
                finally:
                    self._stop()
                    pool.shutdown(wait=True, cancel_futures=True)
        finally:
            self.close()
            self.seconds = time.perf_counter() - begun

    def _stop(self) -> None:
        self._stopped.set()
        for worker in list(self._all_workers):
            worker.stop()

    def close(self) -> None:
        """Lets all players go."""
        for worker in self._all_workers:
            worker.close()

    def _in_order(self, pool: ThreadPoolExecutor) -> Iterator[tuple[Matchup, "Future[PairResult]"]]:
        """The games in the order in which they count; a round is under way while the one before is counted. Who still
        plays in a round is decided by all rounds but the last, so the counts do not depend on the workers.
        """
        before: list[tuple[Matchup, Future[PairResult]]] = []
        for number in count():
            tasks = list(self._round(number))
            under_way = [(matchup, pool.submit(task)) for matchup, task in tasks]
            yield from before
            before = under_way
            if not before:
                return

    def _round(self, number: int) -> Iterator[tuple[Matchup, Callable[[], PairResult]]]:
        for matchup in self.matchups:
            if self.until is not None and matchup.elo_half < self.until:
                continue
            bulk = is_bulk(matchup.a) and is_bulk(matchup.b)
            chunk = _CHUNK_DEALS if bulk else 1
            for task in range(_ROUND_TASKS):
                start = (number * _ROUND_TASKS + task) * chunk
                n = min(chunk, self.most_games // 2 - start)
                if n > 0:
                    yield matchup, self._task(matchup, start, n, bulk)

    def _task(self, matchup: Matchup, start: int, n: int, bulk: bool) -> Callable[[], PairResult]:
        pairing = self._pairing(matchup.a, matchup.b)
        if bulk:
            return lambda: self._unless_stopped(lambda: play_compiled(pairing, start, n))
        return lambda: self._unless_stopped(lambda: self._in_worker(pairing, start))

    def _unless_stopped(self, task: Callable[[], PairResult]) -> PairResult:
        if self._stopped.is_set():
            raise Cancelled
        return task()

    def _in_worker(self, pairing: Pairing, number: int) -> PairResult:
        try:
            worker = self._idle.get_nowait()
        except Empty:
            worker = self._new_worker()
        try:
            return worker.play(pairing, number)
        except WorkerEnded:
            # the machine may have been short of memory for a moment: once more, in another
            worker = self._new_worker()
            return worker.play(pairing, number)
        finally:
            self._idle.put(worker)

    def _new_worker(self) -> GameWorker:
        worker: GameWorker = (ProcessWorker if self._is_apart else LocalWorker)(self._settings, self._stopped)
        self._all_workers.append(worker)
        if self._stopped.is_set():
            worker.stop()
        return worker

    @property
    def _is_apart(self) -> bool:
        """Whether games are played in processes: threads would take thinking time from each other."""
        return self.workers > 1 and not all(is_bulk(bot) or is_program(bot) for bot in self.bots)

    def _pairing(self, a: str, b: str) -> Pairing:
        return Pairing(self.options, a, b, self.seed, record=self.write is not None)

    def _count(self, matchup: Matchup, played: PairResult) -> None:
        for halves in played.halves:
            matchup.add(*halves)
        matchup.times_a.merge(played.times[0])
        matchup.times_b.merge(played.times[1])
        for sentence in played.faults:
            matchup.complain(sentence)
        self.names |= played.names
        if self.write is not None:
            for line in played.records:
                self.write(line)

    def _warm_up(self) -> None:
        """Loads what the bots need, and measures the times of compiled bots."""
        if not all(map(is_bulk, self.bots)):
            self._here.warm_up()
        times = {bot: self._sample(bot) for bot in filter(is_bulk, dict.fromkeys(self.bots))}
        for matchup in self.matchups:
            if matchup.a in times and matchup.b in times:
                matchup.times_a.merge(times[matchup.a])
                matchup.times_b.merge(times[matchup.b])
        if not self._is_apart:
            self._idle.put(self._here)

    def _sample(self, bot: str) -> TurnTimes:
        """The times of a compiled bot, in some games with itself; the first one only warms it up."""
        alone = Simulation(
            self.options, [bot] * self.options.players, _SAMPLE_GAMES, self.seed, most_moves=_SAMPLE_MOVES
        )
        alone.results(0, 1)
        return alone.turn_times()

    # --- results

    def called(self, bot: str) -> str:
        """What a bot is called: a program by its own name, unless another bot here has the same."""
        name = self.names.get(bot, bot)
        others = (self.names.get(other, other) for other in self.bots if other != bot)
        return bot if name in others else name

    def ratings(self) -> list[tuple[float, float, float]]:
        """The Elo of each bot on one list, with its interval; the first bot has 0."""
        pairs = combinations(range(len(self.bots)), 2)
        results = [(a, b, of.share, of.worth) for (a, b), of in zip(pairs, self.matchups, strict=True)]
        return ratings(len(self.bots), results)

    def report(self) -> dict[str, Any]:
        """The results so far as plain data."""
        return {
            "edition": self.options.edition.name,
            "players": self.options.players,
            "partners": self.options.partners,
            "stock": self.options.stock,
            "table": self.options.table,
            "seed": self.seed,
            "seconds": self.seconds,
            "names": {bot: self.called(bot) for bot in dict.fromkeys(self.bots)},
            "pairs": [matchup.as_dict() for matchup in self.matchups],
            "elo": [
                {"bot": bot, "elo": elo, "elo_ci95": [finite(low), finite(high)]}
                for bot, (elo, low, high) in zip(self.bots, self.ratings(), strict=True)
            ],
        }

"""Mass play: many games by bots, on all cores, with statistics and records.

Compiled play lets other threads run, so workers are threads. Each game has a generator of its own
(`docena.engine.rng`): the same seed gives the same games whatever the workers.
"""

import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import msgspec
import numpy as np

from docena.arena.statistics import GameTally
from docena.arena.times import TurnTimes
from docena.bots import LIGHT, MASTER, bot_number
from docena.bots.kernels import playout
from docena.bots.kernels.plans import SEARCH_TABLES
from docena.bots.weights.files import planner_for
from docena.core.cards import card_text
from docena.core.errors import DocenaError
from docena.core.moves import ACTS, FACES, WORDS, all_moves, each, in_text_order, move_text
from docena.core.options import Options
from docena.core.sizes import SEATS
from docena.core.words import refused
from docena.engine.positions.bare_table import empty_table
from docena.engine.table import MOVE, PLAYING, RESTOCK, ROLL, WON, new_pads, new_tables, record_in
from docena.game.record import VERSION, RecordedPlayer, record_options

DEFAULT_MOST_MOVES = 20_000
"""A game that has not ended by then is abandoned; ordinary games have a few hundred moves."""

MOST_WORKERS = 256

_LOG = 1 << 15
_CHUNK_GAMES = 1000
_CHUNK_RECORDS = 50
_IDLE_CALLS = 50


def check_workers(workers: int) -> None:
    if not 1 <= workers <= MOST_WORKERS:
        raise DocenaError(f"the number of workers is 1 to {MOST_WORKERS}, not {workers}")


def check_seed(seed: int) -> None:
    if not 0 <= seed < 1 << 63:
        raise DocenaError(f"a seed is a number from 0 to 2**63 - 1, not {seed}")


def bots_for(names: Sequence[str], players: int) -> list[str]:
    """A bot for each seat: one name for all, or a list that is repeated.

    >>> bots_for(["greedy"], 3), bots_for(["greedy", "random"], 4)
    (['greedy', 'greedy', 'greedy'], ['greedy', 'random', 'greedy', 'random'])
    """
    for name in names:
        if bot_number(name) == MASTER:
            raise refused("bad", "options", "mass_master")
    if not names or players % len(names):
        raise refused("bad", "options", "bots_shared", bots=len(names), players=players)
    return list(names) * (players // len(names))


@dataclass
class Simulation:
    """What is to be played."""

    options: Options
    bots: list[str]
    games: int
    seed: int = 1
    workers: int = 1
    most_moves: int = DEFAULT_MOST_MOVES
    seconds: float = 0.0
    tally: GameTally = field(init=False)

    def __post_init__(self) -> None:
        if self.games < 1:
            raise DocenaError(f"the number of games is at least 1, not {self.games}")
        check_workers(self.workers)
        if not 1 <= self.most_moves < 1 << 31:
            raise DocenaError(f"the limit of moves is 1 to {(1 << 31) - 1}, not {self.most_moves}")
        check_seed(self.seed)
        self.tally = GameTally(self.bots)

    def run(self, write: Callable[[str], object] | None = None, legal: bool = False) -> Generator[int, None, None]:
        """Plays, yielding the number of games done so far; `write` takes each record, a line of text, in order."""
        chunk = _CHUNK_GAMES if write is None else _CHUNK_RECORDS
        chunk = max(1, min(chunk, self.games // (4 * self.workers)))
        starts = iter(range(0, self.games, chunk))
        _Runner(self).play(0, 0)  # compiles, before the clock starts
        begun = time.perf_counter()
        with ThreadPoolExecutor(self.workers) as pool:
            waiting: deque[Future[tuple[Any, list[str]]]] = deque()
            try:
                while True:
                    for start in starts:
                        n = min(chunk, self.games - start)
                        waiting.append(pool.submit(self._play_chunk, start, n, write is not None, legal))
                        if len(waiting) >= 2 * self.workers:
                            break
                    if not waiting:
                        break
                    results, lines = waiting.popleft().result()
                    self.tally.add(results)
                    self.seconds = time.perf_counter() - begun
                    if write is not None:
                        for line in lines:
                            write(line)
                    yield self.tally.games
            finally:
                pool.shutdown(wait=True, cancel_futures=True)

    def _play_chunk(self, start: int, n: int, record: bool, legal: bool) -> tuple[Any, list[str]]:
        runner = _Runner(self)
        if not record:
            return runner.play(start, n), []
        played = [runner.play_recorded(start + i, legal) for i in range(n)]
        return np.concatenate([result for result, _ in played]), [line for _, line in played]

    def results(self, start: int, n: int) -> Any:
        """The results of n games numbered from `start`, uncounted: the same numbers give the same deals."""
        return _Runner(self).play(start, n)

    def recorded(self, start: int, n: int) -> tuple[Any, list[str]]:
        """The same with their records, each a line of text."""
        return self._play_chunk(start, n, record=True, legal=False)

    def turn_times(self) -> TurnTimes:
        """How long the bots take for their turns: the games, uncounted, are played turn by turn beside a clock."""
        times = TurnTimes()
        runner = _Runner(self)
        idle = runner.idle_time()
        for game in range(self.games):
            runner.play_timed(game, times, idle)
        return times

    def report(self) -> dict[str, Any]:
        """The statistics as plain data."""
        rate = 1 / self.seconds if self.seconds else 0.0
        return {
            "edition": self.options.edition.name,
            "players": self.options.players,
            "partners": self.options.partners,
            "stock": self.options.stock,
            "table": self.options.table,
            "seed": self.seed,
            "workers": self.workers,
            **self.tally.as_dict(),
            "seconds": self.seconds,
            "games_per_second": self.tally.games * rate,
            "moves_per_second": self.tally.moves * rate,
        }


class _Runner:
    """One worker's table, pad and buffers."""

    def __init__(self, of: Simulation) -> None:
        self.of = of
        self.tables = new_tables(1)
        self.pads = new_pads(1)
        light = all(bot_number(bot) in LIGHT for bot in of.bots)
        self.planner = None if light else planner_for(of.options)
        self.work = new_tables(1 if light else SEARCH_TABLES)
        self.proto = empty_table(of.options)
        self.deck = np.array(of.options.deck, np.uint8)
        numbers = [bot_number(bot) for bot in of.bots]
        self.bots = np.array(numbers + [0] * (SEATS - len(numbers)), np.int64)
        self.no_log = np.zeros(0, np.int16)
        self.no_rows = np.zeros((0, WORDS), np.int64)

    def _call(
        self, game: int, results: Any, log: Any, rows: Any, resume: bool = False, turns: int = playout.ALL_TURNS
    ) -> int:  # fmt: skip
        rest: tuple[Any, ...] = (
            self.proto, self.deck, self.bots, self.of.seed, game, self.of.most_moves, turns, results, log, rows, resume
        )  # fmt: skip
        if self.planner is None:
            return playout.play_light_games(self.tables, self.work, self.pads, *rest)
        return playout.play_games(self.tables, self.work, self.pads, *self.planner, *rest)

    def play(self, start: int, n: int) -> Any:
        results = playout.new_results(n)
        self._call(start, results, self.no_log, self.no_rows)
        return results

    def idle_time(self) -> float:
        """How long a call takes in which nothing is played."""
        results = playout.new_results(1)
        self._call(0, results, self.no_log, self.no_rows, turns=0)
        spent = []
        for _ in range(_IDLE_CALLS):
            begun = time.perf_counter()
            self._call(0, results, self.no_log, self.no_rows, resume=True, turns=0)
            spent.append(time.perf_counter() - begun)
        return min(spent)

    def play_timed(self, game: int, times: TurnTimes, idle: float) -> None:
        """Plays one game and notes how long each turn took, less what the call itself takes."""
        results = playout.new_results(1)
        self._call(game, results, self.no_log, self.no_rows, turns=0)
        while not (table := record_in(self.tables)).over and int(table.moves) < self.of.most_moves:
            turn = int(table.turns)
            begun = time.perf_counter()
            self._call(game, results, self.no_log, self.no_rows, resume=True, turns=turn)
            times.add(max(0.0, time.perf_counter() - begun - idle))

    def play_recorded(self, game: int, legal: bool) -> tuple[Any, str]:
        """Plays one game; returns its result and its record as a line."""
        results = playout.new_results(1)
        log = np.zeros(_LOG, np.int16)
        rows = np.zeros((_LOG, WORDS), np.int64) if legal else self.no_rows
        writer = _RecordText(self.of, legal)
        resume = False
        while True:
            n = self._call(game, results, log, rows, resume)
            writer.add(log[:n].tolist(), rows, with_deck=not resume)
            table = record_in(self.tables)
            if table.over or (table.moves >= self.of.most_moves and table.awaits == MOVE):
                return results, writer.line(results[0])
            resume = True


_QUOTED = {move: f'"{move_text(move)}"' for move in all_moves()}
_RANKED = in_text_order(all_moves())
_RANK = {move: rank for rank, move in enumerate(_RANKED)}
_QUOTED_BY_RANK = [_QUOTED[move] for move in _RANKED]
_CARD = [card_text(code) for code in range(64)]


class _RecordText:
    """Turns a compiled log into the text of a record; by hand, since it is most of the work of recording."""

    def __init__(self, of: Simulation, legal: bool) -> None:
        self.of = of
        self.legal = legal
        self.deck = ""
        self.log: list[str] = []
        self.lists: list[str] = []
        self._ranks: dict[tuple[int, int], list[int]] = {}

    def add(self, log: list[int], rows: Any, with_deck: bool) -> None:
        at = 0
        if with_deck:
            at = len(self.of.options.deck)
            self.deck = " ".join(_CARD[card] for card in log[:at])
        drawer = 0
        moves = 0
        while at < len(log):
            event = log[at]
            at += 1
            if event >= 0:
                self.log.append(_QUOTED[event])
                drawer = event - 64 * ACTS + 1
                moves += 1
            elif event == -ROLL:
                self.log.append(f'"roll {FACES[log[at]]}"')
                at += 1
            else:
                n = log[at]
                cards = " ".join(_CARD[card] for card in log[at + 1 : at + 1 + n])
                # a restock follows the draw of the seat whose stock pile it is
                word = f"restock {drawer}" if event == -RESTOCK else "shuffle"
                self.log.append(f'"{word} {cards}"')
                at += 1 + n
        if self.legal:
            self.lists += [self._legal(row) for row in rows[:moves].tolist()]

    def _legal(self, row: list[int]) -> str:
        ranks: list[int] = []
        for word, bits in enumerate(row):
            if bits:
                known = self._ranks.get((word, bits))
                if known is None:
                    known = self._ranks[word, bits] = [_RANK[64 * word + bit] for bit in each(bits)]
                ranks += known
        ranks.sort()
        return "[" + ", ".join([_QUOTED_BY_RANK[rank] for rank in ranks]) + "]"

    def line(self, result: Any) -> str:
        options = self.of.options
        players = [RecordedPlayer(f"{bot} {seat}", "bot") for seat, bot in enumerate(self.of.bots, 1)]
        ending = {
            "reason": "abandoned" if result["over"] == PLAYING else "stock" if result["over"] == WON else "blocked",
            "winners": [seat + 1 for seat in range(options.players) if int(result["winners"]) >> seat & 1],
            "stock": result["stock"][: options.players].tolist(),
            "points": int(result["points"]),
        }
        parts = [
            f'"docena": {VERSION}',
            f'"edition": {_json(options.edition.name)}',
            f'"options": {_json(record_options(options))}',
            f'"players": {_json(players)}',
            f'"first": {int(result["first"]) + 1}',
            f'"deck": "{self.deck}"',
            f'"log": [{", ".join(self.log)}]',
            f'"result": {_json(ending)}',
        ]
        if self.legal:
            parts.append(f'"legal": [{", ".join(self.lists)}]')
        return "{" + ", ".join(parts) + "}"


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()

"""Many tables stepped side by side, on all cores: arrays in, arrays out."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from docena.bots import LIGHT, NAMES, bot_number
from docena.bots.selfplay import stepping
from docena.core.editions import Edition
from docena.core.errors import DocenaError
from docena.core.options import Options, choose_options
from docena.core.sizes import SEATS
from docena.engine.positions.bare_table import empty_table
from docena.engine.table import copy_of, new_pads, new_tables
from docena.envs.spaces import Spaces
from docena.game.game import Game

Autoreset = Literal["next_step", "same_step", "disabled"]
Reward = Literal["win", "points", "stock"]
AUTORESET: dict[str, int] = {
    "next_step": stepping.NEXT_STEP, "same_step": stepping.SAME_STEP, "disabled": stepping.DISABLED
}  # fmt: skip
REWARDS: dict[str, int] = {"win": stepping.WIN, "points": stepping.POINTS, "stock": stepping.STOCK}
MOST_MOVES = 5000
"""A game that has not ended by then is truncated; ordinary games have a few hundred moves."""
_MOST_TABLES = 1 << 22


class IllegalAction(DocenaError):
    """An action that the mask does not allow. No table has been stepped."""


@dataclass(frozen=True)
class StepArrays:
    """What a step writes, a row for each table; the caller may bring the memory, of NumPy or of torch tensors."""

    observations: Any
    """uint8: what the seat that acts next observes."""
    masks: Any
    """uint8: 1 for each of its legal actions; 0 throughout when the game has ended."""
    rewards: Any
    """float32: of every seat, for this step."""
    terminations: Any
    """bool: the game has ended by the rules."""
    truncations: Any
    """bool: the game has been cut short at the limit of moves."""
    seats: Any
    """uint8: the seat that acts next, counted from 0."""
    final_observations: Any
    """uint8, with autoreset `same_step`: the last observation of games that have just ended; else without rows."""


class VectorEnv:
    """Tables of one kind. In self-play every seat is an agent's; with `bots`, those without one are.

    >>> env = VectorEnv("classic", 2, tables=8, stock=3, seed=1)
    >>> arrays = env.reset()
    >>> arrays.observations.shape, arrays.masks.shape, arrays.rewards.shape
    ((8, 50), (8, 125), (8, 2))
    >>> arrays = env.step(arrays.masks.argmax(1))
    >>> bool(arrays.terminations.any())
    False
    """

    def __init__(
        self,
        edition: Edition | str = "classic",
        players: int = 2,
        *,
        tables: int = 1024,
        stock: int | None = None,
        short: bool = False,
        partners: bool | None = None,
        options: Options | None = None,
        bots: Sequence[str | None] | None = None,
        reward: Reward = "win",
        autoreset: Autoreset = "next_step",
        most_moves: int = MOST_MOVES,
        threads: int | None = None,
        seed: int = 0,
        arrays: StepArrays | None = None,
    ) -> None:
        """`bots`: for each seat the name of its bot, `random` or `greedy`, or None for an agent.

        `arrays`: memory of your own for what a step writes. `threads`: as many as there are cores, if not said.
        """
        chosen = options or choose_options(edition, players, stock=stock, short=short, partners=partners)
        self.options, self.spaces = chosen, Spaces(chosen)
        if not 1 <= tables <= _MOST_TABLES:
            raise DocenaError(f"the number of tables is 1 to {_MOST_TABLES:,}, not {tables}")
        if autoreset not in AUTORESET:
            raise DocenaError(f"autoreset is {', '.join(AUTORESET)}, not {autoreset!r}")
        if reward not in REWARDS:
            raise DocenaError(f"reward is {', '.join(REWARDS)}, not {reward!r}")
        if most_moves < 1:
            raise DocenaError(f"the limit of moves is at least 1, not {most_moves}")
        self.tables, self.most_moves = tables, most_moves
        self.autoreset, self.reward = autoreset, reward
        self._bots = _numbers_of(bots, chosen.players)
        self._states = stepping.new_episode_states(tables)
        self._tables = new_tables(tables)
        self._proto = empty_table(chosen)
        self._deck = np.array(chosen.deck, np.uint8)
        self._threads = min(tables, threads or os.cpu_count() or 1)
        self._workers = [_Worker() for _ in range(self._threads)]
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._all = np.ones(tables, np.bool_)
        self.arrays = self.new_arrays() if arrays is None else arrays
        self._flat = self._flattened(self.arrays)
        self._started = False
        self.seed(seed)

    def new_arrays(self) -> StepArrays:
        """Arrays of the right shapes and types."""
        n, players, spaces = self.tables, self.options.players, self.spaces
        finals = n if self.autoreset == "same_step" else 0
        return StepArrays(
            np.zeros((n, spaces.width), np.uint8), np.zeros((n, spaces.actions), np.uint8),
            np.zeros((n, players), np.float32), np.zeros(n, np.bool_), np.zeros(n, np.bool_), np.zeros(n, np.uint8),
            np.zeros((finals, spaces.width), np.uint8),
        )  # fmt: skip

    def _flattened(self, arrays: StepArrays) -> list[Any]:
        """The caller's memory as the compiled step takes it, checked once."""
        flat = []
        for name, right in vars(self.new_arrays()).items():
            given = getattr(arrays, name)
            found = given if isinstance(given, np.ndarray) else given.numpy()
            if found.shape != right.shape or found.dtype != right.dtype or not found.flags.c_contiguous:
                raise DocenaError(
                    f"{name} should be an array of {right.dtype} without gaps, in the shape {right.shape}, "
                    f"not of {found.dtype} in the shape {found.shape}"
                )
            flat.append(found.reshape(-1))
        return flat

    def seed(self, seed: int | Sequence[int]) -> None:
        """Table i plays the games of `seed + i`, or of the seed given for it, from the next reset on."""
        seeds = np.asarray(seed, np.int64)
        self._states["seed"] = seeds + np.arange(self.tables) if seeds.ndim == 0 else seeds
        self._states["game"] = 0

    def reset(self, *, seed: int | Sequence[int] | None = None, which: Any = None) -> StepArrays:
        """Deals a new game at every table, or at those where `which` is true."""
        if seed is not None:
            self.seed(seed)
        chosen = self._all if which is None else np.ascontiguousarray(which, np.bool_)
        if chosen.shape != (self.tables,):
            raise DocenaError(f"which has a value for each of the {self.tables} tables, not the shape {chosen.shape}")
        if not self._started and not chosen.all():
            raise DocenaError("the first reset is for all tables")
        observations, masks, rewards, terminations, truncations, seats, _ = self._flat
        worker = self._workers[0]
        rest = (chosen, self.spaces.action_of, self.most_moves, observations, masks, seats)
        base = (self._tables, self._states, self._proto, worker.work, worker.pads, self._deck, self._bots)
        stepping.reset_tables(*base, *rest)
        rewards.reshape(self.tables, -1)[chosen] = 0.0
        terminations[chosen] = truncations[chosen] = False
        self._started = True
        return self.arrays

    def step(self, actions: Any) -> StepArrays:
        """Takes an action at each table: of the seat that `arrays.seats` names, as `arrays.masks` allows.

        At a table whose game has ended, the action is ignored: with `next_step` the next game is dealt instead, with
        `disabled` nothing happens until `reset`. The arrays are the same at every step.
        """
        if not self._started:
            raise DocenaError("reset comes before the first step")
        taken = np.ascontiguousarray(actions, np.int64)
        if taken.shape != (self.tables,):
            raise DocenaError(f"there is one action for each of the {self.tables} tables, not the shape {taken.shape}")
        wrong = stepping.first_illegal(self._states, self._tables, taken, self.spaces.move_of)
        if wrong >= 0:
            raise IllegalAction(f"action {taken[wrong]} is not legal at table {wrong}")
        if self._pool is None:
            self._step_some(self._workers[0], taken, 0, self.tables)
        else:
            edges = np.linspace(0, self.tables, self._threads + 1).astype(int).tolist()
            spans = zip(self._workers, edges[:-1], edges[1:], strict=True)
            for future in [self._pool.submit(self._step_some, worker, taken, *span) for worker, *span in spans]:
                future.result()
        return self.arrays

    def _step_some(self, worker: "_Worker", actions: Any, first: int, last: int) -> None:
        spaces = self.spaces
        rest = (
            actions, spaces.move_of, spaces.action_of, first, last, self.most_moves, REWARDS[self.reward],
            AUTORESET[self.autoreset], *self._flat,
        )  # fmt: skip
        base = (self._tables, self._states, self._proto, worker.work, worker.pads, self._deck, self._bots)
        stepping.step_tables(*base, *rest)

    def game(self, table: int) -> Game:
        """A copy of the game at a table as it stands: to look at, or to play on from with `give` for chance."""
        if not 0 <= table < self.tables:
            raise DocenaError(f"there is no table {table}: they are 0 to {self.tables - 1}")
        tables = copy_of(self._tables[table : table + 1])
        return Game.at(tables, self.options)

    @property
    def bytes_per_table(self) -> int:
        """Memory that a table takes, besides the arrays of a step."""
        return int(self._tables.itemsize + self._states.itemsize)

    def close(self) -> None:
        """Ends the threads."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
            self._threads = 1


class _Worker:
    """The scratch memory of one thread."""

    def __init__(self) -> None:
        self.pads = new_pads(1)
        self.work = new_tables(1)


def _numbers_of(bots: Sequence[str | None] | None, players: int) -> Any:
    """The number of each seat's bot, -1 for an agent."""
    named = [None] * players if bots is None else list(bots)
    if len(named) != players:
        raise DocenaError(f"bots names {len(named)} seats, and there are {players}: None is an agent's")
    if None not in named:
        raise DocenaError("at least one seat is an agent's: None in bots")
    numbers = np.full(SEATS, -1, np.int64)
    for seat, name in enumerate(named):
        if name is not None:
            numbers[seat] = bot_number(name)
            if numbers[seat] not in LIGHT:
                listed = " and ".join(NAMES[number] for number in LIGHT)
                raise DocenaError(f"only {listed} can play inside a step, not {name}")
    return numbers

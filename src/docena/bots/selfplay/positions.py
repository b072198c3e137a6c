"""Lessons: positions of games that bots play with themselves, as the judge sees them, and how the games ended."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from docena.bots import EXPERT, QUICK
from docena.bots.kernels import planner
from docena.bots.kernels import rollout_policy as quick
from docena.bots.kernels.large_evaluation import look_after
from docena.bots.kernels.mind import FEATURES, KEPT_PLANS
from docena.bots.kernels.plans import DESK
from docena.bots.kernels.playout import begin, give_chance
from docena.bots.kernels.reach import count_unseen
from docena.bots.selfplay.comparisons import EXPLORER, note, rehearse_quickly
from docena.bots.weights.families import tables_of
from docena.bots.weights.files import look_widely, mind_for, set_network
from docena.core.options import Options
from docena.engine.cover import cover
from docena.engine.jit import entry, int64
from docena.engine.rng import below
from docena.engine.step import legal, make
from docena.engine.table import MOVE, WON, Tables, new_pads, new_tables, record_in
from docena.game.game import empty_table

SLIPS = 0.8
_CHUNK = 25
_MOST_MOVES = 3000
_ROOM = 1 << 17
_SHARE = 2
"""One of so many positions is kept."""
_FIRST = 8
"""The quick player, who is quick, plays so many games for each game of others; they share its number."""
REHEARSALS = 0.03
"""The share of decisions that are rehearsed."""


class Lessons(NamedTuple):
    features: Any
    outcomes: Any
    games: Any
    begins: Any
    """Where a decision begins: the plans that were rehearsed for it stand together."""


@entry
def play_noting(
    tables: Tables, desk: Tables, worlds: Tables, pads: Any, minds: Any, proto: Tables, deck: Any, learner: int,
    explore: int, rehearsals: int, seed: int, game: int, games: int, features: Any, outcomes: Any, numbers: Any,
    begins: Any,
) -> int:  # fmt: skip
    """Plays games, noting some positions after a plan with how they ended; returns how many.

    Of 1024 decisions `explore` are made by the explorer's judgement, and `rehearsals` are rehearsed.
    """
    t = tables[0]
    v = desk[0]
    before = tables[1]
    pad = pads[0]
    mind = minds[0]
    sums = np.zeros(KEPT_PLANS)
    alive = np.zeros(KEPT_PLANS, np.bool_)
    n = 0
    for number in range(game, game + games):
        tables[0] = proto[0]
        begin(t, pad, deck, seed, number)
        begun = n
        while not t.over and t.moves < _MOST_MOVES:
            if t.awaits != MOVE:
                give_chance(t, pad)
                continue
            seat = int64(t.mover)
            desk[0] = tables[0]
            cover(v, seat)
            tables[1] = desk[0]
            if rehearsals > 0 and below(pad, int64(1024)) < rehearsals and t.owed == 0:
                chance = pad.chance
                rehearsed = n
                n = rehearse_quickly(
                    tables, desk, worlds, pads, minds, sums, alive, features, outcomes, begins, n
                )  # fmt: skip
                for i in range(rehearsed, n):
                    numbers[i] = -1 - number
                pad.chance = chance
            legal(v, pad)
            if learner == QUICK:
                move = quick.choose(v, pad, mind)
            else:
                level = EXPLORER if below(pad, int64(1024)) < explore else learner
                move = planner.choose(desk, pads, minds, level)
            make(t, move)
            if n < features.shape[0] and below(pad, int64(_SHARE)) == 0 and not t.over:
                # what the seat knew before, with its move made
                tables[2] = tables[1]
                count_unseen(before, mind, seat)
                if look_after(tables[2], mind, seat, move):
                    note(mind, features, n)
                    outcomes[n] = seat
                    numbers[n] = number
                    begins[n] = True
                    n += 1
        for i in range(begun, n):
            if numbers[i] >= 0:
                outcomes[i] = t.over == WON and (int64(t.winners) >> int64(outcomes[i])) & 1
            else:
                numbers[i] = -1 - numbers[i]
    return n


def in_chunks(
    family: str, games: int, seed: int, workers: int, chunk: int, play: Callable[[Options, int, int], Lessons]
) -> Lessons:
    """Games of a family's tables by turns, a chunk at each: `play` is told the table, the first game and how many."""
    tables = tables_of(family)
    with ThreadPoolExecutor(workers) as pool:
        parts = list(
            pool.map(
                lambda start: play(tables[(seed + start // chunk) % len(tables)], start, min(chunk, games - start)),
                range(0, games, chunk),
            )
        )
    return Lessons(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _play_some(options: Options, seed: int, game: int, games: int, network: Any, explore: float) -> Lessons:
    minds = mind_for(options)
    look_widely(minds, options)
    record_in(minds).noise[EXPLORER] = SLIPS
    if network is not None:
        set_network(minds, network)
    features = np.zeros((_ROOM, FEATURES), np.float32)
    outcomes = np.zeros(_ROOM, np.float32)
    numbers = np.zeros(_ROOM, np.int64)
    begins = np.zeros(_ROOM, np.bool_)
    many = _FIRST if network is None else 1
    n = play_noting(
        new_tables(3), new_tables(DESK), new_tables(2), new_pads(1), minds, empty_table(options),
        np.array(options.deck, np.uint8), QUICK if network is None else EXPERT, int(1024 * explore),
        0 if network is None else int(1024 * REHEARSALS), seed % (1 << 62), many * game, many * games, features,
        outcomes, numbers, begins,
    )  # fmt: skip
    numbers //= many
    return Lessons(features[:n].copy(), outcomes[:n].copy(), numbers[:n].copy(), begins[:n].copy())


def play_lessons(
    family: str, games: int, seed: int, network: dict[str, Any] | None, explore: float, workers: int
) -> Lessons:
    """Games of a family's tables, by experts with this network, or by the quick player where there is none."""
    return in_chunks(
        family, games, seed, workers, _CHUNK,
        lambda options, game, some: _play_some(options, seed, game, some, network, explore),
    )  # fmt: skip

"""Games that bots play with themselves, written as examples into arrays of the caller."""

from typing import Any

from docena.bots import ROLLOUT_POLICY
from docena.bots.kernels import planner, rollout_policy
from docena.bots.kernels.large_evaluation import write_features_after
from docena.bots.kernels.level import Levels
from docena.bots.kernels.model import LargeModels, Models
from docena.bots.kernels.playout import begin, give_chance
from docena.bots.kernels.reach import count_unseen
from docena.bots.kernels.scratch import Scratch, Scratches
from docena.bots.selfplay.comparisons import (
    EXPLORER,
    MOST_COMPARED,
    compare_with_planner,
    compare_with_policy,
    write_example,
)
from docena.engine.cover import cover
from docena.engine.jit import int64, long_entry, rule
from docena.engine.rng import below
from docena.engine.rules.partners import partner_of
from docena.engine.signature import Bytes, Flags, Floats, Floats32, Integers, Rows32
from docena.engine.step import legal, make
from docena.engine.table import MOVE, WON, Pad, Pads, Table, Tables

OUTCOMES, TRAJECTORIES, DECISIONS = range(3)
"""The kinds of target: how games end, the values of the positions that follow, how plans of a decision compare."""
COMPARED = -1
"""Stands in the place of the side for examples that come from a comparison."""
_MOST_MOVES = 3000
_OUTCOME_SHARE = 2
"""One of so many positions becomes an example of an outcome: neighbours are too much alike."""


@rule
def is_compared(t: Table, pad: Pad, scratch: Scratch, target: int, share: int) -> bool:
    """Whether the plans of a decision are compared: so many of 1024."""
    if share == 0 or t.owed > 0 or (target == DECISIONS and planner.has_plan(scratch, int64(t.moves))):
        return False
    return bool(below(pad, int64(1024)) < share)


@rule
def choose_move(
    work: Tables, pads: Any, models: Any, levels: Any, scratches: Any, large_models: Any, target: int, player: int,
    explore: int,
) -> int:  # fmt: skip
    """The move of the seat that plays; of 1024 decisions `explore` are made with exploration noise."""
    if player == ROLLOUT_POLICY:
        return rollout_policy.choose(work[0], pads[0], models[0], scratches[0])
    legal(work[0], pads[0])
    if below(pads[0], int64(1024)) < explore:
        return planner.choose(work, pads, models, levels, scratches, int64(EXPLORER))
    if target == OUTCOMES:
        return planner.choose(work, pads, models, levels, scratches, player)
    return planner.choose_with_large_model(work, pads, models, levels, scratches, large_models, player)


@long_entry
def play_examples(
    tables: Tables, work: Tables, worlds: Tables, pads: Pads, models: Models, levels: Levels, scratches: Scratches,
    replies: Scratches, large_models: LargeModels, proto: Tables, deck: Bytes, target: int, player: int, explore:
    int, compared: int, seed: int, first: int, games: int, room: int, sums: Floats, active: Flags, features: Rows32,
    outcomes: Floats32, sides: Integers, numbers: Integers, begins: Flags,
) -> int:  # fmt: skip
    """Plays games numbered from `first` and writes examples of them, at most `room` per game; returns how many. The
    outcome of a position is 1 if its side won the game; that of a compared plan is its chance in rollouts.
    """
    t = tables[0]
    pad = pads[0]
    scratch = scratches[0]
    n = 0
    for number in range(first, first + games):
        tables[0] = proto[0]
        begin(t, pad, deck, seed, number)
        scratch.steps_left = 0
        begun = n
        limit = min(n + room, int64(features.shape[0]))
        while not t.over and t.moves < _MOST_MOVES:
            if t.awaits != MOVE:
                give_chance(t, pad)
                continue
            seat = int64(t.mover)
            work[0] = tables[0]
            cover(work[0], seat)
            tables[1] = work[0]
            if n + MOST_COMPARED <= limit and is_compared(t, pad, scratch, target, compared):
                chance = pad.chance
                before = n
                if target == OUTCOMES:
                    n = compare_with_policy(
                        tables, work, worlds, pads, models, levels, scratches, sums, active, features, outcomes, begins,
                        n,
                    )  # fmt: skip
                else:
                    n = compare_with_planner(
                        tables, work, worlds, pads, models, levels, scratches, replies, large_models, sums, active,
                        features, outcomes, begins, n,
                    )  # fmt: skip
                for i in range(before, n):
                    sides[i] = COMPARED
                    numbers[i] = number
                pad.chance = chance
                work[0] = tables[1]
            move = choose_move(work, pads, models, levels, scratches, large_models, target, player, explore)
            make(t, move)
            if target == DECISIONS or n == limit or t.over:
                continue
            if target == TRAJECTORIES or below(pad, int64(_OUTCOME_SHARE)) == 0:
                # what the seat knew before, with its move made
                tables[2] = tables[1]
                count_unseen(tables[1], scratch, seat)
                if write_features_after(tables[2], scratch, seat, move):
                    write_example(scratch, features, n)
                    sides[n] = min(seat, partner_of(t, seat)) if t.partners else seat
                    numbers[n] = number
                    begins[n] = True
                    n += 1
        for i in range(begun, n):
            if sides[i] != COMPARED:
                outcomes[i] = t.over == WON and (int64(t.winners) >> int64(sides[i])) & 1
    return n

"""Rollouts: the plans of a turn, played on in sampled worlds.

Each plan is played in the same worlds with the same later chance; then everybody plays on until the seat closes its
next turn, and a network evaluates the position there: at a near horizon it is less misleading than long games by weak
players. *Policy* rollouts go on with the rollout policy and end with the small network. *Planned* rollouts go on with
planners nearly like `expert` and end with the large network: much slower, and much nearer to what will happen. They
may go on for more than one turn, counting those of a partner, and take the mean of the evaluations at the last few
closings; with much time their planners use the large network as well.
"""

from typing import Any

from docena.bots import ROLLOUT_PLANNER
from docena.bots.kernels import planner, rollout_policy
from docena.bots.kernels.evaluation import evaluate_position
from docena.bots.kernels.features import CLOSED
from docena.bots.kernels.large_evaluation import evaluate_closed
from docena.bots.kernels.level import Levels
from docena.bots.kernels.logistic import compiled_chance_of as chance_of
from docena.bots.kernels.model import LargeModels, Model, Models
from docena.bots.kernels.playout import give_chance
from docena.bots.kernels.reach import count_unseen
from docena.bots.kernels.scratch import Scratch, Scratches
from docena.bots.kernels.worlds import gather_unseen, sample_hidden
from docena.core.moves import CLOSING, PASS_MOVE, closes_turn
from docena.core.sizes import SEATS
from docena.engine.cover import cover
from docena.engine.jit import int64, long_entry, rule
from docena.engine.rng import seed_game
from docena.engine.rules.partners import is_opponent
from docena.engine.rules.turn import discard
from docena.engine.signature import Flags, Floats
from docena.engine.step import legal, make
from docena.engine.table import MOVE, WON, Pad, Pads, Table, Tables

_MOST_TURN_MOVES = 400
"""Moves after which an imagined turn that does not come back to the seat is given up."""
_MOST_GAME_MOVES = 4000
"""Moves after which an imagined game is given up."""

closes = rule(closes_turn)


@rule
def settle_chance(t: Table, pad: Pad) -> None:
    while t.awaits != MOVE and not t.over:
        give_chance(t, pad)


@rule
def has_won(t: Table, seat: int) -> float:
    return 1.0 if t.over == WON and (int64(t.winners) >> seat) & 1 else 0.0


@rule
def play_plan(t: Table, pad: Pad, scratch: Scratch, which: int) -> bool:
    """Makes the moves of a plan; returns whether they could be made (an edge of tolls and gifts may differ)."""
    for i in range(scratch.plan_length[which]):
        if t.over:
            return True
        move = int64(scratch.plan_moves[which, i])
        legal(t, pad)
        if not (int64(pad.moves[move >> 6]) >> (move & 63)) & 1:
            return False
        make(t, move)
        settle_chance(t, pad)
    return True


@rule
def choose_planned(
    world: Tables, work: Tables, pads: Any, models: Any, levels: Any, replies: Any, large_models: Any, revalue: bool
) -> int:  # fmt: skip
    """The move of a planner like `expert`, but narrower, that sees only what the seat that moves may know of a world.

    `replies` is the scratch memory of all planners in rollouts.
    """
    work[0] = world[0]
    cover(work[0], int64(world[0].mover))
    legal(work[0], pads[0])
    number = int64(ROLLOUT_PLANNER)
    if revalue:
        return planner.choose_with_large_model(work, pads, models, levels, replies, large_models, number)
    return planner.choose(work, pads, models, levels, replies, number)


@rule
def close_turn(t: Table, move: int) -> None:
    """Makes the closing discard, and nothing more: the position is evaluated for the seat that moves."""
    if move != PASS_MOVE:
        discard(t, (move & 63) >> 2, (move >> 6) - CLOSING, move & 3)


@rule
def finish_with_policy(t: Table, pad: Pad, model: Model, scratch: Scratch, seat: int, turn: int) -> float:
    """Plays on until the seat closes a turn after the one with this number; returns its chance of winning."""
    for _ in range(_MOST_TURN_MOVES):
        if t.over:
            return has_won(t, seat)
        move = rollout_policy.choose(t, pad, model, scratch)
        if t.mover == seat and t.turns > turn and closes(move):
            close_turn(t, move)
            break
        make(t, move)
        settle_chance(t, pad)
    return chance_of(evaluate_position(t, model, scratch, seat, int64(CLOSED)))


@rule
def finish_with_planner(
    world: Tables, work: Tables, pads: Any, models: Any, levels: Any, scratches: Any, replies: Any, large_models: Any,
    seat: int, turn: int, closings: int, evaluations: int, revalue: bool,
) -> float:  # fmt: skip
    """The same, until the seat or its partner has closed this many turns. The large network evaluates the last few
    closings; their mean is returned.
    """
    t = world[0]
    pad = pads[0]
    model = models[0]
    scratch = scratches[0]
    left = closings
    total = 0.0
    for _ in range(_MOST_TURN_MOVES * closings):
        if t.over:
            return float(total + min(left, evaluations) * has_won(t, seat)) / evaluations
        move = choose_planned(world, work, pads, models, levels, replies, large_models, revalue)
        if t.turns > turn and not is_opponent(t, seat, int64(t.mover)) and closes(move):
            left -= 1
            if left < evaluations:
                work[0] = world[0]
                close_turn(work[0], move)
                total += chance_of(evaluate_closed(work[0], model, scratch, large_models[0], int64(t.mover)))
            if left == 0:
                return total / evaluations
        make(t, move)
        settle_chance(t, pad)
    chance = chance_of(evaluate_closed(t, model, scratch, large_models[0], seat))
    return float(total + min(left, evaluations) * chance) / evaluations


@rule
def new_world(views: Tables, worlds: Tables, pad: Pad, seed: int, number: int, sees_all: bool) -> None:
    """The world of this number; where the view is a whole table, and `sees_all` says so, it is the only one."""
    v = views[0]
    seat = int64(v.mover)
    seed_game(pad, seed, number)
    worlds[0] = views[0]
    if not sees_all:
        sample_hidden(worlds[0], pad, seat, gather_unseen(v, pad, seat))


@long_entry
def policy_rollouts(
    views: Tables, worlds: Tables, pads: Pads, models: Models, scratches: Scratches, active: Flags, seed: int,
    first: int, n: int, sees_all: bool, sums: Floats,
) -> None:  # fmt: skip
    """Plays each plan that is active in n worlds, numbered from `first`; adds up the chances."""
    v = views[0]
    pad = pads[0]
    model = models[0]
    scratch = scratches[0]
    seat = int64(v.mover)
    count_unseen(v, scratch, seat)
    for number in range(first, first + n):
        new_world(views, worlds, pad, seed, number, sees_all)
        chance = pad.chance
        for which in range(active.size):
            if active[which]:
                worlds[1] = worlds[0]
                pad.chance = chance
                if play_plan(worlds[1], pad, scratch, which):
                    sums[which] += finish_with_policy(worlds[1], pad, model, scratch, seat, int64(v.turns))


@long_entry
def planned_rollouts(
    views: Tables, worlds: Tables, work: Tables, pads: Pads, models: Models, levels: Levels, scratches: Scratches,
    replies: Scratches, large_models: LargeModels, active: Flags, seed: int, first: int, n: int, sees_all: bool,
    closings: int, evaluations: int, revalue: bool, sums: Floats,
) -> None:  # fmt: skip
    """The same with planners, as far as the horizon given."""
    v = views[0]
    pad = pads[0]
    scratch = scratches[0]
    seat = int64(v.mover)
    count_unseen(v, scratch, seat)
    for number in range(first, first + n):
        new_world(views, worlds, pad, seed, number, sees_all)
        chance = pad.chance
        for which in range(active.size):
            if active[which]:
                worlds[1] = worlds[0]
                pad.chance = chance
                if play_plan(worlds[1], pad, scratch, which):
                    replies[0].steps_left = 0
                    sums[which] += finish_with_planner(
                        worlds[1:2], work, pads, models, levels, scratches, replies, large_models, seat, int64(v.turns),
                        closings, evaluations, revalue,
                    )  # fmt: skip


@long_entry
def full_rollouts(
    views: Tables, worlds: Tables, pads: Pads, models: Models, scratches: Scratches, seat: int, seed: int, n: int,
    wins: Floats,
) -> None:  # fmt: skip
    """Plays n sampled worlds to the end of the game with the rollout policy; counts the wins of each seat."""
    v = views[0]
    pad = pads[0]
    model = models[0]
    scratch = scratches[0]
    t = worlds[0]
    for number in range(n):
        seed_game(pad, seed, number)
        unseen = gather_unseen(v, pad, seat)
        worlds[0] = views[0]
        sample_hidden(t, pad, seat, unseen)
        settle_chance(t, pad)
        while not t.over and t.moves < v.moves + _MOST_GAME_MOVES:
            make(t, rollout_policy.choose(t, pad, model, scratch))
            settle_chance(t, pad)
        for other in range(SEATS):
            wins[other] += has_won(t, other)

"""The planning bots, from beginner to expert: the best plan of the turn that the level finds, move by move."""

from typing import Any

from docena.bots.kernels.large_evaluation import revalue_plans
from docena.bots.kernels.level import Levels
from docena.bots.kernels.model import Models
from docena.bots.kernels.plans import find_plans
from docena.bots.kernels.scratch import Scratch, Scratches
from docena.bots.kernels.uniform import choose_among
from docena.core.moves import ACT_DRAW, ACTS
from docena.engine.jit import entry, int64, rule
from docena.engine.step import legal
from docena.engine.table import Pad, Pads, Table, Tables

REVALUED = 8
"""Plans of a decision that are evaluated again with the large network."""


@rule
def is_legal(pad: Pad, move: int) -> bool:
    return (int64(pad.moves[move >> 6]) >> (move & 63)) & 1 == 1


@rule
def only_move(pad: Pad) -> int:
    """The move, if the pad has only one; otherwise -1."""
    found = -1
    for word in range(ACTS):
        bits = int64(pad.moves[word])
        if bits:
            if found >= 0 or bits & (bits - 1):
                return -1
            found = word
    if found < 0:
        return -1
    bit = 0
    bits = int64(pad.moves[found])
    while bits > 1:
        bits >>= 1
        bit += 1
    return 64 * found + bit


@rule
def has_plan(scratch: Scratch, move_number: int) -> bool:
    """Whether a plan is being carried out, and this move of the game is its next."""
    return bool(scratch.steps_left > 0 and scratch.expected_move == move_number)


@rule
def follow_plan(scratch: Scratch, move_number: int) -> int:
    """The next move of that plan; -1 if there is none."""
    if not has_plan(scratch, move_number):
        return -1
    move = int64(scratch.current_plan[scratch.next_step])
    scratch.next_step += 1
    scratch.steps_left -= 1
    scratch.expected_move = move_number + 1
    return move


@rule
def start_plan(scratch: Scratch, which: int, move_number: int) -> None:
    """Adopts a plan, to be carried out from this move of the game on."""
    scratch.next_step = 0
    scratch.steps_left = scratch.plan_length[which]
    scratch.expected_move = move_number
    for i in range(scratch.plan_length[which]):
        scratch.current_plan[i] = scratch.plan_moves[which, i]


@rule
def forced_move(v: Table, pad: Pad) -> int:
    """The move if there is no choice; otherwise -1. The pad holds all legal moves."""
    return 64 * ACTS + ACT_DRAW + int64(v.mover) if v.open and v.owed > 0 else only_move(pad)


@rule
def next_move(v: Table, pad: Pad, scratch: Scratch) -> int:
    """The same, or the next move of a plan."""
    move = forced_move(v, pad)
    if move < 0:
        move = follow_plan(scratch, int64(v.moves))
        if move >= 0 and not is_legal(pad, move):
            return -1
    return move


@entry
def ready_move(views: Tables, pads: Pads, planned: int) -> int:
    """The same for players in Python, who keep their plan: `planned` is its next move, or -1."""
    legal(views[0], pads[0])
    move = forced_move(views[0], pads[0])
    return planned if move < 0 and planned >= 0 and is_legal(pads[0], planned) else move


@rule
def random_move(v: Table, pad: Pad) -> int:
    """The move if no plan was found."""
    legal(v, pad)
    pad.moves[ACTS] = 0
    return choose_among(pad)


@rule
def choose(work: Tables, pads: Any, models: Any, levels: Any, scratches: Any, number: int) -> int:
    """The move at the level of this number, for the first of the `work` tables; the pad holds all legal moves."""
    v = work[0]
    pad = pads[0]
    scratch = scratches[0]
    move = next_move(v, pad, scratch)
    if move >= 0:
        return move
    if find_plans(work[:1], work, pads, models, levels, scratches, number, int64(1)) == 0:
        return random_move(v, pad)
    start_plan(scratch, int64(0), int64(v.moves))
    return follow_plan(scratch, int64(v.moves))


@entry
def level_move(work: Tables, pads: Pads, models: Models, levels: Levels, scratches: Scratches, number: int) -> int:
    """The same for one player, whose plan is kept in the scratch memory."""
    legal(work[0], pads[0])
    return choose(work, pads, models, levels, scratches, number)


@rule
def choose_with_large_model(
    work: Tables, pads: Any, models: Any, levels: Any, scratches: Any, large_models: Any, number: int
) -> int:
    """The same with the large network, which evaluates the best plans that the level finds again."""
    v = work[0]
    pad = pads[0]
    scratch = scratches[0]
    move = next_move(v, pad, scratch)
    if move >= 0:
        return move
    if find_plans(work[:1], work, pads, models, levels, scratches, number, int64(REVALUED)) == 0:
        return random_move(v, pad)
    start_plan(scratch, revalue_plans(work[:1], work[1:2], scratches, large_models), int64(v.moves))
    return follow_plan(scratch, int64(v.moves))

"""The planning bots, from beginner to expert: the best plan of the turn, as good as the level sees it, move by move."""

from typing import Any

from docena.bots.kernels.large_evaluation import ask
from docena.bots.kernels.mind import Mind
from docena.bots.kernels.plans import find_plans
from docena.bots.kernels.uniform import choose_among
from docena.core.moves import ACT_DRAW, ACTS
from docena.engine.jit import entry, int64, rule
from docena.engine.step import legal
from docena.engine.table import Pad, Table, Tables

ASKED = 8
"""Plans of a decision that a second opinion is asked about."""


@rule
def is_legal(pad: Pad, move: int) -> bool:
    return (int64(pad.moves[move >> 6]) >> (move & 63)) & 1 == 1


@rule
def only_move(pad: Pad) -> int:
    """The move, if the pad has one only; else -1."""
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
def has_plan(mind: Mind, move_number: int) -> bool:
    """Whether a plan is being carried out that has got to just this move of the game."""
    return bool(mind.steps_left > 0 and mind.expects == move_number)


@rule
def follow_plan(mind: Mind, move_number: int) -> int:
    """The next move of that plan; -1 if there is none."""
    if not has_plan(mind, move_number):
        return -1
    move = int64(mind.plan[mind.step])
    mind.step += 1
    mind.steps_left -= 1
    mind.expects = move_number + 1
    return move


@rule
def remember_plan(mind: Mind, which: int, move_number: int) -> None:
    """Notes a plan, to be carried out from this move of the game on."""
    mind.step = 0
    mind.steps_left = mind.length[which]
    mind.expects = move_number
    for i in range(mind.length[which]):
        mind.plan[i] = mind.moves[which, i]


@rule
def forced_move(v: Table, pad: Pad) -> int:
    """The move that needs no thought; else -1. The pad holds all that is legal."""
    return 64 * ACTS + ACT_DRAW + int64(v.mover) if v.open and v.owed > 0 else only_move(pad)


@rule
def next_move(v: Table, pad: Pad, mind: Mind) -> int:
    """The same, or the next move of a plan."""
    move = forced_move(v, pad)
    if move < 0:
        move = follow_plan(mind, int64(v.moves))
        if move >= 0 and not is_legal(pad, move):
            return -1
    return move


@entry
def move_at_hand(views: Tables, pads: Any, planned: int) -> int:
    """The same for players in Python, who keep their plan: `planned` is its next move, or -1."""
    legal(views[0], pads[0])
    move = forced_move(views[0], pads[0])
    return planned if move < 0 and planned >= 0 and is_legal(pads[0], planned) else move


@rule
def any_move(v: Table, pad: Pad) -> int:
    """The move of one who has found no plan."""
    legal(v, pad)
    pad.moves[ACTS] = 0
    return choose_among(pad)


@rule
def choose(desk: Tables, pads: Any, minds: Any, level: int) -> int:
    """The move of the seat whose view lies first on the desk; the pad holds all that is legal."""
    v = desk[0]
    pad = pads[0]
    mind = minds[0]
    move = next_move(v, pad, mind)
    if move >= 0:
        return move
    if find_plans(desk[:1], desk, pads, minds, level, int64(1)) == 0:
        return any_move(v, pad)
    remember_plan(mind, int64(0), int64(v.moves))
    return follow_plan(mind, int64(v.moves))


@rule
def choose_with_opinion(desk: Tables, pads: Any, minds: Any, opinions: Any, level: int) -> int:
    """The move of one who asks a second opinion about the best plans that a level sees."""
    v = desk[0]
    pad = pads[0]
    mind = minds[0]
    move = next_move(v, pad, mind)
    if move >= 0:
        return move
    if find_plans(desk[:1], desk, pads, minds, level, int64(ASKED)) == 0:
        return any_move(v, pad)
    remember_plan(mind, ask(desk[:1], desk[1:2], minds, opinions), int64(v.moves))
    return follow_plan(mind, int64(v.moves))

"""The best plans and the best positions to close a turn in, kept in order while the turn is searched."""

from docena.bots.kernels.evaluation import evaluate_context, evaluate_discard, evaluate_own
from docena.bots.kernels.features import CLOSED, tolls_held, whole_hand
from docena.bots.kernels.level import Level
from docena.bots.kernels.model import Model
from docena.bots.kernels.reach import pack_piles
from docena.bots.kernels.rollout_policy import best_discard, rank_discards
from docena.bots.kernels.scratch import Scratch
from docena.core.moves import CLOSING, PASS_MOVE
from docena.engine.jit import int64, rule
from docena.engine.rng import below
from docena.engine.table import Pad, Tables


@rule
def keep_plan(scratch: Scratch, state: int, last: int, value: float, most: int) -> None:
    """Adds the line to a position, with its last move, to the best plans if it is among them."""
    n = int64(scratch.plans)
    if n == most:
        if value <= scratch.plan_value[n - 1]:
            return
        n -= 1
    at = n
    while at > 0 and scratch.plan_value[at - 1] < value:
        scratch.plan_value[at] = scratch.plan_value[at - 1]
        scratch.plan_length[at] = scratch.plan_length[at - 1]
        for i in range(scratch.plan_length[at]):
            scratch.plan_moves[at, i] = scratch.plan_moves[at - 1, i]
        at -= 1
    depth = int64(scratch.depth[state])
    scratch.plan_value[at] = value
    scratch.plan_length[at] = depth + 1
    scratch.plan_moves[at, depth] = last
    while depth > 0:
        depth -= 1
        scratch.plan_moves[at, depth] = scratch.parent_move[state]
        state = int64(scratch.parent[state])
    scratch.plans = n + 1


@rule
def evaluation_noise(pad: Pad, level: Level) -> float:
    """Noise for an evaluation at this level, approximately normal."""
    if level.noise == 0.0:
        return 0.0
    total = 0.0
    for _ in range(4):
        total += below(pad, int64(1 << 16)) / 65536.0 - 0.5
    return float(total * 1.732 * level.noise)


@rule
def keep_closing(work: Tables, state: int, model: Model, scratch: Scratch, pad: Pad, seat: int, level: Level) -> float:
    """Evaluates a position with one good closing discard, and keeps it if it is among the best to close the turn in."""
    t = work[state]
    evaluate_context(t, model, scratch, seat, int64(CLOSED), int64(level.ignores_opponents))
    if t.hand_n[seat] > 0:
        pack_piles(t, scratch, seat)
        move = best_discard(t, model, scratch, int64(CLOSING))
        value = evaluate_discard(t, model, scratch, seat, whole_hand(t, seat), tolls_held(t, seat), move)
    else:
        value = evaluate_own(t, model, scratch, seat, int64(CLOSED))
    value += evaluation_noise(pad, level)
    n = int64(scratch.closings)
    if n == level.closings:
        if value <= scratch.closing_value[n - 1]:
            return value
        n -= 1
    at = n
    while at > 0 and scratch.closing_value[at - 1] < value:
        scratch.closing_value[at] = scratch.closing_value[at - 1]
        scratch.closing[at] = scratch.closing[at - 1]
        at -= 1
    scratch.closing_value[at] = value
    scratch.closing[at] = state
    scratch.closings = n + 1
    return value


@rule
def evaluate_closings(
    work: Tables, which: int, model: Model, scratch: Scratch, pad: Pad, seat: int, level: Level, most: int
) -> None:  # fmt: skip
    """Plans that close the turn in one of the best positions for it: with as many discards as the level evaluates.

    The first of them was evaluated when the position was kept; only its noise would differ now.
    """
    state = int64(scratch.closing[which])
    known = float(scratch.closing_value[which])
    t = work[state]
    if t.hand_n[seat] == 0:
        if level.noise > 0.0:
            evaluate_context(t, model, scratch, seat, int64(CLOSED), int64(level.ignores_opponents))
            known = evaluate_own(t, model, scratch, seat, int64(CLOSED)) + evaluation_noise(pad, level)
        keep_plan(scratch, state, PASS_MOVE, known, most)
        return
    evaluate_context(t, model, scratch, seat, int64(CLOSED), int64(level.ignores_opponents))
    pack_piles(t, scratch, seat)
    hand = whole_hand(t, seat)
    tolls = tolls_held(t, seat)
    for i in range(rank_discards(t, model, scratch, int64(CLOSING), int64(level.discards))):
        move = int64(scratch.discards[i])
        value = known
        if i > 0 or level.noise > 0.0:
            value = evaluate_discard(t, model, scratch, seat, hand, tolls, move) + evaluation_noise(pad, level)
        keep_plan(scratch, state, move, value, most)

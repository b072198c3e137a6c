"""The large network: more inputs and hidden units than the small one has.

A turn has dozens of closing discards to be evaluated, and a small network is fast. Where few positions are left - the
best plans of a turn, the ends of planned rollouts - `master` evaluates them with this one.
"""

from typing import Any

from docena.bots.kernels.evaluation import WON_VALUE, evaluate_position
from docena.bots.kernels.features import CLOSED, ending_of, tolls_held, whole_hand, write_context
from docena.bots.kernels.large_features import write_extra
from docena.bots.kernels.model import EXTRA_FEATURES, FEATURES, LARGE_HIDDEN, LargeModel, LargeModels, Model
from docena.bots.kernels.own_features import write_own
from docena.bots.kernels.reach import count_unseen, pack_piles
from docena.bots.kernels.scratch import Scratch, Scratches
from docena.core.moves import CLOSING, EXTRA
from docena.engine.jit import int64, long_entry, rule
from docena.engine.rules.turn import discard
from docena.engine.step import make
from docena.engine.table import Table, Tables

INPUTS = FEATURES + EXTRA_FEATURES


@rule
def add_inputs(scratch: Scratch, large_model: LargeModel, inputs: Any, at: int) -> float:
    """Adds the inputs that are not zero to the hidden units; returns what they add to the logit directly."""
    direct = 0.0
    for i in range(inputs.size):
        value = inputs[i]
        if value != 0.0:
            direct += value * large_model.skip[at + i]
            for j in range(LARGE_HIDDEN):
                scratch.large_units[j] += value * large_model.w1[at + i, j]
    return direct


@rule
def large_logit(scratch: Scratch, large_model: LargeModel) -> float:
    """The logit of all inputs that have been written."""
    for j in range(LARGE_HIDDEN):
        scratch.large_units[j] = large_model.b1[j]
    logit = large_model.b2 + add_inputs(scratch, large_model, scratch.x, int64(0))
    logit += add_inputs(scratch, large_model, scratch.extra, int64(FEATURES))
    for j in range(LARGE_HIDDEN):
        logit += max(scratch.large_units[j], 0.0) * large_model.w2[j]
    return logit


@rule
def write_features(t: Table, scratch: Scratch, seat: int, ending: int) -> None:
    """All inputs of a position."""
    write_context(t, scratch, seat, ending)
    pack_piles(t, scratch, seat)
    hand = whole_hand(t, seat)
    write_own(t, scratch, seat, seat, hand, int64(t.hand_n[seat]), tolls_held(t, seat), ending)
    write_extra(t, scratch, seat)


@rule
def evaluate_closed(t: Table, model: Model, scratch: Scratch, large_model: LargeModel, seat: int) -> float:
    """The logit of a position in which the seat has closed its turn."""
    if not large_model.trained:
        return evaluate_position(t, model, scratch, seat, int64(CLOSED))
    write_features(t, scratch, seat, int64(CLOSED))
    return large_logit(scratch, large_model)


@rule
def write_features_after(t: Table, scratch: Scratch, seat: int, move: int) -> bool:
    """Makes the last move of a plan and writes the inputs of the resulting position; False if there is nothing to
    evaluate."""
    word = move >> 6
    ending = int64(CLOSED)
    if word >= CLOSING and word < EXTRA:
        discard(t, (move & 63) >> 2, word - CLOSING, move & 3)
    else:
        make(t, move)
        if t.over or t.mover != seat:
            return False
        ending = ending_of(t, seat)
        if ending == CLOSED:
            return False
    write_features(t, scratch, seat, ending)
    return True


@long_entry
def revalue_plans(views: Tables, work: Tables, scratches: Scratches, large_models: LargeModels) -> int:
    """Evaluates all plans found once more, with the large network; returns the best. `work` is overwritten."""
    scratch = scratches[0]
    large_model = large_models[0]
    seat = int64(views[0].mover)
    best = int64(0)
    count_unseen(views[0], scratch, seat)
    for which in range(scratch.plans):
        if large_model.trained and abs(scratch.plan_value[which]) < WON_VALUE:
            work[0] = views[0]
            last = int64(scratch.plan_length[which]) - 1
            for i in range(last):
                make(work[0], int64(scratch.plan_moves[which, i]))
            if write_features_after(work[0], scratch, seat, int64(scratch.plan_moves[which, last])):
                scratch.plan_value[which] = large_logit(scratch, large_model)
        if scratch.plan_value[which] > scratch.plan_value[best]:
            best = int64(which)
    return best

"""Parts of what bots compute, one at a time."""

from typing import Annotated, Any

from docena.bots.kernels.evaluation import evaluate_position
from docena.bots.kernels.features import OWN_END, OWN_PILES
from docena.bots.kernels.hidden_layer import adder, cacher, logit_of
from docena.bots.kernels.large_evaluation import write_features_after
from docena.bots.kernels.large_features import write_extra
from docena.bots.kernels.logistic import compiled_chance_of
from docena.bots.kernels.model import Models
from docena.bots.kernels.reach import count_unseen
from docena.bots.kernels.rollout_policy import rank_discards
from docena.bots.kernels.scratch import Scratches
from docena.bots.kernels.transpositions import key_after, key_of
from docena.bots.selfplay.comparisons import choose_compared
from docena.core.moves import CLOSING
from docena.engine.jit import entry, int64
from docena.engine.signature import Flags, Floats, Integers, Numbers
from docena.engine.step import legal, make
from docena.engine.table import Pads, Tables

_add_eight = adder(8)
_cache_eight = cacher(8)
_own_logit = logit_of(OWN_END - OWN_PILES)

Keys = Annotated[Any, Numbers("u8")]


@entry
def add_eight(models: Models, scratches: Scratches, first: int) -> float:
    return _add_eight(models[0], scratches[0], first)


@entry
def cache_eight(models: Models, scratches: Scratches, first: int, slot: int) -> float:
    return _cache_eight(models[0], scratches[0], first, slot)


@entry
def own_logit(models: Models, scratches: Scratches) -> float:
    return _own_logit(models[0], scratches[0], int64(OWN_PILES))


@entry
def write_anew(views: Tables, work: Tables, scratches: Scratches, which: int) -> bool:
    """Writes the features of the position after a plan; False where there is nothing to evaluate."""
    scratch = scratches[0]
    seat = int64(views[0].mover)
    count_unseen(views[0], scratch, seat)
    work[0] = views[0]
    last = int64(scratch.plan_length[which]) - 1
    for i in range(last):
        make(work[0], int64(scratch.plan_moves[which, i]))
    return write_features_after(work[0], scratch, seat, int64(scratch.plan_moves[which, last]))


@entry
def evaluate_whole(tables: Tables, models: Models, scratches: Scratches, seat: int) -> float:
    count_unseen(tables[0], scratches[0], seat)
    return evaluate_position(tables[0], models[0], scratches[0], seat, int64(0))


@entry
def keys_after(views: Tables, work: Tables, pads: Pads, moves: Integers, foreseen: Keys, found: Keys) -> None:
    seat = int64(views[0].mover)
    key = key_of(views[0], seat)
    for i in range(moves.size):
        foreseen[i] = key_after(views[0], seat, key, int64(moves[i]))
        work[0] = views[0]
        legal(work[0], pads[0])
        make(work[0], int64(moves[i]))
        found[i] = key_of(work[0], seat)


@entry
def ranked(tables: Tables, models: Models, scratches: Scratches, most: int) -> int:
    return rank_discards(tables[0], models[0], scratches[0], int64(CLOSING), most)


@entry
def chances_of(logits: Floats, chances: Floats) -> None:
    for i in range(logits.size):
        chances[i] = compiled_chance_of(logits[i])


@entry
def write_extra_features(tables: Tables, scratches: Scratches, seat: int) -> None:
    write_extra(tables[0], scratches[0], seat)


@entry
def choose(scratches: Scratches, active: Flags) -> int:
    return choose_compared(scratches[0], active)

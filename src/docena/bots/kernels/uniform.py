"""`random`: any legal move, each as likely."""

from docena.core.moves import ACT_DRAW, ACTS
from docena.engine.bits import count, pick
from docena.engine.jit import int64, rule
from docena.engine.rng import below
from docena.engine.table import Pad, Table


@rule
def choose_among(pad: Pad) -> int:
    """Any of the moves on the pad, all equally likely."""
    n = 0
    for word in range(ACTS + 1):
        n += count(pad.moves[word])
    chosen = below(pad, n)
    for word in range(ACTS + 1):
        here = count(pad.moves[word])
        if chosen < here:
            return 64 * word + pick(pad.moves[word], chosen)
        chosen -= here
    return -1


@rule
def choose(v: Table, pad: Pad) -> int:
    # of the acts at an open table, only drawing is a move with cards
    pad.moves[ACTS] &= int64(1) << (ACT_DRAW + int64(v.mover))
    return choose_among(pad)

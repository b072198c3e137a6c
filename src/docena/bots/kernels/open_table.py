"""What people do at an open table besides playing (chapter 7): mistakes, talk, objections and accusations.

Simulated seats of every bot behave so, so that the special situations are exercised. It looks at public things only.
"""

from docena.core.moves import ACT_ACCUSE, ACT_DRAW, ACT_OBJECT, ACT_OUT, ACT_TALK, ACTS
from docena.core.sizes import SEATS
from docena.engine.bits import count, pick
from docena.engine.jit import int64, rule
from docena.engine.rng import below
from docena.engine.rules.partners import partner_of
from docena.engine.table import Pad, Table

# One in this many opportunities before a move is taken.
_MISTAKE = int64(40)
_NOTICE = int64(6)
_SIX = (1 << SEATS) - 1


@rule
def choose(v: Table, pad: Pad) -> int:
    """An act at an open table; -1 for none."""
    if v.must or v.toll > 0:
        return -1
    moves = int64(pad.moves[ACTS])
    mover = int64(v.mover)
    objections = (moves >> ACT_OBJECT) & _SIX
    if objections and below(pad, _NOTICE) == 0:
        return 64 * ACTS + ACT_OBJECT + pick(objections, below(pad, count(objections)))
    if v.talks > 0 and below(pad, _NOTICE) == 0:
        return _accusation(v, pad, partner_of(v, mover))
    if below(pad, _MISTAKE):
        return -1
    impatient = (moves >> ACT_OUT) & _SIX
    if impatient:
        return 64 * ACTS + ACT_OUT + pick(impatient, below(pad, count(impatient)))
    kind = below(pad, _NOTICE)
    if moves >> ACT_ACCUSE and v.talks == 0 and kind < 4:
        if kind == 0:
            return _accusation(v, pad, below(pad, int64(v.players)))
        return 64 * ACTS + ACT_TALK + partner_of(v, mover)
    if v.owed == 0 and moves & (int64(1) << (ACT_DRAW + mover)):
        return 64 * ACTS + ACT_DRAW + mover
    return -1


@rule
def _accusation(v: Table, pad: Pad, accused: int) -> int:
    players = int64(v.players)
    accuser = (accused + 1 + below(pad, players - 1)) % players
    return 64 * ACTS + ACT_ACCUSE + SEATS * accuser + accused

"""`greedy`: the stock card whenever it fits, else any number that fits, and discards without a thought."""

from docena.bots.kernels.routes import NONE, NUMBERS, follow, stand_in
from docena.core.cards import WILD
from docena.core.moves import ACT_DRAW, ACTS, CLOSING, EXTRA, HAND_PLAY, OWN, PARTNER, PASS_MOVE, PAY, PILES, STOP
from docena.core.sizes import PLACES
from docena.engine.bits import count, lowest, pick
from docena.engine.jit import int64, rule
from docena.engine.rng import below
from docena.engine.rules.piles import kinds_held
from docena.engine.table import Pad, Table, face, kind_of


@rule
def choose(v: Table, pad: Pad) -> int:
    if v.open and v.owed > 0:
        return 64 * ACTS + ACT_DRAW + int64(v.mover)
    piles = int64(pad.moves[PILES])
    if v.toll > 0:
        return 64 * PILES + (PAY if (piles >> PAY) & 1 else STOP)
    if v.must:
        return follow(v, pad)
    if not v.ended:
        move = _play(v, pad, piles)
        if move != NONE:
            return move
    if v.hand_n[v.mover] == 0:
        return PASS_MOVE
    return _discard(v, pad, int64(CLOSING))


@rule
def _play(v: Table, pad: Pad, piles: int) -> int:
    own_stock = piles & 15
    if own_stock:
        return 64 * PILES + OWN + lowest(own_stock)
    partner_stock = (piles >> PARTNER) & 15
    if partner_stock:
        return 64 * PILES + PARTNER + lowest(partner_stock)
    seat = int64(v.mover)
    if v.has_die or v.has_coins:
        move = stand_in(v, pad, piles)
        if move != NONE:
            return move
    for pile in range(PLACES):
        if (piles >> (4 + 4 * pile)) & 15 and kind_of(face(v, v.discard[seat, pile])) != WILD:
            return 64 * PILES + lowest(piles & (int64(15) << (4 + 4 * pile)))
    for toll in range(v.tolls):
        numbers = int64(pad.moves[HAND_PLAY + toll]) & NUMBERS
        if numbers:
            return 64 * toll + lowest(numbers)
    wilds = int64(pad.moves[HAND_PLAY])
    if wilds:
        return 64 * HAND_PLAY + lowest(wilds)
    if pad.moves[EXTRA] and v.hand_n[seat] > 2:
        return _discard(v, pad, int64(EXTRA))
    return NONE


@rule
def _discard(v: Table, pad: Pad, word: int) -> int:
    """Any number in the hand, each kind equally likely, on any pile; a wild only if there is no number."""
    seat = int64(v.mover)
    toll = 0
    kinds = kinds_held(int64(v.hand[seat, 0])) & NUMBERS
    while kinds == 0 and toll + 1 < v.tolls:
        toll += 1
        kinds = kinds_held(int64(v.hand[seat, toll])) & NUMBERS
    if kinds == 0:
        return 64 * word + 4 * WILD + below(pad, int64(PLACES))
    return 64 * (word + toll) + pick(kinds, below(pad, count(kinds))) + below(pad, int64(PLACES))

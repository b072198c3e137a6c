"""Random legal play, plays first: for `docena bench`."""

from docena.bots.kernels import uniform
from docena.bots.kernels.playout import begin, give_chance
from docena.core.moves import BOUGHT, CLOSING, PASS_MOVE, PILES, PLAY_BITS
from docena.engine.bits import count, pick
from docena.engine.jit import hot, int64, long_entry, rule
from docena.engine.rng import below
from docena.engine.rules.piles import kinds_held
from docena.engine.signature import Bytes
from docena.engine.step import legal, make_here, plays
from docena.engine.table import MOVE, Pad, Pads, Table, Tables


@hot
def plays_first(t: Table, pad: Pad) -> int:
    """Any play, all equally likely, or any discard if there is none; for strict tables."""
    if t.has_coins:
        return plays_first_with_coins(t, pad)
    plays(t, pad)
    hand = int64(pad.moves[0])
    piles = int64(pad.moves[PILES]) & PLAY_BITS
    in_hand = count(hand)
    n = in_hand + count(piles)
    if n > 0:
        chosen = below(pad, n)
        if chosen < in_hand:
            return pick(hand, chosen)
        return 64 * PILES + pick(piles, chosen - in_hand)
    kinds = kinds_held(int64(t.hand[t.mover, 0]))
    n = 4 * count(kinds)
    if n == 0:
        return PASS_MOVE
    chosen = below(pad, n)
    return 64 * CLOSING + pick(kinds, chosen >> 2) + (chosen & 3)


@rule
def plays_first_with_coins(t: Table, pad: Pad) -> int:
    legal(t, pad)
    any_play = int64(0)
    for word in range(CLOSING):
        any_play |= int64(pad.moves[word])
    any_play |= int64(pad.moves[BOUGHT]) | int64(pad.moves[BOUGHT + 1])
    if any_play or pad.moves[PILES] & PLAY_BITS:
        for word in range(CLOSING, PILES):
            pad.moves[word] = 0
        pad.moves[PILES] &= PLAY_BITS
    return uniform.choose_among(pad)


@long_entry
def play_random(tables: Tables, pads: Pads, proto: Tables, deck: Bytes, seed: int, first_game: int, games: int) -> int:
    """Plays whole games at random, plays first; returns how many moves were made."""
    t = tables[0]
    pad = pads[0]
    moves = 0
    for game in range(games):
        tables[0] = proto[0]
        begin(t, pad, deck, seed, first_game + game)
        while not t.over:
            if t.awaits != MOVE:
                give_chance(t, pad)
            else:
                make_here(t, plays_first(t, pad))
        moves += int64(t.moves)
    return moves

"""Compiled play: whole games by bots, and random play for measuring."""

from typing import Any

import numpy as np

from docena.bots import GREEDY, QUICK, RANDOM
from docena.bots.kernels import greedy, planner, uniform
from docena.bots.kernels import rollout_policy as quick
from docena.bots.kernels import slips as mischief
from docena.core.moves import BOUGHT, CLOSING, PASS_MOVE, PILES, PLAY_BITS, WORDS
from docena.core.sizes import MOST_CARDS, SEATS
from docena.engine.bits import count, pick
from docena.engine.cover import cover
from docena.engine.jit import entry, hot, int64, rule
from docena.engine.rng import below, seed_game, shuffle
from docena.engine.rules.piles import kinds_held
from docena.engine.rules.setup import deal
from docena.engine.rules.winning import points
from docena.engine.step import (
    cards_to_shuffle,
    legal,
    make,
    make_here,
    plays,
    rolled_die,
    take_order,
)
from docena.engine.table import MOVE, ROLL, Pad, Table, Tables, new_records

ALL_TURNS = 1 << 31
"""More turns than any game has."""

RESULT = np.dtype(
    [
        ("over", "i1"),
        ("winners", "u1"),
        ("first", "u1"),
        ("stock", "i2", SEATS),
        ("points", "i2"),
        ("turns", "i4"),
        ("moves", "i4"),
    ],
    align=True,
)
"""How a game of a simulation ended."""


def new_results(n: int) -> Any:
    return new_records(n, RESULT)


LOG_ROOM = MOST_CARDS + 8
"""The most that one move and its chance write in a log."""


@rule
def give_chance(t: Table, pad: Pad) -> int:
    """Supplies what the table awaits; returns how many cards were put in order, or the face of the die."""
    if t.awaits == ROLL:
        die = 1 + below(pad, int64(6))
        rolled_die(t, die)
        return die
    n = cards_to_shuffle(t, pad)
    shuffle(pad, n)
    take_order(t, pad)
    return n


@rule
def begin(t: Table, pad: Pad, deck: Any, seed: int, game: int) -> None:
    """Shuffles and deals game number `game`; the seat to begin is drawn by lot."""
    seed_game(pad, seed, game)
    for i in range(t.deck_n):
        pad.cards[i] = deck[i]
    shuffle(pad, int64(t.deck_n))
    t.first = below(pad, int64(t.players))
    deal(t, pad)


@rule
def choose(desk: Tables, pads: Any, bot: int, minds: Any) -> int:
    """The move that a bot makes with the view that lies first on the desk, which is that of the seat that moves.

    Without a mind (None) there are only the light bots, and nothing else is compiled.
    """
    if bot == GREEDY:
        return greedy.choose(desk[0], pads[0])
    if bot == RANDOM:
        return uniform.choose(desk[0], pads[0])
    if minds is not None:
        if bot == QUICK:
            return quick.choose(desk[0], pads[0], minds[0])
        return planner.choose(desk, pads, minds, bot)
    return -1


@rule
def decide(desk: Tables, pads: Any, bot: int, minds: Any) -> int:
    """What happens next at a simulated table: at an open one people do not only play."""
    act = mischief.choose(desk[0], pads[0]) if desk[0].open else int64(-1)
    return act if act >= 0 else choose(desk, pads, bot, minds)


@entry
def choose_move(desk: Tables, pads: Any, bot: int) -> int:
    """The move of a light bot, for players in Python; their view lies first on the desk."""
    legal(desk[0], pads[0])
    return choose(desk, pads, bot, None)


@entry
def seed_pad(pads: Any, seed: int) -> None:
    seed_game(pads[0], seed, 0)


@rule
def write_result(t: Table, result: Any) -> None:
    result.over = t.over
    result.winners = t.winners
    result.first = t.first
    for seat in range(SEATS):
        result.stock[seat] = t.stock_n[seat]
    result.points = points(t)
    result.turns = t.turns
    result.moves = t.moves


@entry
def play_games(
    tables: Tables, desk: Tables, pads: Any, minds: Any, proto: Tables, deck: Any, bots: Any, seed: int, game: int,
    most: int, turns: int, results: Any, log: Any, rows: Any, resume: bool,
) -> int:  # fmt: skip
    """Plays a game for each row of `results`, numbered from `game`, of so many moves and turns at most.

    The first of the desk takes views of the table.

    If `log` has any length, one game is played and its events are noted there, beginning with the deck; if `rows` has
    any, it takes the set of legal moves before each move. Chance is noted as what was awaited, negative, and then the
    face of the die, or a count and the cards. When the log is nearly full the game stops, to be resumed. Returns the
    length of the log.
    """
    t = tables[0]
    v = desk[0]
    pad = pads[0]
    logs = log.size > 0
    n = 0
    row = 0
    for result in range(results.size):
        if not resume:
            tables[0] = proto[0]
            begin(t, pad, deck, seed, game + result)
            if logs:
                # the deal left the deck on the pad
                for i in range(t.deck_n):
                    log[i] = pad.cards[i]
                n = int64(t.deck_n)
        while not t.over and t.turns <= turns and (t.moves < most or t.awaits != MOVE):
            if logs and n + LOG_ROOM > log.size:
                break
            if t.awaits != MOVE:
                awaited = int64(t.awaits)
                given = give_chance(t, pad)
                if logs:
                    log[n] = -awaited
                    log[n + 1] = given
                    n += 2
                    if awaited != ROLL:
                        for i in range(given):
                            log[n + i] = pad.cards[i]
                        n += given
                continue
            desk[0] = tables[0]
            cover(v, int64(t.mover))
            legal(v, pad)
            if rows.shape[0] > 0:
                for word in range(WORDS):
                    rows[row, word] = pad.moves[word]
                row += 1
            move = decide(desk, pads, bots[t.mover], minds)
            make(t, move)
            if logs:
                log[n] = move
                n += 1
        write_result(t, results[result])
    return n


# --- random legal play, for `docena bench` ------------------------------------------------------------------------


@hot
def plays_first(t: Table, pad: Pad) -> int:
    """Any play, each as likely, or if there is none any discard; at strict tables."""
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


@entry
def play_random(tables: Tables, pads: Any, proto: Tables, deck: Any, seed: int, first_game: int, games: int) -> int:
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

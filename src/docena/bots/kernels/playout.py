"""Compiled play: whole games by bots."""

from typing import Annotated, Any

from docena.bots import GREEDY, RANDOM, ROLLOUT_POLICY
from docena.bots.kernels import greedy, open_table, planner, rollout_policy, uniform
from docena.bots.kernels.level import Levels
from docena.bots.kernels.model import Models
from docena.bots.kernels.scratch import Scratches
from docena.core.moves import WORDS
from docena.core.sizes import MOST_CARDS, SEATS
from docena.engine.cover import cover
from docena.engine.jit import entry, hot, int64, long_entry, rule
from docena.engine.layouts import Int8, Int16, Int32, UInt8, layout_of, new_records
from docena.engine.rng import below, seed_game, shuffle
from docena.engine.rules.setup import deal
from docena.engine.rules.winning import points
from docena.engine.signature import Bytes, IntegerRows, Integers, Records, ShortIntegers
from docena.engine.step import cards_to_shuffle, legal, make, rolled_die, take_order
from docena.engine.table import MOVE, ROLL, Pad, Pads, Table, Tables

ALL_TURNS = 1 << 31
"""More turns than any game has."""


class SimulationResult:
    """How a game of a simulation ended."""

    over: Int8
    winners: UInt8
    first: UInt8
    stock: Annotated[Any, "i2", SEATS]
    points: Int16
    turns: Int32
    moves: Int32


RESULT = layout_of(SimulationResult)
Results = Annotated[Any, Records(RESULT, counted=True)]


def new_results(n: int) -> Any:
    return new_records(n, RESULT)


LOG_ROOM = MOST_CARDS + 8
"""The most that one move and its chance add to a log."""


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
def choose(work: Tables, pads: Any, bot: int, models: Any, levels: Any, scratches: Any) -> int:
    """The move that a bot makes with the view of the seat that moves, the first of the `work` tables.

    Without models (None) there are only the light bots, and nothing else is compiled.
    """
    if bot == GREEDY:
        return greedy.choose(work[0], pads[0])
    if bot == RANDOM:
        return uniform.choose(work[0], pads[0])
    if models is not None:
        if bot == ROLLOUT_POLICY:
            return rollout_policy.choose(work[0], pads[0], models[0], scratches[0])
        return planner.choose(work, pads, models, levels, scratches, bot)
    return -1


@rule
def decide(work: Tables, pads: Any, bot: int, models: Any, levels: Any, scratches: Any) -> int:
    """What happens next at a simulated table: at an open one people do more than play."""
    act = open_table.choose(work[0], pads[0]) if work[0].open else int64(-1)
    return act if act >= 0 else choose(work, pads, bot, models, levels, scratches)


@entry
def choose_move(work: Tables, pads: Pads, bot: int) -> int:
    """The move of a light bot, for players in Python; their view is the first of the `work` tables."""
    legal(work[0], pads[0])
    return choose(work, pads, bot, None, None, None)


@entry
def seed_pad(pads: Pads, seed: int) -> None:
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


@hot
def play_all(
    tables: Tables, work: Tables, pads: Any, models: Any, levels: Any, scratches: Any, proto: Tables, deck: Any,
    bots: Any, seed: int, game: int, most: int, turns: int, results: Any, log: Any, rows: Any, resume: bool,
) -> int:  # fmt: skip
    """What `play_games` does; without models (None) only for light bots, and nothing else is compiled."""
    t = tables[0]
    v = work[0]
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
            work[0] = tables[0]
            cover(v, int64(t.mover))
            legal(v, pad)
            if rows.shape[0] > 0:
                for word in range(WORDS):
                    rows[row, word] = pad.moves[word]
                row += 1
            move = decide(work, pads, bots[t.mover], models, levels, scratches)
            make(t, move)
            if logs:
                log[n] = move
                n += 1
        write_result(t, results[result])
    return n


@long_entry
def play_games(
    tables: Tables, work: Tables, pads: Pads, models: Models, levels: Levels, scratches: Scratches, proto: Tables,
    deck: Bytes, bots: Integers, seed: int, game: int, most: int, turns: int, results: Results, log: ShortIntegers,
    rows: IntegerRows, resume: bool,
) -> int:  # fmt: skip
    """Plays a game for each row of `results`, numbered from `game`, of so many moves and turns at most.

    The first of the `work` tables takes views of the table.

    If `log` has any length, one game is played and its events are noted there, beginning with the deck; if `rows` has
    any, it takes the set of legal moves before each move. Chance is noted as what was awaited, negative, and then the
    face of the die, or a count and the cards. When the log is nearly full the game stops, to be resumed. Returns the
    length of the log.
    """
    return play_all(
        tables, work, pads, models, levels, scratches, proto, deck, bots, seed, game, most, turns, results, log, rows,
        resume,
    )  # fmt: skip


@long_entry
def play_light_games(
    tables: Tables, work: Tables, pads: Pads, proto: Tables, deck: Bytes, bots: Integers, seed: int, game: int,
    most: int, turns: int, results: Results, log: ShortIntegers, rows: IntegerRows, resume: bool,
) -> int:  # fmt: skip
    """The same for bots that need no model."""
    return play_all(
        tables, work, pads, None, None, None, proto, deck, bots, seed, game, most, turns, results, log, rows, resume
    )

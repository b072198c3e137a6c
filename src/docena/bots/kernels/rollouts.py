"""Search: the best plans of a turn, tried in imagined worlds.

Each plan is carried out in the same worlds with the same later chance; then everybody plays on until the seat closes
its next turn, and a network says how good that is: at a near horizon it misleads less than long games by weak players.
Play goes on quickly, as the quick player does, and ends with the judge, or carefully, nearly as `expert` does, and ends
with the second opinion: much slower, and much nearer to what will happen. Careful play may go on for more than one
turn, and counts those of a partner. With much time everybody in it asks the second opinion about plans, too, and what
it says at the last few closings is taken together.
"""

from typing import Any

from docena.bots import CAREFUL
from docena.bots.kernels import planner
from docena.bots.kernels import rollout_policy as quick
from docena.bots.kernels.evaluation import judge
from docena.bots.kernels.features import CLOSED
from docena.bots.kernels.large_evaluation import opine
from docena.bots.kernels.logistic import compiled_chance_of as chance_of
from docena.bots.kernels.mind import Mind
from docena.bots.kernels.playout import give_chance
from docena.bots.kernels.reach import count_unseen
from docena.bots.kernels.worlds import gather_unseen, imagine
from docena.core.moves import CLOSING, PASS_MOVE, closes_turn
from docena.core.sizes import SEATS
from docena.engine.cover import cover
from docena.engine.jit import entry, int64, rule
from docena.engine.rng import seed_game
from docena.engine.rules.partners import is_opponent
from docena.engine.rules.turn import discard
from docena.engine.step import legal, make
from docena.engine.table import MOVE, WON, Pad, Table, Tables

_PATIENCE = 400
"""Moves after which an imagined turn that does not come back to the seat is given up."""
_LONG = 4000

closes = rule(closes_turn)


@rule
def settle_chance(t: Table, pad: Pad) -> None:
    while t.awaits != MOVE and not t.over:
        give_chance(t, pad)


@rule
def has_won(t: Table, seat: int) -> float:
    return 1.0 if t.over == WON and (int64(t.winners) >> seat) & 1 else 0.0


@rule
def carry_out(t: Table, pad: Pad, mind: Mind, which: int) -> bool:
    """Makes the moves of a plan; returns whether they could be made (an edge of tolls and gifts may differ)."""
    for i in range(mind.length[which]):
        if t.over:
            return True
        move = int64(mind.moves[which, i])
        legal(t, pad)
        if not (int64(pad.moves[move >> 6]) >> (move & 63)) & 1:
            return False
        make(t, move)
        settle_chance(t, pad)
    return True


@rule
def choose_carefully(world: Tables, desk: Tables, pads: Any, others: Any, opinions: Any, asking: bool) -> int:
    """The move of one who plans like `expert`, if not as widely, and sees of a world what the seat that moves may."""
    desk[0] = world[0]
    cover(desk[0], int64(world[0].mover))
    legal(desk[0], pads[0])
    if asking:
        return planner.choose_with_opinion(desk, pads, others, opinions, int64(CAREFUL))
    return planner.choose(desk, pads, others, int64(CAREFUL))


@rule
def close_turn(t: Table, move: int) -> None:
    """Lays down the closing discard, and nothing more: the seat that moves is to be judged."""
    if move != PASS_MOVE:
        discard(t, (move & 63) >> 2, (move >> 6) - CLOSING, move & 3)


@rule
def play_on_quickly(t: Table, pad: Pad, mind: Mind, seat: int, turn: int) -> float:
    """Plays on until the seat closes a turn after the one that is given by its number; returns its chance to win."""
    for _ in range(_PATIENCE):
        if t.over:
            return has_won(t, seat)
        move = quick.choose(t, pad, mind)
        if t.mover == seat and t.turns > turn and closes(move):
            close_turn(t, move)
            break
        make(t, move)
        settle_chance(t, pad)
    return chance_of(judge(t, mind, seat, int64(CLOSED)))


@rule
def play_on_carefully(
    world: Tables, desk: Tables, pads: Any, minds: Any, others: Any, opinions: Any, seat: int, turn: int, closings: int,
    heard: int, asking: bool,
) -> float:  # fmt: skip
    """The same, until the seat or its partner has closed so many turns.

    A second opinion is asked there; of the last so many closings the mean is returned.
    """
    t = world[0]
    pad = pads[0]
    mind = minds[0]
    left = closings
    said = 0.0
    for _ in range(_PATIENCE * closings):
        if t.over:
            return float(said + min(left, heard) * has_won(t, seat)) / heard
        move = choose_carefully(world, desk, pads, others, opinions, asking)
        if t.turns > turn and not is_opponent(t, seat, int64(t.mover)) and closes(move):
            left -= 1
            if left < heard:
                desk[0] = world[0]
                close_turn(desk[0], move)
                said += chance_of(opine(desk[0], mind, opinions[0], int64(t.mover)))
            if left == 0:
                return said / heard
        make(t, move)
        settle_chance(t, pad)
    return float(said + min(left, heard) * chance_of(opine(t, mind, opinions[0], seat))) / heard


@rule
def new_world(views: Tables, worlds: Tables, pad: Pad, seed: int, number: int, sees_all: bool) -> None:
    """The world of this number; where the view is a whole table, and `sees_all` says so, it is the only one."""
    v = views[0]
    seat = int64(v.mover)
    seed_game(pad, seed, number)
    worlds[0] = views[0]
    if not sees_all:
        imagine(worlds[0], pad, seat, gather_unseen(v, pad, seat))


@entry
def try_quickly(
    views: Tables, worlds: Tables, pads: Any, minds: Any, alive: Any, seed: int, first: int, n: int, sees_all: bool,
    sums: Any,
) -> None:  # fmt: skip
    """Tries each plan that is alive in n worlds, numbered from `first`; adds up the chances."""
    v = views[0]
    pad = pads[0]
    mind = minds[0]
    seat = int64(v.mover)
    count_unseen(v, mind, seat)
    for number in range(first, first + n):
        new_world(views, worlds, pad, seed, number, sees_all)
        chance = pad.chance
        for which in range(alive.size):
            if alive[which]:
                worlds[1] = worlds[0]
                pad.chance = chance
                if carry_out(worlds[1], pad, mind, which):
                    sums[which] += play_on_quickly(worlds[1], pad, mind, seat, int64(v.turns))


@entry
def try_carefully(
    views: Tables, worlds: Tables, desk: Tables, pads: Any, minds: Any, others: Any, opinions: Any, alive: Any,
    seed: int, first: int, n: int, sees_all: bool, closings: int, heard: int, asking: bool, sums: Any,
) -> None:  # fmt: skip
    """The same with careful play, which needs a desk and a mind for others, and as far as the horizon given."""
    v = views[0]
    pad = pads[0]
    mind = minds[0]
    seat = int64(v.mover)
    count_unseen(v, mind, seat)
    for number in range(first, first + n):
        new_world(views, worlds, pad, seed, number, sees_all)
        chance = pad.chance
        for which in range(alive.size):
            if alive[which]:
                worlds[1] = worlds[0]
                pad.chance = chance
                if carry_out(worlds[1], pad, mind, which):
                    others[0].steps_left = 0
                    sums[which] += play_on_carefully(
                        worlds[1:2], desk, pads, minds, others, opinions, seat, int64(v.turns), closings, heard, asking
                    )  # fmt: skip


@entry
def play_out(views: Tables, worlds: Tables, pads: Any, minds: Any, seat: int, seed: int, n: int, wins: Any) -> None:
    """Plays n imagined games to their end as the quick player does; counts the wins of each seat."""
    v = views[0]
    pad = pads[0]
    mind = minds[0]
    t = worlds[0]
    for number in range(n):
        seed_game(pad, seed, number)
        unseen = gather_unseen(v, pad, seat)
        worlds[0] = views[0]
        imagine(t, pad, seat, unseen)
        settle_chance(t, pad)
        while not t.over and t.moves < v.moves + _LONG:
            make(t, quick.choose(t, pad, mind))
            settle_chance(t, pad)
        for other in range(SEATS):
            wins[other] += has_won(t, other)

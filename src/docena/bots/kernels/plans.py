"""Plans: every line of play that is left in a turn, to the closing discard or to where something is seen first.

The engine itself makes the moves, on copies of a view, so that every rule of every edition is in the plans: stand-ins,
buying, tolls, gifts, the partner's piles. It is a best-first search: positions that lines of play share are expanded
once, those with the highest priority first.
"""

from docena.bots.kernels.cache import clear_cache
from docena.bots.kernels.closings import evaluate_closings, evaluation_noise, keep_closing, keep_plan
from docena.bots.kernels.evaluation import WON_VALUE, evaluate_context, evaluate_opponents_once, evaluate_own
from docena.bots.kernels.features import CLOSED, ending_of, whole_hand
from docena.bots.kernels.level import Level, Levels
from docena.bots.kernels.model import Model, Models
from docena.bots.kernels.reach import (
    NO_ROUTE,
    count_unseen,
    for_sale,
    heights_of,
    numbers_in,
    open_route,
    search_piles,
)
from docena.bots.kernels.scratch import MOST_DEPTH, MOST_POSITIONS, Scratch, Scratches
from docena.bots.kernels.transpositions import NO_KEY, clear_visited, key_after, key_of, mark_visited, visited_slot
from docena.bots.kernels.turn_plays import has_room, list_plays, may_end, next_play, plays_first
from docena.core.cards import WILD
from docena.core.sizes import TOP
from docena.engine.jit import int64, long_entry, rule
from docena.engine.rules.partners import partner_of
from docena.engine.step import make
from docena.engine.table import BLOCKED, Pad, Pads, Tables

SEARCH_TABLES = MOST_POSITIONS + 1
"""Tables that a search works on: the view, the positions that it can lead to, and a spare one."""
SPARE = MOST_POSITIONS

_BLOCKED_VALUE = -4.0
_OPEN_ROUTE = 3.0
"""The priority that an open route to a stock card adds ..."""
_NEARER = 1.0
"""... and each step on it: without, the search would lose itself in all that can be done besides."""
_STOCK_FIRST = 100.0


@rule
def pop_best(scratch: Scratch) -> int:
    """Takes the position with the highest priority off the frontier; -1 if there is none."""
    last = int64(scratch.frontier_size) - 1
    if last < 0:
        return -1
    best = last
    for at in range(last):
        more = scratch.priority[at] - scratch.priority[best]
        # of equal ones, the first that was found
        if more > 0.0 or (more == 0.0 and scratch.frontier[at] < scratch.frontier[best]):
            best = at
    state = int64(scratch.frontier[best])
    scratch.frontier[best] = scratch.frontier[last]
    scratch.priority[best] = scratch.priority[last]
    scratch.frontier_size = last
    return state


@rule
def next_position(work: Tables, scratch: Scratch, seat: int, level: Level) -> int:
    """Takes the position that is expanded next off the frontier; -1 if there is none.

    With no room for new ones only those matter in which a plan may end, in any order.
    """
    if has_room(scratch, level):
        return pop_best(scratch)
    while scratch.frontier_size > 0:
        scratch.frontier_size -= 1
        state = int64(scratch.frontier[scratch.frontier_size])
        if may_end(work[state], seat):
            return state
    return -1


@rule
def priority_of(work: Tables, state: int, model: Model, scratch: Scratch, pad: Pad, seat: int, level: Level) -> float:
    """The priority of a new position: open routes to the stock card are followed first, to their end."""
    t = work[state]
    if level.miss_rate == 0.0 and plays_first(t, seat, level):
        return _STOCK_FIRST
    if t.must or t.toll > 0:
        return _OPEN_ROUTE
    value = keep_closing(work, state, model, scratch, pad, seat, level)
    hand = whole_hand(t, seat)
    numbers = numbers_in(hand)
    wilds = (hand >> (4 * WILD)) & 15
    # the piles are packed
    search_piles(scratch, seat, heights_of(t))
    steps = open_route(t, scratch, seat, seat, numbers, wilds, for_sale(t, seat))
    if t.partner_piles:
        steps = min(steps, open_route(t, scratch, partner_of(t, seat), seat, numbers, wilds, int64(0)))
    if steps < NO_ROUTE:
        value += _OPEN_ROUTE + _NEARER * (TOP - steps)
    return value


@rule
def expand(
    work: Tables, state: int, model: Model, scratch: Scratch, pad: Pad, seat: int, level: Level, most: int
) -> None:
    """Tries the plays that are listed for a position: each ends a plan or leads to a new position."""
    ignores_opponents = int64(level.ignores_opponents)
    key = key_of(work[state], seat)
    deep = scratch.depth[state] + 2 >= MOST_DEPTH
    while True:
        move = next_play(scratch)
        if move < 0:
            return
        after = key_after(work[state], seat, key, move)
        full = deep or not has_room(scratch, level)
        if after != NO_KEY and (full or scratch.visited[visited_slot(scratch, after)] == after):
            continue
        # it is made in the slot that a new position would get
        new = int64(scratch.positions) if has_room(scratch, level) else int64(SPARE)
        t = work[new]
        work[new] = work[state]
        make(t, move)
        if t.over:
            won = (int64(t.winners) >> seat) & 1 == 1
            lost = _BLOCKED_VALUE if t.over == BLOCKED else -WON_VALUE
            keep_plan(scratch, state, move, WON_VALUE if won else lost, most)
            continue
        ending = ending_of(t, seat)
        if t.mover != seat:
            # the toll of the last card was not paid: the turn is over without a discard
            evaluate_context(work[state], model, scratch, seat, int64(CLOSED), ignores_opponents)
            value = evaluate_own(work[state], model, scratch, seat, int64(CLOSED)) + evaluation_noise(pad, level)
            keep_plan(scratch, state, move, value, most)
        elif ending != CLOSED:
            evaluate_context(t, model, scratch, seat, ending, ignores_opponents)
            value = evaluate_own(t, model, scratch, seat, ending) + evaluation_noise(pad, level)
            keep_plan(scratch, state, move, value, most)
        elif new < SPARE and not deep and mark_visited(scratch, key_of(t, seat) if after == NO_KEY else after):
            scratch.parent[new] = state
            scratch.parent_move[new] = move
            scratch.depth[new] = scratch.depth[state] + 1
            scratch.positions += 1
            scratch.priority[scratch.frontier_size] = priority_of(work, new, model, scratch, pad, seat, level)
            scratch.frontier[scratch.frontier_size] = new
            scratch.frontier_size += 1


@long_entry
def find_plans(
    views: Tables, work: Tables, pads: Pads, models: Models, levels: Levels, scratches: Scratches, number: int,
    most: int,
) -> int:  # fmt: skip
    """Finds the best plans for a view of the seat that moves, at the level of this number; returns how many.

    They are in the scratch memory, best first. The first of the `work` tables takes the view.
    """
    work[0] = views[0]
    v = work[0]
    pad = pads[0]
    model = models[0]
    level = levels[number]
    scratch = scratches[0]
    seat = int64(v.mover)
    count_unseen(v, scratch, seat)
    clear_cache(scratch)
    if level.ignores_opponents:
        evaluate_opponents_once(v, model, scratch, seat)
    clear_visited(scratch, int64(level.positions))
    scratch.positions = 1
    scratch.plans = 0
    scratch.closings = 0
    scratch.depth[0] = 0
    scratch.frontier_size = 0
    state = int64(0)
    while state >= 0:
        if list_plays(work[state], scratch, pad, seat, level) and state == 0:
            keep_closing(work, state, model, scratch, pad, seat, level)
        expand(work, state, model, scratch, pad, seat, level, most)
        state = next_position(work, scratch, seat, level)
    for which in range(scratch.closings):
        evaluate_closings(work, int64(which), model, scratch, pad, seat, level, most)
    return int64(scratch.plans)

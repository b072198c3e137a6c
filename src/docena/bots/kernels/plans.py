"""Plans: every line of play that is left in a turn, to the closing discard or to where something is seen first.

The engine itself makes the moves, on copies of a view, so that every rule of every edition is in the plans: stand-ins,
buying, tolls, gifts, the partner's piles. Lines that lead to the same position are followed once, the most promising
position first.
"""

from typing import Any

from docena.bots.kernels.cache import forget
from docena.bots.kernels.evaluation import WON_VALUE, glance_around, judge_around, judge_discard, judge_own
from docena.bots.kernels.features import CLOSED, ending_of, tolls_held, whole_hand
from docena.bots.kernels.mind import MOST_DEPTH, MOST_STATES, Mind
from docena.bots.kernels.reach import (
    NO_WAY,
    count_unseen,
    dig,
    for_sale,
    heights_of,
    held_numbers,
    open_way,
    stack_piles,
)
from docena.bots.kernels.rollout_policy import best_discard, rank_discards
from docena.bots.kernels.transpositions import NO_KEY, forget_seen, is_new, key_after, key_of, where_seen
from docena.core.cards import WILD
from docena.core.moves import (
    ACTS,
    BOUGHT,
    CLOSING,
    DIE_GIFT,
    EXTRA,
    HAND_PLAY,
    OWN,
    PARTNER,
    PASS_MOVE,
    PILES,
    WORDS,
)
from docena.core.sizes import PLACES, SEATS, TOP
from docena.engine.bits import lowest
from docena.engine.jit import entry, int64, rule
from docena.engine.rng import below
from docena.engine.rules.partners import partner_of
from docena.engine.step import legal, make
from docena.engine.table import BLOCKED, Pad, Table, Tables, face, kind_of, toll_of

DESK = MOST_STATES + 1
"""Tables on the desk of a planner: the view, the positions that can come of it, and one to work on."""
NEW = MOST_STATES

_GIFTS = ((1 << SEATS) - 1) << DIE_GIFT
_HAND_COLUMN = 0x0111_1111_1111_1111
_PILE_COLUMN = 0x1111_1111_1111
_PLACE_BITS = (1 << PLACES) - 1
_PLACED = (1 << DIE_GIFT) - 1
_BLOCKED_VALUE = -4.0
_WAY_OPEN = 3.0
_NEARER = 1.0
"""What a step on such a way promises more: or the search would lose itself in all that can be done besides."""
_AT_ONCE = 100.0


@rule
def keep_plan(mind: Mind, state: int, last: int, value: float, most: int) -> None:
    """Puts the line to a position, with its last move, among the best plans if it is one of them."""
    n = int64(mind.plans)
    if n == most:
        if value <= mind.value[n - 1]:
            return
        n -= 1
    at = n
    while at > 0 and mind.value[at - 1] < value:
        mind.value[at] = mind.value[at - 1]
        mind.length[at] = mind.length[at - 1]
        for i in range(mind.length[at]):
            mind.moves[at, i] = mind.moves[at - 1, i]
        at -= 1
    depth = int64(mind.depth[state])
    mind.value[at] = value
    mind.length[at] = depth + 1
    mind.moves[at, depth] = last
    while depth > 0:
        depth -= 1
        mind.moves[at, depth] = mind.came_by[state]
        state = int64(mind.came_from[state])
    mind.plans = n + 1


@rule
def slip(pad: Pad, mind: Mind, level: int) -> float:
    """How far off a judgement of this level is: about normal."""
    if mind.noise[level] == 0.0:
        return 0.0
    total = 0.0
    for _ in range(4):
        total += below(pad, int64(1 << 16)) / 65536.0 - 0.5
    return float(total * 1.732 * mind.noise[level])


@rule
def keep_stop(desk: Tables, state: int, mind: Mind, pad: Pad, seat: int, level: int) -> float:
    """Judges a position by one good closing discard, and keeps it if it is among the best to close the turn in."""
    t = desk[state]
    judge_around(t, mind, seat, int64(CLOSED), int64(mind.blind[level]))
    if t.hand_n[seat] > 0:
        stack_piles(t, mind, seat)
        move = best_discard(t, mind, int64(CLOSING))
        value = judge_discard(t, mind, seat, whole_hand(t, seat), tolls_held(t, seat), move)
    else:
        value = judge_own(t, mind, seat, int64(CLOSED))
    value += slip(pad, mind, level)
    n = int64(mind.stops)
    if n == mind.most_stops[level]:
        if value <= mind.stop_value[n - 1]:
            return value
        n -= 1
    at = n
    while at > 0 and mind.stop_value[at - 1] < value:
        mind.stop_value[at] = mind.stop_value[at - 1]
        mind.stop[at] = mind.stop[at - 1]
        at -= 1
    mind.stop_value[at] = value
    mind.stop[at] = state
    mind.stops = n + 1
    return value


@rule
def close(desk: Tables, state: int, mind: Mind, pad: Pad, seat: int, level: int, most: int) -> None:
    """The ways to close the turn in a position: as many closing discards as the level weighs."""
    t = desk[state]
    judge_around(t, mind, seat, int64(CLOSED), int64(mind.blind[level]))
    if t.hand_n[seat] == 0:
        keep_plan(mind, state, PASS_MOVE, judge_own(t, mind, seat, int64(CLOSED)) + slip(pad, mind, level), most)
        return
    stack_piles(t, mind, seat)
    hand = whole_hand(t, seat)
    tolls = tolls_held(t, seat)
    for i in range(rank_discards(t, mind, int64(CLOSING), int64(mind.most_discards[level]))):
        move = int64(mind.discards[i])
        value = judge_discard(t, mind, seat, hand, tolls, move) + slip(pad, mind, level)
        keep_plan(mind, state, move, value, most)


@rule
def lay_out(t: Table, mind: Mind, pad: Pad, seat: int, level: int) -> bool:
    """Notes the plays that are to be tried from a position; returns whether the turn may also be closed here."""
    legal(t, pad)
    closing = int64(0)
    for toll in range(t.tolls):
        closing |= int64(pad.moves[CLOSING + toll])
    may_close = closing != 0 or int64(pad.moves[PILES]) >> (PASS_MOVE & 63) & 1 == 1
    for word in range(CLOSING, EXTRA):
        pad.moves[word] = 0
    pad.moves[PILES] &= ~(int64(1) << (PASS_MOVE & 63))
    pad.moves[ACTS] = 0
    gifts = int64(pad.moves[PILES]) & _GIFTS
    if gifts:
        # a gift costs nothing, so it comes first: to the next opponent or to the one who leads
        leader = -1
        follower = -1
        for i in range(1, t.players):
            other = (seat + i) % int64(t.players)
            if (gifts >> (DIE_GIFT + other)) & 1:
                if follower < 0:
                    follower = other
                if leader < 0 or t.stock_n[other] < t.stock_n[leader]:
                    leader = other
        for word in range(WORDS):
            mind.todo[word] = 0
        mind.todo[PILES] = (int64(1) << (DIE_GIFT + leader)) | (int64(1) << (DIE_GIFT + follower))
        return False
    places = int64(_PLACE_BITS)
    if not t.must:
        for place in range(1, PLACES):
            for before in range(place):
                if t.height[place] == t.height[before] and t.beside[place] == t.beside[before]:
                    places &= ~(int64(1) << place)
    for word in range(HAND_PLAY, CLOSING):
        mind.todo[word] = int64(pad.moves[word]) & (places * _HAND_COLUMN)
    for word in range(CLOSING, PILES):
        mind.todo[word] = pad.moves[word]
    mind.todo[PILES] = int64(pad.moves[PILES]) & ((places * _PILE_COLUMN) | ~int64(_PLACED))
    for word in range(BOUGHT, ACTS):
        mind.todo[word] = int64(pad.moves[word]) & (places * _HAND_COLUMN)
    mind.todo[ACTS] = 0
    first = plays_first(t, mind, seat, level)
    if first:
        plays = int64(mind.todo[PILES]) & first
        for word in range(WORDS):
            mind.todo[word] = 0
        mind.todo[PILES] = plays
        may_close = mind.misses[level] > 0.0
    if not has_room(mind, level) and t.toll == 0 and t.hand_n[seat] > 1:
        lay_out_endings(mind)
    if mind.misses[level] > 0.0 and not t.must and t.toll == 0:
        overlook(mind, pad, level)
    return may_close


@rule
def has_room(mind: Mind, level: int) -> bool:
    """Whether more positions of the turn are looked at."""
    return bool(mind.states < mind.most_states[level])


@rule
def lay_out_endings(mind: Mind) -> None:
    """Leaves only plays of stock cards: where there is no room for new positions, others lead nowhere."""
    stocks = int64(mind.todo[PILES]) & ((_PLACE_BITS << OWN) | (_PLACE_BITS << PARTNER))
    for word in range(WORDS):
        mind.todo[word] = 0
    mind.todo[PILES] = stocks


@rule
def may_end(t: Table, seat: int) -> bool:
    """Whether a play may end a plan here: the last card of the hand, a stock card, or a toll that is not paid."""
    if t.toll > 0 or t.hand_n[seat] <= 1 or takes_stock(t, seat):
        return True
    return bool(t.partner_piles) and takes_stock(t, partner_of(t, seat))


@rule
def takes_stock(t: Table, owner: int) -> bool:
    """Whether some building pile takes a stock card now."""
    return (int64(t.needs) >> (4 * kind_of(face(t, t.stock[owner])))) & _PLACE_BITS != 0


@rule
def fits_at_once(t: Table, owner: int) -> int:
    """The building piles that take a stock card now, a bit each; none for a wild, which waits for its best place."""
    card = face(t, t.stock[owner])
    kind = kind_of(card)
    if kind == 0 or kind > TOP or toll_of(card) > 0:
        return 0
    return (int64(t.needs) >> (4 * kind)) & _PLACE_BITS


@rule
def plays_first(t: Table, mind: Mind, seat: int, level: int) -> int:
    """The plays that come before all else: of a numbered stock card that fits, or else of the partner's.

    What follows is planned when the next one is seen. Either may have the only place that both need; a card whose toll
    may end the turn is one play among others.
    """
    if t.must or t.toll > 0 or t.ended or (mind.unhurried[level] and (t.partner_piles or t.has_coins)):
        return 0
    plays = fits_at_once(t, seat) << OWN
    if t.partner_piles:
        mate = partner_of(t, seat)
        alike = kind_of(face(t, t.stock[mate])) == kind_of(face(t, t.stock[seat]))
        if plays == 0 or (plays & (plays - 1) == 0 and alike):
            plays |= fits_at_once(t, mate) << PARTNER
    return plays


@rule
def overlook(mind: Mind, pad: Pad, level: int) -> None:
    """A player of this level does not see every play."""
    often = int64(mind.misses[level] * 1024.0)
    for word in range(WORDS):
        rest = int64(mind.todo[word])
        while rest:
            bit = lowest(rest)
            rest &= rest - 1
            # the own stock card is looked at first and seldom overlooked
            shown = word == PILES and bit < 4
            if below(pad, int64(1024)) < (often >> 2 if shown else often):
                mind.todo[word] &= ~(int64(1) << bit)


@rule
def next_try(mind: Mind) -> int:
    """The next play to be tried, taken off the list; -1 if there is none."""
    for word in range(WORDS):
        bits = int64(mind.todo[word])
        if bits:
            mind.todo[word] = bits & (bits - 1)
            return 64 * word + lowest(bits)
    return -1


@rule
def most_promising(mind: Mind) -> int:
    """The position that is followed first of those that wait; -1 if there are none."""
    last = int64(mind.ahead) - 1
    if last < 0:
        return -1
    best = last
    for at in range(last):
        more = mind.promise[at] - mind.promise[best]
        # of equals the one that was found first
        if more > 0.0 or (more == 0.0 and mind.waiting[at] < mind.waiting[best]):
            best = at
    state = int64(mind.waiting[best])
    mind.waiting[best] = mind.waiting[last]
    mind.promise[best] = mind.promise[last]
    mind.ahead = last
    return state


@rule
def next_position(desk: Tables, mind: Mind, seat: int, level: int) -> int:
    """The position that is followed next, no longer waiting; -1 if there is none.

    With no room for new ones only those matter in which a plan may end, in any order.
    """
    if has_room(mind, level):
        return most_promising(mind)
    while mind.ahead > 0:
        mind.ahead -= 1
        state = int64(mind.waiting[mind.ahead])
        if may_end(desk[state], seat):
            return state
    return -1


@rule
def promise_of(desk: Tables, state: int, mind: Mind, pad: Pad, seat: int, level: int) -> float:
    """How promising a new position is: a way to the stock card that is open is followed first, to its end."""
    t = desk[state]
    if mind.misses[level] == 0.0 and plays_first(t, mind, seat, level):
        return _AT_ONCE
    if t.must or t.toll > 0:
        return _WAY_OPEN
    value = keep_stop(desk, state, mind, pad, seat, level)
    hand = whole_hand(t, seat)
    numbers = held_numbers(hand)
    wilds = (hand >> (4 * WILD)) & 15
    # the piles lie stacked
    dig(mind, seat, heights_of(t))
    steps = open_way(t, mind, seat, seat, numbers, wilds, for_sale(t, seat))
    if t.partner_piles:
        steps = min(steps, open_way(t, mind, partner_of(t, seat), seat, numbers, wilds, int64(0)))
    if steps < NO_WAY:
        value += _WAY_OPEN + _NEARER * (TOP - steps)
    return value


@rule
def follow(desk: Tables, state: int, mind: Mind, pad: Pad, seat: int, level: int, most: int) -> None:
    """Tries the plays that are laid out for a position: each ends a plan or leads to a new position."""
    blind = int64(mind.blind[level])
    key = key_of(desk[state], seat)
    deep = mind.depth[state] + 2 >= MOST_DEPTH
    while True:
        move = next_try(mind)
        if move < 0:
            return
        after = key_after(desk[state], seat, key, move)
        if after != NO_KEY and (deep or not has_room(mind, level) or mind.seen[where_seen(mind, after)] == after):
            continue
        # it is made where a new position would stay
        new = int64(mind.states) if has_room(mind, level) else int64(NEW)
        t = desk[new]
        desk[new] = desk[state]
        make(t, move)
        if t.over:
            won = (int64(t.winners) >> seat) & 1 == 1
            lost = _BLOCKED_VALUE if t.over == BLOCKED else -WON_VALUE
            keep_plan(mind, state, move, WON_VALUE if won else lost, most)
            continue
        ending = ending_of(t, seat)
        if t.mover != seat:
            # the toll of the last card was not paid: the turn is over without a discard
            judge_around(desk[state], mind, seat, int64(CLOSED), blind)
            value = judge_own(desk[state], mind, seat, int64(CLOSED)) + slip(pad, mind, level)
            keep_plan(mind, state, move, value, most)
        elif ending != CLOSED:
            judge_around(t, mind, seat, ending, blind)
            value = judge_own(t, mind, seat, ending) + slip(pad, mind, level)
            keep_plan(mind, state, move, value, most)
        elif new < NEW and not deep and is_new(mind, key_of(t, seat) if after == NO_KEY else after):
            mind.came_from[new] = state
            mind.came_by[new] = move
            mind.depth[new] = mind.depth[state] + 1
            mind.states += 1
            mind.promise[mind.ahead] = promise_of(desk, new, mind, pad, seat, level)
            mind.waiting[mind.ahead] = new
            mind.ahead += 1


@entry
def find_plans(views: Tables, desk: Tables, pads: Any, minds: Any, level: int, most: int) -> int:
    """Finds the best plans for a view, which is laid first on the desk, for the seat that moves; returns how many.

    They are in the mind, best first.
    """
    desk[0] = views[0]
    v = desk[0]
    pad = pads[0]
    mind = minds[0]
    seat = int64(v.mover)
    count_unseen(v, mind, seat)
    forget(mind)
    if mind.blind[level]:
        glance_around(v, mind, seat)
    forget_seen(mind, int64(mind.most_states[level]))
    mind.states = 1
    mind.plans = 0
    mind.stops = 0
    mind.depth[0] = 0
    mind.ahead = 0
    state = int64(0)
    while state >= 0:
        if lay_out(desk[state], mind, pad, seat, level) and state == 0:
            keep_stop(desk, state, mind, pad, seat, level)
        follow(desk, state, mind, pad, seat, level, most)
        state = next_position(desk, mind, seat, level)
    for stop in range(mind.stops):
        close(desk, int64(mind.stop[stop]), mind, pad, seat, level, most)
    return int64(mind.plans)

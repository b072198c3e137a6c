"""The policy of rollouts: routes to the stock card, cards held back otherwise, discard piles in order.

It has the largest single skill of the game: a card that leads nowhere stays in the hand. It reads only its own hand
and what lies in sight, so that it can be given a whole table.
"""

from docena.bots.kernels.model import Model
from docena.bots.kernels.routes import NONE, NUMBERS, follow, stand_in, toward
from docena.bots.kernels.scratch import Scratch
from docena.core.cards import WILD
from docena.core.moves import ACT_DRAW, ACTS, CLOSING, EXTRA, HAND_PLAY, OWN, PARTNER, PASS_MOVE, PAY, PILES, STOP
from docena.core.sizes import PLACES, TOP
from docena.engine.bits import lowest
from docena.engine.jit import int64, rule
from docena.engine.rules.partners import is_opponent, partner_of
from docena.engine.rules.piles import kinds_held
from docena.engine.step import legal
from docena.engine.table import Pad, Table, face, kind_of

# The weights, by their place in the record.
EQUAL, DOWN_ONE, EMPTY, HIGH, GAP, COVERED, ON_ROUTE, TWICE, SCARCE, BLOCKS, FITS, TOPS, COST, WILDS = range(14)
INITIAL_WEIGHTS = (5.6, 3.3, 1.8, 0.11, 0.4, 2.7, 4.8, 3.4, 12.0, 1.0, 0.36, -1.0, 40.0, 1.5)


@rule
def choose(t: Table, pad: Pad, model: Model, scratch: Scratch) -> int:
    """The move of the seat that moves."""
    if t.open and t.owed > 0:
        return 64 * ACTS + ACT_DRAW + int64(t.mover)
    legal(t, pad)
    piles = int64(pad.moves[PILES])
    if t.toll > 0:
        return 64 * PILES + (PAY if (piles >> PAY) & 1 else STOP)
    if t.must:
        return follow(t, pad)
    if not t.ended:
        move = _play(t, pad, model, scratch, piles)
        if move != NONE:
            return move
    if t.hand_n[t.mover] == 0:
        return PASS_MOVE
    return best_discard(t, model, scratch, int64(CLOSING))


@rule
def _play(t: Table, pad: Pad, model: Model, scratch: Scratch, piles: int) -> int:
    own_stock = piles & 15
    if own_stock:
        return 64 * PILES + OWN + lowest(own_stock)
    partner_stock = (piles >> PARTNER) & 15
    if partner_stock:
        return 64 * PILES + PARTNER + lowest(partner_stock)
    seat = int64(t.mover)
    cost = int64(model.policy[COST])
    move = toward(t, pad, kind_of(face(t, t.stock[seat])), cost)
    if move != NONE:
        return move
    if t.partner_piles:
        move = toward(t, pad, kind_of(face(t, t.stock[partner_of(t, seat)])), cost)
        if move != NONE:
            return move
    if t.has_die or t.has_coins:
        move = stand_in(t, pad, piles)
        if move != NONE:
            return move
    move = _empty_hand(t, model, seat)
    if move != NONE:
        return move
    if model.policy[TOPS] > 0.0:
        move = _top_that_fits(t, piles, seat)
        if move != NONE:
            return move
    if int64(t.draw_n) + int64(t.aside_n) < model.policy[SCARCE]:
        move = _whatever_fits(t, pad, piles, seat)
        if move != NONE:
            return move
    if model.policy[BLOCKS] > 0.0:
        move = _block(t, pad, seat)
        if move != NONE:
            return move
    if pad.moves[EXTRA] and t.hand_n[seat] > 2:
        return best_discard(t, model, scratch, int64(EXTRA))
    return NONE


@rule
def _empty_hand(t: Table, model: Model, seat: int) -> int:
    """The first card of a line that plays the whole hand, which is then filled again (4.3)."""
    hand = int64(t.hand[seat, 0])
    wilds = (hand >> (4 * WILD)) & 15
    if wilds > model.policy[WILDS] or hand == 0 or t.tolls > 1:
        return NONE
    hand &= NUMBERS
    heights = int64(0)
    for place in range(PLACES):
        heights |= int64(t.height[place]) << (4 * place)
    first = NONE
    going = True
    while going:
        going = False
        for place in range(PLACES):
            number = ((heights >> (4 * place)) & 15) + 1
            while (hand >> (4 * number)) & 15:
                if first == NONE:
                    first = 64 * HAND_PLAY + 4 * number + place
                hand -= int64(1) << (4 * number)
                heights += int64(1) << (4 * place)
                if number == TOP:
                    heights -= int64(TOP) << (4 * place)
                number = number % TOP + 1
                going = True
        if not going and hand and wilds:
            # a wild goes where a card of the hand fits upon it
            for place in range(PLACES):
                height = (heights >> (4 * place)) & 15
                following = (height + 1) % TOP + 1
                if wilds and (hand >> (4 * following)) & 15:
                    if first == NONE:
                        first = 64 * HAND_PLAY + 4 * WILD + place
                    wilds -= 1
                    heights += (int64(1) << (4 * place)) if height < TOP - 1 else -(int64(TOP - 1) << (4 * place))
                    going = True
    if hand or wilds > 1:
        return NONE
    if first == NONE and wilds:
        return 64 * HAND_PLAY + 4 * WILD
    return first


@rule
def _top_that_fits(t: Table, piles: int, seat: int) -> int:
    """A number on top of a discard pile."""
    for pile in range(PLACES):
        if (piles >> (4 + 4 * pile)) & 15 and kind_of(face(t, t.discard[seat, pile])) != WILD:
            return 64 * PILES + lowest(piles & (int64(15) << (4 + 4 * pile)))
    return NONE


@rule
def _whatever_fits(t: Table, pad: Pad, piles: int, seat: int) -> int:
    """Any number that fits: finished building piles bring cards back when they run short (4.5)."""
    move = _top_that_fits(t, piles, seat)
    if move != NONE:
        return move
    for toll in range(t.tolls):
        numbers = int64(pad.moves[HAND_PLAY + toll]) & NUMBERS
        if numbers:
            return 64 * toll + lowest(numbers)
    return NONE


@rule
def _block(t: Table, pad: Pad, seat: int) -> int:
    """A number of the hand on the only building pile that takes the next opponent's stock card."""
    following = (seat + 1) % int64(t.players)
    if not is_opponent(t, seat, following):
        return NONE
    wanted = kind_of(face(t, t.stock[following]))
    if wanted == 0 or wanted > TOP:
        return NONE
    fits = (int64(t.needs) >> (4 * wanted)) & 15
    if fits == 0 or fits & (fits - 1):
        return NONE
    if (int64(pad.moves[HAND_PLAY]) >> (4 * wanted)) & fits:
        return 64 * HAND_PLAY + 4 * wanted + lowest(fits)
    return NONE


@rule
def _route(t: Table, seat: int) -> int:
    """The numbers on the shortest route to the own stock card, a bit each."""
    wanted = kind_of(face(t, t.stock[seat]))
    if wanted == 0 or wanted > TOP:
        return 0
    least = TOP
    from_height = 0
    for place in range(PLACES):
        height = int64(t.height[place])
        steps = wanted - 1 - height
        if steps < 0:
            steps += TOP
        if steps < least:
            least = steps
            from_height = height
    # the twelve numbers twice, so that a route past 12 continues with 1
    route = ((int64(1) << least) - 1) << from_height
    return ((route | (route >> TOP)) & ((1 << TOP) - 1)) << 1


@rule
def best_discard(t: Table, model: Model, scratch: Scratch, word: int) -> int:
    """The card and the pile that the weights prefer."""
    rank_discards(t, model, scratch, word, int64(1))
    return int64(scratch.discards[0])


@rule
def rank_discards(t: Table, model: Model, scratch: Scratch, word: int, most: int) -> int:
    """Writes the discards that the weights prefer, best first, up to a limit; returns how many there are."""
    seat = int64(t.mover)
    route = _route(t, seat)
    n = int64(0)
    numbers = int64(0)
    for toll in range(t.tolls):
        numbers |= int64(t.hand[seat, toll]) & NUMBERS
    tops = int64(0)
    for pile in range(PLACES):
        tops |= kind_of(face(t, t.discard[seat, pile])) << (4 * pile)
    for toll in range(t.tolls):
        hand = int64(t.hand[seat, toll])
        held = kinds_held(hand)
        if numbers:
            held &= NUMBERS  # with a number to discard, the wild is kept
        while held:
            bit = lowest(held)
            held &= held - 1
            kind = bit >> 2
            keep = 0.0
            if kind != WILD:
                copies = (hand >> bit) & 15
                if (route >> kind) & 1 and copies == 1:
                    keep += model.policy[ON_ROUTE]
                if copies > 1:
                    keep -= model.policy[TWICE]
                if (int64(t.needs) >> (4 * kind)) & 15:
                    keep += model.policy[FITS]
            keep -= model.policy[HIGH] * kind
            bare = False
            for pile in range(PLACES):
                top = (tops >> (4 * pile)) & 15
                if top == kind:
                    value = model.policy[EQUAL]
                elif top == kind + 1:
                    value = model.policy[DOWN_ONE]
                elif top == 0:
                    if bare:
                        continue  # one empty pile is as good as another
                    bare = True
                    value = model.policy[EMPTY]
                elif top > kind:
                    value = -model.policy[GAP] * (top - kind)
                else:
                    value = -model.policy[COVERED] - model.policy[GAP] * (kind - top)
                value -= keep
                n = insert_discard(scratch, n, most, 64 * (word + toll) + bit + pile, value)
    return n


@rule
def insert_discard(scratch: Scratch, n: int, most: int, move: int, value: float) -> int:
    """Puts a discard among the best so far, of which there are n; returns how many there are then."""
    if n == most:
        if value <= scratch.discard_score[n - 1]:
            return n
        n -= 1
    at = n
    while at > 0 and scratch.discard_score[at - 1] < value:
        scratch.discard_score[at] = scratch.discard_score[at - 1]
        scratch.discards[at] = scratch.discards[at - 1]
        at -= 1
    scratch.discard_score[at] = value
    scratch.discards[at] = move
    return n + 1

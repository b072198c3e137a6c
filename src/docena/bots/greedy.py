"""`greedy`: the stock pile first, then what leads to it, then whatever number fits; tidy discard piles.

Its ways to the stock card serve the quick player of imagined games, too.
"""

from docena.bits import lowest
from docena.cards import WILD
from docena.jit import int64, rule
from docena.moves import (
    ACT_DRAW,
    ACTS,
    BOUGHT,
    CLOSING,
    COIN_CARD,
    DIE_CARD,
    DIE_GIFT,
    EXTRA,
    HAND_PLAY,
    OWN,
    PARTNER,
    PASS_MOVE,
    PAY,
    PILE_BITS,
    PILES,
    STOP,
)
from docena.rules.partners import partner_of
from docena.rules.piles import kinds_held
from docena.sizes import PLACES, TOP
from docena.table import COLUMN, Pad, Table, face, kind_of

NONE = -1
NUMBERS = (1 << (4 * WILD)) - 1
"""The bits of a hand word that are numbers, not wilds."""

# A wild in a chain weighs as much as this many number cards.
_WILD_WEIGHT = 3
_MOST_COINS = 4
ANY_COST = 99
# The bits of the own discard piles in word 12: all of them, and those of place 0.
_DISCARDS = PILE_BITS & ~15
_ONE_PLACE = 0x11110
# The same for words 13 and 14: all that is for sale to place 0.
_SOLD_FOR_PLACE = 0x111_1111_1111_1111


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
    return _discard(v, int64(CLOSING))


@rule
def _play(v: Table, pad: Pad, piles: int) -> int:
    own_stock = piles & 15
    if own_stock:
        return 64 * PILES + OWN + lowest(own_stock)
    partner_stock = (piles >> PARTNER) & 15
    if partner_stock:
        return 64 * PILES + PARTNER + lowest(partner_stock)
    seat = int64(v.mover)
    move = toward(v, pad, kind_of(face(v, v.stock[seat])), ANY_COST)
    if move != NONE:
        return move
    if v.partner_piles:
        move = toward(v, pad, kind_of(face(v, v.stock[partner_of(v, seat)])), ANY_COST)
        if move != NONE:
            return move
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
    if pad.moves[EXTRA] and v.hand_n[seat] > 2:
        return _discard(v, int64(EXTRA))
    return NONE


@rule
def toward(v: Table, pad: Pad, wanted: int, limit: int) -> int:
    """The first card of the cheapest chain of own cards after which a stock card of kind `wanted` fits.

    It must cost less than `limit`.
    """
    if wanted == 0 or wanted > TOP:
        return NONE
    best = NONE
    least = limit
    hand = int64(pad.moves[HAND_PLAY])
    discards = int64(pad.moves[PILES]) & _DISCARDS
    for place in range(PLACES):
        height = int64(v.height[place])
        steps = (wanted - 1 - height) % TOP
        begins = hand & (int64(COLUMN) << place) or discards & (int64(_ONE_PLACE) << place)
        if begins and steps < least:
            cost = _chain(v, pad, place, height, steps)
            if cost < least:
                least = cost
                best = int64(pad.cards[0]) + 256 * int64(pad.cards[1])
    return best


@rule
def _chain(v: Table, pad: Pad, place: int, height: int, steps: int) -> int:
    """What it costs to build a pile up by so many steps; `ANY_COST` if it cannot. The first move goes on the pad."""
    seat = int64(v.mover)
    hand = int64(v.hand[seat, 0])
    for pile in range(PLACES):
        pad.cards[8 + pile] = v.discard[seat, pile]
    cost = steps
    for step in range(steps):
        number = (height + step) % TOP + 1
        kind = number
        pile = -1
        for candidate in range(PLACES):
            if kind_of(face(v, pad.cards[8 + candidate])) == number:
                pile = candidate
        if pile < 0:
            if (hand >> (4 * number)) & 15 == 0:
                kind = WILD
                cost += _WILD_WEIGHT
                if (hand >> (4 * WILD)) & 15 == 0:
                    return ANY_COST
            hand -= int64(1) << (4 * kind)
            move = 4 * kind + place
        else:
            move = 64 * PILES + 4 + 4 * pile + place
            pad.cards[8 + pile] = v.below[pad.cards[8 + pile]]
        if step == 0:
            pad.cards[0] = move & 255
            pad.cards[1] = move >> 8
    return cost


@rule
def stand_in(v: Table, pad: Pad, piles: int) -> int:
    """Die, coins or a bought card where the own stock card can follow; the die's gift to the leader."""
    seat = int64(v.mover)
    stock = kind_of(face(v, v.stock[seat]))
    for place in range(PLACES):
        following = (int64(v.height[place]) + 1) % TOP + 1
        if stock != following and stock != WILD:
            continue
        if (piles >> (DIE_CARD + place)) & 1:
            return 64 * PILES + DIE_CARD + place
        for word in range(BOUGHT, BOUGHT + 2):
            cheap = int64(pad.moves[word]) & (int64(_SOLD_FOR_PLACE) << place)
            if cheap:
                return 64 * word + lowest(cheap)
        if (piles >> (COIN_CARD + place)) & 1 and v.height[place] < _MOST_COINS:
            return 64 * PILES + COIN_CARD + place
    leader = NONE
    for other in range(v.players):
        if (piles >> (DIE_GIFT + other)) & 1 and (leader == NONE or v.stock_n[other] < v.stock_n[leader]):
            leader = other
    return NONE if leader == NONE else 64 * PILES + DIE_GIFT + leader


@rule
def follow(v: Table, pad: Pad) -> int:
    """The card that must follow a stand-in: from the stock pile if it can be, a wild of the hand only at need."""
    piles = int64(pad.moves[PILES]) & (PILE_BITS | (PILE_BITS << PARTNER))
    if piles & 15:
        return 64 * PILES + lowest(piles & 15)
    for toll in range(v.tolls):
        numbers = int64(pad.moves[toll]) & NUMBERS
        if numbers:
            return 64 * toll + lowest(numbers)
    if piles:
        return 64 * PILES + lowest(piles)
    for word in range(BOUGHT, BOUGHT + 2):
        if pad.moves[word]:
            return 64 * word + lowest(pad.moves[word])
    for toll in range(v.tolls):
        if pad.moves[HAND_PLAY + toll]:
            return 64 * (HAND_PLAY + toll) + lowest(pad.moves[HAND_PLAY + toll])
    return NONE


@rule
def _discard(v: Table, word: int) -> int:
    """Upon an equal card, else upon the next higher one, else on an empty pile, else where least is buried."""
    seat = int64(v.mover)
    best = int64(-1000)
    move = NONE
    for toll in range(v.tolls):
        held = kinds_held(int64(v.hand[seat, toll]))
        while held:
            bit = lowest(held)
            held &= held - 1
            kind = bit >> 2
            for pile in range(PLACES):
                top = kind_of(face(v, v.discard[seat, pile]))
                if top == kind:
                    value = 60 + kind
                elif top == kind + 1:
                    value = 40 + kind
                elif top == 0:
                    value = 20 + kind
                else:
                    value = top - kind if top > kind else -20 - kind
                if kind == WILD:
                    value -= 500
                if value > best:
                    best = value
                    move = 64 * (word + toll) + bit + pile
    return move

"""Routes to the stock card, and what stands in for a card on them: own cards, the die, coins, bought cards."""

from docena.core.cards import WILD
from docena.core.moves import BOUGHT, COIN_CARD, DIE_CARD, DIE_GIFT, HAND_PLAY, PARTNER, PILE_BITS, PILES
from docena.core.sizes import PLACES, TOP
from docena.engine.bits import lowest
from docena.engine.jit import int64, rule
from docena.engine.table import COLUMN, Pad, Table, face, kind_of

NONE = -1
NUMBERS = (1 << (4 * WILD)) - 1
"""The bits of a hand word that are numbers, not wilds."""

# A wild in a chain weighs as much as this many number cards.
_WILD_WEIGHT = 3
_MOST_COINS = 4
_CANNOT = 99
# The bits of the own discard piles in word 12: all of them, and those of place 0.
_DISCARDS = PILE_BITS & ~15
_ONE_PLACE = 0x11110
# The same for words 13 and 14: what is bought for place 0. The stock card of another is left alone: its owner may win
# by it (9.2).
_SOLD_FOR_PLACE = 0x111_1011_1101_1110


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
    """What it costs to build a pile up by so many steps; `_CANNOT` if it cannot. The first move goes on the pad."""
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
                    return _CANNOT
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

"""How near a stock card is to being played, and what of the cards not seen would help."""

from docena.bots.mind import Mind
from docena.cards import DOWN, UNKNOWN, WILD
from docena.jit import int64, rule
from docena.sizes import HAND, PLACES, TOP
from docena.table import Table, face, kind_of

_WILD_BITS = 4 * WILD


@rule
def count_unseen(v: Table, mind: Mind, seat: int) -> None:
    """The shares of kinds among the cards that the seat has not seen: the deck less all that lies in sight."""
    for kind in range(16):
        mind.unseen[kind] = 0.0
    for code in range(v.deck.size):
        mind.unseen[code & 15] += v.deck[code]
    for cell in range(1, int64(v.deck_n) + 1):
        if not v.card[cell] & DOWN:
            mind.unseen[v.card[cell] & 15] -= 1.0
    for toll in range(v.tolls):
        hand = int64(v.hand[seat, toll])
        for kind in range(1, WILD + 1):
            mind.unseen[kind] -= (hand >> (4 * kind)) & 15
    total = 0.0
    for kind in range(1, WILD + 1):
        total += mind.unseen[kind]
    if total < 1.0:
        total = 1.0
    for kind in range(1, WILD + 1):
        mind.unseen[kind] /= total
    wild = float(mind.unseen[WILD])
    for kind in range(1, WILD):
        miss = 1.0 - min(1.0, mind.unseen[kind] + wild)
        none = 1.0
        for cards in range(HAND + 1):
            mind.odds[cards, kind] = 1.0 - none
            none *= miss


@rule
def reach(t: Table, mind: Mind, owner: int, piles_of: int, hand: int, draws: int) -> None:
    """How near the top of a stock pile is to being played with a hand and the discard piles of a seat.

    Writes the fewest cards lacking, the steps of that way, and the best chance that `draws` new cards close a gap:
    without wilds (`bare`) and with those at hand (`helped`); on how many heights nothing is lacking (`open_ways`), and
    what the second best way lacks.
    """
    kind = kind_of(face(t, t.stock[owner]))
    mind.open_ways = PLACES
    mind.second = 0
    mind.lack = 0
    mind.steps = 0
    mind.bare = 1.0
    mind.helped = 1.0
    if kind == 0 or kind == WILD:
        return
    mind.open_ways = 0
    mind.second = 9
    mind.lack = 9
    mind.bare = 0.0
    mind.helped = 0.0
    if kind == UNKNOWN:
        return
    at_hand = (hand >> _WILD_BITS) & 15
    shown = int64(0)  # the kinds on top, a bit each
    for pile in range(PLACES):
        top = kind_of(face(t, t.discard[piles_of, pile]))
        shown |= int64(1) << top
        if top == WILD:
            at_hand += 1
    done = int64(0)
    for place in range(PLACES):
        height = int64(t.height[place])
        if (done >> height) & 1:
            continue
        done |= int64(1) << height
        steps = kind - 1 - height
        if steps < 0:
            steps += TOP
        for pile in range(PLACES):
            mind.cells[pile] = t.discard[piles_of, pile]
        tops = shown
        rest = hand
        lack = 0
        bare = 1.0
        helped = 1.0
        number = height
        for _ in range(steps):
            number = number + 1 if number < TOP else 1
            if (tops >> number) & 1:
                tops = take_top(t, mind, number)
                continue
            if (rest >> (4 * number)) & 15:
                rest -= int64(1) << (4 * number)
                continue
            lack += 1
            odds = float(mind.odds[draws, number])
            bare *= odds
            if lack > at_hand:
                helped *= odds
            if lack > 6:
                helped = 0.0
                bare = 0.0
                break
        mind.open_ways += lack <= at_hand
        if lack < mind.lack or (lack == mind.lack and steps < mind.steps):
            mind.second = mind.lack
            mind.lack = lack
            mind.steps = steps
        elif lack < mind.second:
            mind.second = lack
        mind.bare = max(mind.bare, bare)
        mind.helped = max(mind.helped, helped)


@rule
def take_top(t: Table, mind: Mind, number: int) -> int:
    """Takes a number off one of the discard piles in thought; returns the kinds that are on top then."""
    shown = int64(0)
    found = False
    for pile in range(PLACES):
        top = kind_of(face(t, mind.cells[pile]))
        if top == number and not found:
            mind.cells[pile] = t.below[mind.cells[pile]]
            top = kind_of(face(t, mind.cells[pile]))
            found = True
        shown |= int64(1) << top
    return shown


@rule
def distance(t: Table, kind: int) -> int:
    """The fewest cards that a building pile must grow by before a card of this kind fits."""
    near = TOP
    for place in range(PLACES):
        far = kind - 1 - int64(t.height[place])
        near = min(near, far if far >= 0 else far + TOP)
    return near


@rule
def coverage(t: Table, mind: Mind, seat: int, hand: int) -> float:
    """The chance that a stock card not seen yet can be played at once with what the seat has.

    Writes also the longest run of numbers that the seat can play on one pile, and all runs together.
    """
    playable = int64(0)
    shown = int64(0)
    mind.longest = 0
    mind.chained = 0
    for pile in range(PLACES):
        shown |= int64(1) << kind_of(face(t, t.discard[seat, pile]))
    done = int64(0)
    for place in range(PLACES):
        number = int64(t.height[place])
        if (done >> number) & 1:
            continue
        done |= int64(1) << number
        for pile in range(PLACES):
            mind.cells[pile] = t.discard[seat, pile]
        tops = shown
        rest = hand
        run = 0
        wilds = 0
        for _ in range(TOP):
            number = number + 1 if number < TOP else 1
            playable |= int64(1) << number
            if (tops >> number) & 1:
                tops = take_top(t, mind, number)
            elif (rest >> (4 * number)) & 15:
                rest -= int64(1) << (4 * number)
            elif (rest >> _WILD_BITS) & 15:
                rest -= int64(1) << _WILD_BITS
                wilds += 1
            else:
                break
            run += wilds == 0
        mind.longest = max(int64(mind.longest), run)
        mind.chained += run
    chance = float(mind.unseen[WILD])
    for kind in range(1, WILD):
        if (playable >> kind) & 1:
            chance += mind.unseen[kind]
    return chance

"""How near a stock card is to being played, and what of the cards not seen would help.

Ways up a building pile are words of twelve bits, the next number first. On a way each number is needed once, and what
discard piles give does not hang on the hand: so they are dug through once a height, and all else is reckoned with bits.
"""

from docena.bots.kernels.mind import HALF, Mind
from docena.core.cards import DOWN, UNKNOWN, WILD
from docena.core.sizes import HAND, PLACES, TOP
from docena.engine.bits import count, lowest
from docena.engine.jit import int64, rule
from docena.engine.table import Table, face, kind_of

_WILD_BITS = 4 * WILD
_NUMBERS = (1 << TOP) - 1
_STACK = (1 << (4 * TOP)) - 1
"""Twelve cards of a pile: no way takes more of them."""
_ONES = 0x1111_1111_1111
_LOST = 6
"""A way that lacks more cards than this is none."""
NO_WAY = 99
"""More steps than any way has."""


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
    mind.multiplied = 0
    for kind in range(1, WILD):
        miss = 1.0 - min(1.0, mind.unseen[kind] + wild)
        none = 1.0
        for cards in range(HAND + 1):
            mind.odds[cards, kind] = 1.0 - none
            none *= miss


@rule
def multiply_odds(mind: Mind, draws: int) -> None:
    """The chance that so many cards bring each number of a set, for all sets of low and of high numbers."""
    mind.multiplied |= 1 << draws
    mind.low_odds[draws, 0] = 1.0
    mind.high_odds[draws, 0] = 1.0
    for numbers in range(1, HALF):
        rest = numbers & (numbers - 1)
        number = 1 + lowest(numbers)
        mind.low_odds[draws, numbers] = mind.low_odds[draws, rest] * mind.odds[draws, number]
        mind.high_odds[draws, numbers] = mind.high_odds[draws, rest] * mind.odds[draws, number + TOP // 2]


@rule
def odds_of(mind: Mind, draws: int, numbers: int) -> float:
    """The chance that so many cards bring all of some numbers, a bit each from 1 on, each by itself."""
    return float(mind.low_odds[draws, numbers & (HALF - 1)] * mind.high_odds[draws, numbers >> (TOP // 2)])


@rule
def stack_piles(t: Table, mind: Mind, seat: int) -> None:
    """Writes the kinds in the discard piles of a seat, four bits each, the top first."""
    for pile in range(PLACES):
        cell = int64(t.discard[seat, pile])
        word = int64(0)
        shift = 0
        while cell != 0 and shift < 4 * TOP:
            word |= kind_of(face(t, cell)) << shift
            shift += 4
            cell = int64(t.below[cell])
        mind.stacks[pile] = word


@rule
def stack_upon(mind: Mind, pile: int, kind: int) -> int:
    """Lays a card upon a pile in thought; returns the pile as it was."""
    before = int64(mind.stacks[pile])
    mind.stacks[pile] = ((before << 4) | kind) & _STACK
    return before


@rule
def heights_of(t: Table) -> int:
    """The heights of the building piles, a bit each."""
    heights = int64(0)
    for place in range(PLACES):
        heights |= int64(1) << int64(t.height[place])
    return heights


@rule
def way_up(numbers: int, height: int) -> int:
    """Numbers, a bit each from 1 on, in the order in which a building pile of this height needs them."""
    return ((numbers >> height) | (numbers << (TOP - height))) & _NUMBERS


@rule
def held_numbers(hand: int) -> int:
    """The numbers in a hand, a bit each from 1 on."""
    some = hand | (hand >> 2)
    some = ((some | (some >> 1)) >> 4) & _ONES
    # the lowest bits of each four are moved together: pairs, fours, eights
    some = (some | (some >> 3)) & 0x0303_0303_0303
    some = (some | (some >> 6)) & 0x000F_000F_000F
    return (some | (some >> 12) | (some >> 24)) & _NUMBERS


@rule
def dig(mind: Mind, whose: int, heights: int) -> None:
    """Which numbers come off the piles that are stacked, a seat's or `IN_THOUGHT`, on the way up from each height."""
    same = True
    for pile in range(PLACES):
        same = same and mind.dug_in[whose, pile] == mind.stacks[pile]
        mind.dug_in[whose, pile] = mind.stacks[pile]
    known = int64(mind.dug_from[whose]) if same else int64(0)
    mind.dug_from[whose] = known | heights
    heights &= ~known
    first = int64(mind.stacks[0])
    second = int64(mind.stacks[1])
    third = int64(mind.stacks[2])
    fourth = int64(mind.stacks[3])
    shown = (int64(1) << (first & 15)) | (int64(1) << (second & 15))
    shown |= (int64(1) << (third & 15)) | (int64(1) << (fourth & 15))
    mind.wild_tops = 0
    if (shown >> WILD) & 1:
        for pile in range(PLACES):
            mind.wild_tops += int64(mind.stacks[pile]) & 15 == WILD
    while heights:
        height = lowest(heights)
        heights &= heights - 1
        a = first
        b = second
        c = third
        d = fourth
        dug = int64(0)
        ahead = way_up((shown >> 1) & _NUMBERS, height)
        while ahead:
            step = lowest(ahead)
            dug |= int64(1) << step
            number = height + step
            number = number + 1 if number < TOP else number + 1 - TOP
            if a & 15 == number:
                a >>= 4
                under = a & 15
            elif b & 15 == number:
                b >>= 4
                under = b & 15
            elif c & 15 == number:
                c >>= 4
                under = c & 15
            else:
                d >>= 4
                under = d & 15
            # what else shows this number is passed, and what lay under it shows if it is still ahead
            ahead &= ahead - 1
            if under != 0 and under <= TOP:
                place = under - 1 - height
                place = place if place >= 0 else place + TOP
                if place > step:
                    ahead |= int64(1) << place
        mind.dug[whose, height] = dug


@rule
def reach(t: Table, mind: Mind, owner: int, whose: int, numbers: int, wilds: int, draws: int) -> None:
    """How near the top of a stock pile is to being played with piles that are dug through, and numbers and wilds.

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
    if not (int64(mind.multiplied) >> draws) & 1:
        multiply_odds(mind, draws)
    at_hand = wilds + int64(mind.wild_tops)
    # locals: what goes back to memory after every height costs more than the reckoning
    least = int64(9)
    second = int64(9)
    fewest = int64(0)
    open_ways = int64(0)
    best_bare = 0.0
    best_helped = 0.0
    heights = heights_of(t)
    while heights:
        height = lowest(heights)
        heights &= heights - 1
        steps = kind - 1 - height
        if steps < 0:
            steps += TOP
        lacking = ((int64(1) << steps) - 1) & ~(int64(mind.dug[whose, height]) | way_up(numbers, height))
        lack = count(lacking)
        bare = 1.0
        helped = 1.0
        if lack > _LOST:
            lack = int64(_LOST + 1)
            helped = 0.0
            bare = 0.0
        else:
            bare = odds_of(mind, draws, way_up(lacking, TOP - height))
            helped = bare
            if at_hand > 0:
                for _ in range(at_hand):
                    lacking &= lacking - 1
                helped = odds_of(mind, draws, way_up(lacking, TOP - height))
        open_ways += lack <= at_hand
        if lack < least or (lack == least and steps < fewest):
            second = least
            least = lack
            fewest = steps
        elif lack < second:
            second = lack
        best_bare = max(best_bare, bare)
        best_helped = max(best_helped, helped)
    mind.lack = least
    mind.second = second
    mind.steps = fewest
    mind.open_ways = open_ways
    mind.bare = best_bare
    mind.helped = best_helped


@rule
def for_sale(t: Table, seat: int) -> int:
    """The numbers that a seat with a coin could buy from others (9.2), a bit each from 1 on."""
    kinds = int64(0)
    if t.has_coins and t.coins[seat] > 0:
        for other in range(t.players):
            if other != seat:
                kinds |= int64(1) << kind_of(face(t, t.stock[other]))
                for pile in range(PLACES):
                    kinds |= int64(1) << kind_of(face(t, t.discard[other, pile]))
    return (kinds >> 1) & _NUMBERS


@rule
def open_way(t: Table, mind: Mind, owner: int, seat: int, numbers: int, wilds: int, bought: int) -> int:
    """The fewest cards after which the top of a stock pile can be played with nothing but what a seat has or may buy.

    `NO_WAY` if it cannot; this is the short answer of `reach`.
    """
    kind = kind_of(face(t, t.stock[owner]))
    if kind == WILD:
        return 0
    # a pile that is finished, as a partner's may be, needs no way
    if kind == 0 or kind == UNKNOWN:
        return NO_WAY
    fewest = int64(NO_WAY)
    at_hand = wilds + int64(mind.wild_tops)
    for place in range(PLACES):
        height = int64(t.height[place])
        steps = kind - 1 - height
        if steps < 0:
            steps += TOP
        lacking = ((int64(1) << steps) - 1) & ~(int64(mind.dug[seat, height]) | way_up(numbers, height))
        if steps < fewest:
            lack = count(lacking)
            if bought:
                lack -= min(count(lacking & way_up(bought, height)), int64(t.coins[seat]))
            if lack <= at_hand:
                fewest = steps
    return fewest


@rule
def backwards(heights: int) -> int:
    """Heights for `distance`: highest first, and twice."""
    word = int64(0)
    while heights:
        height = lowest(heights)
        heights &= heights - 1
        word |= int64(1) << (TOP - 1 - height)
    return word | (word << TOP)


@rule
def distance(behind: int, kind: int) -> int:
    """The fewest cards that a building pile must grow by before a card of this kind fits; see `backwards`."""
    return lowest(behind >> (TOP - kind))


@rule
def coverage(mind: Mind, whose: int, heights: int, numbers: int, wilds: int) -> float:
    """The chance that a stock card not seen yet can be played at once with numbers, wilds and piles dug through.

    Writes also the longest run of numbers that can be played on one pile, and all runs together.
    """
    playable = int64(0)
    longest = int64(0)
    chained = int64(0)
    while heights:
        height = lowest(heights)
        heights &= heights - 1
        missing = _NUMBERS & ~(int64(mind.dug[whose, height]) | way_up(numbers, height))
        run = lowest(missing) if missing else int64(TOP)
        for _ in range(wilds):
            missing &= missing - 1
        ahead = (int64(2) << lowest(missing)) - 1 if missing else int64(_NUMBERS)
        # back from the order of the way to numbers from 1 on
        playable |= way_up(ahead, TOP - height)
        longest = max(longest, run)
        chained += run
    mind.longest = longest
    mind.chained = chained
    chance = float(mind.unseen[WILD])
    while playable:
        chance += mind.unseen[lowest(playable) + 1]
        playable &= playable - 1
    return chance

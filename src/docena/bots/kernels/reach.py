"""How near a stock card is to being played, and which cards not seen yet would help.

The numbers that a building pile needs next are twelve bits, the next one first: a route is a run of them. Each number
is needed once on a route, and what discard piles give does not depend on the hand: so they are searched once for each
height, and everything else is computed with bits.
"""

from docena.bots.kernels.scratch import HALF_SETS, Scratch
from docena.core.cards import DOWN, UNKNOWN, WILD
from docena.core.sizes import HAND, PLACES, TOP
from docena.engine.bits import count, lowest
from docena.engine.jit import int64, rule
from docena.engine.table import Table, face, kind_of

_NUMBERS = (1 << TOP) - 1
_PACKED = (1 << (4 * TOP)) - 1
"""Twelve cards of a pile: no route takes more of them."""
_ONES = 0x1111_1111_1111
_MOST_LACKING = 6
"""A route that lacks more cards than this counts as none."""
NO_ROUTE = 99
"""Longer than any route."""


@rule
def count_unseen(v: Table, scratch: Scratch, seat: int) -> None:
    """The share of each kind among the cards that the seat has not seen: the deck less all visible cards."""
    for kind in range(16):
        scratch.unseen[kind] = 0.0
    for code in range(v.deck.size):
        scratch.unseen[code & 15] += v.deck[code]
    for cell in range(1, int64(v.deck_n) + 1):
        if not v.card[cell] & DOWN:
            scratch.unseen[v.card[cell] & 15] -= 1.0
    for toll in range(v.tolls):
        hand = int64(v.hand[seat, toll])
        for kind in range(1, WILD + 1):
            scratch.unseen[kind] -= (hand >> (4 * kind)) & 15
    total = 0.0
    for kind in range(1, WILD + 1):
        total += scratch.unseen[kind]
    if total < 1.0:
        total = 1.0
    for kind in range(1, WILD + 1):
        scratch.unseen[kind] /= total
    wild = float(scratch.unseen[WILD])
    scratch.odds_ready = 0
    for kind in range(1, WILD):
        miss = 1.0 - min(1.0, scratch.unseen[kind] + wild)
        none = 1.0
        for cards in range(HAND + 1):
            scratch.odds[cards, kind] = 1.0 - none
            none *= miss


@rule
def prepare_odds(scratch: Scratch, draws: int) -> None:
    """The chance that so many cards bring each number of a set, for all sets of low and of high numbers."""
    scratch.odds_ready |= 1 << draws
    scratch.low_odds[draws, 0] = 1.0
    scratch.high_odds[draws, 0] = 1.0
    for numbers in range(1, HALF_SETS):
        rest = numbers & (numbers - 1)
        number = 1 + lowest(numbers)
        scratch.low_odds[draws, numbers] = scratch.low_odds[draws, rest] * scratch.odds[draws, number]
        scratch.high_odds[draws, numbers] = scratch.high_odds[draws, rest] * scratch.odds[draws, number + TOP // 2]


@rule
def odds_of(scratch: Scratch, draws: int, numbers: int) -> float:
    """The chance that so many cards bring all of some numbers, a bit each from 1 on, each by itself."""
    return float(scratch.low_odds[draws, numbers & (HALF_SETS - 1)] * scratch.high_odds[draws, numbers >> (TOP // 2)])


@rule
def pack_piles(t: Table, scratch: Scratch, seat: int) -> None:
    """Writes the kinds in the discard piles of a seat, four bits each, the top first."""
    for pile in range(PLACES):
        cell = int64(t.discard[seat, pile])
        word = int64(0)
        shift = 0
        while cell != 0 and shift < 4 * TOP:
            word |= kind_of(face(t, cell)) << shift
            shift += 4
            cell = int64(t.below[cell])
        scratch.piles[pile] = word


@rule
def lay_on_packed(scratch: Scratch, pile: int, kind: int) -> int:
    """Lays a card on a packed pile; returns the pile as it was."""
    before = int64(scratch.piles[pile])
    scratch.piles[pile] = ((before << 4) | kind) & _PACKED
    return before


@rule
def heights_of(t: Table) -> int:
    """The heights of the building piles, a bit each."""
    heights = int64(0)
    for place in range(PLACES):
        heights |= int64(1) << int64(t.height[place])
    return heights


@rule
def in_build_order(numbers: int, height: int) -> int:
    """Numbers, a bit each from 1 on, in the order in which a building pile of this height needs them."""
    return ((numbers >> height) | (numbers << (TOP - height))) & _NUMBERS


@rule
def numbers_in(hand: int) -> int:
    """The numbers in a hand, a bit each from 1 on."""
    some = hand | (hand >> 2)
    some = ((some | (some >> 1)) >> 4) & _ONES
    # packs the lowest bits of each four: by pairs, fours, eights
    some = (some | (some >> 3)) & 0x0303_0303_0303
    some = (some | (some >> 6)) & 0x000F_000F_000F
    return (some | (some >> 12) | (some >> 24)) & _NUMBERS


@rule
def search_piles(scratch: Scratch, whose: int, heights: int) -> None:
    """Which numbers the packed piles, a seat's or `HYPOTHETICAL` ones, give on the route up from each height."""
    same = True
    for pile in range(PLACES):
        same = same and scratch.searched_piles[whose, pile] == scratch.piles[pile]
        scratch.searched_piles[whose, pile] = scratch.piles[pile]
    known = int64(scratch.searched_heights[whose]) if same else int64(0)
    scratch.searched_heights[whose] = known | heights
    heights &= ~known
    first = int64(scratch.piles[0])
    second = int64(scratch.piles[1])
    third = int64(scratch.piles[2])
    fourth = int64(scratch.piles[3])
    shown = (int64(1) << (first & 15)) | (int64(1) << (second & 15))
    shown |= (int64(1) << (third & 15)) | (int64(1) << (fourth & 15))
    scratch.wild_tops = 0
    if (shown >> WILD) & 1:
        for pile in range(PLACES):
            scratch.wild_tops += int64(scratch.piles[pile]) & 15 == WILD
    while heights:
        height = lowest(heights)
        heights &= heights - 1
        a = first
        b = second
        c = third
        d = fourth
        found = int64(0)
        ahead = in_build_order((shown >> 1) & _NUMBERS, height)
        while ahead:
            step = lowest(ahead)
            found |= int64(1) << step
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
            # other tops of this number are passed over, and what lay under it is a top if it is still ahead
            ahead &= ahead - 1
            if under != 0 and under <= TOP:
                place = under - 1 - height
                place = place if place >= 0 else place + TOP
                if place > step:
                    ahead |= int64(1) << place
        scratch.from_piles[whose, height] = found


@rule
def reach(t: Table, scratch: Scratch, owner: int, whose: int, numbers: int, wilds: int, draws: int) -> None:
    """How near the top of a stock pile is to being played with the piles searched, and with numbers and wilds.

    Writes the fewest cards lacking, the steps of that route, and the best chance that `draws` new cards close a gap,
    without wilds and with those at hand; on how many heights nothing is lacking, and what the second best route lacks.
    """
    kind = kind_of(face(t, t.stock[owner]))
    scratch.open_routes = PLACES
    scratch.second_lack = 0
    scratch.lack = 0
    scratch.steps = 0
    scratch.chance_without_wilds = 1.0
    scratch.chance_with_wilds = 1.0
    if kind == 0 or kind == WILD:
        return
    scratch.open_routes = 0
    scratch.second_lack = 9
    scratch.lack = 9
    scratch.chance_without_wilds = 0.0
    scratch.chance_with_wilds = 0.0
    if kind == UNKNOWN:
        return
    if not (int64(scratch.odds_ready) >> draws) & 1:
        prepare_odds(scratch, draws)
    at_hand = wilds + int64(scratch.wild_tops)
    # locals: writing to memory after every height would cost more than the arithmetic
    least = int64(9)
    second = int64(9)
    fewest = int64(0)
    open_routes = int64(0)
    best_without = 0.0
    best_with = 0.0
    heights = heights_of(t)
    while heights:
        height = lowest(heights)
        heights &= heights - 1
        steps = kind - 1 - height
        if steps < 0:
            steps += TOP
        lacking = ((int64(1) << steps) - 1) & ~(
            int64(scratch.from_piles[whose, height]) | in_build_order(numbers, height)
        )
        lack = count(lacking)
        without = 1.0
        with_wilds = 1.0
        if lack > _MOST_LACKING:
            lack = int64(_MOST_LACKING + 1)
            with_wilds = 0.0
            without = 0.0
        else:
            without = odds_of(scratch, draws, in_build_order(lacking, TOP - height))
            with_wilds = without
            if at_hand > 0:
                for _ in range(at_hand):
                    lacking &= lacking - 1
                with_wilds = odds_of(scratch, draws, in_build_order(lacking, TOP - height))
        open_routes += lack <= at_hand
        if lack < least or (lack == least and steps < fewest):
            second = least
            least = lack
            fewest = steps
        elif lack < second:
            second = lack
        best_without = max(best_without, without)
        best_with = max(best_with, with_wilds)
    scratch.lack = least
    scratch.second_lack = second
    scratch.steps = fewest
    scratch.open_routes = open_routes
    scratch.chance_without_wilds = best_without
    scratch.chance_with_wilds = best_with


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
def open_route(t: Table, scratch: Scratch, owner: int, seat: int, numbers: int, wilds: int, bought: int) -> int:
    """The fewest cards after which the top of a stock pile can be played with nothing but what a seat has or may buy.

    `NO_ROUTE` if it cannot; this is the short answer of `reach`.
    """
    kind = kind_of(face(t, t.stock[owner]))
    if kind == WILD:
        return 0
    # a pile that is finished, as a partner's may be, needs no route
    if kind == 0 or kind == UNKNOWN:
        return NO_ROUTE
    fewest = int64(NO_ROUTE)
    at_hand = wilds + int64(scratch.wild_tops)
    for place in range(PLACES):
        height = int64(t.height[place])
        steps = kind - 1 - height
        if steps < 0:
            steps += TOP
        lacking = ((int64(1) << steps) - 1) & ~(
            int64(scratch.from_piles[seat, height]) | in_build_order(numbers, height)
        )
        if steps < fewest:
            lack = count(lacking)
            if bought:
                lack -= min(count(lacking & in_build_order(bought, height)), int64(t.coins[seat]))
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
def coverage(scratch: Scratch, whose: int, heights: int, numbers: int, wilds: int) -> float:
    """The chance that a stock card not seen yet can be played at once with numbers, wilds and the piles searched.

    Writes also the longest run of numbers that can be played on one pile, and all runs together.
    """
    playable = int64(0)
    longest = int64(0)
    chained = int64(0)
    while heights:
        height = lowest(heights)
        heights &= heights - 1
        missing = _NUMBERS & ~(int64(scratch.from_piles[whose, height]) | in_build_order(numbers, height))
        run = lowest(missing) if missing else int64(TOP)
        for _ in range(wilds):
            missing &= missing - 1
        ahead = (int64(2) << lowest(missing)) - 1 if missing else int64(_NUMBERS)
        # from build order back to numbers from 1 on
        playable |= in_build_order(ahead, TOP - height)
        longest = max(longest, run)
        chained += run
    scratch.longest_run = longest
    scratch.all_runs = chained
    chance = float(scratch.unseen[WILD])
    while playable:
        chance += scratch.unseen[lowest(playable) + 1]
        playable &= playable - 1
    return chance

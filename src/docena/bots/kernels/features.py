"""What a planning bot sees in a position: numbers of about -1 to 1, from what one seat may know.

The position is one in which the seat has just closed its turn, or in which it goes on with a card that nobody has seen
yet. The numbers of the table and of other seats come first, in `look_around`; they are the same for all closing
discards of a line of play. `look_at_own` adds the rest.
"""

from docena.bots.kernels.mind import FEATURES, Mind
from docena.bots.kernels.reach import backwards, coverage, dig, distance, heights_of, held_numbers, reach, stack_piles
from docena.core.cards import UNKNOWN, WILD
from docena.core.sizes import HAND, PLACES
from docena.engine.bits import count, lowest
from docena.engine.jit import int64, rule
from docena.engine.rules.partners import is_opponent, partner_of
from docena.engine.table import MOVE, Table, face, kind_of

# Where the numbers of each thing begin.
GENERAL, NEXT, LEADER, OTHERS, MATE, OWN_PILES = 0, 24, 48, 72, 76, 100
OWN_END = OWN_PILES + 52
# How a plan ends: with the closing discard, or with something to be seen first.
CLOSED, NEW_STOCK, NEW_HAND, NEW_MATE, NEW_OTHER = range(5)

_LOOK_DOWN = 8
"""So many cards of a discard pile are looked at."""
_DOWN, _EQUAL, _COVERED, _RUNS, _GAPS = 8, 16, 24, 32, 40
# Multiplying is quicker than dividing, and the inputs are the same to the last bit.
_HALF = 1 / 2.0
_FOURTH = 1 / 4.0
_FIFTH = 1 / 5.0
_SIXTH = 1 / 6.0
_TENTH = 1 / 10.0
_TWELFTH = 1 / 12.0
_TWENTIETH = 1 / 20.0
_THIRTIETH = 1 / 30.0
_FORTIETH = 1 / 40.0
_FORTYEIGHTH = 1 / 48.0
_HUNDREDTH = 1 / 100.0
_WILD_BITS = 4 * WILD
_EVERY_OTHER = 0x0F0F_0F0F_0F0F_0F0F
_FAR = 1000


@rule
def tidiness(stack: int) -> int:
    """Of one pile: cards, down by one, equal, covered, runs, gaps, in one number, each where it starts below."""
    cards = 1
    down = 0
    equal = 0
    gaps = 0
    covered = 0
    runs = 0
    tidy = True
    upper = stack & 15
    for _ in range(_LOOK_DOWN):
        stack >>= 4
        if stack == 0:
            break
        cards += 1
        lower = stack & 15
        if lower == upper:
            equal += 1
        elif lower == upper + 1:
            down += 1
        elif lower < upper or lower == WILD:
            covered += 1
            tidy = False
        else:
            gaps += lower - upper - 1
            tidy = False
        if tidy:
            runs += 1
        upper = lower
    return cards + (down << _DOWN) + (equal << _EQUAL) + (covered << _COVERED) + (runs << _RUNS) + (gaps << _GAPS)


@rule
def look_at_piles(mind: Mind, whose: int, behind: int, at: int) -> None:
    """Nine numbers of the piles that are stacked: empty, cards, down by one, equal, gaps, covered, tops that fit,
    near, runs."""
    empty = 0
    fits = 0
    near = 0
    total = int64(0)
    for pile in range(PLACES):
        stack = int64(mind.stacks[pile])
        if stack == 0:
            empty += 1
            continue
        upper = stack & 15
        far = 0 if upper == WILD else distance(behind, upper)
        fits += far == 0
        near += far < 3
        if mind.tidied[whose, pile] != stack:
            mind.tidied[whose, pile] = stack
            mind.tidy[whose, pile] = tidiness(stack)
        total += int64(mind.tidy[whose, pile])
    mind.x[at] = empty * _FOURTH
    mind.x[at + 1] = (total & 0xFF) * _TWENTIETH
    mind.x[at + 2] = ((total >> _DOWN) & 0xFF) * _TENTH
    mind.x[at + 3] = ((total >> _EQUAL) & 0xFF) * _TENTH
    mind.x[at + 4] = (total >> _GAPS) * _TWENTIETH
    mind.x[at + 5] = ((total >> _COVERED) & 0xFF) * _TENTH
    mind.x[at + 6] = fits * _FOURTH
    mind.x[at + 7] = (near - fits) * _FOURTH
    mind.x[at + 8] = ((total >> _RUNS) & 0xFF) * _TENTH


@rule
def look_at_seat(t: Table, mind: Mind, seat: int, at: int) -> None:
    """The numbers of another seat: how near the end it is, and how near its stock card is to being played."""
    n = float(t.stock_n[seat])
    heights = heights_of(t)
    stack_piles(t, mind, seat)
    dig(mind, seat, heights)
    reach(t, mind, seat, seat, int64(0), int64(0), int64(HAND))
    mind.x[at] = n * _TWENTIETH
    mind.x[at + 1] = 1.0 / (1.0 + n)
    mind.x[at + 2] = 1.0 / (1.0 + 0.2 * n)
    lack = int64(mind.lack)
    mind.x[at + 3] = lack == 0
    mind.x[at + 4] = lack == 1
    mind.x[at + 5] = lack == 2
    mind.x[at + 6] = lack == 3
    mind.x[at + 7] = mind.helped
    mind.x[at + 8] = kind_of(face(t, t.stock[seat])) == WILD
    mind.x[at + 9] = mind.steps * _TWELFTH
    mind.x[at + 10] = int64(t.hand_n[seat]) * _FIFTH
    look_at_piles(mind, seat, backwards(heights), at + 11)
    mind.x[at + 20] = mind.open_ways * _FOURTH
    mind.x[at + 21] = mind.second * _FOURTH
    mind.x[at + 22] = coverage(mind, seat, heights, int64(0), int64(0))
    mind.x[at + 23] = mind.longest * _SIXTH


@rule
def look_at_way(t: Table, mind: Mind, seat: int) -> None:
    """Only how near the stock card of another seat is to being played."""
    stack_piles(t, mind, seat)
    dig(mind, seat, heights_of(t))
    reach(t, mind, seat, seat, int64(0), int64(0), int64(HAND))


@rule
def look_at_rest(t: Table, mind: Mind, helped: float) -> None:
    """The numbers of all opponents together, and how near the stock card of the one after the next is."""
    mind.x[OTHERS] = mind.threat
    mind.x[OTHERS + 1] = 0.0
    mind.x[OTHERS + 2] = 0.0
    if mind.after >= 0:
        mind.x[OTHERS + 1] = helped
        mind.x[OTHERS + 2] = helped / (1.0 + int64(t.stock_n[mind.after]))
    mind.x[OTHERS + 3] = mind.leader == mind.follower


@rule
def find_others(t: Table, mind: Mind, seat: int) -> int:
    """Notes which other seats matter; returns how many stock cards the leading opponents have."""
    players = int64(t.players)
    least = int64(_FAR)
    leader = int64(-1)
    follower = int64(-1)
    threat = 0.0
    other = seat
    for _ in range(1, players):
        other = other + 1 if other + 1 < players else int64(0)
        if not is_opponent(t, seat, other):
            continue
        if follower < 0:
            follower = other
        n = int64(t.stock_n[other])
        if t.partners and t.partner_piles:
            n += int64(t.stock_n[partner_of(t, other)])
        if n < least:
            least = n
            leader = other
        threat += 1.0 / (1.0 + n)
    mind.follower = follower
    mind.leader = leader
    mind.threat = threat
    mind.mate = partner_of(t, seat) if t.partners else int64(-1)
    mind.after = -1
    if t.partners:
        mind.after = partner_of(t, follower)
    elif players > 2:
        mind.after = (follower + 1) % players if (follower + 1) % players != seat else int64(-1)
    return least


@rule
def look_at_table(t: Table, mind: Mind, seat: int, ending: int) -> None:
    """The numbers of the table itself; notes also which other seats matter."""
    least = find_others(t, mind, seat)
    for i in range(NEXT):
        mind.x[i] = 0.0
    left = int64(t.draw_n) + int64(t.aside_n)
    mind.x[0] = int64(t.draw_n) * _HUNDREDTH
    mind.x[1] = left * _HUNDREDTH
    mind.x[2] = left < 15
    mind.x[3] = left == 0
    mind.x[4] = 5.0 * mind.unseen[WILD]
    heights = heights_of(t)
    total = 0
    for place in range(PLACES):
        total += int64(t.height[place])
    mind.x[5] = count(heights) * _FOURTH
    mind.x[6] = heights & 1
    mind.x[7] = total * _FORTYEIGHTH
    mind.x[8] = ending == NEW_STOCK
    mind.x[9] = ending == NEW_HAND
    mind.x[10] = ending == NEW_MATE
    mind.x[11] = ending == NEW_OTHER
    players = int64(t.players)
    mind.x[12] = players == 3
    mind.x[13] = players == 4
    mind.x[14] = players == 5
    mind.x[15] = players == 6
    mind.x[16] = 0.0 if ending == CLOSED else int64(t.die_left) * _HALF
    mind.x[21] = int64(t.stock_size) * _THIRTIETH
    if t.has_coins:
        purse = int64(0)
        for other in range(players):
            if other != seat and is_opponent(t, seat, int64(other)):
                purse = max(purse, int64(t.coins[other]))
        mind.x[17] = int64(t.coins[seat]) * _TENTH
        mind.x[18] = purse * _TENTH
        beside = 0
        for place in range(PLACES):
            beside += int64(t.beside[place])
        mind.x[19] = beside * _TENTH
        mind.x[20] = int64(t.coins[seat]) == 0
    own = int64(t.stock_n[seat])
    if t.partners and t.partner_piles:
        own += int64(t.stock_n[partner_of(t, seat)])
    mind.x[22] = (least - own) * _TENTH
    mind.x[23] = (least - own) / (2.0 + least + own)


@rule
def look_around(t: Table, mind: Mind, seat: int, ending: int) -> None:
    """The numbers of the table and of the other seats."""
    look_at_table(t, mind, seat, ending)
    for i in range(NEXT, OWN_PILES):
        mind.x[i] = 0.0
    look_at_seat(t, mind, int64(mind.follower), int64(NEXT))
    if mind.leader != mind.follower:
        look_at_seat(t, mind, int64(mind.leader), int64(LEADER))
    if mind.after >= 0:
        look_at_way(t, mind, int64(mind.after))
    look_at_rest(t, mind, float(mind.helped))
    if mind.mate >= 0:
        look_at_seat(t, mind, int64(mind.mate), int64(MATE))


@rule
def whole_hand(t: Table, seat: int) -> int:
    """A hand, whatever the tolls of its cards."""
    hand = int64(t.hand[seat, 0])
    for toll in range(1, t.tolls):
        hand += int64(t.hand[seat, toll])
    return hand


@rule
def tolls_held(t: Table, seat: int) -> int:
    tolls = 0
    for toll in range(1, t.tolls):
        word = int64(t.hand[seat, toll])
        pairs = ((word >> 4) & _EVERY_OTHER) + ((word >> 8) & _EVERY_OTHER)
        tolls += toll * (pairs % 255)  # the sum of its bytes
    return tolls


@rule
def look_at_own(
    t: Table, mind: Mind, seat: int, whose: int, hand: int, held: int, tolls: int, ending: int
) -> None:  # fmt: skip
    """The numbers of the seat's own stock pile, of a hand of so many cards and tolls, and of the piles stacked.

    The piles are the seat's, or its piles `IN_THOUGHT`.
    """
    at = OWN_PILES
    for i in range(at, FEATURES):
        mind.x[i] = 0.0
    n = float(t.stock_n[seat])
    heights = heights_of(t)
    behind = backwards(heights)
    numbers = held_numbers(hand)
    mind.x[at] = n * _TWENTIETH
    mind.x[at + 1] = 1.0 / (1.0 + n)
    mind.x[at + 2] = 1.0 / (1.0 + 0.2 * n)
    wilds = (hand >> _WILD_BITS) & 15
    draws = min(max(HAND - held, 0), HAND) if ending == CLOSED else int64(0)
    if ending == NEW_HAND:
        draws = int64(HAND)
    dig(mind, whose, heights)
    reach(t, mind, seat, whose, numbers, wilds, draws)
    if ending != NEW_STOCK:
        lack = int64(mind.lack)
        mind.x[at + 3] = lack == 0
        mind.x[at + 4] = lack == 1
        mind.x[at + 5] = lack == 2
        mind.x[at + 6] = lack == 3
        lack = max(0, lack - wilds)
        mind.x[at + 7] = lack == 0
        mind.x[at + 8] = lack == 1
        mind.x[at + 9] = lack == 2
        mind.x[at + 10] = mind.bare
        mind.x[at + 11] = mind.helped
        mind.x[at + 12] = mind.steps * _TWELFTH
        mind.x[at + 13] = kind_of(face(t, t.stock[seat])) == WILD
        mind.x[at + 40] = mind.open_ways * _FOURTH
        mind.x[at + 41] = mind.second * _FOURTH
    mind.x[at + 42] = coverage(mind, whose, heights, numbers, wilds)
    mind.x[at + 43] = mind.longest * _SIXTH
    mind.x[at + 44] = mind.chained * _TWELFTH
    mind.x[at + 14] = held * _FIFTH
    mind.x[at + 15] = held == 0
    mind.x[at + 16] = held == 1
    mind.x[at + 17] = held >= 4
    mind.x[at + 18] = wilds == 1
    mind.x[at + 19] = wilds == 2
    mind.x[at + 20] = wilds * _FIFTH
    tops = int64(0)
    same = 0
    stock = kind_of(face(t, t.stock[seat]))
    wild_tops = 0
    high = 0
    for pile in range(PLACES):
        kind = int64(mind.stacks[pile]) & 15
        if kind:
            tops |= int64(1) << kind
            same += kind == stock
            wild_tops += kind == WILD
            high += kind
    fits = 0
    near = 0
    further = 0
    twice = 0
    far = 0
    kinds = 0
    equals = 0
    steps_down = 0
    total = 0
    rest = numbers
    while rest:
        kind = lowest(rest) + 1
        rest &= rest - 1
        copies = (hand >> (4 * kind)) & 15
        kinds += 1
        total += copies * kind
        twice += copies - 1
        equals += copies * ((tops >> kind) & 1)
        steps_down += (tops >> (kind + 1)) & 1
        gap = distance(behind, kind)
        far += gap
        # no branches: which cards are near, no processor can foresee
        fits += gap == 0
        near += gap < 3
        further += gap < 6
    mind.x[at + 21] = fits * _FIFTH
    mind.x[at + 22] = (near - fits) * _FIFTH
    mind.x[at + 23] = twice * _FIFTH
    mind.x[at + 24] = far * _THIRTIETH
    look_at_piles(mind, whose, behind, at + 25)
    mind.x[at + 34] = count(tops) * _FOURTH
    mind.x[at + 35] = same * _FOURTH
    mind.x[at + 36] = wild_tops
    if t.partners and t.partner_piles:
        mate = partner_of(t, seat)
        reach(t, mind, mate, whose, numbers, wilds, draws)
        mind.x[at + 37] = mind.helped
    mind.x[at + 38] = tolls * _FIFTH
    mind.x[at + 39] = kinds * _FIFTH
    mind.x[at + 45] = equals * _FIFTH
    mind.x[at + 46] = steps_down * _FIFTH
    mind.x[at + 47] = total * _THIRTIETH
    mind.x[at + 48] = high * _FORTIETH
    mind.x[at + 49] = (further - near) * _FIFTH


@rule
def ending_of(t: Table, seat: int) -> int:
    """How a play has ended a plan: by something that is to be seen first; `CLOSED` if there is nothing."""
    if (int64(t.hand[seat, 0]) >> (4 * UNKNOWN)) & 15 or t.awaits != MOVE or t.owed > 0:
        return NEW_HAND
    if t.stock_n[seat] > 0 and kind_of(face(t, t.stock[seat])) == UNKNOWN:
        return NEW_STOCK
    for other in range(t.players):
        if t.stock_n[other] > 0 and kind_of(face(t, t.stock[other])) == UNKNOWN:
            return NEW_MATE if t.partners and other == partner_of(t, seat) else NEW_OTHER
    return CLOSED

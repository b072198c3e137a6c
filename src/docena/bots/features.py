"""What a planning bot sees in a position: numbers of about -1 to 1, from what one seat may know.

The position is one in which the seat has just closed its turn, or in which it goes on with a card that nobody has seen
yet. The numbers of the table and of other seats come first, in `look_around`; they are the same for all closing
discards of a line of play. `look_at_own` adds the rest.
"""

from docena.bits import count, lowest
from docena.bots.mind import FEATURES, Mind
from docena.bots.reach import backwards, coverage, dig, distance, heights_of, held_numbers, reach, stack_piles
from docena.cards import UNKNOWN, WILD
from docena.jit import int64, rule
from docena.rules.partners import is_opponent, partner_of
from docena.sizes import HAND, PLACES
from docena.table import MOVE, Table, face, kind_of

# Where the numbers of each thing begin.
GENERAL, NEXT, LEADER, OTHERS, MATE, OWN_PILES = 0, 24, 48, 72, 76, 100
OWN_END = OWN_PILES + 52
# How a plan ends: with the closing discard, or with something to be seen first.
CLOSED, NEW_STOCK, NEW_HAND, NEW_MATE, NEW_OTHER = range(5)

_LOOK_DOWN = 8
"""So many cards of a discard pile are looked at."""
_DOWN, _EQUAL, _COVERED, _RUNS, _GAPS = 8, 16, 24, 32, 40
_WILD_BITS = 4 * WILD
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
def look_at_piles(mind: Mind, seat: int, behind: int, at: int) -> None:
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
        if far == 0:
            fits += 1
        elif far < 3:
            near += 1
        if mind.tidied[seat, pile] != stack:
            mind.tidied[seat, pile] = stack
            mind.tidy[seat, pile] = tidiness(stack)
        total += int64(mind.tidy[seat, pile])
    mind.x[at] = empty / 4.0
    mind.x[at + 1] = (total & 0xFF) / 20.0
    mind.x[at + 2] = ((total >> _DOWN) & 0xFF) / 10.0
    mind.x[at + 3] = ((total >> _EQUAL) & 0xFF) / 10.0
    mind.x[at + 4] = (total >> _GAPS) / 20.0
    mind.x[at + 5] = ((total >> _COVERED) & 0xFF) / 10.0
    mind.x[at + 6] = fits / 4.0
    mind.x[at + 7] = near / 4.0
    mind.x[at + 8] = ((total >> _RUNS) & 0xFF) / 10.0


@rule
def look_at_seat(t: Table, mind: Mind, seat: int, at: int) -> None:
    """The numbers of another seat: how near the end it is, and how near its stock card is to being played."""
    n = float(t.stock_n[seat])
    heights = heights_of(t)
    stack_piles(t, mind, seat)
    dig(mind, seat, heights)
    reach(t, mind, seat, seat, int64(0), int64(0), int64(HAND))
    mind.x[at] = n / 20.0
    mind.x[at + 1] = 1.0 / (1.0 + n)
    mind.x[at + 2] = 1.0 / (1.0 + 0.2 * n)
    lack = int64(mind.lack)
    mind.x[at + 3] = lack == 0
    mind.x[at + 4] = lack == 1
    mind.x[at + 5] = lack == 2
    mind.x[at + 6] = lack == 3
    mind.x[at + 7] = mind.helped
    mind.x[at + 8] = kind_of(face(t, t.stock[seat])) == WILD
    mind.x[at + 9] = mind.steps / 12.0
    mind.x[at + 10] = int64(t.hand_n[seat]) / 5.0
    look_at_piles(mind, seat, backwards(heights), at + 11)
    mind.x[at + 20] = mind.open_ways / 4.0
    mind.x[at + 21] = mind.second / 4.0
    mind.x[at + 22] = coverage(mind, seat, heights, int64(0), int64(0))
    mind.x[at + 23] = mind.longest / 6.0


@rule
def look_at_way(t: Table, mind: Mind, seat: int) -> None:
    """Only how near the stock card of another seat is to being played."""
    stack_piles(t, mind, seat)
    dig(mind, seat, heights_of(t))
    reach(t, mind, seat, seat, int64(0), int64(0), int64(HAND))


@rule
def look_around(t: Table, mind: Mind, seat: int, ending: int, blind: int) -> None:
    """The numbers of the table and of the other seats."""
    for i in range(OWN_PILES):
        mind.x[i] = 0.0
    left = int64(t.draw_n) + int64(t.aside_n)
    mind.x[0] = int64(t.draw_n) / 100.0
    mind.x[1] = left / 100.0
    mind.x[2] = left < 15
    mind.x[3] = left == 0
    mind.x[4] = 5.0 * mind.unseen[WILD]
    heights = heights_of(t)
    total = 0
    for place in range(PLACES):
        total += int64(t.height[place])
    mind.x[5] = count(heights) / 4.0
    mind.x[6] = heights & 1
    mind.x[7] = total / 48.0
    mind.x[8] = ending == NEW_STOCK
    mind.x[9] = ending == NEW_HAND
    mind.x[10] = ending == NEW_MATE
    mind.x[11] = ending == NEW_OTHER
    players = int64(t.players)
    mind.x[12] = players == 3
    mind.x[13] = players == 4
    mind.x[14] = players == 5
    mind.x[15] = players == 6
    mind.x[16] = 0.0 if ending == CLOSED else int64(t.die_left) / 2.0
    mind.x[21] = int64(t.stock_size) / 30.0
    least = _FAR
    leader = -1
    follower = -1
    threat = 0.0
    purse = 0
    for i in range(1, players):
        other = (seat + i) % players
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
        purse = max(purse, int64(t.coins[other]))
    if t.has_coins:
        mind.x[17] = int64(t.coins[seat]) / 10.0
        mind.x[18] = purse / 10.0
        beside = 0
        for place in range(PLACES):
            beside += int64(t.beside[place])
        mind.x[19] = beside / 10.0
        mind.x[20] = int64(t.coins[seat]) == 0
    own = int64(t.stock_n[seat])
    if t.partners and t.partner_piles:
        own += int64(t.stock_n[partner_of(t, seat)])
    mind.x[22] = (least - own) / 10.0
    mind.x[23] = (least - own) / (2.0 + least + own)
    if blind:
        for i in range(NEXT, MATE):
            mind.x[i] = mind.glance[i - NEXT]
    else:
        look_at_seat(t, mind, follower, int64(NEXT))
        if leader != follower:
            look_at_seat(t, mind, leader, int64(LEADER))
        mind.x[OTHERS] = threat
        if players > 2 and not t.partners:
            after = (follower + 1) % players
            if after != seat:
                look_at_way(t, mind, after)
                mind.x[OTHERS + 1] = mind.helped
                mind.x[OTHERS + 2] = mind.helped / (1.0 + int64(t.stock_n[after]))
        elif t.partners:
            other = partner_of(t, follower)
            look_at_way(t, mind, other)
            mind.x[OTHERS + 1] = mind.helped
            mind.x[OTHERS + 2] = mind.helped / (1.0 + int64(t.stock_n[other]))
        mind.x[OTHERS + 3] = leader == follower
    if t.partners:
        look_at_seat(t, mind, partner_of(t, seat), int64(MATE))


@rule
def glance_around(t: Table, mind: Mind, seat: int) -> None:
    """One look at the opponents before the turn: a player who does not watch them plays as if it stayed like that."""
    look_around(t, mind, seat, int64(CLOSED), int64(0))
    for i in range(NEXT, MATE):
        mind.glance[i - NEXT] = mind.x[i]


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
        for kind in range(1, WILD + 1):
            tolls += toll * ((word >> (4 * kind)) & 15)
    return tolls


@rule
def look_at_own(t: Table, mind: Mind, seat: int, hand: int, held: int, tolls: int, ending: int) -> None:
    """The numbers of the seat's own stock pile, of a hand of so many cards and tolls, and of the piles stacked."""
    at = OWN_PILES
    for i in range(at, FEATURES):
        mind.x[i] = 0.0
    n = float(t.stock_n[seat])
    heights = heights_of(t)
    behind = backwards(heights)
    numbers = held_numbers(hand)
    mind.x[at] = n / 20.0
    mind.x[at + 1] = 1.0 / (1.0 + n)
    mind.x[at + 2] = 1.0 / (1.0 + 0.2 * n)
    wilds = (hand >> _WILD_BITS) & 15
    draws = min(max(HAND - held, 0), HAND) if ending == CLOSED else int64(0)
    if ending == NEW_HAND:
        draws = int64(HAND)
    dig(mind, seat, heights)
    reach(t, mind, seat, seat, numbers, wilds, draws)
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
        mind.x[at + 12] = mind.steps / 12.0
        mind.x[at + 13] = kind_of(face(t, t.stock[seat])) == WILD
        mind.x[at + 40] = mind.open_ways / 4.0
        mind.x[at + 41] = mind.second / 4.0
    mind.x[at + 42] = coverage(mind, seat, heights, numbers, wilds)
    mind.x[at + 43] = mind.longest / 6.0
    mind.x[at + 44] = mind.chained / 12.0
    mind.x[at + 14] = held / 5.0
    mind.x[at + 15] = held == 0
    mind.x[at + 16] = held == 1
    mind.x[at + 17] = held >= 4
    mind.x[at + 18] = wilds == 1
    mind.x[at + 19] = wilds == 2
    mind.x[at + 20] = wilds / 5.0
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
        if gap == 0:
            fits += 1
        elif gap < 3:
            near += 1
        elif gap < 6:
            further += 1
    mind.x[at + 21] = fits / 5.0
    mind.x[at + 22] = near / 5.0
    mind.x[at + 23] = twice / 5.0
    mind.x[at + 24] = far / 30.0
    look_at_piles(mind, seat, behind, at + 25)
    mind.x[at + 34] = count(tops) / 4.0
    mind.x[at + 35] = same / 4.0
    mind.x[at + 36] = wild_tops
    if t.partners and t.partner_piles:
        mate = partner_of(t, seat)
        reach(t, mind, mate, seat, numbers, wilds, draws)
        mind.x[at + 37] = mind.helped
    mind.x[at + 38] = tolls / 5.0
    mind.x[at + 39] = kinds / 5.0
    mind.x[at + 45] = equals / 5.0
    mind.x[at + 46] = steps_down / 5.0
    mind.x[at + 47] = total / 30.0
    mind.x[at + 48] = high / 40.0
    mind.x[at + 49] = further / 5.0


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

"""What a planning bot sees in a position: numbers of about -1 to 1, from what one seat may know.

The position is one in which the seat has just closed its turn, or in which it goes on with a card that nobody has seen
yet. The numbers of the table and of other seats come first, in `look_around`; they are the same for all closing
discards of a line of play. `look_at_own` adds the rest.
"""

from docena.bits import count
from docena.bots.mind import FEATURES, Mind
from docena.bots.reach import coverage, distance, reach
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
_WILD_BITS = 4 * WILD
_FAR = 1000


@rule
def look_at_piles(t: Table, mind: Mind, seat: int, at: int) -> None:
    """Nine numbers of discard piles: empty, cards, down by one, equal, gaps, covered, tops that fit, near, runs."""
    empty = 0
    cards = 0
    down = 0
    equal = 0
    gaps = 0
    covered = 0
    fits = 0
    near = 0
    runs = 0
    for pile in range(PLACES):
        cell = t.discard[seat, pile]
        if cell == 0:
            empty += 1
            continue
        upper = kind_of(face(t, cell))
        far = 0 if upper == WILD else distance(t, upper)
        if far == 0:
            fits += 1
        elif far < 3:
            near += 1
        tidy = True
        cards += 1
        for _ in range(_LOOK_DOWN):
            cell = t.below[cell]
            if cell == 0:
                break
            cards += 1
            lower = kind_of(face(t, cell))
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
    mind.x[at] = empty / 4.0
    mind.x[at + 1] = cards / 20.0
    mind.x[at + 2] = down / 10.0
    mind.x[at + 3] = equal / 10.0
    mind.x[at + 4] = gaps / 20.0
    mind.x[at + 5] = covered / 10.0
    mind.x[at + 6] = fits / 4.0
    mind.x[at + 7] = near / 4.0
    mind.x[at + 8] = runs / 10.0


@rule
def look_at_seat(t: Table, mind: Mind, seat: int, at: int) -> None:
    """The numbers of another seat: how near the end it is, and how near its stock card is to being played."""
    n = float(t.stock_n[seat])
    reach(t, mind, seat, seat, int64(0), int64(HAND))
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
    look_at_piles(t, mind, seat, at + 11)
    mind.x[at + 20] = mind.open_ways / 4.0
    mind.x[at + 21] = mind.second / 4.0
    mind.x[at + 22] = coverage(t, mind, seat, int64(0))
    mind.x[at + 23] = mind.longest / 6.0


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
    heights = int64(0)
    total = 0
    for place in range(PLACES):
        heights |= int64(1) << int64(t.height[place])
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
                reach(t, mind, after, after, int64(0), int64(HAND))
                mind.x[OTHERS + 1] = mind.helped
                mind.x[OTHERS + 2] = mind.helped / (1.0 + int64(t.stock_n[after]))
        elif t.partners:
            other = partner_of(t, follower)
            reach(t, mind, other, other, int64(0), int64(HAND))
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
def look_at_own(t: Table, mind: Mind, seat: int, ending: int) -> None:
    """The numbers of the seat's own stock pile, hand and discard piles."""
    at = OWN_PILES
    for i in range(at, FEATURES):
        mind.x[i] = 0.0
    hand = int64(t.hand[seat, 0])
    for toll in range(1, t.tolls):
        hand += int64(t.hand[seat, toll])
    held = int64(t.hand_n[seat])
    n = float(t.stock_n[seat])
    mind.x[at] = n / 20.0
    mind.x[at + 1] = 1.0 / (1.0 + n)
    mind.x[at + 2] = 1.0 / (1.0 + 0.2 * n)
    wilds = (hand >> _WILD_BITS) & 15
    draws = min(max(HAND - held, 0), HAND) if ending == CLOSED else int64(0)
    if ending == NEW_HAND:
        draws = int64(HAND)
    reach(t, mind, seat, seat, hand, draws)
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
    mind.x[at + 42] = coverage(t, mind, seat, hand)
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
        kind = kind_of(face(t, t.discard[seat, pile]))
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
    for kind in range(1, WILD):
        held = (hand >> (4 * kind)) & 15
        if held:
            kinds += 1
            total += held * kind
            twice += held - 1
            equals += held * ((tops >> kind) & 1)
            steps_down += (tops >> (kind + 1)) & 1
            gap = distance(t, kind)
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
    look_at_piles(t, mind, seat, at + 25)
    mind.x[at + 34] = count(tops) / 4.0
    mind.x[at + 35] = same / 4.0
    mind.x[at + 36] = wild_tops
    if t.partners and t.partner_piles:
        mate = partner_of(t, seat)
        reach(t, mind, mate, seat, hand, draws)
        mind.x[at + 37] = mind.helped
    if t.tolls > 1:
        tolls = 0
        for toll in range(1, t.tolls):
            word = int64(t.hand[seat, toll])
            for kind in range(1, WILD + 1):
                tolls += toll * ((word >> (4 * kind)) & 15)
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

"""Features of a position: inputs of the network, about -1 to 1, from what one seat may know.

The position is one in which the seat has just closed its turn, or in which it goes on with a card that nobody has seen
yet. The features of the table and of other seats come first, in `write_context`; they are the same for all closing
discards of a line of play. `own_features` adds the rest.
"""

from docena.bots.kernels.reach import (
    backwards,
    coverage,
    distance,
    heights_of,
    pack_piles,
    reach,
    search_piles,
)
from docena.bots.kernels.scratch import Scratch
from docena.core.cards import UNKNOWN, WILD
from docena.core.sizes import HAND, PLACES
from docena.engine.bits import count
from docena.engine.jit import int64, rule
from docena.engine.rules.partners import is_opponent, partner_of
from docena.engine.table import MOVE, Table, face, kind_of

# Where the features of each thing begin.
GENERAL, NEXT, LEADER, OTHERS, PARTNERS, OWN_PILES = 0, 24, 48, 72, 76, 100
OWN_END = OWN_PILES + 52
# How a plan ends: with the closing discard, or with something that must be seen first.
CLOSED, NEW_STOCK, NEW_HAND, NEW_PARTNER, NEW_OTHER = range(5)

_MOST_COUNTED = 8
"""How many cards of a discard pile are counted, below its top."""
_DOWN, _EQUAL, _COVERED, _RUNS, _GAPS = 8, 16, 24, 32, 40
# Multiplying is faster than dividing.
_HALF = 1 / 2.0
_FOURTH = 1 / 4.0
_FIFTH = 1 / 5.0
_SIXTH = 1 / 6.0
_TENTH = 1 / 10.0
_TWELFTH = 1 / 12.0
_TWENTIETH = 1 / 20.0
_THIRTIETH = 1 / 30.0
_FORTYEIGHTH = 1 / 48.0
_HUNDREDTH = 1 / 100.0
_EVERY_OTHER = 0x0F0F_0F0F_0F0F_0F0F
_FAR = 1000


@rule
def order_of(packed: int) -> int:
    """Counts of one packed pile in one number: cards, down by one, equal, covered, runs, gaps, in the bits above."""
    cards = 1
    down = 0
    equal = 0
    gaps = 0
    covered = 0
    runs = 0
    in_order = True
    upper = packed & 15
    for _ in range(_MOST_COUNTED):
        packed >>= 4
        if packed == 0:
            break
        cards += 1
        lower = packed & 15
        if lower == upper:
            equal += 1
        elif lower == upper + 1:
            down += 1
        elif lower < upper or lower == WILD:
            covered += 1
            in_order = False
        else:
            gaps += lower - upper - 1
            in_order = False
        if in_order:
            runs += 1
        upper = lower
    return cards + (down << _DOWN) + (equal << _EQUAL) + (covered << _COVERED) + (runs << _RUNS) + (gaps << _GAPS)


@rule
def write_piles(scratch: Scratch, whose: int, behind: int, at: int) -> None:
    """Nine features of the packed piles: empty, cards, down by one, equal, gaps, covered, tops that fit, near, runs."""
    empty = 0
    fits = 0
    near = 0
    total = int64(0)
    for pile in range(PLACES):
        packed = int64(scratch.piles[pile])
        if packed == 0:
            empty += 1
            continue
        upper = packed & 15
        far = 0 if upper == WILD else distance(behind, upper)
        fits += far == 0
        near += far < 3
        if scratch.counted_piles[whose, pile] != packed:
            scratch.counted_piles[whose, pile] = packed
            scratch.order_counts[whose, pile] = order_of(packed)
        total += int64(scratch.order_counts[whose, pile])
    scratch.x[at] = empty * _FOURTH
    scratch.x[at + 1] = (total & 0xFF) * _TWENTIETH
    scratch.x[at + 2] = ((total >> _DOWN) & 0xFF) * _TENTH
    scratch.x[at + 3] = ((total >> _EQUAL) & 0xFF) * _TENTH
    scratch.x[at + 4] = (total >> _GAPS) * _TWENTIETH
    scratch.x[at + 5] = ((total >> _COVERED) & 0xFF) * _TENTH
    scratch.x[at + 6] = fits * _FOURTH
    scratch.x[at + 7] = (near - fits) * _FOURTH
    scratch.x[at + 8] = ((total >> _RUNS) & 0xFF) * _TENTH


@rule
def write_seat(t: Table, scratch: Scratch, seat: int, at: int) -> None:
    """The features of another seat: how near the end it is, and how near its stock card is to being played."""
    n = float(t.stock_n[seat])
    heights = heights_of(t)
    pack_piles(t, scratch, seat)
    search_piles(scratch, seat, heights)
    reach(t, scratch, seat, seat, int64(0), int64(0), int64(HAND))
    scratch.x[at] = n * _TWENTIETH
    scratch.x[at + 1] = 1.0 / (1.0 + n)
    scratch.x[at + 2] = 1.0 / (1.0 + 0.2 * n)
    lack = int64(scratch.lack)
    scratch.x[at + 3] = lack == 0
    scratch.x[at + 4] = lack == 1
    scratch.x[at + 5] = lack == 2
    scratch.x[at + 6] = lack == 3
    scratch.x[at + 7] = scratch.chance_with_wilds
    scratch.x[at + 8] = kind_of(face(t, t.stock[seat])) == WILD
    scratch.x[at + 9] = scratch.steps * _TWELFTH
    scratch.x[at + 10] = int64(t.hand_n[seat]) * _FIFTH
    write_piles(scratch, seat, backwards(heights), at + 11)
    scratch.x[at + 20] = scratch.open_routes * _FOURTH
    scratch.x[at + 21] = scratch.second_lack * _FOURTH
    scratch.x[at + 22] = coverage(scratch, seat, heights, int64(0), int64(0))
    scratch.x[at + 23] = scratch.longest_run * _SIXTH


@rule
def find_stock_chance(t: Table, scratch: Scratch, seat: int) -> None:
    """Finds out only how near the stock card of another seat is to being played."""
    pack_piles(t, scratch, seat)
    search_piles(scratch, seat, heights_of(t))
    reach(t, scratch, seat, seat, int64(0), int64(0), int64(HAND))


@rule
def write_opponents(t: Table, scratch: Scratch, chance: float) -> None:
    """The features of all opponents together, and the chance of the one after the next to play its stock card."""
    scratch.x[OTHERS] = scratch.threat
    scratch.x[OTHERS + 1] = 0.0
    scratch.x[OTHERS + 2] = 0.0
    if scratch.after_next >= 0:
        scratch.x[OTHERS + 1] = chance
        scratch.x[OTHERS + 2] = chance / (1.0 + int64(t.stock_n[scratch.after_next]))
    scratch.x[OTHERS + 3] = scratch.leader == scratch.next_opponent


@rule
def find_others(t: Table, scratch: Scratch, seat: int) -> int:
    """Notes which other seats matter; returns how many stock cards the leading opponents have."""
    players = int64(t.players)
    least = int64(_FAR)
    leader = int64(-1)
    next_opponent = int64(-1)
    threat = 0.0
    other = seat
    for _ in range(1, players):
        other = other + 1 if other + 1 < players else int64(0)
        if not is_opponent(t, seat, other):
            continue
        if next_opponent < 0:
            next_opponent = other
        n = int64(t.stock_n[other])
        if t.partners and t.partner_piles:
            n += int64(t.stock_n[partner_of(t, other)])
        if n < least:
            least = n
            leader = other
        threat += 1.0 / (1.0 + n)
    scratch.next_opponent = next_opponent
    scratch.leader = leader
    scratch.threat = threat
    scratch.partner = partner_of(t, seat) if t.partners else int64(-1)
    scratch.after_next = -1
    if t.partners:
        scratch.after_next = partner_of(t, next_opponent)
    elif players > 2:
        following = (next_opponent + 1) % players
        scratch.after_next = following if following != seat else int64(-1)
    return least


@rule
def write_table(t: Table, scratch: Scratch, seat: int, ending: int) -> None:
    """The features of the table itself; notes also which other seats matter."""
    least = find_others(t, scratch, seat)
    for i in range(NEXT):
        scratch.x[i] = 0.0
    left = int64(t.draw_n) + int64(t.aside_n)
    scratch.x[0] = int64(t.draw_n) * _HUNDREDTH
    scratch.x[1] = left * _HUNDREDTH
    scratch.x[2] = left < 15
    scratch.x[3] = left == 0
    scratch.x[4] = 5.0 * scratch.unseen[WILD]
    heights = heights_of(t)
    total = 0
    for place in range(PLACES):
        total += int64(t.height[place])
    scratch.x[5] = count(heights) * _FOURTH
    scratch.x[6] = heights & 1
    scratch.x[7] = total * _FORTYEIGHTH
    scratch.x[8] = ending == NEW_STOCK
    scratch.x[9] = ending == NEW_HAND
    scratch.x[10] = ending == NEW_PARTNER
    scratch.x[11] = ending == NEW_OTHER
    players = int64(t.players)
    scratch.x[12] = players == 3
    scratch.x[13] = players == 4
    scratch.x[14] = players == 5
    scratch.x[15] = players == 6
    scratch.x[16] = 0.0 if ending == CLOSED else int64(t.die_left) * _HALF
    scratch.x[21] = int64(t.stock_size) * _THIRTIETH
    if t.has_coins:
        purse = int64(0)
        for other in range(players):
            if other != seat and is_opponent(t, seat, int64(other)):
                purse = max(purse, int64(t.coins[other]))
        scratch.x[17] = int64(t.coins[seat]) * _TENTH
        scratch.x[18] = purse * _TENTH
        beside = 0
        for place in range(PLACES):
            beside += int64(t.beside[place])
        scratch.x[19] = beside * _TENTH
        scratch.x[20] = int64(t.coins[seat]) == 0
    own = int64(t.stock_n[seat])
    if t.partners and t.partner_piles:
        own += int64(t.stock_n[partner_of(t, seat)])
    scratch.x[22] = (least - own) * _TENTH
    scratch.x[23] = (least - own) / (2.0 + least + own)


@rule
def write_context(t: Table, scratch: Scratch, seat: int, ending: int) -> None:
    """The features of the table and of the other seats."""
    write_table(t, scratch, seat, ending)
    for i in range(NEXT, OWN_PILES):
        scratch.x[i] = 0.0
    write_seat(t, scratch, int64(scratch.next_opponent), int64(NEXT))
    if scratch.leader != scratch.next_opponent:
        write_seat(t, scratch, int64(scratch.leader), int64(LEADER))
    if scratch.after_next >= 0:
        find_stock_chance(t, scratch, int64(scratch.after_next))
    write_opponents(t, scratch, float(scratch.chance_with_wilds))
    if scratch.partner >= 0:
        write_seat(t, scratch, int64(scratch.partner), int64(PARTNERS))


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
def ending_of(t: Table, seat: int) -> int:
    """How a play has ended a plan: by something that must be seen first; `CLOSED` if there is nothing to see."""
    if (int64(t.hand[seat, 0]) >> (4 * UNKNOWN)) & 15 or t.awaits != MOVE or t.owed > 0:
        return NEW_HAND
    if t.stock_n[seat] > 0 and kind_of(face(t, t.stock[seat])) == UNKNOWN:
        return NEW_STOCK
    for other in range(t.players):
        if t.stock_n[other] > 0 and kind_of(face(t, t.stock[other])) == UNKNOWN:
            return NEW_PARTNER if t.partners and other == partner_of(t, seat) else NEW_OTHER
    return CLOSED

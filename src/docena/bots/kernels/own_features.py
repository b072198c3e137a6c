"""Features of the mover's own cards: its stock pile, a hand, and the discard piles that are packed."""

from docena.bots.kernels.features import CLOSED, NEW_HAND, NEW_STOCK, OWN_PILES, write_piles
from docena.bots.kernels.model import FEATURES
from docena.bots.kernels.reach import backwards, coverage, distance, heights_of, numbers_in, reach, search_piles
from docena.bots.kernels.scratch import Scratch
from docena.core.cards import WILD
from docena.core.sizes import HAND, PLACES
from docena.engine.bits import count, lowest
from docena.engine.jit import int64, rule
from docena.engine.rules.partners import partner_of
from docena.engine.table import Table, face, kind_of

# Multiplying is faster than dividing.
_FOURTH = 1 / 4.0
_FIFTH = 1 / 5.0
_SIXTH = 1 / 6.0
_TWELFTH = 1 / 12.0
_TWENTIETH = 1 / 20.0
_THIRTIETH = 1 / 30.0
_FORTIETH = 1 / 40.0
_WILD_BITS = 4 * WILD


@rule
def write_own(
    t: Table, scratch: Scratch, seat: int, whose: int, hand: int, held: int, tolls: int, ending: int
) -> None:  # fmt: skip
    """The features of the seat's own stock pile, of a hand of so many cards and tolls, and of the packed piles.

    The piles are the seat's, or `HYPOTHETICAL` ones.
    """
    at = OWN_PILES
    for i in range(at, FEATURES):
        scratch.x[i] = 0.0
    n = float(t.stock_n[seat])
    heights = heights_of(t)
    behind = backwards(heights)
    numbers = numbers_in(hand)
    scratch.x[at] = n * _TWENTIETH
    scratch.x[at + 1] = 1.0 / (1.0 + n)
    scratch.x[at + 2] = 1.0 / (1.0 + 0.2 * n)
    wilds = (hand >> _WILD_BITS) & 15
    draws = min(max(HAND - held, 0), HAND) if ending == CLOSED else int64(0)
    if ending == NEW_HAND:
        draws = int64(HAND)
    search_piles(scratch, whose, heights)
    reach(t, scratch, seat, whose, numbers, wilds, draws)
    if ending != NEW_STOCK:
        lack = int64(scratch.lack)
        scratch.x[at + 3] = lack == 0
        scratch.x[at + 4] = lack == 1
        scratch.x[at + 5] = lack == 2
        scratch.x[at + 6] = lack == 3
        lack = max(0, lack - wilds)
        scratch.x[at + 7] = lack == 0
        scratch.x[at + 8] = lack == 1
        scratch.x[at + 9] = lack == 2
        scratch.x[at + 10] = scratch.chance_without_wilds
        scratch.x[at + 11] = scratch.chance_with_wilds
        scratch.x[at + 12] = scratch.steps * _TWELFTH
        scratch.x[at + 13] = kind_of(face(t, t.stock[seat])) == WILD
        scratch.x[at + 40] = scratch.open_routes * _FOURTH
        scratch.x[at + 41] = scratch.second_lack * _FOURTH
    scratch.x[at + 42] = coverage(scratch, whose, heights, numbers, wilds)
    scratch.x[at + 43] = scratch.longest_run * _SIXTH
    scratch.x[at + 44] = scratch.all_runs * _TWELFTH
    scratch.x[at + 14] = held * _FIFTH
    scratch.x[at + 15] = held == 0
    scratch.x[at + 16] = held == 1
    scratch.x[at + 17] = held >= 4
    scratch.x[at + 18] = wilds == 1
    scratch.x[at + 19] = wilds == 2
    scratch.x[at + 20] = wilds * _FIFTH
    tops = int64(0)
    same = 0
    stock = kind_of(face(t, t.stock[seat]))
    wild_tops = 0
    high = 0
    for pile in range(PLACES):
        kind = int64(scratch.piles[pile]) & 15
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
        # no branches, as a processor could not predict which cards are near
        fits += gap == 0
        near += gap < 3
        further += gap < 6
    scratch.x[at + 21] = fits * _FIFTH
    scratch.x[at + 22] = (near - fits) * _FIFTH
    scratch.x[at + 23] = twice * _FIFTH
    scratch.x[at + 24] = far * _THIRTIETH
    write_piles(scratch, whose, behind, at + 25)
    scratch.x[at + 34] = count(tops) * _FOURTH
    scratch.x[at + 35] = same * _FOURTH
    scratch.x[at + 36] = wild_tops
    if t.partners and t.partner_piles:
        partner = partner_of(t, seat)
        reach(t, scratch, partner, whose, numbers, wilds, draws)
        scratch.x[at + 37] = scratch.chance_with_wilds
    scratch.x[at + 38] = tolls * _FIFTH
    scratch.x[at + 39] = kinds * _FIFTH
    scratch.x[at + 45] = equals * _FIFTH
    scratch.x[at + 46] = steps_down * _FIFTH
    scratch.x[at + 47] = total * _THIRTIETH
    scratch.x[at + 48] = high * _FORTIETH
    scratch.x[at + 49] = (further - near) * _FIFTH

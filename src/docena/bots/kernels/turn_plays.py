"""The plays that are tried from a position of a turn: legal, not alike, and as many of them as the level sees."""

from docena.bots.kernels.level import Level
from docena.bots.kernels.scratch import Scratch
from docena.core.moves import (
    ACTS,
    BOUGHT,
    CLOSING,
    DIE_GIFT,
    EXTRA,
    HAND_PLAY,
    OWN,
    PARTNER,
    PASS_MOVE,
    PILES,
    WORDS,
)
from docena.core.sizes import PLACES, SEATS, TOP
from docena.engine.bits import lowest
from docena.engine.jit import int64, rule
from docena.engine.rng import below
from docena.engine.rules.partners import partner_of
from docena.engine.step import legal
from docena.engine.table import Pad, Table, face, kind_of, toll_of

_GIFTS = ((1 << SEATS) - 1) << DIE_GIFT
_HAND_COLUMN = 0x0111_1111_1111_1111
_PILE_COLUMN = 0x1111_1111_1111
_PLACE_BITS = (1 << PLACES) - 1
_PLACED = (1 << DIE_GIFT) - 1


@rule
def list_plays(t: Table, scratch: Scratch, pad: Pad, seat: int, level: Level) -> bool:
    """Writes the plays that are to be tried from a position; returns whether the turn may also be closed here."""
    legal(t, pad)
    closing = int64(0)
    for toll in range(t.tolls):
        closing |= int64(pad.moves[CLOSING + toll])
    may_close = closing != 0 or int64(pad.moves[PILES]) >> (PASS_MOVE & 63) & 1 == 1
    for word in range(CLOSING, EXTRA):
        pad.moves[word] = 0
    pad.moves[PILES] &= ~(int64(1) << (PASS_MOVE & 63))
    pad.moves[ACTS] = 0
    gifts = int64(pad.moves[PILES]) & _GIFTS
    if gifts:
        # a gift costs nothing, so it comes first: to the next opponent or to the one who leads
        leader = -1
        following = -1
        for i in range(1, t.players):
            other = (seat + i) % int64(t.players)
            if (gifts >> (DIE_GIFT + other)) & 1:
                if following < 0:
                    following = other
                if leader < 0 or t.stock_n[other] < t.stock_n[leader]:
                    leader = other
        for word in range(WORDS):
            scratch.plays[word] = 0
        scratch.plays[PILES] = (int64(1) << (DIE_GIFT + leader)) | (int64(1) << (DIE_GIFT + following))
        return False
    places = int64(_PLACE_BITS)
    if not t.must:
        for place in range(1, PLACES):
            for before in range(place):
                if t.height[place] == t.height[before] and t.beside[place] == t.beside[before]:
                    places &= ~(int64(1) << place)
    for word in range(HAND_PLAY, CLOSING):
        scratch.plays[word] = int64(pad.moves[word]) & (places * _HAND_COLUMN)
    for word in range(CLOSING, PILES):
        scratch.plays[word] = pad.moves[word]
    scratch.plays[PILES] = int64(pad.moves[PILES]) & ((places * _PILE_COLUMN) | ~int64(_PLACED))
    for word in range(BOUGHT, ACTS):
        scratch.plays[word] = int64(pad.moves[word]) & (places * _HAND_COLUMN)
    scratch.plays[ACTS] = 0
    first = plays_first(t, seat, level)
    if first:
        plays = int64(scratch.plays[PILES]) & first
        for word in range(WORDS):
            scratch.plays[word] = 0
        scratch.plays[PILES] = plays
        may_close = level.miss_rate > 0.0
    if not has_room(scratch, level) and t.toll == 0 and t.hand_n[seat] > 1:
        keep_ending_plays(scratch)
    if level.miss_rate > 0.0 and not t.must and t.toll == 0:
        miss_plays(scratch, pad, level)
    return may_close


@rule
def has_room(scratch: Scratch, level: Level) -> bool:
    """Whether more positions of the turn are looked at."""
    return bool(scratch.positions < level.positions)


@rule
def keep_ending_plays(scratch: Scratch) -> None:
    """Leaves only plays of stock cards: where there is no room for new positions, others lead nowhere."""
    stocks = int64(scratch.plays[PILES]) & ((_PLACE_BITS << OWN) | (_PLACE_BITS << PARTNER))
    for word in range(WORDS):
        scratch.plays[word] = 0
    scratch.plays[PILES] = stocks


@rule
def may_end(t: Table, seat: int) -> bool:
    """Whether a play may end a plan here: the last card of the hand, a stock card, or a toll that is not paid."""
    if t.toll > 0 or t.hand_n[seat] <= 1 or takes_stock(t, seat):
        return True
    return bool(t.partner_piles) and takes_stock(t, partner_of(t, seat))


@rule
def takes_stock(t: Table, owner: int) -> bool:
    """Whether some building pile takes a stock card now."""
    return (int64(t.needs) >> (4 * kind_of(face(t, t.stock[owner])))) & _PLACE_BITS != 0


@rule
def fits_at_once(t: Table, owner: int) -> int:
    """The building piles that take a stock card now, a bit each; none for a wild, which waits for its best place."""
    card = face(t, t.stock[owner])
    kind = kind_of(card)
    if kind == 0 or kind > TOP or toll_of(card) > 0:
        return 0
    return (int64(t.needs) >> (4 * kind)) & _PLACE_BITS


@rule
def plays_first(t: Table, seat: int, level: Level) -> int:
    """The plays that take precedence: a numbered stock card that fits, or else the partner's. What follows is planned
    once the next card is seen. Either may need the place that the other one needs too; a card whose toll may end the
    turn is one play among others.
    """
    if t.must or t.toll > 0 or t.ended or (level.stock_may_wait and (t.partner_piles or t.has_coins)):
        return 0
    plays = fits_at_once(t, seat) << OWN
    if t.partner_piles:
        partner = partner_of(t, seat)
        alike = kind_of(face(t, t.stock[partner])) == kind_of(face(t, t.stock[seat]))
        if plays == 0 or (plays & (plays - 1) == 0 and alike):
            plays |= fits_at_once(t, partner) << PARTNER
    return plays


@rule
def miss_plays(scratch: Scratch, pad: Pad, level: Level) -> None:
    """Removes plays from the list that a player of this level overlooks."""
    often = int64(level.miss_rate * 1024.0)
    for word in range(WORDS):
        rest = int64(scratch.plays[word])
        while rest:
            bit = lowest(rest)
            rest &= rest - 1
            # players look at their own stock card first, and seldom overlook it
            shown = word == PILES and bit < 4
            if below(pad, int64(1024)) < (often >> 2 if shown else often):
                scratch.plays[word] &= ~(int64(1) << bit)


@rule
def next_play(scratch: Scratch) -> int:
    """The next play to try, removed from the list; -1 if there is none."""
    for word in range(WORDS):
        bits = int64(scratch.plays[word])
        if bits:
            scratch.plays[word] = bits & (bits - 1)
            return 64 * word + lowest(bits)
    return -1

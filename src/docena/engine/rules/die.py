"""Chapter 8: the die."""

from docena.core.cards import WILD
from docena.core.moves import GIFT_FACE, TWO_FACE, WILD_FACE
from docena.core.sizes import PLACES, TOP
from docena.engine.jit import int64, rule
from docena.engine.rules.partners import is_opponent
from docena.engine.table import Table


@rule
def rolled(t: Table, die: int) -> None:
    """8.1: what is rolled may be used once in the turn; 8.3: the `2` is two discards."""
    t.die = die
    t.die_left = 2 if die == TWO_FACE else 1


@rule
def die_places(t: Table, kinds: int) -> int:
    """8.2: the building piles where the die may stand in: in its range, and a real card must follow.

    `kinds` are those of the cards that can follow.
    """
    if t.die_left == 0 or t.die > WILD_FACE:
        return 0
    places = int64(0)
    for place in range(PLACES):
        number = int64(t.height[place]) + 1
        if t.die != WILD_FACE and t.die != (number + 3) // 4:
            continue
        following = 1 if number == TOP else number + 1
        if kinds & ((int64(1) << (4 * following)) | (int64(1) << (4 * WILD))):
            places |= int64(1) << place
    return places


@rule
def may_discard_extra(t: Table) -> bool:
    """8.3: up to two more discards, never the last card of the hand."""
    return t.die == TWO_FACE and t.die_left > 0 and t.hand_n[t.mover] > 1


@rule
def gift_seats(t: Table) -> int:
    """8.4: the opponents who can be given a card, a bit a seat; none without a card to give."""
    seats = int64(0)
    if t.die == GIFT_FACE and t.die_left > 0 and t.draw_n + t.aside_n > 0:
        for seat in range(t.players):
            if is_opponent(t, int64(t.mover), seat):
                seats |= int64(1) << seat
    return seats

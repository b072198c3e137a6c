"""Chapter 7 and 6.5: what can happen where people handle the cards themselves."""

from docena.core.moves import ACT_ACCUSE, ACT_DRAW, ACT_OBJECT, ACT_OUT, ACT_TALK
from docena.core.sizes import PENALTY_CARDS
from docena.engine.jit import int64, rule
from docena.engine.rules.partners import partner_of
from docena.engine.rules.turn import start_turn
from docena.engine.table import Table


@rule
def acts(t: Table) -> int:
    """What anybody may do at an open table, besides the mover's moves with cards."""
    everybody = (int64(1) << int64(t.players)) - 1
    mover = int64(t.mover)
    moves = int64(0)
    if t.draw_n + t.aside_n > 0:
        moves |= int64(1) << (ACT_DRAW + mover)
    if mover != t.turn:
        # 7.2: any seat but the offender may object
        moves |= (everybody & ~(int64(1) << mover)) << ACT_OBJECT
    elif not t.moved:
        # 7.2: only before the player whose turn it is has made any move
        moves |= (everybody & ~(int64(1) << mover)) << ACT_OUT
    if t.partners and t.partner_piles:
        moves |= int64(1) << (ACT_TALK + partner_of(t, mover))
        for seat in range(t.players):
            moves |= (everybody & ~(int64(1) << seat)) << (ACT_ACCUSE + 6 * seat)
    return moves


@rule
def take_card(t: Table) -> None:
    """4.1, 4.3, 7.1: the mover takes the top card of the draw pile."""
    t.moved = 1
    t.taking = 1
    t.due = 1


@rule
def go_out_of_turn(t: Table, seat: int) -> None:
    """7.2: the turn of another seat begins; what the interrupted player has is kept."""
    t.kept_die = t.die
    t.kept_die_left = t.die_left
    t.kept_talks = t.talks
    t.kept_owed = t.owed
    start_turn(t, seat)


@rule
def stop_out_of_turn(t: Table) -> None:
    """7.2: play goes back to whoever's turn it was, and the offender will play a turn without the draw of 4.1."""
    t.penalised |= int64(1) << int64(t.mover)
    t.mover = t.turn
    t.played = 0
    t.moved = 0
    t.ended = 0
    t.die = t.kept_die
    t.die_left = t.kept_die_left
    t.talks = t.kept_talks
    t.owed = t.kept_owed
    t.due = 1


@rule
def talk(t: Table) -> None:
    """6.5: the mover's partner says something."""
    t.talks += 1


@rule
def accuse(t: Table, accused: int) -> None:
    """6.5: upheld where that seat talked in this turn; two cards go under the stock pile, unseen."""
    if t.talks > 0 and accused == partner_of(t, int64(t.mover)):
        t.talks -= 1
        t.sinking = PENALTY_CARDS
        t.sinking_seat = accused
        t.due = 1

"""Chapter 5, with 6.4 and 10.2: who has won, and how many points."""

from docena.engine.jit import hot, int64, rule
from docena.engine.rules.partners import partner_of
from docena.engine.table import BLOCKED, WON, Table

GAME_POINTS = 25
CARD_POINTS = 5


@hot
def stock_played(t: Table, seat: int) -> bool:
    """5.1: a stock pile has lost a card; returns whether that ended the game."""
    if t.stock_n[seat] > 0:
        return False
    winners = int64(1) << seat
    if t.partners:
        partner = partner_of(t, seat)
        # 6.4: both stock piles of a partnership; 10.2: in the tournament one is enough
        if t.partner_piles and t.stock_n[partner] > 0:
            return False
        winners |= int64(1) << partner
    t.winners = winners
    t.over = WON
    return True


@rule
def count_pass(t: Table) -> bool:
    """4.7: the game is blocked when every seat has passed since the last play or discard."""
    if not t.played and t.draw_n == 0 and t.aside_n == 0:
        t.passed |= int64(1) << int64(t.mover)
    if t.passed == (1 << int64(t.players)) - 1:
        t.over = BLOCKED
        return True
    return False


@rule
def points(t: Table) -> int:
    """5.2: 25, and 5 for every card left in opponents' stock piles; nothing if nobody has won (4.7)."""
    if t.over != WON:
        return 0
    left = 0
    for seat in range(t.players):
        if not (int64(t.winners) >> seat) & 1:
            left += int64(t.stock_n[seat])
    return GAME_POINTS + CARD_POINTS * left

"""Chapter 9: coins, buying and tolls."""

from docena.core.cards import WILD
from docena.core.moves import PAY, STOP
from docena.core.sizes import PLACES, TOP
from docena.engine.jit import int64, rule
from docena.engine.rules.piles import fitting_piles, kinds_on_top
from docena.engine.table import Table


@rule
def share_of_first(t: Table, coins: int) -> int:
    """How many of the coins dealt out one at a time go to the seat that completes a pile (9.4)."""
    players = int64(t.players)
    return (coins + players - 1) // players


@rule
def deal_out(t: Table, place: int, seat: int) -> None:
    """9.4: the coins beside a completed pile go round, one at a time, from the seat that completed it."""
    players = int64(t.players)
    coins = int64(t.beside[place])
    t.beside[place] = 0
    for i in range(players):
        t.coins[(seat + i) % players] += (coins + players - 1 - i) // players


@rule
def coin_places(t: Table, seat: int, kinds: int) -> int:
    """9.1: the building piles where coins may stand in for the card: they must be paid, and a card must follow.

    `kinds` are those of the seat's own cards. A card to be bought (9.2) serves too if a coin is left for it, counting
    the coins that come back when coins as a 12 complete the pile (9.4).
    """
    for_sale = int64(0)
    for other in range(t.players):
        if other != seat:
            for_sale |= kinds_on_top(t, int64(other))
    purse = int64(t.coins[seat])
    places = int64(0)
    for place in range(PLACES):
        price = int64(t.height[place]) + 1
        if price > purse:
            continue
        left = purse - price
        following = price + 1
        if price == TOP:
            following = 1
            left += share_of_first(t, int64(t.beside[place]) + price)
        wanted = (int64(1) << (4 * following)) | (int64(1) << (4 * WILD))
        if kinds & wanted or (left > 0 and for_sale & wanted):
            places |= int64(1) << place
    return places


@rule
def for_sale(t: Table, seat: int, needs: int, first: int) -> int:
    """9.2: what can be bought from three seats, beginning with seat `first`: twenty pile bits each."""
    bits = int64(0)
    for i in range(3):
        owner = first + i
        if owner < t.players and owner != seat:
            bits |= fitting_piles(t, owner, needs) << (20 * i)
    return bits


@rule
def toll_moves(t: Table) -> int:
    """9.3: pay and go on, or not."""
    moves = int64(1) << STOP
    if t.coins[t.mover] >= t.toll:
        moves |= int64(1) << PAY
    return moves


@rule
def pay_toll(t: Table) -> None:
    t.coins[t.mover] -= t.toll
    t.beside[t.toll_place] += t.toll
    t.toll = 0

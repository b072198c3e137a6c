"""Chapter 2: who deals, and the deal."""

from collections.abc import Callable, Sequence
from typing import Any

from docena.core.cards import DOWN, WILD
from docena.engine.jit import int64, rule
from docena.engine.rules.turn import settle, start_turn
from docena.engine.table import Pad, Table, place_on, toll_of

Shuffle = Callable[[list[int]], list[int]]


def draw_for_deal(deck: Sequence[int], players: int, shuffle: Shuffle) -> tuple[int, list[list[tuple[int, int]]]]:
    """2.1: each player draws a card and the highest number deals; those who tie for highest draw again.

    Returns the dealer's seat (0 to players - 1) and what was drawn, round by round, as (seat, card).
    """
    seats = list(range(players))
    rounds: list[list[tuple[int, int]]] = []
    if len({_rank(card) for card in deck}) == 1:
        return shuffle(seats)[0], rounds  # a deck in which every draw would tie
    while len(seats) > 1:
        drawn = list(zip(seats, shuffle(list(deck)), strict=False))
        rounds.append(drawn)
        ranks = {seat: _rank(card) for seat, card in drawn}
        seats = [seat for seat in seats if ranks[seat] == max(ranks.values())]
    return seats[0], rounds


def _rank(card: int) -> int:
    """2.1: a wild is lower than 1."""
    return 0 if card & 15 == WILD else card & 15


def next_seat(seat: int, players: int) -> int:
    """2.2, 2.3: one seat to the left."""
    return (seat + 1) % players


@rule
def lay_out(
    t: Table, players: int, stock_size: int, partners: bool, partner_piles: bool, has_die: bool, coins: int,
    is_open: bool, deck: Any,
) -> None:  # fmt: skip
    """What a table is opened with: its options and its deck (1.4, 2.5)."""
    t.players = players
    t.stock_size = stock_size
    t.partners = partners
    t.partner_piles = partner_piles
    t.has_die = has_die
    t.has_coins = coins > 0
    t.open = is_open
    t.deck_n = deck.size
    for seat in range(players):
        t.coins[seat] = coins
    for i in range(deck.size):
        t.deck[deck[i]] += 1


@rule
def deal(t: Table, pad: Pad) -> None:
    """2.4: stock piles card by card from seat `first`, their tops turned up; the rest is the draw pile.

    The deck lies on the pad, top first; the facts of the table (`players`, `stock_size` ...) stand in it already.
    """
    t.needs = int64(15) << (4 * WILD)
    for place in range(4):
        t.needs |= int64(1) << (4 + place)
    players = int64(t.players)
    first = int64(t.first)
    n = int64(t.deck_n)
    dealt = players * int64(t.stock_size)
    t.tolls = 1
    seat = first
    for i in range(dealt):
        cell = i + 1
        t.stock[seat] = place_on(t, cell, t.stock[seat], pad.cards[i] | DOWN)
        seat += 1
        if seat == players:
            seat = 0
    for seat in range(players):
        t.card[t.stock[seat]] &= 0xFF ^ DOWN
        t.stock_n[seat] = t.stock_size
    for i in range(n - 1, dealt - 1, -1):
        t.draw = place_on(t, i + 1, t.draw, pad.cards[i] | DOWN)
    t.draw_n = n - dealt
    if t.has_coins:
        for i in range(n):
            t.tolls = max(int64(t.tolls), toll_of(int64(pad.cards[i])) + 1)
    t.turn = first
    start_turn(t, first)
    settle(t)

"""Sampled worlds: whole tables that agree with a view, with everything hidden dealt at random."""

from docena.core.cards import DOWN, UNKNOWN
from docena.core.sizes import TOLLS
from docena.engine.jit import int64, rule
from docena.engine.rng import below
from docena.engine.table import Pad, Table, toll_of


@rule
def gather_unseen(v: Table, pad: Pad, seat: int) -> int:
    """Writes the cards that the seat has not seen on the pad; returns how many."""
    n = 0
    for code in range(v.deck.size):
        copies = int64(v.deck[code])
        if copies:
            copies -= (int64(v.hand[seat, code >> 4]) >> (4 * (code & 15))) & 15 if seat < v.players else 0
            for _ in range(copies):
                pad.cards[n] = code
                n += 1
    # each visible card is removed from the list
    for cell in range(1, int64(v.deck_n) + 1):
        if not v.card[cell] & DOWN:
            for i in range(n):
                if pad.cards[i] == v.card[cell]:
                    n -= 1
                    pad.cards[i] = pad.cards[n]
                    break
    return n


@rule
def take_unseen(pad: Pad, n: int) -> int:
    """One of the first n cards on the pad, all equally likely; the last one takes its place."""
    i = below(pad, n)
    card = int64(pad.cards[i])
    pad.cards[i] = pad.cards[n - 1]
    return card


@rule
def deal_pile(w: Table, pad: Pad, top: int, n: int) -> int:
    """Gives each unknown card of a pile a face; returns how many cards are left to deal."""
    cell = top
    while cell != 0:
        if w.card[cell] == DOWN | UNKNOWN and n > 0:
            w.card[cell] = DOWN | take_unseen(pad, n)
            n -= 1
        cell = int64(w.below[cell])
    return n


@rule
def sample_hidden(w: Table, pad: Pad, seat: int, n: int) -> None:
    """Makes the copy of a view a world; the pad holds the n cards that the seat has not seen.

    Cells that wait for hand cards stay unknown: a card gets its face when it leaves the hand.
    """
    for other in range(w.players):
        if other != seat:
            for toll in range(TOLLS):
                w.hand[other, toll] = 0
            for _ in range(w.hand_n[other]):
                card = take_unseen(pad, n)
                n -= 1
                w.hand[other, toll_of(card)] += int64(1) << (4 * (card & 15))
        n = deal_pile(w, pad, int64(w.stock[other]), n)
    deal_pile(w, pad, int64(w.draw), n)

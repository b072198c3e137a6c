"""What a seat may know: the only crossing from a full table to anything else.

A view is a table record in which every card that lies face down, and every card in another seat's hand, is unknown.
All else on a table is in plain sight. Spectators are a seat of their own, with no hand.
"""

from typing import Any

from docena.core.cards import DOWN, UNKNOWN
from docena.core.moves import ACT_ACCUSE, ACTS, WORDS, in_text_order, move_text, moves_in
from docena.core.sizes import SEATS, TOLLS
from docena.engine.board import Board
from docena.engine.jit import entry, hot, int64
from docena.engine.step import legal_moves
from docena.engine.table import Table, Tables, new_pads, new_tables

SPECTATOR = SEATS
"""The seat of those who only watch."""


@hot
def cover(v: Table, seat: int) -> None:
    """Makes the copy of a table into the view of a seat."""
    for cell in range(v.card.size):
        v.card[cell] = DOWN | UNKNOWN if v.card[cell] & DOWN else v.card[cell]
    for other in range(SEATS):
        if other != seat:
            v.hand[other, 0] = int64(v.hand_n[other]) << (4 * UNKNOWN)
            for toll in range(1, TOLLS):
                v.hand[other, toll] = 0


@entry
def look(tables: Tables, i: int, views: Tables, j: int, seat: int) -> None:
    """Writes what `seat` may know of table i as view j."""
    views[j] = tables[i]
    cover(views[j], seat)


def acts_of(seat: int) -> int:
    """The bits of word 15 that are acts of this seat."""
    mine = sum(1 << (first + seat) for first in range(0, ACT_ACCUSE, SEATS))
    return mine | ((1 << SEATS) - 1) << (ACT_ACCUSE + SEATS * seat)


def moves_of(moves: Any, mover: int, seat: int) -> list[int]:
    """Of a set of legal moves, the words with the moves that are this seat's to make."""
    words = [int(word) for word in moves] if seat == mover else [0] * WORDS
    words[ACTS] = int(moves[ACTS]) & acts_of(seat) if seat < SEATS else 0
    return words


class View(Board):
    """What one seat, or a spectator, may know. It holds no reference to the table that it was taken from."""

    def __init__(self, tables: Tables, seat: int | None) -> None:
        """`seat` from 1; None for a spectator."""
        views = new_tables(1)
        look(tables, 0, views, 0, SPECTATOR if seat is None else seat - 1)
        super().__init__(views)
        self.seat = seat

    def legal_numbers(self) -> list[int]:
        """The moves that this seat may make now, by number: none for an idle seat."""
        pads = new_pads(1)
        legal_moves(self._tables, 0, pads)
        seat = SPECTATOR if self.seat is None else self.seat - 1
        return moves_in(moves_of(pads["moves"][0], self.mover - 1, seat))

    def legal_moves(self) -> list[str]:
        """The moves that this seat may make now, as text."""
        return [move_text(move) for move in in_text_order(self.legal_numbers())]

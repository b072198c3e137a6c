"""What a seat may know: the only crossing from a full table to anything else.

A view is a table record in which every card that lies face down, and every card in another seat's hand, is unknown.
All else on a table is in plain sight. Spectators are a seat of their own, with no hand.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from docena.core.cards import UNKNOWN
from docena.core.editions import Edition
from docena.core.moves import ACTS, WORDS, in_text_order, move_text, moves_in
from docena.core.options import Options
from docena.core.sizes import SEATS
from docena.engine.board import Board
from docena.engine.cover import SPECTATOR, acts_of, cover
from docena.engine.jit import entry
from docena.engine.positions.bare_table import options_of
from docena.engine.positions.position import BadPosition, viewer_of
from docena.engine.positions.position_reader import read_position
from docena.engine.positions.position_table import table_of
from docena.engine.positions.position_writer import position_of, text_of
from docena.engine.step import legal_moves
from docena.engine.table import Tables, new_pads, new_tables
from docena.engine.view_json import view_json


@entry
def look(tables: Tables, i: int, views: Tables, j: int, seat: int) -> None:
    """Writes what `seat` may know of table i as view j."""
    views[j] = tables[i]
    cover(views[j], seat)


def moves_of(moves: Any, mover: int, seat: int) -> list[int]:
    """Of a set of legal moves, the words with the moves that are this seat's to make."""
    words = [int(word) for word in moves] if seat == mover else [0] * WORDS
    words[ACTS] = int(moves[ACTS]) & acts_of(seat) if seat < SEATS else 0
    return words


class View(Board):
    """What one seat, or a spectator, may know. It holds no reference to the table that it was taken from."""

    def __init__(self, tables: Tables, seat: int | None, options: Options | None = None) -> None:
        """`seat` from 1; None for a spectator. With the table's `options` its position names the edition."""
        views = new_tables(1)
        look(tables, 0, views, 0, SPECTATOR if seat is None else seat - 1)
        super().__init__(views)
        self.seat = seat
        self._options = options

    @classmethod
    def from_position(cls, text: str, edition: Edition | None = None) -> "View":
        """What the seat that a position names sees; where it names none, the seat that moves.

        `edition` is one of your own that the position names.
        """
        position = read_position(text, edition)
        seat = position.mover if position.viewer is None else position.viewer or None
        if seat == position.mover and UNKNOWN in position.seats[seat - 1].hand:
            raise BadPosition("own_hand", seat=seat)
        return cls(table_of(position), seat, position.options)

    def __str__(self) -> str:
        return self.position()

    def position(self, score: Sequence[int] = (), goal: int = 0) -> str:
        """The view as one line of text (docs/position-format.md); `score` and `goal` are those of a match."""
        options = self._options or options_of(self.tables)
        return text_of(position_of(self.tables, options, viewer_of(self.seat), score, goal))

    def legal_numbers(self) -> list[int]:
        """The moves that this seat may make now, by number: none for an idle seat."""
        pads = new_pads(1)
        legal_moves(self.tables, 0, pads)
        seat = SPECTATOR if self.seat is None else self.seat - 1
        return moves_in(moves_of(pads["moves"][0], self.mover - 1, seat))

    def legal_moves(self) -> list[str]:
        """The moves that this seat may make now, as text."""
        return [move_text(move) for move in in_text_order(self.legal_numbers())]

    def as_json(self) -> bytes:
        """The view and its legal moves as JSON, as servers and programs that play are sent it."""
        return view_json(self.tables, self.seat)

    def as_dict(self) -> dict[str, Any]:
        """The same as plain data."""
        found: dict[str, Any] = msgspec.json.decode(self.as_json())
        return found

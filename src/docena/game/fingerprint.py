"""A fingerprint of a position: equal for equal positions, however they were reached."""

import hashlib

from docena.engine.board import Board
from docena.engine.table import TABLE, Tables, copy_of, record_in

# What differs between equal positions: where cards lie, rather than what lies there, and how often things happened.
_CELLS = ("card", "below", "draw", "aside", "spare", "stock", "discard", "building", "bottom", "moves", "turns")


def fingerprint(tables: Tables) -> str:
    """Of the table in this array."""
    return hashlib.blake2b(_position(tables), digest_size=16).hexdigest()


def _position(tables: Tables) -> bytes:
    tables = copy_of(tables)
    table, board = record_in(tables), Board(tables)
    # fields that no longer matter
    if not table.sinking:
        table.sinking_seat = 0
    if not table.toll:
        table.toll_place = table.refill = 0
    if table.mover == table.turn:
        table.kept_die = table.kept_die_left = table.kept_talks = table.kept_owed = 0
    plain = [table[name].tobytes() for name in TABLE.names or () if name not in _CELLS]
    piles = [board.draw, sorted(board.aside)]
    piles += [board.building(place) for place in range(1, 5)]
    for seat in board.seats:
        piles += [board.stock(seat), *board.discards(seat)]
    return b"|".join(plain + [bytes(pile) for pile in piles])

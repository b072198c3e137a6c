"""Redrawing what a viewer cannot know, directly in a table record."""

from random import Random
from typing import Any

import numpy as np

from docena.core.cards import DOWN
from docena.core.sizes import TOLLS
from docena.engine.board import Board
from docena.engine.table import TABLE, Tables, copy_of, record_in
from docena.game.game import Game


def own_table(game: Game) -> Tables:
    """A copy of a game's table record, to be written in."""
    return copy_of(np.frombuffer(bytes(game.board), TABLE))


def face_down_cells(table: Any) -> list[int]:
    """The cells of the draw pile and of all stock piles whose cards lie face down."""
    cells = []
    faces, below = table.card.tolist(), table.below.tolist()  # reaching into the record is slow: once, not once a card
    for cell in [int(table.draw), *table.stock.tolist()]:
        while cell:
            if faces[cell] & DOWN:
                cells.append(cell)
            cell = below[cell]
    return cells


def cards_in_hand(table: Any, seat: int) -> list[int]:
    words = table.hand[seat].tolist()
    return [
        kind + 16 * toll
        for toll in range(TOLLS)
        if words[toll]
        for kind in range(1, 14)
        for _ in range(words[toll] >> 4 * kind & 15)
    ]


def give_hand(table: Any, seat: int, cards: list[int]) -> None:
    words = [0] * TOLLS
    for card in cards:
        words[card >> 4] += 1 << 4 * (card & 15)
    table.hand[seat] = words


def redrawn(game: Game, seat: int | None, rng: Random) -> Tables:
    """A table that this seat (None: a spectator) cannot tell from the game's: all that it cannot see is dealt anew."""
    tables = own_table(game)
    table = record_in(tables)
    cells = face_down_cells(table)
    others = [other for other in range(int(table.players)) if seat is None or other != seat - 1]
    hands = [cards_in_hand(table, other) for other in others]
    faces = table.card.tolist()
    hidden = [faces[cell] & ~DOWN for cell in cells] + [card for hand in hands for card in hand]
    rng.shuffle(hidden)
    for cell in cells:
        faces[cell] = hidden.pop() | DOWN
    table.card = faces
    for other, hand in zip(others, hands, strict=True):
        give_hand(table, other, [hidden.pop() for _ in hand])
    assert not hidden
    return tables


def full_deck(tables: Tables) -> list[int]:
    """All cards of a table, wherever they lie: redrawing must keep them."""
    board = Board(tables)
    piles = [board.draw, board.aside, *(board.building(place) for place in range(1, 5))]
    for seat in board.seats:
        piles += [board.hand(seat), board.stock(seat), *board.discards(seat)]
    return sorted(card for pile in piles for card in pile)

"""The table: one record that holds everything on it, for every edition.

A record is the superset of all editions: die, coins, tolls, partners and the open table's state are always there,
usually zero. One record is one table, an array of records is a batch, a copy is one copy of memory.

Every card that lies in a pile lies in a *cell*: `card[cell]` is its face, `below[cell]` the cell under it, and a pile
is the cell of its top card (0: no card). Cards in hands are counts by kind, and their cells wait in `spare`, face
down. Which cell a card lies in follows from what everybody saw happen, never from its face, so that cells give nothing
away and a view only has to cover the cards that lie face down.
"""

from typing import Annotated, Any

import numpy as np

from docena.core.cards import DOWN
from docena.core.sizes import MOST_CARDS, MOST_CODES, PLACES, SEATS, TOLLS
from docena.engine.jit import hot, int64, rule
from docena.engine.layouts import Int8, Int16, Int32, Int64, UInt8, UInt64, layout_of, new_records
from docena.engine.signature import Records

# What the table waits for before it goes on.
MOVE, SHUFFLE, ROLL, RESTOCK = range(4)

# How a game ended.
PLAYING, WON, BLOCKED = range(3)

# One bit in each kind's four: kinds 1 to 14.
KINDS = 0x0111_1111_1111_1110
# The bits of place 0 in a `needs` word; shift it for the other places.
COLUMN = KINDS


class Table:
    """Everything on a table; its size stays near 900 bytes."""

    # the piles
    needs: Int64  # bit 4 * kind + place: a card of that kind fits on that building pile
    hand: Annotated[Any, "i8", (SEATS, TOLLS)]  # bits 4 * kind ...: how many of that kind (and toll) the seat holds
    hand_n: Annotated[Any, "i1", SEATS]
    height: Annotated[Any, "i1", PLACES]  # the number that a building pile has reached
    building: Annotated[Any, "u1", PLACES]
    building_n: Annotated[Any, "i1", PLACES]  # its cards: fewer than its height where something stood in for a card
    bottom: Annotated[Any, "u1", PLACES]  # its lowest card
    stock: Annotated[Any, "u1", SEATS]
    stock_n: Annotated[Any, "i2", SEATS]
    discard: Annotated[Any, "u1", (SEATS, PLACES)]
    draw: UInt8
    aside: UInt8
    spare: UInt8
    awaits: Int8
    draw_n: Int16
    aside_n: Int16
    # the turn
    turn: UInt8  # whose turn it is
    mover: UInt8  # who moves: another seat only in a turn out of turn (7.2)
    over: Int8
    winners: Int8  # a bit a seat
    played: Int8  # something was played in this turn
    moved: Int8  # the mover has made a move in this turn (7.2)
    passed: Int8  # a bit a seat: passed since the last play or discard (4.7)
    ended: Int8  # no more plays in this turn (9.3)
    must: UInt8  # place + 1 on which a card must follow a stand-in (8.2, 9.1)
    due: Int8  # something is to be done before the next move: see `turn.settle`
    drawing: Int8  # cards still to be drawn into the mover's hand (strict tables)
    owed: Int8  # draws that the mover still owes (open tables, 7.0)
    taking: Int8  # the mover is taking a card (open tables)
    sinking: Int8  # cards still to go under a stock pile (6.5, 8.4) ...
    sinking_seat: UInt8  # ... of this seat
    rolling: Int8  # the die is to be rolled
    refill: Int8  # the hand is to be filled once the toll is settled (9.3)
    # the die
    die: UInt8  # the face rolled in this turn, 0 for none
    die_left: Int8  # how often it can still be used
    # coins
    toll: Int8  # the toll to be settled now
    toll_place: UInt8
    coins: Annotated[Any, "i2", SEATS]
    beside: Annotated[Any, "i2", PLACES]
    # special situations
    talks: Int32  # talks in this turn that nobody was punished for
    penalised: Int8  # a bit a seat: its next regular turn is played without the draw of 4.1
    kept_die: Int8  # of the turn that was interrupted: its roll, ...
    kept_die_left: Int8
    kept_talks: Int32  # ... its talks ...
    kept_owed: Int8  # ... and the draws owed
    # facts of the table's edition and options
    players: Int8
    first: UInt8
    partners: Int8
    partner_piles: Int8  # 6.2 to 6.5 apply
    has_die: Int8
    has_coins: Int8
    tolls: Int8  # how many different tolls the deck has, none included
    open: Int8
    stock_size: Int16
    deck_n: Int16
    deck: Annotated[
        Any, "u1", MOST_CODES
    ]  # how many of each card code the deck has: what a player knows before the deal
    # counters
    turns: Int32
    moves: Int32
    # the cells
    card: Annotated[Any, "u1", MOST_CARDS + 1]
    below: Annotated[Any, "u1", MOST_CARDS + 1]


TABLE = layout_of(Table)

Tables = Annotated[Any, Records(TABLE)]
"""An array of table records: `tables[i]` is a `Table`."""


def new_tables(n: int) -> Tables:
    return new_records(n, TABLE)


def record_in(records: Any) -> Any:
    """The first record of an array, for Python: its fields are attributes, and writing to them writes to the array."""
    return records.view(np.recarray)[0]


def copy_of(tables: Tables) -> Tables:
    """The same tables again, byte for byte: NumPy's own copy leaves padding between fields undefined."""
    copies = new_tables(len(tables))
    copies.view(np.uint8)[:] = tables.view(np.uint8)
    return copies


class Pad:
    """A scratch pad beside a table: where rules write what is longer than a number.

    It is a record because Numba counts references to arrays that are passed on, which would take longer than the move
    itself.
    """

    chance: UInt64  # the state of the generator of `docena.engine.rng`
    moves: Annotated[Any, "i8", 16]  # a set of moves, as numbered in `docena.core.moves`
    cards: Annotated[Any, "u1", MOST_CARDS + 1]


PAD = layout_of(Pad)
Pads = Annotated[Any, Records(PAD)]


def new_pads(n: int) -> Any:
    return new_records(n, PAD)


@rule
def kind_of(card: int) -> int:
    return card & 15


@rule
def toll_of(card: int) -> int:
    return (card >> 4) & 3


@rule
def face(t: Table, cell: int) -> int:
    """The card in a cell; no card (0) for no cell."""
    return int64(t.card[cell]) & ~DOWN


@hot
def place_on(t: Table, cell: int, top: int, card: int) -> int:
    """Lays a card in a cell upon a pile; returns the pile's new top."""
    t.card[cell] = card
    t.below[cell] = top
    return cell


@hot
def take_spare(t: Table) -> int:
    """A free cell, for a card that leaves a hand."""
    cell = t.spare
    t.spare = t.below[cell]
    return cell


@rule
def copy_pile(t: Table, top: int, pad: Pad) -> int:
    """Writes a pile's cards on the pad, top first, as if face up; returns how many."""
    n = 0
    while top != 0:
        pad.cards[n] = t.card[top] & (0xFF ^ DOWN)
        n += 1
        top = t.below[top]
    return n


@rule
def lay_face_down(t: Table, top: int, pad: Pad) -> None:
    """Gives the cells of a pile the cards on the pad, top first, face down."""
    n = 0
    while top != 0:
        t.card[top] = pad.cards[n] | DOWN
        n += 1
        top = t.below[top]

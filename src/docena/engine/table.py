"""The table: one record that holds everything on it, for every edition.

A record is the superset of all editions: die, coins, tolls, partners and the open table's state are always there,
usually zero. One record is one table, an array of records is a batch, a copy is one copy of memory.

Every card that lies in a pile lies in a *cell*: `card[cell]` is its face, `below[cell]` the cell under it, and a pile
is the cell of its top card (0: no card). Cards in hands are counts by kind, and their cells wait in `spare`, face
down. Which cell a card lies in follows from what everybody saw happen, never from its face, so that cells give nothing
away and a view only has to cover the cards that lie face down.
"""

from typing import Any, Protocol

import numpy as np

from docena.core.cards import DOWN
from docena.core.sizes import MOST_CARDS, MOST_CODES, PLACES, SEATS, TOLLS
from docena.engine.jit import COMPILED, hot, int64, rule

# What the table waits for before it goes on.
MOVE, SHUFFLE, ROLL, RESTOCK = range(4)
CACHE_LINE = 64

# How a game ended.
PLAYING, WON, BLOCKED = range(3)

# One bit in each kind's four: kinds 1 to 14.
KINDS = 0x0111_1111_1111_1110
# The bits of place 0 in a `needs` word; shift it for the other places.
COLUMN = KINDS

_FIELDS: list[tuple[Any, ...]] = [
    # the piles
    ("needs", "i8"),  # bit 4 * kind + place: a card of that kind fits on that building pile
    ("hand", "i8", (SEATS, TOLLS)),  # bits 4 * kind ...: how many of that kind (and toll) the seat holds
    ("hand_n", "i1", SEATS),
    ("height", "i1", PLACES),  # the number that a building pile has reached
    ("building", "u1", PLACES),
    ("building_n", "i1", PLACES),  # its cards: fewer than its height where something stood in for a card
    ("bottom", "u1", PLACES),  # its lowest card
    ("stock", "u1", SEATS),
    ("stock_n", "i2", SEATS),
    ("discard", "u1", (SEATS, PLACES)),
    ("draw", "u1"),
    ("aside", "u1"),
    ("spare", "u1"),
    ("awaits", "i1"),
    ("draw_n", "i2"),
    ("aside_n", "i2"),
    # the turn
    ("turn", "u1"),  # whose turn it is
    ("mover", "u1"),  # who moves: another seat only in a turn out of turn (7.2)
    ("over", "i1"),
    ("winners", "i1"),  # a bit a seat
    ("played", "i1"),  # something was played in this turn
    ("moved", "i1"),  # the mover has made a move in this turn (7.2)
    ("passed", "i1"),  # a bit a seat: passed since the last play or discard (4.7)
    ("ended", "i1"),  # no more plays in this turn (9.3)
    ("must", "u1"),  # place + 1 on which a card must follow a stand-in (8.2, 9.1)
    ("due", "i1"),  # something is to be done before the next move: see `turn.settle`
    ("drawing", "i1"),  # cards still to be drawn into the mover's hand (strict tables)
    ("owed", "i1"),  # draws that the mover still owes (open tables, 7.0)
    ("taking", "i1"),  # the mover is taking a card (open tables)
    ("sinking", "i1"),  # cards still to go under a stock pile (6.5, 8.4) ...
    ("sinking_seat", "u1"),  # ... of this seat
    ("rolling", "i1"),  # the die is to be rolled
    ("refill", "i1"),  # the hand is to be filled once the toll is settled (9.3)
    # the die
    ("die", "u1"),  # the face rolled in this turn, 0 for none
    ("die_left", "i1"),  # how often it can still be used
    # coins
    ("toll", "i1"),  # the toll to be settled now
    ("toll_place", "u1"),
    ("coins", "i2", SEATS),
    ("beside", "i2", PLACES),
    # special situations
    ("talks", "i4"),  # talks in this turn that nobody was punished for
    ("penalised", "i1"),  # a bit a seat: its next regular turn is played without the draw of 4.1
    ("kept_die", "i1"),  # of the turn that was interrupted: its roll, ...
    ("kept_die_left", "i1"),
    ("kept_talks", "i4"),  # ... its talks ...
    ("kept_owed", "i1"),  # ... and the draws owed
    # what the table was opened with
    ("players", "i1"),
    ("first", "u1"),
    ("partners", "i1"),
    ("partner_piles", "i1"),  # 6.2 to 6.5 apply
    ("has_die", "i1"),
    ("has_coins", "i1"),
    ("tolls", "i1"),  # how many different tolls the deck has, none included
    ("open", "i1"),
    ("stock_size", "i2"),
    ("deck_n", "i2"),
    ("deck", "u1", MOST_CODES),  # how many of each card code the deck has: what a player knows before the deal
    # counters
    ("turns", "i4"),
    ("moves", "i4"),
    # the cells
    ("card", "u1", MOST_CARDS + 1),
    ("below", "u1", MOST_CARDS + 1),
]

TABLE = np.dtype(_FIELDS, align=True)
"""The table record; its size stays near 900 bytes."""


class Table(Protocol):
    """What a rule sees of a table record: the fields of `TABLE`."""

    needs: int
    hand: Any
    hand_n: Any
    height: Any
    building: Any
    building_n: Any
    bottom: Any
    stock: Any
    stock_n: Any
    discard: Any
    draw: int
    aside: int
    spare: int
    awaits: int
    draw_n: int
    aside_n: int
    turn: int
    mover: int
    over: int
    winners: int
    played: int
    moved: int
    passed: int
    ended: int
    must: int
    due: int
    drawing: int
    owed: int
    taking: int
    sinking: int
    sinking_seat: int
    rolling: int
    refill: int
    die: int
    die_left: int
    toll: int
    toll_place: int
    coins: Any
    beside: Any
    talks: int
    penalised: int
    kept_die: int
    kept_die_left: int
    kept_talks: int
    kept_owed: int
    players: int
    first: int
    partners: int
    partner_piles: int
    has_die: int
    has_coins: int
    tolls: int
    open: int
    stock_size: int
    deck_n: int
    deck: Any
    turns: int
    moves: int
    card: Any
    below: Any


Tables = Any
"""An array of table records: `tables[i]` is a `Table`."""


def new_records(n: int, kind: Any) -> Any:
    """An array of records for rules: compiled ones want it plain, uncompiled ones read fields as attributes.

    It begins where a line of the processor's cache does: what is read many bytes at a time then lies in one.
    """
    room = np.zeros(n * kind.itemsize + CACHE_LINE, np.uint8)
    start = -room.ctypes.data % CACHE_LINE
    records = room[start : start + n * kind.itemsize].view(kind)
    return records if COMPILED else records.view(np.recarray)


def new_tables(n: int) -> Tables:
    return new_records(n, TABLE)


def record_in(records: Any) -> Any:
    """The first record of an array, for Python: its fields are attributes, and writing to them writes to the array."""
    return records.view(np.recarray)[0]


def copy_of(tables: Tables) -> Tables:
    """The same tables again, to the byte: NumPy's own copy leaves what it likes between the fields."""
    twins = new_tables(len(tables))
    twins.view(np.uint8)[:] = tables.view(np.uint8)
    return twins


PAD = np.dtype(
    [
        ("chance", "u8"),  # the state of the generator of `docena.engine.rng`
        ("moves", "i8", 16),  # a set of moves, as numbered in `docena.core.moves`
        ("cards", "u1", MOST_CARDS + 1),
    ],
    align=True,
)
"""A scratch pad beside a table: where rules write what is longer than a number.

It is a record because Numba counts references to arrays that are handed on, at a price of several moves a move.
"""


class Pad(Protocol):
    """What a rule sees of a scratch pad."""

    chance: int
    moves: Any
    cards: Any


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

"""A view as JSON text, written by compiled code: what a host sends to every seat after every move.

The text is the `ViewSight` of `docena.tables.messages`, field by field. It is put together from a fixed set of short
pieces, each a row of `PIECES`: a piece is copied whole, and the text grows by as much of it as counts.
"""

import threading
from collections.abc import Iterable
from typing import Any, Protocol

import numpy as np

from docena.core.cards import DOWN, card_text
from docena.core.moves import ACTS, FACES, WORDS, all_moves, in_text_order, move_text
from docena.core.sizes import MOST_CODES, PLACES, SEATS, TOLLS
from docena.engine.bits import lowest
from docena.engine.jit import entry, int64, rule
from docena.engine.step import legal
from docena.engine.table import Pad, Table, Tables, new_pads, new_records, new_tables
from docena.engine.view import SPECTATOR, acts_of, cover

WIDTH = 16
"""The longest piece."""
LENGTH = 1 << 14
"""More than the longest text: every card of the largest deck laid out, and every move there is."""

SHEET = np.dtype(
    [("ranks", "i8", WORDS), ("ends", "i8", SPECTATOR + 1), ("text", "u1", LENGTH * (SPECTATOR + 1))], align=True
)
"""What views are written on: the legal moves by rank, where each view ends, and their text."""


class Sheet(Protocol):
    """What a rule sees of a sheet."""

    ranks: Any
    ends: Any
    text: Any


_KEYS = (
    '{"turn":', ',"mover":', ',"over":', ',"awaits":', ',"building":[', '{"height":', ',"top":', ',"coins":',
    ',"draw":', ',"aside":', ',"die":', ',"die_left":', ',"toll":', ',"must_follow":', ',"plays_ended":', ',"owed":',
    ',"seats":[', '{"cards":', ',"stock":', ',"discards":[', ',"penalised":', ',"hand":[', ',"legal":[',
)  # fmt: skip
_WORDS = ("false", "true", "null", '"shuffle"', '"roll"', '"restock"', *(f'"{face}"' for face in FACES[1:]))

# Where the pieces of each sort begin; cards are at their codes.
KEYS = MOST_CODES
NOT, YES, NULL = map(int64, range(KEYS + len(_KEYS), KEYS + len(_KEYS) + 3))
AWAITED = NULL
"""The words for what is awaited; for a move, none."""
ROLLED = NULL + 3
"""The words for the die's faces, counted from 1."""
MOVES = KEYS + len(_KEYS) + len(_WORDS)

(
    TURN, MOVER, OVER, AWAITS, BUILDING, HEIGHT, TOP, COINS, DRAW, ASIDE, DIE, DIE_LEFT, TOLL, MUST_FOLLOW, PLAYS_ENDED,
    OWED, SEATED, CARDS, STOCK, DISCARDS, PENALISED, HAND, LEGAL,
) = map(int64, range(KEYS, KEYS + len(_KEYS)))  # fmt: skip

A_WORD = 60
"""How many ranks one word of a set holds: see `docena.engine.bits`."""

COMMA, OPEN, CLOSE, END, ZERO = b",[]}0"


def _pieces() -> tuple[Any, Any]:
    """The pieces, a row each, and how long they are; those that stand in lists carry their comma."""
    cards = [f'"{card_text(card)}",' for card in range(MOST_CODES)]
    moves = [f'"{move_text(move)}",' for move in in_text_order(all_moves())]
    texts = [text.encode("ascii") for text in (*cards, *_KEYS, *_WORDS, *moves)]
    rows = np.zeros((len(texts), WIDTH), np.uint8)
    for row, text in zip(rows, texts, strict=True):
        row[: len(text)] = np.frombuffer(text, np.uint8)
    return rows, np.array([len(text) for text in texts])


def _ranks() -> Any:
    """For each move its bit in a set of ranks, as the number of a word and a bit."""
    ranks = np.zeros(64 * WORDS, np.int64)
    for rank, move in enumerate(in_text_order(all_moves())):
        ranks[move] = rank // A_WORD * 64 + rank % A_WORD
    return ranks


PIECES, LENGTHS = _pieces()
RANKS = _ranks()
OWN_ACTS = np.array([*map(acts_of, range(SEATS)), 0])
"""The acts of each seat; a spectator has none."""


@rule
def put(sheet: Sheet, n: int, piece: int) -> int:
    """Writes a piece; returns the length of the text with it, as all of these do."""
    for i in range(WIDTH):
        sheet.text[n + i] = PIECES[piece, i]
    return n + int64(LENGTHS[piece])


@rule
def put_number(sheet: Sheet, n: int, number: int) -> int:
    """A number below 1000."""
    if number > 99:
        sheet.text[n] = ZERO + number // 100
        n += 1
    if number > 9:
        sheet.text[n] = ZERO + number // 10 % 10
        n += 1
    sheet.text[n] = ZERO + number % 10
    return n + 1


@rule
def put_field(sheet: Sheet, n: int, key: int, number: int) -> int:
    return put_number(sheet, put(sheet, n, key), number)


@rule
def put_card(sheet: Sheet, n: int, card: int) -> int:
    """A card, or nothing where none lies face up, outside of a list."""
    if card == 0 or card & DOWN:
        return put(sheet, n, NULL)
    return put(sheet, n, card) - 1


@rule
def close(sheet: Sheet, n: int) -> int:
    """Ends a list, which may be empty."""
    if sheet.text[n - 1] == COMMA:
        n -= 1
    sheet.text[n] = CLOSE
    return n + 1


@rule
def put_building(v: Table, sheet: Sheet, n: int) -> int:
    n = put(sheet, n, BUILDING)
    for place in range(PLACES):
        n = put_field(sheet, n, HEIGHT, int64(v.height[place]))
        # 8.2, 9.1: on a stand-in a card must follow, so it is on top where one must
        top = int64(0) if v.must == place + 1 else int64(v.card[v.building[place]])
        n = put_card(sheet, put(sheet, n, TOP), top)
        n = put_field(sheet, n, COINS, int64(v.beside[place]))
        sheet.text[n] = END
        sheet.text[n + 1] = COMMA
        n += 2
    return close(sheet, n)


@rule
def put_discards(v: Table, seat: int, sheet: Sheet, n: int) -> int:
    n = put(sheet, n, DISCARDS)
    for pile in range(PLACES):
        sheet.text[n] = OPEN
        n += 1
        cell = int64(v.discard[seat, pile])
        while cell != 0:
            n = put(sheet, n, int64(v.card[cell]))
            cell = int64(v.below[cell])
        n = close(sheet, n)
        sheet.text[n] = COMMA
        n += 1
    return close(sheet, n)


@rule
def put_seats(v: Table, sheet: Sheet, n: int) -> int:
    n = put(sheet, n, SEATED)
    for seat in range(v.players):
        n = put_field(sheet, n, CARDS, int64(v.hand_n[seat]))
        n = put_field(sheet, n, STOCK, int64(v.stock_n[seat]))
        n = put_card(sheet, put(sheet, n, TOP), int64(v.card[v.stock[seat]]))
        n = put_discards(v, seat, sheet, n)
        n = put_field(sheet, n, COINS, int64(v.coins[seat]))
        n = put(sheet, put(sheet, n, PENALISED), NOT + ((int64(v.penalised) >> seat) & 1))
        sheet.text[n] = END
        sheet.text[n + 1] = COMMA
        n += 2
    return close(sheet, n)


@rule
def put_hand(v: Table, seat: int, sheet: Sheet, n: int) -> int:
    n = put(sheet, n, HAND)
    if seat < SPECTATOR:
        for kind in range(1, 16):
            for toll in range(TOLLS):
                for _ in range((int64(v.hand[seat, toll]) >> (4 * kind)) & 15):
                    n = put(sheet, n, kind + 16 * toll)
    return close(sheet, n)


@rule
def put_legal(seat: int, mover: int, pad: Pad, sheet: Sheet, n: int) -> int:
    """Of the moves on the pad those that are the seat's to make, by rank."""
    n = put(sheet, n, LEGAL)
    for word in range(WORDS):
        sheet.ranks[word] = 0
    pad.moves[ACTS] &= OWN_ACTS[seat]
    for word in range(0 if seat == mover else ACTS, WORDS):
        bits = int64(pad.moves[word])
        while bits != 0:
            rank = RANKS[64 * word + lowest(bits)]
            sheet.ranks[rank >> 6] |= int64(1) << (rank & 63)
            bits &= bits - 1
    for word in range(WORDS):
        bits = int64(sheet.ranks[word])
        while bits != 0:
            n = put(sheet, n, MOVES + A_WORD * word + lowest(bits))
            bits &= bits - 1
    return close(sheet, n)


@rule
def put_view(tables: Tables, i: int, seat: int, views: Tables, pads: Any, sheets: Any, n: int) -> int:
    """Writes what `seat` may know of table i, from place n of the sheet on; returns where it ends."""
    views[0] = tables[i]
    v, pad, sheet = views[0], pads[0], sheets[0]
    cover(v, seat)
    n = put_field(sheet, n, TURN, int64(v.turn) + 1)
    n = put_field(sheet, n, MOVER, int64(v.mover) + 1)
    n = put(sheet, put(sheet, n, OVER), YES if v.over else NOT)
    n = put(sheet, put(sheet, n, AWAITS), AWAITED + int64(v.awaits))
    n = put_building(v, sheet, n)
    n = put_field(sheet, n, DRAW, int64(v.draw_n))
    n = put_field(sheet, n, ASIDE, int64(v.aside_n))
    n = put(sheet, put(sheet, n, DIE), ROLLED + int64(v.die) if v.die else NULL)
    n = put_field(sheet, n, DIE_LEFT, int64(v.die_left))
    n = put_field(sheet, n, TOLL, int64(v.toll))
    n = put(sheet, n, MUST_FOLLOW)
    n = put_number(sheet, n, int64(v.must)) if v.must else put(sheet, n, NULL)
    n = put(sheet, put(sheet, n, PLAYS_ENDED), YES if v.ended else NOT)
    n = put_field(sheet, n, OWED, int64(v.owed))
    n = put_seats(v, sheet, n)
    n = put_hand(v, seat, sheet, n)
    legal(v, pad)
    n = put_legal(seat, int64(v.mover), pad, sheet, n)
    sheet.text[n] = END
    return n + 1


@entry
def write_views(tables: Tables, i: int, wanted: int, views: Tables, pads: Any, sheets: Any) -> None:
    """Writes the views of all wanted seats, a bit each, one after the other; `ends` says where each of them ends."""
    n = int64(0)
    for seat in range(SPECTATOR + 1):
        if (wanted >> seat) & 1:
            n = put_view(tables, i, seat, views, pads, sheets, n)
            sheets[0].ends[seat] = n


class _Desk(threading.local):
    """What a thread writes on: compiled code runs in several at once."""

    def __init__(self) -> None:
        sheets = new_records(1, SHEET)
        self.papers = new_tables(1), new_pads(1), sheets, memoryview(sheets["text"][0]), sheets["ends"][0]


_desk = _Desk()


def views_json(tables: Tables, seats: Iterable[int | None]) -> dict[int | None, bytes]:
    """The views of these seats (from 1; None: a spectator) of a table, each as the JSON text of a `ViewSight`."""
    views, pads, sheets, text, ends = _desk.papers
    wanted = sorted(SPECTATOR if seat is None else seat - 1 for seat in seats)
    write_views(tables, 0, sum(1 << seat for seat in wanted), views, pads, sheets)
    found: dict[int | None, bytes] = {}
    begin = 0
    for seat, end in zip(wanted, ends[wanted].tolist(), strict=True):
        found[None if seat == SPECTATOR else seat + 1] = text[begin:end].tobytes()
        begin = end
    return found


def view_json(tables: Tables, seat: int | None) -> bytes:
    """The view of one seat, or of a spectator."""
    return views_json(tables, (seat,))[seat]

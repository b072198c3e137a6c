"""Writes the JSON of a view, in compiled code.

It is assembled from a fixed set of short pieces, each a row of `PIECES`: a row is always copied whole, and the text
then grows by the length of the piece.
"""

from typing import Annotated, Any, Protocol

import numpy as np

from docena.core.cards import DOWN, WILD, card_text
from docena.core.moves import ACTS, FACES, WORDS, all_moves, in_text_order, move_text
from docena.core.sizes import MOST_CODES, PLACES, SEATS, TOLLS
from docena.engine.bits import lowest
from docena.engine.cover import SPECTATOR, acts_of, cover
from docena.engine.jit import entry, int64, rule
from docena.engine.rules.partners import partner_of
from docena.engine.signature import Records
from docena.engine.step import legal
from docena.engine.table import Pad, Pads, Table, Tables

WIDTH = 16
"""The longest piece."""
LENGTH = 1 << 14
"""More than the longest text: every card of the largest deck face up, and every possible move."""

SHEET = np.dtype(
    [
        ("ranks", "i8", WORDS),
        ("common", "i8"),
        ("ends", "i8", SPECTATOR + 1),
        ("text", "u1", LENGTH * (SPECTATOR + 1)),
    ],
    align=True,
)
"""The buffers for writing views: the legal moves by rank, how much all views have in common, where each ends, their
text. The common part is written once, from the covered view of the first seat.
"""
Sheets = Annotated[Any, Records(SHEET)]


class Sheet(Protocol):
    """What a rule sees of a sheet."""

    ranks: Any
    common: int
    ends: Any
    text: Any


_KEYS = (
    '{"turn":', ',"mover":', ',"turns":', ',"moves":', ',"played":', ',"moved":', ',"over":', ',"winners":[',
    ',"awaits":', ',"building":[', '{"height":', ',"top":', ',"cards":[', ',"coins":', ',"draw":', ',"aside":',
    ',"aside_cards":{', ',"die":', ',"die_left":', ',"toll":', ',"toll_place":', ',"refill":', ',"must_follow":',
    ',"plays_ended":', ',"owed":', ',"talks":', ',"interrupted":', '{"die":', ',"seats":[', '{"partner":', ',"cards":',
    ',"stock":', ',"discards":[', ',"passed":', ',"penalised":', ',"hand":[', ',"legal":[',
)  # fmt: skip
_WORDS = ("false", "true", "null", '"shuffle"', '"roll"', '"restock"', *(f'"{face}"' for face in FACES[1:]))

# Where the pieces of each sort begin; cards are at their codes.
KEYS = MOST_CODES
NOT, YES, NULL = map(int64, range(KEYS + len(_KEYS), KEYS + len(_KEYS) + 3))
AWAITED = NULL
"""The words for what is awaited; for a move, none."""
ROLLED = NULL + 3
"""The words for the die's faces, counted from 1."""
LEGAL_MOVES = KEYS + len(_KEYS) + len(_WORDS)

(
    TURN, MOVER, TURNS, MOVES, PLAYED, MOVED, OVER, WINNERS, AWAITS, BUILDING, HEIGHT, TOP, FACE_UP, COINS, DRAW, ASIDE,
    ASIDE_CARDS, DIE, DIE_LEFT, TOLL, TOLL_PLACE, REFILL, MUST_FOLLOW, PLAYS_ENDED, OWED, TALKS, INTERRUPTED, KEPT_DIE,
    SEATED, PARTNER, CARDS, STOCK, DISCARDS, PASSED, PENALISED, HAND, LEGAL,
) = map(int64, range(KEYS, KEYS + len(_KEYS)))  # fmt: skip

A_WORD = 60
"""How many ranks one word of a set holds: see `docena.engine.bits`."""

COMMA, COLON, OPEN, CLOSE, END, ZERO = b",:[]}0"


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
IN_TEXT_ORDER = np.array(in_text_order(all_moves()))
OWN_ACTS = np.array([*map(acts_of, range(SEATS)), 0])
"""The acts of each seat; a spectator has none."""


@rule
def put(sheet: Sheet, n: int, piece: int) -> int:
    """Writes a piece; like all of these, returns the length of the text after it."""
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
def put_count(sheet: Sheet, n: int, number: int) -> int:
    """A number of any length."""
    unit = int64(1)
    while number // unit > 999:
        unit *= 1000
    n = put_number(sheet, n, number // unit)
    while unit > 1:
        unit //= 10
        sheet.text[n] = ZERO + number // unit % 10
        n += 1
    return n


@rule
def put_flag(sheet: Sheet, n: int, key: int, flag: int) -> int:
    return put(sheet, put(sheet, n, key), YES if flag != 0 else NOT)


@rule
def put_place(sheet: Sheet, n: int, key: int, place: int) -> int:
    """A seat or a pile, counted from 1; nothing for 0."""
    n = put(sheet, n, key)
    return put_number(sheet, n, place) if place != 0 else put(sheet, n, NULL)


@rule
def put_face(sheet: Sheet, n: int, key: int, face: int) -> int:
    """What the die shows; nothing for 0."""
    return put(sheet, put(sheet, n, key), ROLLED + face if face != 0 else NULL)


@rule
def put_field(sheet: Sheet, n: int, key: int, number: int) -> int:
    return put_number(sheet, put(sheet, n, key), number)


@rule
def put_card(sheet: Sheet, n: int, card: int) -> int:
    """A card outside a list, or nothing if none lies face up."""
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
def put_pile(v: Table, sheet: Sheet, n: int, top: int) -> int:
    """The cards of a pile that lies face up, top first, and the end of the list."""
    cell = top
    while cell != 0:
        n = put(sheet, n, int64(v.card[cell]))
        cell = int64(v.below[cell])
    return close(sheet, n)


@rule
def put_winners(v: Table, sheet: Sheet, n: int) -> int:
    n = put(sheet, n, WINNERS)
    for seat in range(v.players if v.over else 0):
        if (int64(v.winners) >> seat) & 1:
            n = put_number(sheet, n, seat + 1)
            sheet.text[n] = COMMA
            n += 1
    return close(sheet, n)


@rule
def put_interrupted(v: Table, sheet: Sheet, n: int) -> int:
    """7.2: what is kept of a turn while another seat plays out of turn."""
    n = put(sheet, n, INTERRUPTED)
    if v.mover == v.turn:
        return put(sheet, n, NULL)
    n = put_face(sheet, n, KEPT_DIE, int64(v.kept_die))
    n = put_field(sheet, n, DIE_LEFT, int64(v.kept_die_left))
    n = put_count(sheet, put(sheet, n, TALKS), int64(v.kept_talks))
    n = put_field(sheet, n, OWED, int64(v.kept_owed))
    sheet.text[n] = END
    return n + 1


@rule
def put_building(v: Table, sheet: Sheet, n: int) -> int:
    n = put(sheet, n, BUILDING)
    for place in range(PLACES):
        n = put_field(sheet, n, HEIGHT, int64(v.height[place]))
        # 8.2, 9.1: on a stand-in a card must follow, so it is on top where one must
        top = int64(0) if v.must == place + 1 else int64(v.card[v.building[place]])
        n = put_card(sheet, put(sheet, n, TOP), top)
        n = put_pile(v, sheet, put(sheet, n, FACE_UP), int64(v.building[place]))
        n = put_field(sheet, n, COINS, int64(v.beside[place]))
        sheet.text[n] = END
        sheet.text[n + 1] = COMMA
        n += 2
    return close(sheet, n)


@rule
def put_aside(v: Table, pad: Pad, sheet: Sheet, n: int) -> int:
    """How many of each card are set aside: they lie in no order that matters."""
    n = put(sheet, n, ASIDE_CARDS)
    for card in range(MOST_CODES):
        pad.cards[card] = 0
    cell = int64(v.aside)
    while cell != 0:
        pad.cards[v.card[cell]] += 1
        cell = int64(v.below[cell])
    for kind in range(1, WILD + 1):
        for toll in range(TOLLS):
            card = kind + 16 * toll
            if pad.cards[card]:
                n = put(sheet, n, card)
                sheet.text[n - 1] = COLON
                n = put_number(sheet, n, int64(pad.cards[card]))
                sheet.text[n] = COMMA
                n += 1
    n = close(sheet, n)
    sheet.text[n - 1] = END
    return n


@rule
def put_discards(v: Table, seat: int, sheet: Sheet, n: int) -> int:
    n = put(sheet, n, DISCARDS)
    for pile in range(PLACES):
        sheet.text[n] = OPEN
        n = put_pile(v, sheet, n + 1, int64(v.discard[seat, pile]))
        sheet.text[n] = COMMA
        n += 1
    return close(sheet, n)


@rule
def put_seats(v: Table, sheet: Sheet, n: int) -> int:
    n = put(sheet, n, SEATED)
    for seat in range(v.players):
        partner = 1 + partner_of(v, seat) if v.partners else int64(0)
        n = put_place(sheet, n, PARTNER, partner)
        n = put_field(sheet, n, CARDS, int64(v.hand_n[seat]))
        n = put_field(sheet, n, STOCK, int64(v.stock_n[seat]))
        n = put_card(sheet, put(sheet, n, TOP), int64(v.card[v.stock[seat]]))
        n = put_discards(v, seat, sheet, n)
        n = put_field(sheet, n, COINS, int64(v.coins[seat]))
        n = put_flag(sheet, n, PASSED, (int64(v.passed) >> seat) & 1)
        n = put_flag(sheet, n, PENALISED, (int64(v.penalised) >> seat) & 1)
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
            n = put(sheet, n, LEGAL_MOVES + A_WORD * word + lowest(bits))
            bits &= bits - 1
    return close(sheet, n)


@rule
def put_table(v: Table, pad: Pad, sheet: Sheet, n: int) -> int:
    """What every seat sees in the same way."""
    n = put_field(sheet, n, TURN, int64(v.turn) + 1)
    n = put_field(sheet, n, MOVER, int64(v.mover) + 1)
    n = put_count(sheet, put(sheet, n, TURNS), int64(v.turns))
    n = put_count(sheet, put(sheet, n, MOVES), int64(v.moves))
    n = put_flag(sheet, n, PLAYED, int64(v.played))
    n = put_flag(sheet, n, MOVED, int64(v.moved))
    n = put_flag(sheet, n, OVER, int64(v.over))
    n = put_winners(v, sheet, n)
    n = put(sheet, put(sheet, n, AWAITS), AWAITED + int64(v.awaits))
    n = put_building(v, sheet, n)
    n = put_field(sheet, n, DRAW, int64(v.draw_n))
    n = put_field(sheet, n, ASIDE, int64(v.aside_n))
    n = put_aside(v, pad, sheet, n)
    n = put_face(sheet, n, DIE, int64(v.die))
    n = put_field(sheet, n, DIE_LEFT, int64(v.die_left))
    n = put_field(sheet, n, TOLL, int64(v.toll))
    n = put_place(sheet, n, TOLL_PLACE, int64(v.toll_place) + 1 if v.toll else int64(0))
    n = put_flag(sheet, n, REFILL, int64(v.refill) if v.toll else int64(0))
    n = put_place(sheet, n, MUST_FOLLOW, int64(v.must))
    n = put_flag(sheet, n, PLAYS_ENDED, int64(v.ended))
    n = put_field(sheet, n, OWED, int64(v.owed))
    n = put_count(sheet, put(sheet, n, TALKS), int64(v.talks))
    n = put_interrupted(v, sheet, n)
    return put_seats(v, sheet, n)


@rule
def put_view(tables: Tables, i: int, seat: int, views: Tables, pads: Any, sheets: Any, n: int) -> int:
    """Writes what `seat` may know of table i, from place n of the sheet on; returns where it ends."""
    views[0] = tables[i]
    v, pad, sheet = views[0], pads[0], sheets[0]
    cover(v, seat)
    if n == 0:
        n = put_table(v, pad, sheet, n)
        sheet.common = n
    else:
        for at in range(sheet.common):
            sheet.text[n + at] = sheet.text[at]
        n += sheet.common
    n = put_hand(v, seat, sheet, n)
    legal(v, pad)
    n = put_legal(seat, int64(v.mover), pad, sheet, n)
    sheet.text[n] = END
    return n + 1


@entry
def write_views(tables: Tables, i: int, wanted: int, views: Tables, pads: Pads, sheets: Sheets) -> None:
    """Writes the views of all wanted seats, a bit each, one after the other; `ends` says where each of them ends."""
    n = int64(0)
    for seat in range(SPECTATOR + 1):
        if (wanted >> seat) & 1:
            n = put_view(tables, i, seat, views, pads, sheets, n)
            sheets[0].ends[seat] = n


@entry
def write_move(sheets: Sheets, rank: int) -> int:
    """Writes the text of the move that comes so late in the order of records, in quotes; returns its number, or -1."""
    if rank >= IN_TEXT_ORDER.size:
        return -1
    put(sheets[0], 0, LEGAL_MOVES + rank)
    return int64(IN_TEXT_ORDER[rank])

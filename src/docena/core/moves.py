"""One fixed numbering of all moves of all editions, and their text.

A move is a number below 1024: sixteen words of 64, so that a set of moves is sixteen integers. Cards are named by
kind and toll, never by a place in the hand: two equal cards are one move.

| words | moves | bit in the word |
|---|---|---|
| 0-3 | a hand card with toll 0-3 to a building pile, `H7>2` | 4 * kind + place |
| 4-7 | the closing discard, `H7-3` | 4 * kind + pile |
| 8-11 | an extra discard, `H7+3` | 4 * kind + pile |
| 12 | own piles, partner's piles, stand-ins, die, toll, pass | below |
| 13, 14 | bought from seats 1-3, 4-6, `@4S>2` | 20 * (seat in the word) + pile bits |
| 15 | open tables: draw, out, object, talk, accuse | below |

The pile bits: the stock pile to building pile b is bit b, discard pile d to building pile b is bit 4 + 4 * d + b.
"""

from collections.abc import Iterator, Sequence

from docena.core.cards import WILD, card_text
from docena.core.errors import DocenaError
from docena.core.sizes import PLACES, SEATS, TOLLS

WORDS = 16

HAND_PLAY = 0  # words
CLOSING = 4
EXTRA = 8
PILES = 12
BOUGHT = 13
ACTS = 15

# bits of word 12
OWN = 0
PARTNER = 20
DIE_CARD = 40
COIN_CARD = 44
DIE_GIFT = 48
PAY = 54
STOP = 55
PASS = 56

# bits of word 15
ACT_DRAW = 0
ACT_OUT = 6
ACT_OBJECT = 12
ACT_TALK = 18
ACT_ACCUSE = 24

PILE_BITS = (1 << 20) - 1
PLAY_BITS = (1 << DIE_GIFT) - 1
"""The bits of word 12 that play onto a building pile."""

FACES = ("", "1-4", "5-8", "9-12", "wild", "2", "+1")
"""The die's faces (8.1), by the number in the table record."""

WILD_FACE, TWO_FACE, GIFT_FACE = 4, 5, 6


def _pile_texts(prefix: str) -> Iterator[tuple[int, str]]:
    for place in range(PLACES):
        yield place, f"{prefix}S>{place + 1}"
        for pile in range(PLACES):
            yield 4 + 4 * pile + place, f"{prefix}D{pile + 1}>{place + 1}"


def _all_texts() -> Iterator[tuple[int, str]]:
    for word, mark in ((HAND_PLAY, ">"), (CLOSING, "-"), (EXTRA, "+")):
        for toll in range(TOLLS):
            for kind in range(1, WILD + 1):
                for place in range(PLACES):
                    number = 64 * (word + toll) + 4 * kind + place
                    yield number, f"H{card_text(kind + 16 * toll)}{mark}{place + 1}"
    piles = 64 * PILES
    for first, prefix in ((OWN, ""), (PARTNER, "P")):
        for bit, text in _pile_texts(prefix):
            yield piles + first + bit, text
    for place in range(PLACES):
        yield piles + DIE_CARD + place, f"R>{place + 1}"
        yield piles + COIN_CARD + place, f"C>{place + 1}"
    for seat in range(SEATS):
        yield piles + DIE_GIFT + seat, f"R@{seat + 1}"
        for bit, text in _pile_texts(f"@{seat + 1}"):
            yield 64 * (BOUGHT + seat // 3) + 20 * (seat % 3) + bit, text
    yield from ((piles + PAY, "T"), (piles + STOP, "X"), (piles + PASS, "."))
    for seat in range(SEATS):
        for first, act in ((ACT_DRAW, "draw"), (ACT_OUT, "out"), (ACT_OBJECT, "object"), (ACT_TALK, "talk")):
            yield 64 * ACTS + first + seat, f"{seat + 1}:{act}"
        for other in range(SEATS):
            if other != seat:
                yield 64 * ACTS + ACT_ACCUSE + 6 * seat + other, f"{seat + 1}:accuse{other + 1}"


_TEXTS = dict(_all_texts())
NUMBERS = {text: number for number, text in _TEXTS.items()}
"""Every possible move, by its text; `docena.core.notation` reads texts that may be wrong."""
_IN_TEXT_ORDER = {number: rank for rank, number in enumerate(sorted(_TEXTS, key=_TEXTS.__getitem__))}

PASS_MOVE = 64 * PILES + PASS


def closes_turn(move: int) -> bool:
    """Whether a move is a closing discard or a pass (4.4, 4.6)."""
    return CLOSING <= move >> 6 < EXTRA or move == PASS_MOVE


def move_text(move: int) -> str:
    """
    >>> move_text(64 * CLOSING + 4 * 7 + 2)
    'H7-3'
    """
    try:
        return _TEXTS[move]
    except KeyError:
        raise DocenaError(f"{move} is not the number of a move") from None


def all_moves() -> list[int]:
    """The numbers of all moves, ascending."""
    return sorted(_TEXTS)


def each(x: int) -> Iterator[int]:
    """The positions of the bits that are set, ascending."""
    while x:
        low = x & -x
        yield low.bit_length() - 1
        x ^= low


def moves_in(mask: Sequence[int]) -> list[int]:
    """The numbers of the moves in a set, ascending."""
    return [64 * word + bit for word, bits in enumerate(mask) if bits for bit in each(bits)]


def in_text_order(moves: Sequence[int]) -> list[int]:
    """The order of a record's `legal` lists: by the code points of the text."""
    return sorted(moves, key=_IN_TEXT_ORDER.__getitem__)

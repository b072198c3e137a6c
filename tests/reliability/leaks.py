"""Planted leaks: each writes one secret of the table `t` into the view `v` of a seat (from 0; 6 is a spectator)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from zlib import crc32

from redraw import cards_in_hand, face_down_cells

from docena.core.cards import WILD
from docena.engine import view as view_module
from docena.engine.table import Tables, record_in

Leak = Callable[[Any, Any, int], None]
LEAKS: list[Leak] = []


def leak(planted: Leak) -> Leak:
    LEAKS.append(planted)
    return planted


def others(t: Any, seat: int) -> list[int]:
    return [other for other in range(t.players) if other != seat]


def second(t: Any, owner: int) -> int:
    """The cell of the topmost face-down card of a stock pile."""
    return int(t.below[t.stock[owner]])


def bottom(t: Any, cell: int) -> int:
    while t.below[cell]:
        cell = int(t.below[cell])
    return cell


@leak
def next_card_of_the_own_stock_pile(t: Any, v: Any, seat: int) -> None:
    if seat < t.players:
        v.card[second(t, seat)] = t.card[second(t, seat)]


@leak
def next_card_of_an_opponents_stock_pile(t: Any, v: Any, seat: int) -> None:
    other = others(t, seat)[0]
    v.card[second(t, other)] = t.card[second(t, other)]


@leak
def top_of_the_draw_pile(t: Any, v: Any, seat: int) -> None:
    v.card[t.draw] = t.card[t.draw]


@leak
def bottom_of_the_draw_pile(t: Any, v: Any, seat: int) -> None:
    v.card[bottom(t, int(t.draw))] = t.card[bottom(t, int(t.draw))]


@leak
def an_opponents_hand(t: Any, v: Any, seat: int) -> None:
    other = others(t, seat)[0]
    v.hand[other] = t.hand[other]


@leak
def one_kind_of_an_opponents_hand(t: Any, v: Any, seat: int) -> None:
    other = others(t, seat)[-1]
    v.turns += int(t.hand[other, 0]) >> 4 * 7 & 15  # how many sevens


@leak
def the_partners_hand(t: Any, v: Any, seat: int) -> None:
    if t.partners and seat < t.players:
        partner = (seat + t.players // 2) % t.players
        v.hand[partner] = t.hand[partner]


@leak
def the_movers_hand_to_spectators(t: Any, v: Any, seat: int) -> None:
    if seat >= t.players:
        v.hand[t.mover] = t.hand[t.mover]


@leak
def wilds_in_the_draw_pile(t: Any, v: Any, seat: int) -> None:
    cell = int(t.draw)
    while cell:
        v.moves += int(t.card[cell] & 15 == WILD)
        cell = int(t.below[cell])


@leak
def sum_of_a_hidden_hand(t: Any, v: Any, seat: int) -> None:
    v.moves += sum(card & 15 for card in cards_in_hand(t, others(t, seat)[0]))


@leak
def parity_of_the_draw_piles_top(t: Any, v: Any, seat: int) -> None:
    v.toll_place ^= t.card[t.draw] & 1


@leak
def fingerprint_of_the_table(t: Any, v: Any, seat: int) -> None:
    v.turns = crc32(t.tobytes()) & 0xFFFF


@leak
def face_of_a_spare_cell(t: Any, v: Any, seat: int) -> None:
    """As if a card drawn into a hand left its face behind in its cell."""
    drawn = cards_in_hand(t, others(t, seat)[0])
    if t.spare and drawn:
        v.card[t.spare] = drawn[0]


@leak
def order_of_the_own_stock_pile(t: Any, v: Any, seat: int) -> None:
    """Not what the next two cards are, only which is the higher."""
    one = second(t, seat % t.players)
    v.kept_talks = int(t.card[one] > t.card[t.below[one]])


@leak
def card_sunk_under_a_stock_pile(t: Any, v: Any, seat: int) -> None:
    for owner in range(t.players):
        if t.stock_n[owner] > t.stock_size:
            cell = bottom(t, int(t.stock[owner]))
            v.card[cell] = t.card[cell]


@leak
def restocked_cards(t: Any, v: Any, seat: int) -> None:
    """The stock pile of a player who drew too many, in the order in which it lies."""
    if t.stock_n[t.mover] > t.stock_size:
        cell = second(t, t.mover)
        while cell:
            v.card[cell] = t.card[cell]
            cell = int(t.below[cell])


@leak
def tolls_of_hidden_cards(t: Any, v: Any, seat: int) -> None:
    for cell in face_down_cells(t):
        v.card[cell] |= t.card[cell] & 0x30


@leak
def whether_an_opponent_can_play(t: Any, v: Any, seat: int) -> None:
    held = [card & 15 for card in cards_in_hand(t, others(t, seat)[0])]
    v.played |= 2 * any(int(t.needs) >> 4 * kind & 15 for kind in held)


@leak
def cells_numbered_by_faces(t: Any, v: Any, seat: int) -> None:
    """As if the free cells were kept in the order of the cards that left them."""
    drawn = cards_in_hand(t, others(t, seat)[0])
    v.spare = t.spare if sum(drawn) % 2 else t.below[t.spare]


@leak
def cards_that_the_draw_pile_still_fits(t: Any, v: Any, seat: int) -> None:
    """A hint to draw: the top of the draw pile would fit somewhere."""
    v.moved |= 2 * bool(int(t.needs) >> 4 * int(t.card[t.draw] & 15) & 15)


@contextmanager
def planted_leak(planted: Leak) -> Iterator[None]:
    honest = view_module.look

    def leaky(tables: Tables, i: int, views: Tables, j: int, seat: int) -> None:
        honest(tables, i, views, j, seat)
        planted(record_in(tables[i:]), record_in(views[j:]), seat)

    with patch.object(view_module, "look", leaky):
        yield

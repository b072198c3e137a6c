"""A view tells nothing that its seat may not know: redraw all that is hidden, and it must not change.

The check is itself put to the test: twenty views that leak one thing each must all be caught.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any
from zlib import crc32

import pytest
from random_games import LONG, SETTINGS, STYLES, Setting, Snapshot, positions
from redraw import cards_in_hand, face_down_cells, full_deck, own_table, redrawn

from docena.core.cards import DOWN, WILD
from docena.core.moves import moves_in
from docena.engine import view as view_module
from docena.engine.step import legal_moves
from docena.engine.table import Tables, new_pads, record_in
from docena.engine.view import View
from docena.game.game import Game

LINES = 400 if LONG else 100
EVERY = 2 if LONG else 8


def some_positions(setting: Setting, styles: tuple[str, ...] = STYLES) -> Iterator[Game]:
    for style in styles:
        for number, game in enumerate(positions(setting, "view", style, LINES)):
            if number % EVERY == 0 or game.awaits in ("restock", "shuffle"):
                yield game


def seen(tables: Tables, seat: int | None) -> tuple[bytes, dict[str, Any], list[str]]:
    """All that can be learnt from a view."""
    view = View(tables, seat)
    view._table = Snapshot(view)._table
    return bytes(view), view.as_dict(), view.legal_moves()


def tells_nothing(game: Game, seat: int | None, rng: Random) -> bool:
    return seen(own_table(game), seat) == seen(redrawn(game, seat, rng), seat)


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_a_view_does_not_change_with_what_is_hidden(setting: Setting) -> None:
    rng = Random(str(setting))
    for game in some_positions(setting):
        for seat in [*game.board.seats, None]:
            assert tells_nothing(game, seat, rng), (seat, game.log)


@pytest.mark.parametrize("setting", SETTINGS[::3], ids=str)
def test_redrawing_changes_what_is_hidden_and_only_that(setting: Setting) -> None:
    rng = Random(str(setting))
    changed = 0
    for game in some_positions(setting, ("mixed",)):
        tables = redrawn(game, 1, rng)
        assert full_deck(tables) == full_deck(own_table(game))
        changed += bytes(game.board) != tables.tobytes()
    assert changed or setting.deck == "all-wild"


def test_the_covered_cards_are_all_that_a_view_lacks() -> None:
    """A view that showed nothing at all would tell nothing too."""
    for setting in SETTINGS[::6]:
        for game in some_positions(setting, ("plays",)):
            for seat in game.board.seats:
                view, board = game.view(seat), game.board
                assert view.hand(seat) == board.hand(seat)
                assert view.aside == board.aside
                assert [view.building(place) for place in range(1, 5)] == [board.building(p) for p in range(1, 5)]
                for other in board.seats:
                    assert view.discards(other) == board.discards(other)
                    assert game.awaits == "restock" or view.stock_top(other) == board.stock_top(other)
                    assert view.stock_size(other) == board.stock_size(other)
                    assert view.hand_size(other) == board.hand_size(other)


# --- planted leaks: each writes one secret of the table `t` into the view `v` of a seat (from 0; 6 is a spectator)

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


def check_catches_a_leak() -> int:
    """How many positions it takes until the check finds that a view tells something; 0 if it never does."""
    rng = Random(1)
    looked = 0
    for setting in SETTINGS[::3] + SETTINGS[1::3]:
        for game in some_positions(setting, ("mixed",)):
            looked += 1
            if not all(tells_nothing(game, seat, rng) for seat in [*game.board.seats, None]):
                return looked
    return 0


@pytest.mark.parametrize("planted", LEAKS, ids=lambda planted: planted.__name__)
def test_planted_leaks_are_caught(planted: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = view_module.look

    def leaky(tables: Tables, i: int, views: Tables, j: int, seat: int) -> None:
        honest(tables, i, views, j, seat)
        planted(record_in(tables[i:]), record_in(views[j:]), seat)

    monkeypatch.setattr(view_module, "look", leaky)
    assert check_catches_a_leak()


def test_moves_found_with_the_full_table_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """An idle seat that is told the mover's moves, or a view that keeps the table that it was taken from."""
    honest = View.__init__

    def keep(view: View, tables: Tables, seat: int | None) -> None:
        honest(view, tables, seat)
        view.full = tables  # type: ignore[attr-defined]

    def tell(view: View) -> list[int]:
        pads = new_pads(1)
        legal_moves(view.full, 0, pads)  # type: ignore[attr-defined]
        return moves_in(record_in(pads).moves.tolist())

    monkeypatch.setattr(View, "__init__", keep)
    monkeypatch.setattr(View, "legal_numbers", tell)
    assert check_catches_a_leak()


def test_words_about_a_hidden_card_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """A secret that is in no byte of the view, only in what it says."""
    honest, said = View.__init__, View.as_dict

    def keep(view: View, tables: Tables, seat: int | None) -> None:
        honest(view, tables, seat)
        view.next_card = int(record_in(tables).card[record_in(tables).draw]) & ~DOWN  # type: ignore[attr-defined]

    monkeypatch.setattr(View, "__init__", keep)
    monkeypatch.setattr(View, "as_dict", lambda view: {**said(view), "next": view.next_card})
    assert check_catches_a_leak()


def test_there_are_twenty_planted_leaks() -> None:
    assert len(LEAKS) == 20

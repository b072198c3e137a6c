"""A view tells nothing that its seat may not know: redraw all that is hidden, and it must not change.

The check is itself put to the test: twenty views that leak one thing each must all be caught.
"""

from collections.abc import Iterator
from random import Random

import pytest
from random_games import LONG, SETTINGS, STYLES, Setting, positions
from redraw import full_deck, own_table, redrawn
from reliability.leaks import LEAKS, Leak, planted_leak
from reliability.views import tells_nothing

from docena.core.cards import DOWN
from docena.core.moves import moves_in
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
def test_planted_leaks_are_caught(planted: Leak) -> None:
    with planted_leak(planted):
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

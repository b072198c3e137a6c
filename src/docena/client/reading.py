"""Making a view for our bots out of what a server sends: a table record in which everything hidden is covered."""

from collections.abc import Iterable
from typing import Any

from docena.core.cards import DOWN, UNKNOWN
from docena.core.errors import DocenaError
from docena.core.moves import FACES
from docena.core.notation import card_code
from docena.core.options import Options
from docena.core.sizes import PLACES, TOP
from docena.engine.board import AWAITED
from docena.engine.positions.bare_table import empty_table
from docena.engine.positions.cells import Cells, TooManyCards, needs_of
from docena.engine.table import BLOCKED, PLAYING, WON, record_in
from docena.engine.view import View
from docena.tables.messages import SeatSight, ViewSight

_COVERED = DOWN | UNKNOWN
_AWAITED = {word: number for number, word in AWAITED.items()}


class BadSight(DocenaError):
    """A message that cannot come from such a table."""


def view_of(sight: ViewSight, options: Options, seat: int, first: int) -> View:
    """The view that a message shows to `seat`; `first`: who began. Both count from 1."""
    if len(sight.seats) != options.players or len(sight.building) != PLACES:
        raise BadSight(f"the server shows {len(sight.seats)} seats, and the table has {options.players}")
    if sight.awaits not in _AWAITED or any(die not in (None, *FACES[1:]) for die in _dice(sight)):
        raise BadSight("the server shows a die or a chance that there is not")
    least = (sight.draw, *(n for owner in sight.seats for n in (owner.cards, owner.stock)))
    if min(least) < 0 or not {sight.turn, sight.mover} <= set(range(1, options.players + 1)):
        raise BadSight("the server shows numbers that no table can have")
    if sight.seats[seat - 1].cards != len(sight.hand):
        raise BadSight(f"the server shows {len(sight.hand)} of the {sight.seats[seat - 1].cards} cards in the hand")
    tables = empty_table(options)
    try:
        _fill(record_in(tables), sight, options, seat, first)
    except TooManyCards:
        most = int(record_in(tables).deck_n)
        raise BadSight(f"the server shows more than the {most} cards of this edition") from None
    except (OverflowError, IndexError):
        raise BadSight("the server shows numbers that no table can have") from None
    return View(tables, seat, options)


def _dice(sight: ViewSight) -> Iterable[str | None]:
    yield sight.die
    if sight.interrupted is not None:
        yield sight.interrupted.die


def _fill(table: Any, sight: ViewSight, options: Options, seat: int, first: int) -> None:
    cells = Cells(int(table.deck_n))
    for place, pile in enumerate(sight.building):
        if not 0 <= pile.height < TOP:
            raise IndexError
        table.bottom[place] = cells.following if pile.cards else 0
        table.building[place] = cells.lay(list(_codes(reversed(pile.cards))))
        table.building_n[place] = len(pile.cards)
        table.height[place] = pile.height
        table.beside[place] = pile.coins
    aside = [card for text, n in sight.aside_cards.items() for card in [card_code(text)] * n]
    table.aside, table.aside_n = cells.lay(aside), len(aside)
    table.draw, table.draw_n = cells.lay([_COVERED] * sight.draw), sight.draw
    for number, owner in enumerate(sight.seats):
        _lay_seat(table, cells, number, owner)
    table.spare = cells.lay([_COVERED] * sum(owner.cards for owner in sight.seats))
    for card in _codes(sight.hand):
        table.hand[seat - 1, card >> 4] += 1 << (4 * (card & 15))
    if cells.following <= int(table.deck_n):
        raise BadSight(f"the server shows {cells.following - 1} of the {table.deck_n} cards of this edition")
    table.card, table.below = cells.card, cells.below
    table.needs = needs_of(pile.height for pile in sight.building)
    table.first = first - 1
    table.tolls = 1 + max((card >> 4 for card in options.deck), default=0) if table.has_coins else 1
    _set_turn(table, sight)


def _lay_seat(table: Any, cells: Cells, number: int, seat: SeatSight) -> None:
    stock = [_COVERED] * (seat.stock - 1) + [card_code(seat.top) if seat.top else _COVERED] * min(1, seat.stock)
    table.stock[number], table.stock_n[number] = cells.lay(stock), seat.stock
    for place, pile in enumerate(seat.discards):
        table.discard[number, place] = cells.lay(_codes(reversed(pile)))
    table.hand_n[number] = seat.cards
    table.coins[number] = seat.coins
    table.passed |= seat.passed << number
    table.penalised |= seat.penalised << number


def _set_turn(table: Any, sight: ViewSight) -> None:
    table.turn, table.mover = sight.turn - 1, sight.mover - 1
    table.turns, table.moves = sight.turns, sight.moves
    table.played, table.moved = sight.played, sight.moved
    if sight.over:
        table.over = WON if sight.winners else BLOCKED
        table.winners = sum(1 << (seat - 1) for seat in sight.winners)
    else:
        table.over = PLAYING
    table.awaits = _AWAITED[sight.awaits]
    table.die, table.die_left = _face(sight.die), sight.die_left
    table.toll, table.refill = sight.toll, sight.refill
    table.toll_place = (sight.toll_place or 1) - 1
    table.must, table.ended = sight.must_follow or 0, sight.plays_ended
    table.owed, table.talks = sight.owed, sight.talks
    if sight.interrupted is not None:
        kept = sight.interrupted
        table.kept_die, table.kept_die_left = _face(kept.die), kept.die_left
        table.kept_talks, table.kept_owed = kept.talks, kept.owed


def _face(die: str | None) -> int:
    return FACES.index(die or "")


def _codes(cards: Iterable[str]) -> list[int]:
    return [card_code(card) for card in cards]

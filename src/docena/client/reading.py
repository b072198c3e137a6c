"""Making a view for our bots out of what a server sends: a table record in which everything hidden is covered.

A message gives the heights and tops of building piles and how many cards are set aside, not which. Those that were seen
on top are remembered; for the others the number that was needed is taken, or a wild where no such card can be left.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from docena.client.turns import Turn, moves_of_log, turn_of_log
from docena.core.cards import DOWN, UNKNOWN, WILD
from docena.core.errors import DocenaError
from docena.core.moves import FACES
from docena.core.notation import card_code
from docena.core.options import Options
from docena.core.sizes import MOST_CARDS, PLACES, TOP
from docena.engine.board import AWAITED
from docena.engine.table import PLAYING, WON, record_in
from docena.engine.view import View
from docena.game.game import empty_table
from docena.tables.messages import SeatSight, ViewSight

_STAND_IN = 0
"""The die or coins in a pile. A card that was not seen is the number it stands for, negative."""
_COVERED = DOWN | UNKNOWN
_AWAITED = {word: number for number, word in AWAITED.items()}


class BadSight(DocenaError):
    """A message that cannot be of a table like this."""


class Reading:
    """What one seat knows of one game, from message to message."""

    def __init__(self, options: Options, seat: int, first: int | None = None) -> None:
        """`seat` from 1; `first`: who began."""
        self.options, self.seat, self.first = options, seat, first or 1
        self._piles: list[list[int]] = [[] for _ in range(PLACES)]
        """The building piles, lowest card first, as long as they are high."""
        self._aside: list[int] = []
        self._before: ViewSight | None = None
        self._moves: list[str] = []

    def see(self, sight: ViewSight, lines: Sequence[str]) -> View:
        """The view that a message shows; `lines` are all lines of the game's log so far."""
        if len(sight.seats) != self.options.players or len(sight.building) != PLACES:
            raise BadSight(f"the server shows {len(sight.seats)} seats, and the table has {self.options.players}")
        moves = moves_of_log(lines)
        self._remember(sight, moves)
        self._before, self._moves = sight, moves
        return View(self._record(sight, moves), self.seat)

    # --- remembering

    def _remember(self, sight: ViewSight, moves: list[str]) -> None:
        taken_back = len(moves) < len(self._moves) or moves[: len(self._moves)] != self._moves
        new = moves[len(self._moves) :]
        last = self._card_of(new[0]) if len(new) == 1 and not taken_back else None
        for place, (pile, seen) in enumerate(zip(self._piles, sight.building, strict=True), 1):
            before = len(pile)
            if seen.height < before:
                if not taken_back:
                    completed = pile + [-number for number in range(before + 1, TOP + 1)]
                    if before == TOP - 1 and last is not None:
                        completed[-1] = last
                    self._aside += [card for card in completed if card != _STAND_IN]
                    pile.clear()
                del pile[seen.height :]
            pile += [-number for number in range(len(pile) + 1, seen.height + 1)]
            if pile:
                stands_in = seen.top is None or place == sight.must_follow
                pile[-1] = _STAND_IN if stands_in else card_code(seen.top or "")
        # a shuffle takes what was set aside; what is set aside after it lies on top
        missing = max(0, sight.aside - len(self._aside))
        guessed = [-(1 + i % TOP) for i in range(missing)]
        self._aside = guessed + self._aside[len(self._aside) - min(len(self._aside), sight.aside) :]

    def _card_of(self, move: str) -> int | None:
        """The card of a play, by what lay on the table before it; None where that is not known."""
        source, mark, _ = move.partition(">")
        if not mark:
            return None
        if source in ("R", "C"):
            return _STAND_IN
        if source.startswith("H"):
            return card_code(source[1:])
        if self._before is None:
            return None
        owner = self._before.mover
        if source.startswith("@"):
            owner, source = int(source[1]), source[2:]
        elif source.startswith("P"):
            owner, source = self._partner(owner) or owner, source[1:]
        seat = self._before.seats[owner - 1]
        tops = [seat.top] if source == "S" else seat.discards[int(source[1]) - 1][:1]
        return card_code(tops[0]) if tops and tops[0] else None

    def _partner(self, seat: int) -> int | None:
        players = self.options.players
        return (seat - 1 + players // 2) % players + 1 if self.options.partners else None

    # --- putting it on a table

    def _record(self, sight: ViewSight, moves: list[str]) -> Any:
        tables = empty_table(self.options)
        table = record_in(tables)
        cells = _Cells(int(table.deck_n))
        piles, aside = self._faces(sight, int(table.deck_n))
        for place, pile in enumerate(piles):
            table.bottom[place] = cells.following if pile else 0
            table.building[place] = cells.lay(pile)
            table.building_n[place] = len(pile)
            table.height[place] = sight.building[place].height
            table.beside[place] = sight.building[place].coins
        table.aside, table.aside_n = cells.lay(aside), len(aside)
        table.draw, table.draw_n = cells.lay([_COVERED] * sight.draw), sight.draw
        for number, seat in enumerate(sight.seats):
            self._lay_seat(table, cells, number, seat)
        table.spare = cells.lay([_COVERED] * sum(seat.cards for seat in sight.seats))
        for card in map(card_code, sight.hand):
            table.hand[self.seat - 1, card >> 4] += 1 << (4 * (card & 15))
        table.card, table.below = cells.card, cells.below
        table.needs = _needs([pile.height for pile in sight.building])
        self._set_turn(table, sight, moves)
        return tables

    def _lay_seat(self, table: Any, cells: "_Cells", number: int, seat: SeatSight) -> None:
        stock = [_COVERED] * (seat.stock - 1) + ([card_code(seat.top)] if seat.top else [_COVERED])
        table.stock[number] = cells.lay(stock if seat.stock else [])
        table.stock_n[number] = seat.stock
        for place, pile in enumerate(seat.discards):
            table.discard[number, place] = cells.lay([card_code(card) for card in reversed(pile)])
        table.hand_n[number] = seat.cards
        table.coins[number] = seat.coins
        table.penalised |= seat.penalised << number

    def _set_turn(self, table: Any, sight: ViewSight, moves: list[str]) -> None:
        turn: Turn = turn_of_log(moves, plays_ended=sight.plays_ended)
        table.first = self.first - 1
        table.turn, table.mover = sight.turn - 1, sight.mover - 1
        table.over = WON if sight.over else PLAYING
        table.awaits = _AWAITED.get(sight.awaits, 0)
        table.played, table.ended, table.must = turn.played, sight.plays_ended, sight.must_follow or 0
        # who acts out of turn may do so only before the mover has moved (7.2), and is told so
        table.moved = turn.moved and not any(move.endswith(":out") for move in sight.legal)
        table.talks = turn.talks(self._partner(sight.mover))
        table.owed = sight.owed
        table.die = FACES.index(sight.die) if sight.die in FACES else 0
        table.die_left = sight.die_left
        table.turns, table.moves = turn.number, len(moves)
        if sight.draw == sight.aside == 0:
            players = self.options.players
            for back in range(1, min(turn.passes, players - 1) + 1):
                table.passed |= 1 << ((sight.mover - 1 - back) % players)
        table.toll = sight.toll
        table.tolls = 1 + max((card >> 4 for card in self.options.deck), default=0) if table.has_coins else 1
        if sight.toll and moves:
            # 9.3: the toll is that of the last play, and goes beside its pile
            table.toll_place = int(moves[-1][-1]) - 1 if moves[-1][-1:] in "1234" else 0
            table.refill = moves[-1].startswith("H") and not sight.seats[sight.mover - 1].cards

    def _faces(self, sight: ViewSight, deck_n: int) -> tuple[list[list[int]], list[int]]:
        """The cards in building piles and set aside, with the best guess for those that were not seen."""
        elsewhere = sight.draw + sight.aside
        for seat in sight.seats:
            elsewhere += seat.cards + seat.stock + sum(map(len, seat.discards))
        piles = _balanced(self._piles, deck_n - elsewhere)
        if piles is None:
            # memory was wrong, as after several moves that were taken back: only what lies on top is sure
            self._piles = [[-number for number in range(1, len(pile))] + pile[-1:] for pile in self._piles]
            piles = _balanced(self._piles, deck_n - elsewhere)
        if piles is None:
            raise BadSight("the server does not show as many cards as this edition has")
        left = Counter(self.options.deck)
        left.subtract(card for card in map(card_code, _in_sight(sight)))
        left.subtract(card for card in [*self._aside, *(card for pile in piles for card in pile)] if card > 0)
        named = [[card if card > 0 else _guess(left, -card) for card in pile if card] for pile in piles]
        return named, [card if card > 0 else _guess(left, -card) for card in self._aside]


class _Cells:
    """The cells of a record, filled from the first on."""

    def __init__(self, deck_n: int) -> None:
        self.card = np.zeros(MOST_CARDS + 1, np.uint8)
        self.below = np.zeros(MOST_CARDS + 1, np.uint8)
        self.following = 1
        self._deck_n = deck_n

    def lay(self, pile: Sequence[int]) -> int:
        """A pile, lowest card first; returns the cell of its top."""
        top = 0
        for card in pile:
            cell = self.following
            if cell > self._deck_n:
                raise BadSight(f"the server shows more than the {self._deck_n} cards of this edition")
            self.card[cell], self.below[cell] = card, top
            top, self.following = cell, cell + 1
        return top


def _needs(heights: Iterable[int]) -> int:
    """3.2: which kinds go onto which piles, as the record has it."""
    needs = 15 << (4 * WILD)
    for place, height in enumerate(heights):
        needs |= 1 << (4 * (height + 1) + place)
    return needs


def _in_sight(sight: ViewSight) -> Iterable[str]:
    yield from sight.hand
    for seat in sight.seats:
        if seat.top:
            yield seat.top
        for pile in seat.discards:
            yield from pile


def _guess(left: Counter[int], number: int) -> int:
    """The card that a number in a pile may have been: as many as the deck has, and then wilds."""
    codes = [number, WILD, *(number + 16 * toll for toll in (1, 2, 3)), *(WILD + 16 * toll for toll in (1, 2, 3))]
    card = next((code for code in codes if left[code] > 0), number)
    left[card] -= 1
    return card


def _balanced(piles: list[list[int]], cards: int) -> list[list[int]] | None:
    """The piles with as many cards in them as must be there: what was not seen is a card or a stand-in.

    None where that cannot be.
    """
    piles = [list(pile) for pile in piles]
    more = cards - sum(card != _STAND_IN for pile in piles for card in pile)
    for pile in piles:
        for at in range(len(pile)):
            if more < 0 and pile[at] < 0:
                pile[at] = _STAND_IN
                more += 1
            elif more > 0 and pile[at] == _STAND_IN and at < len(pile) - 1:
                pile[at] = -(at + 1)
                more -= 1
    return None if more else piles

"""From a position to a table record, where there can be such a table."""

from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Any

from docena.core.cards import DOWN, UNKNOWN, WILD, card_text
from docena.core.sizes import HAND, TOLLS, TOP
from docena.engine.board import Board
from docena.engine.positions.bare_table import empty_table
from docena.engine.positions.cells import Cells, needs_of
from docena.engine.positions.position import STAND_IN, BadPosition, CardsOfSeat, Pile, Position
from docena.engine.positions.turn_words import PHASES, is_over
from docena.engine.step import legal_moves, shuffle_cards
from docena.engine.table import MOVE, RESTOCK, ROLL, SHUFFLE, Tables, new_pads, record_in

Order = Callable[[list[int]], list[int]]
"""Puts cards into an order, by chance."""

_DRAWS = ("drawing", "sinking", "taking")
_DIE_WORDS = ("roll", "rolling")
_OPEN_WORDS = ("restock", "owed", "taking", "talks", "penalised", "interrupted")


def has_unknown(position: Position) -> bool:
    return any(card == UNKNOWN for card in _all_cards(position))


def dealt(position: Position, order: Order) -> Position:
    """The same with the unknown cards dealt at random, from those that lie nowhere else; a whole table."""
    _check_counts(position)
    known = Counter(card for card in _all_cards(position) if card != UNKNOWN)
    missing = order(sorted((Counter(position.options.deck) - known).elements()))

    def fill(pile: Pile) -> Pile:
        return tuple(missing.pop() if card == UNKNOWN else card for card in pile)

    seats = [CardsOfSeat(fill(of.hand), fill(of.stock), of.discards) for of in position.seats]
    changes: dict[str, Any] = {"seats": tuple(seats), "draw": fill(position.draw), "viewer": None}
    return _with(position, changes)


def _with(position: Position, changes: dict[str, Any]) -> Position:
    kept = {name: getattr(position, name) for name in position.__struct_fields__}
    return Position(**{**kept, **changes})


def _all_cards(position: Position) -> chain[int]:
    piles: list[Pile] = [*position.building, position.draw, position.aside]
    for of in position.seats:
        piles += [of.hand, of.stock, *of.discards]
    return chain.from_iterable(tuple(card for card in pile if card != STAND_IN) for pile in piles)


def table_of(position: Position) -> Tables:
    """An array of this one table; `BadPosition` says why it cannot be. Unknown cards stay unknown."""
    _check_counts(position)
    _check_facts(position)
    tables = empty_table(position.options)
    table = record_in(tables)
    table.turns, table.moves = position.turns, position.moves
    table.first, table.turn, table.mover = position.first - 1, position.turn - 1, position.mover - 1
    table.die, table.die_left = position.die, position.die_left
    if position.coins:
        table.coins[: len(position.coins)] = position.coins
        table.beside[:] = position.beside
    for word, numbers in position.state.items():
        PHASES[word].write(table, numbers)
    table.tolls = 1 + max(card >> 4 for card in position.options.deck) if table.has_coins else 1
    _lay_cards(table, position)
    _check_phase(tables, position)
    return tables


def _lay_cards(table: Any, position: Position) -> None:
    cells = Cells(int(table.deck_n))
    table.needs = needs_of(map(len, position.building))
    for place, pile in enumerate(position.building):
        cards = [card for card in pile if card != STAND_IN]
        table.bottom[place] = cells.following if cards else 0
        table.building[place] = cells.lay(cards)
        table.building_n[place], table.height[place] = len(cards), len(pile)
    for seat, of in enumerate(position.seats):
        words = [0] * TOLLS
        for card in of.hand:
            words[card >> 4] += 1 << (4 * (card & 15))
        table.hand[seat] = words
        table.hand_n[seat] = len(of.hand)
        hidden = [card | DOWN for card in of.stock]
        if hidden and not _is_restocked(position, seat):
            hidden[-1] &= ~DOWN
        table.stock[seat] = cells.lay(hidden)
        table.stock_n[seat] = len(of.stock)
        for number, cards_there in enumerate(of.discards):
            table.discard[seat, number] = cells.lay(cards_there)
    table.draw = cells.lay([card | DOWN for card in position.draw])
    table.aside = cells.lay(position.aside)
    table.draw_n, table.aside_n = len(position.draw), len(position.aside)
    table.spare = cells.lay([UNKNOWN | DOWN] * sum(len(of.hand) for of in position.seats))
    table.card, table.below = cells.card, cells.below


def _is_restocked(position: Position, seat: int) -> bool:
    """7.1: a card drawn too many onto a finished stock pile lies face down until chance has spoken."""
    return "restock" in position.state and seat == position.mover - 1 and len(position.seats[seat].stock) == 1


# --- what cannot be


def _check_counts(position: Position) -> None:
    found, deck = Counter(_all_cards(position)), Counter(position.options.deck)
    for card, n in found.items():
        if card != UNKNOWN and n > deck[card]:
            raise BadPosition("too_many", found=n, named=card_text(card), right=deck[card])
    if found.total() != deck.total():
        raise BadPosition("total", found=found.total(), right=deck.total())
    for seat, of in enumerate(position.seats, 1):
        if len(of.hand) > HAND:
            raise BadPosition("hand", seat=seat, found=len(of.hand), most=HAND)
    facts = position.options.edition
    if not facts.die and not facts.coins:
        _check_aside(position.aside)


def _check_aside(aside: Pile) -> None:
    """3.3: without stand-ins, what is set aside are whole piles from 1 to 12."""
    piles, rest = divmod(len(aside), TOP)
    if rest:
        raise BadPosition("aside", found=len(aside), top=TOP)
    for kind, n in Counter(card & 15 for card in aside).items():
        if kind < WILD and n > piles:
            raise BadPosition("aside_kind", named=card_text(kind), found=n, piles=piles)


def _check_facts(position: Position) -> None:
    options = position.options
    facts, state = options.edition, position.state
    if UNKNOWN in position.aside:
        raise BadPosition("aside_unknown")
    if bool(position.coins) != bool(facts.coins):
        raise BadPosition("coins_needed" if facts.coins else "no_coins", edition=facts.name)
    coins = sum(position.coins) + sum(position.beside)
    if coins != facts.coins * options.players:
        raise BadPosition("coin_count", found=coins, right=facts.coins * options.players)
    other = [word for word in _DIE_WORDS if word in state and not facts.die]
    other += [word for word in _OPEN_WORDS if word in state and not options.open_table]
    other += [word for word in ("drawing",) if word in state and options.open_table]
    other += [word for word in ("toll", "ended") if word in state and not facts.coins]
    other += [word for word in ("follow",) if word in state and not (facts.coins or facts.die)]
    other += [word for word in ("refill",) if word in state and "toll" not in state]
    other += [word for word in ("sinking",) if word in state and state[word][1] > options.players]
    if other or sum(word in state for word in ("shuffle", "roll", "restock", "won", "blocked")) > 1:
        raise BadPosition("phase", word=other[0] if other else next(iter(state)))
    if (position.mover != position.turn) != ("interrupted" in state):
        raise BadPosition("out_of_turn")
    if position.die and not facts.die:
        raise BadPosition("no_die", edition=facts.name)
    if position.viewer and UNKNOWN in position.seats[position.viewer - 1].hand:
        raise BadPosition("own_hand", seat=position.viewer)


def _check_phase(tables: Tables, position: Position) -> None:
    table, pads = record_in(tables), new_pads(1)
    board = Board(tables)
    if UNKNOWN in [board.stock_top(seat) for seat in board.seats if not _is_restocked(position, seat - 1)]:
        raise BadPosition("open_card", seat=next(seat for seat in board.seats if board.stock_top(seat) == UNKNOWN))
    if is_over(table):
        return
    finished = [seat for seat in board.seats if not board.stock_size(seat)]
    for seat in finished:
        partner = board.partner(seat) if board.partner_piles else None
        if partner is None or partner in finished:
            raise BadPosition("finished", seat=seat)
    awaited = int(table.awaits)
    if awaited == SHUFFLE and (board.draw_size or not position.aside or not _draws(table)):
        raise BadPosition("phase", word="shuffle")
    if awaited == RESTOCK and not shuffle_cards(tables, 0, pads):
        raise BadPosition("phase", word="restock")
    if awaited == ROLL and position.die:
        raise BadPosition("phase", word="roll")
    if awaited != MOVE:
        return
    if _draws(table) > int(table.owed):
        raise BadPosition("phase", word=next(word for word in _DRAWS if word in position.state))
    if position.viewer not in (None, position.mover):
        return
    legal_moves(tables, 0, pads)
    if UNKNOWN not in position.seats[position.mover - 1].hand and not any(pads["moves"][0].tolist()):
        raise BadPosition("no_move", seat=position.mover)


def _draws(table: Any) -> int:
    """Draws that are due or owed."""
    return int(table.drawing) + int(table.sinking) + int(table.taking) + int(table.owed)

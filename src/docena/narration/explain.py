"""Why a move is not legal: a sentence for a person, with the clause of the rulebook."""

from functools import partial
from typing import Any

from docena.core.cards import WILD, card_text
from docena.core.errors import IllegalMove
from docena.core.moves import (
    ACT_ACCUSE,
    ACT_OBJECT,
    ACT_OUT,
    ACT_TALK,
    ACTS,
    BOUGHT,
    CLOSING,
    COIN_CARD,
    DIE_CARD,
    DIE_GIFT,
    EXTRA,
    PARTNER,
    PASS,
    PAY,
    PILES,
)
from docena.core.sizes import SEATS, TOP
from docena.core.words import card_word, worded
from docena.engine.board import Board


class _Because(Exception):
    def __init__(self, clause: str, key: str, **parts: Any) -> None:
        super().__init__(key)
        self.clause, self.key, self.parts = clause, key, parts


def why_not(board: Board, move: int) -> IllegalMove:
    """Why `move` (a number), which is not legal here, is not."""
    try:
        _check(board, move >> 6, move & 63)
    except _Because as reason:
        parts = {name: partial(card_word, str(part)) for name, part in reason.parts.items()}
        return IllegalMove(worded("why_not", reason.key, **parts), reason.clause)
    return IllegalMove(worded("why_not", "not_legal"), "4.2")


def _check(board: Board, word: int, bit: int) -> None:
    if board.over:
        raise _Because("4.7" if board.blocked else "5.1", "over")
    if board.awaits:
        clause = {"shuffle": "4.5", "roll": "8.1", "restock": "7.1"}[board.awaits]
        raise _Because(clause, f"awaits_{board.awaits}")
    if word == ACTS:
        _check_act(board, bit)
        return
    if board.toll and not (word == PILES and PAY <= bit < PASS):
        raise _Because("9.3", "pay_first", toll=board.toll)
    if board.owed:
        raise _Because("7.0", "draw_first", owed=board.owed)
    if word < CLOSING:
        _check_play(board, bit & 3, card_in_hand=(bit >> 2) + 16 * word)
    elif word < PILES:
        _check_discard(board, (bit >> 2) + 16 * (word & 3), extra=word >= EXTRA)
    elif word == PILES:
        _check_piles(board, bit)
    else:
        _check_purchase(board, 3 * (word - BOUGHT) + bit // 20 + 1, bit % 20)


def _following(number: int) -> int:
    return 1 if number == TOP else number + 1


def _needed(board: Board, place: int) -> int:
    return board.height(place + 1) + 1


def _check_turn_goes_on(board: Board, place: int | None = None) -> None:
    """Nothing but the card that must follow may be played, and nothing after an unpaid toll."""
    must = board.must_follow
    if must is not None and place != must - 1:
        clause = "8.2" if board.has_die else "9.1"
        raise _Because(clause, "follow_first", card=board.height(must) + 1, place=must)
    if board.plays_ended:
        raise _Because("9.3", "plays_ended")


def _check_fit(board: Board, place: int, card: int) -> None:
    _check_turn_goes_on(board, place)
    needed = _needed(board, place)
    if card & 15 not in (needed, WILD):
        raise _Because("3.2", "does_not_fit", place=place + 1, needed=needed, card=card_text(card))


def _check_play(board: Board, place: int, card_in_hand: int) -> None:
    if card_in_hand not in board.hand(board.mover):
        raise _Because("4.2", "not_in_hand", card=card_text(card_in_hand))
    _check_fit(board, place, card_in_hand)


def _check_discard(board: Board, card: int, extra: bool) -> None:
    if board.must_follow is not None:
        _check_turn_goes_on(board)
    if card not in board.hand(board.mover):
        raise _Because("8.3" if extra else "4.4", "not_in_hand", card=card_text(card))
    if extra:
        _check_turn_goes_on(board)
        _check_die(board, "8.3")
        if board.die != "2":
            raise _Because("8.3", "not_two", die=board.die)
        if board.hand_size(board.mover) < 2:
            raise _Because("8.3", "last_card")


def _check_die(board: Board, clause: str) -> None:
    if not board.has_die:
        raise _Because("8.1", "no_die")
    if not board.die_left:
        raise _Because(clause, "die_used")


def _check_piles(board: Board, bit: int) -> None:
    if bit < DIE_CARD:
        _check_own_piles(board, bit)
    elif bit < COIN_CARD:
        _check_die_card(board, bit - DIE_CARD)
    elif bit < DIE_GIFT:
        _check_coin_card(board, bit - COIN_CARD)
    elif bit < PAY:
        _check_gift(board, bit - DIE_GIFT + 1)
    elif bit < PASS:
        if not board.toll:
            raise _Because("9.3", "no_toll")
        raise _Because("9.3", "toll_too_high", toll=board.toll, coins=board.coins(board.mover))
    else:
        _check_turn_goes_on(board)
        raise _Because("4.6", "hold_cards")


def _check_own_piles(board: Board, bit: int) -> None:
    partner = bit >= PARTNER
    owner: int | None = board.mover
    if partner:
        if not board.partner_piles:
            raise _Because("6.2", "no_partner_piles")
        owner = board.partner(board.mover)
        bit -= PARTNER
    assert owner is not None
    _check_pile(board, owner, bit, "partner_" if partner else "")


def _check_pile(board: Board, owner: int, bit: int, whose: str) -> None:
    """A pile of a player: the stock pile (bits 0 to 3) or a discard pile."""
    if bit < 4:
        if not board.stock_size(owner):
            raise _Because("3.1", f"{whose}stock_finished", seat=owner)
        card = board.stock_top(owner)
    else:
        pile = board.discard(owner, (bit - 4 >> 2) + 1)
        if not pile:
            raise _Because("3.4", f"{whose}discard_empty", pile=(bit - 4 >> 2) + 1, seat=owner)
        card = pile[0]
    _check_fit(board, bit & 3, card)


def _check_die_card(board: Board, place: int) -> None:
    _check_turn_goes_on(board)
    _check_die(board, "8.1")
    needed = _needed(board, place)
    faces = {"1-4": range(1, 5), "5-8": range(5, 9), "9-12": range(9, 13), "wild": range(1, 13)}
    if needed not in faces.get(board.die or "", ()):
        raise _Because("8.2", "die_wrong", die=board.die, place=place + 1, needed=needed)
    raise _Because("8.2", "die_no_follow", card=_following(needed))


def _check_coin_card(board: Board, place: int) -> None:
    if not board.has_coins:
        raise _Because("9.1", "no_coins_edition")
    _check_turn_goes_on(board)
    needed, coins = _needed(board, place), board.coins(board.mover)
    if needed > coins:
        raise _Because("9.1", "too_few_coins", needed=needed, coins=coins)
    raise _Because("9.1", "coins_no_follow", card=_following(needed))


def _check_gift(board: Board, seat: int) -> None:
    _check_turn_goes_on(board)
    _check_die(board, "8.4")
    if seat > board.players:
        raise _Because("8.4", "no_seat", seat=seat)
    if board.die != "+1":
        raise _Because("8.4", "not_gift", die=board.die)
    if seat in (board.mover, board.partner(board.mover)):
        raise _Because("8.4", "not_opponent", seat=seat)
    raise _Because("8.4", "no_card_to_give")


def _check_purchase(board: Board, owner: int, bit: int) -> None:
    if not board.has_coins:
        raise _Because("9.2", "no_coins_edition")
    if owner > board.players:
        raise _Because("9.2", "no_seat", seat=owner)
    if owner == board.mover:
        raise _Because("9.2", "own_card")
    if not board.coins(board.mover):
        raise _Because("9.2", "no_coin_left")
    _check_pile(board, owner, bit, "owner_")


def _check_act(board: Board, bit: int) -> None:
    seat = (bit % SEATS if bit < ACT_ACCUSE else (bit - ACT_ACCUSE) // SEATS) + 1
    other = (bit - ACT_ACCUSE) % SEATS + 1 if bit >= ACT_ACCUSE else seat
    if not board.open_table:
        raise _Because("7.0", "strict")
    for named in (seat, other):
        if named > board.players:
            raise _Because("7.0", "no_seat", seat=named)
    _check_turn_goes_on(board)
    out = board.mover != board.turn
    if bit < ACT_OUT:
        if seat != board.mover:
            raise _Because("7.0", "not_mover", seat=board.mover)
        raise _Because("4.5", "no_card_to_draw")
    if bit < ACT_OBJECT:
        if out:
            raise _Because("7.2", "already_out")
        raise _Because("7.2", "your_own_turn" if seat == board.turn else "too_late")
    if bit < ACT_TALK:
        raise _Because("7.2", "own_objection" if out else "nobody_out")
    if not board.partner_piles:
        raise _Because("6.5", "no_talk_rule")
    raise _Because("6.5", "not_partner")

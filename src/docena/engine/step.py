"""The chapters put together: which moves are legal, and what a move or a piece of chance does.

The functions without an underscore are called from Python and take an array of tables and an index, since passing a
single record costs ten times as much; those marked `@rule` are for compiled callers.
"""

from typing import Any

from docena.core.cards import DOWN
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
    HAND_PLAY,
    PARTNER,
    PASS,
    PAY,
    PILES,
    STOP,
)
from docena.core.sizes import SEATS, TOLLS
from docena.engine.jit import entry, hot, int64, rule
from docena.engine.rules import setup
from docena.engine.rules.coins import coin_places, for_sale, pay_toll, toll_moves
from docena.engine.rules.die import die_places, gift_seats, may_discard_extra, rolled
from docena.engine.rules.partners import partner_of
from docena.engine.rules.piles import (
    fitting_piles,
    kinds_held,
    kinds_on_top,
    take_discard,
    take_hand,
    take_stock,
)
from docena.engine.rules.situations import (
    accuse,
    acts,
    go_out_of_turn,
    stop_out_of_turn,
    take_card,
    talk,
)
from docena.engine.rules.turn import (
    FROM_DISCARD,
    FROM_HAND,
    discard,
    end_turn,
    fill_hand,
    pass_turn,
    play,
    settle,
    stand_in,
)
from docena.engine.signature import Bytes
from docena.engine.table import COLUMN, RESTOCK, Pad, Pads, Table, Tables, copy_pile, lay_face_down

SEEN = 4
"""A flag of what a move did: cards were drawn, a stock card was turned up, or chance comes next."""
REFUSED = -1


@rule
def plays_with_toll(t: Table, seat: int, needs: int, pad: Pad) -> int:
    """The hand cards with a toll that fit; returns the kinds that are held."""
    held = int64(0)
    for toll in range(1, TOLLS):
        kinds = kinds_held(int64(t.hand[seat, toll]))
        pad.moves[HAND_PLAY + toll] = needs & (kinds * 15)
        held |= kinds
    return held


@hot
def plays(t: Table, pad: Pad) -> None:
    """4.2: all that may go onto building piles now."""
    seat = int64(t.mover)
    needs = int64(t.needs)
    if t.must:
        needs &= int64(COLUMN) << (int64(t.must) - 1)
    held = kinds_held(int64(t.hand[seat, 0]))
    pad.moves[HAND_PLAY] = needs & (held * 15)
    if t.tolls > 1:
        held |= plays_with_toll(t, seat, needs, pad)
    own = fitting_piles(t, seat, needs)
    if t.partner_piles:
        own |= fitting_piles(t, partner_of(t, seat), needs) << PARTNER
    if t.has_coins and t.coins[seat] > 0:
        pad.moves[BOUGHT] = for_sale(t, seat, needs, int64(0))
        pad.moves[BOUGHT + 1] = for_sale(t, seat, needs, int64(3))
    if not t.must and (t.has_die or t.has_coins):
        held |= kinds_on_top(t, seat)
        if t.partner_piles:
            held |= kinds_on_top(t, partner_of(t, seat))
        if t.has_die:
            own |= die_places(t, held) << DIE_CARD
        if t.has_coins:
            own |= coin_places(t, seat, held) << COIN_CARD
    pad.moves[PILES] = own


@rule
def legal(t: Table, pad: Pad) -> None:
    """Writes the set of all legal moves (see `docena.core.moves`); none while the table awaits chance or is over."""
    for word in range(ACTS + 1):
        pad.moves[word] = 0
    if t.awaits or t.over:
        return
    if t.toll > 0:
        pad.moves[PILES] = toll_moves(t)
        return
    if t.open and not t.must:
        pad.moves[ACTS] = acts(t)
        if t.owed > 0:
            return  # 7.0: draws owed come before any other move of that seat
    if not t.ended:
        plays(t, pad)
    if t.must:
        return
    seat = int64(t.mover)
    if t.hand_n[seat] == 0:
        pad.moves[PILES] |= int64(1) << PASS
    for toll in range(t.tolls):
        pad.moves[CLOSING + toll] = kinds_held(int64(t.hand[seat, toll])) * 15
    if t.has_die and not t.ended:
        if may_discard_extra(t):
            for toll in range(t.tolls):
                pad.moves[EXTRA + toll] = pad.moves[CLOSING + toll]
        pad.moves[PILES] |= gift_seats(t) << DIE_GIFT


@hot
def play_from_piles(t: Table, owner: int, bit: int) -> None:
    """A play of the top of a stock pile (bits 0 to 3) or discard pile (the rest) of `owner`."""
    place = bit & 3
    if bit < 4:
        play(t, take_stock(t, owner), place, owner)
    else:
        play(t, take_discard(t, owner, (bit - 4) >> 2), place, FROM_DISCARD)


@rule
def make_pile_move(t: Table, bit: int) -> None:
    """Word 12: piles, stand-ins, the die's gift, tolls, passing."""
    seat = int64(t.mover)
    if bit < PARTNER:
        play_from_piles(t, seat, bit)
    elif bit < DIE_CARD:
        play_from_piles(t, partner_of(t, seat), bit - PARTNER)
    elif bit < COIN_CARD:
        t.die_left = 0
        stand_in(t, bit - DIE_CARD)
    elif bit < DIE_GIFT:
        place = bit - COIN_CARD
        price = int64(t.height[place]) + 1
        t.coins[seat] -= price
        t.beside[place] += price
        stand_in(t, place)
    elif bit < PAY:
        t.moved = 1
        t.die_left = 0
        t.sinking = 1
        t.sinking_seat = bit - DIE_GIFT
        t.due = 1
    elif bit == PAY:
        pay_toll(t)
        if t.refill:
            fill_hand(t)  # 9.3: the toll is settled before the refill of 4.3
    elif bit == STOP:
        t.toll = 0
        t.ended = 1
        if t.hand_n[seat] == 0:
            end_turn(t)
    else:
        pass_turn(t)


@rule
def make_act(t: Table, bit: int) -> None:
    """Word 15: what anybody may do at an open table."""
    if bit < ACT_OUT:
        take_card(t)
    elif bit < ACT_OBJECT:
        go_out_of_turn(t, bit - ACT_OUT)
    elif bit < ACT_TALK:
        stop_out_of_turn(t)
    elif bit < ACT_ACCUSE:
        talk(t)
    else:
        accuse(t, (bit - ACT_ACCUSE) % SEATS)


def _make(t: Table, move: int) -> None:
    """Makes a move, which must be legal."""
    t.moves += 1
    word = (move >> 6) & 15
    bit = move & 63
    seat = int64(t.mover)
    if word < CLOSING:
        play(t, take_hand(t, seat, bit >> 2, word), bit & 3, FROM_HAND)
    elif word < EXTRA:
        discard(t, bit >> 2, word - CLOSING, bit & 3)
        end_turn(t)
    elif word == PILES:
        make_pile_move(t, bit)
    elif word < PILES:
        discard(t, bit >> 2, word - EXTRA, bit & 3)
        t.die_left -= 1
    elif word < ACTS:
        # 9.2: the owner gets the coin, and wins where it was the last card of the stock pile
        owner = 3 * (word - BOUGHT) + bit // 20
        t.coins[seat] -= 1
        t.coins[owner] += 1
        play_from_piles(t, owner, bit % 20)
    else:
        make_act(t, bit)
    if t.due:
        settle(t)


make = rule(_make)
make_here = hot(_make)
"""The same, inlined into callers where speed matters most."""


@rule
def stock_tops(t: Table) -> int:
    """The cells on top of the stock piles, in one number."""
    tops = int64(0)
    for seat in range(SEATS):
        tops |= int64(t.stock[seat]) << (8 * seat)
    return tops


@rule
def card_turned(t: Table, tops: int) -> bool:
    """Whether a stock pile shows another card than it did."""
    turned = False
    for seat in range(SEATS):
        if t.stock[seat] != 0 and t.stock[seat] != (tops >> (8 * seat)) & 0xFF:
            turned = True
    return turned


@rule
def shuffled(t: Table, pad: Pad) -> None:
    """4.5: the set-aside cards have become the draw pile, in the order on the pad."""
    t.awaits = 0
    t.draw = t.aside
    t.draw_n = t.aside_n
    t.aside = 0
    t.aside_n = 0
    lay_face_down(t, t.draw, pad)


@rule
def rolled_die(t: Table, die: int) -> None:
    """8.1: the die shows a face (1 to 6 in the order of `moves.FACES`)."""
    t.awaits = 0
    rolled(t, die)
    settle(t)


@rule
def first_restocked(t: Table) -> Any:
    """7.1: the topmost face-down card of the mover's stock pile."""
    top = t.stock[t.mover]
    if t.card[top] & DOWN:
        return top  # the pile was finished
    return t.below[top]


@rule
def restocked(t: Table, pad: Pad) -> None:
    """7.1: the mover's face-down stock cards are in the order on the pad."""
    t.awaits = 0
    lay_face_down(t, first_restocked(t), pad)
    t.card[t.stock[t.mover]] &= 0xFF ^ DOWN


@rule
def cards_to_shuffle(t: Table, pad: Pad) -> int:
    """Writes the cards that the awaited shuffle (4.5) or restock (7.1) is about on the pad; returns how many."""
    if t.awaits == RESTOCK:
        return copy_pile(t, first_restocked(t), pad)
    return copy_pile(t, t.aside, pad)


@rule
def take_order(t: Table, pad: Pad) -> None:
    """The outcome of the shuffle or restock that the table awaits, on the pad."""
    if t.awaits == RESTOCK:
        restocked(t, pad)
    else:
        shuffled(t, pad)
    settle(t)


# --- called from Python -------------------------------------------------------------------------------------------


@entry
def lay_out(
    tables: Tables, i: int, players: int, stock_size: int, partners: bool, partner_piles: bool, has_die: bool,
    coins: int, is_open: bool, deck: Bytes,
) -> None:  # fmt: skip
    """Sets the facts of an empty table, before its first game; `deck` holds all its cards in any order."""
    setup.lay_out(tables[i], players, stock_size, partners, partner_piles, has_die, coins, is_open, deck)


@entry
def start(tables: Tables, i: int, pads: Pads) -> None:
    """Deals a new game at a table whose facts are set (2.4); the deck lies on the pad."""
    setup.deal(tables[i], pads[0])


@entry
def legal_moves(tables: Tables, i: int, pads: Pads) -> None:
    """Writes the legal moves on the pad."""
    legal(tables[i], pads[0])


@entry
def make_move(tables: Tables, i: int, move: int) -> None:
    make(tables[i], move)


@entry
def try_move(tables: Tables, i: int, move: int, pads: Pads) -> int:
    """Makes a move if it is legal; returns what the table awaits next, with `SEEN` if hidden cards come to light. If
    the move is not legal, nothing is done and `REFUSED` is returned.
    """
    t = tables[i]
    legal(t, pads[0])
    if not (int64(pads[0].moves[move >> 6]) >> (move & 63)) & 1:
        return REFUSED
    drawn, tops = int64(t.draw_n), stock_tops(t)
    make(t, move)
    awaited = int64(t.awaits)
    if awaited or t.draw_n != drawn or card_turned(t, tops):
        return awaited | SEEN
    return awaited


@entry
def shuffle_cards(tables: Tables, i: int, pads: Pads) -> int:
    return cards_to_shuffle(tables[i], pads[0])


@entry
def give_order(tables: Tables, i: int, pads: Pads) -> None:
    take_order(tables[i], pads[0])


@entry
def give_roll(tables: Tables, i: int, die: int) -> None:
    rolled_die(tables[i], die)

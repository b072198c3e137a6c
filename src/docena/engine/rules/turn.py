"""Chapter 4: the turn."""

from docena.core.sizes import HAND
from docena.engine.jit import hot, int64, rule
from docena.engine.rules.coins import deal_out
from docena.engine.rules.piles import build_up, lay_on_building, sink, take_hand
from docena.engine.rules.winning import count_pass, stock_played
from docena.engine.table import RESTOCK, ROLL, SHUFFLE, Table, face, kind_of, place_on, toll_of

# Where a played card comes from, besides the number of the seat whose stock pile it leaves.
FROM_DISCARD = int64(-1)
FROM_HAND = int64(-2)


@rule
def card_to_draw(t: Table) -> bool:
    """4.5: whether there is a card on the draw pile; if not, the set-aside cards are to be shuffled."""
    if t.draw_n > 0:
        return True
    if t.aside_n > 0:
        t.awaits = SHUFFLE
    return False


@hot
def take_top(t: Table) -> int:
    """The cell of the draw pile's top card, off the pile."""
    cell = t.draw
    t.draw = t.below[cell]
    t.draw_n -= 1
    return cell


@hot
def draw_into_hand(t: Table, seat: int, n: int) -> None:
    """n cards, which the draw pile must have; their cells wait for cards that leave a hand."""
    hand = int64(t.hand[seat, 0])
    top = t.draw
    cell = top
    last = top
    for _ in range(n):
        card = face(t, cell)
        if toll_of(card) == 0:
            hand += int64(1) << (4 * kind_of(card))
        else:
            t.hand[seat, toll_of(card)] += int64(1) << (4 * kind_of(card))
        last = cell
        cell = t.below[cell]
    t.hand[seat, 0] = hand
    t.hand_n[seat] += n
    t.draw = cell
    t.draw_n -= n
    if n > 0:
        t.below[last] = t.spare
        t.spare = top


@rule
def take_by_hand(t: Table) -> None:
    """Open tables: the mover takes a card; 7.1: one that is not owed goes among the stock pile's face-down cards."""
    t.taking = 0
    seat = int64(t.mover)
    if t.owed > 0:
        t.owed -= 1
        draw_into_hand(t, seat, int64(1))
        return
    cell = take_top(t)
    top = t.stock[seat]
    if top == 0:
        t.below[cell] = 0
        t.stock[seat] = cell
    else:
        t.below[cell] = t.below[top]
        t.below[top] = cell
    t.stock_n[seat] += 1
    t.awaits = RESTOCK


@rule
def settle(t: Table) -> None:
    """Does what is due before the next move, until something must come from chance."""
    t.due = 0
    while t.sinking > 0:
        if not card_to_draw(t):
            if t.awaits:
                return
            t.sinking = 0  # 4.5: what there is
        else:
            t.sinking -= 1
            sink(t, take_top(t), int64(t.sinking_seat))
    while t.drawing > 0:
        if not card_to_draw(t):
            if t.awaits:
                return
            t.drawing = 0
        else:
            n = min(int64(t.drawing), int64(t.draw_n))
            t.drawing -= n
            draw_into_hand(t, int64(t.mover), n)
    if t.taking:
        if not card_to_draw(t):
            return
        take_by_hand(t)
        if t.awaits:
            return
    if t.rolling:
        t.rolling = 0
        t.awaits = ROLL
        return
    if t.owed > 0 and t.draw_n == 0 and t.aside_n == 0:
        t.owed = 0


@hot
def start_turn(t: Table, seat: int) -> None:
    """4.1: draw until you hold five; 8.1: roll. At open tables the draws are owed (7.0)."""
    t.due = 1
    t.mover = seat
    t.played = 0
    t.moved = 0
    t.ended = 0
    t.talks = 0
    t.die = 0
    t.die_left = 0
    t.turns += 1
    t.rolling = t.has_die
    missing = HAND - int64(t.hand_n[seat])
    if not t.open:
        t.drawing = missing
    elif seat == t.turn and (int64(t.penalised) >> seat) & 1:
        t.owed = 0  # 7.2
    else:
        t.owed = missing


@hot
def end_turn(t: Table) -> None:
    """The turn passes to the left; 7.3: also from a player who was out of turn."""
    seat = int64(t.mover)
    if seat == t.turn:
        t.penalised &= ~(int64(1) << seat)
    following = seat + 1
    if following == t.players:
        following = 0
    t.turn = following
    start_turn(t, following)


@rule
def fill_hand(t: Table) -> None:
    """4.3: five at once."""
    t.due = 1
    if t.open:
        t.owed = HAND
    else:
        t.drawing = HAND


@rule
def stand_in(t: Table, place: int) -> None:
    """8.2, 9.1: something stands in for the card that a building pile needs; a real card must follow."""
    t.moved = 1
    t.played = 1
    t.passed = 0
    if build_up(t, place):
        deal_out(t, place, int64(t.mover))
    t.must = place + 1


@hot
def play(t: Table, cell: int, place: int, owner: int) -> None:
    """4.2: a card, taken from `owner`'s stock pile or elsewhere, goes to a building pile."""
    t.moved = 1
    t.played = 1
    t.passed = 0
    t.must = 0
    card = face(t, cell)
    lay_on_building(t, cell, place)
    if build_up(t, place) and t.has_coins:
        deal_out(t, place, int64(t.mover))
    if owner >= 0 and stock_played(t, owner):
        return
    emptied = owner == FROM_HAND and t.hand_n[t.mover] == 0
    if toll_of(card) > 0:
        t.toll = toll_of(card)
        t.toll_place = place
        t.refill = emptied
    elif emptied:
        fill_hand(t)


@hot
def discard(t: Table, kind: int, toll: int, pile: int) -> None:
    """4.4, 8.3: a hand card onto one of the mover's own discard piles."""
    seat = int64(t.mover)
    t.moved = 1
    t.passed = 0
    cell = take_hand(t, seat, kind, toll)
    t.discard[seat, pile] = place_on(t, cell, t.discard[seat, pile], t.card[cell])


@rule
def pass_turn(t: Table) -> None:
    """4.6: with no card in hand the turn ends without a discard."""
    t.moved = 1
    if not count_pass(t):
        end_turn(t)

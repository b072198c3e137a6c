"""What speaks for a plan and what against it, found by looking at the table before and after it.

A reason is a fact of the plan, not a guess at how it was found: each can be seen at the table. What another
plan does as well explains little, so reasons are ranked by what sets a plan apart from its rival.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from docena.analysis.foresight import ends_turn, foresee
from docena.core.cards import UNKNOWN, WILD, card_text
from docena.core.notation import Move, parse_card, parse_move
from docena.core.sizes import PLACES
from docena.engine.board import Board
from docena.engine.view import View
from docena.narration.narrate import played_card

MOST = 3
"""More reasons than this would explain nothing."""

_REACH = 3  # cards that a hand may well hold in the next turn


@dataclass(frozen=True)
class Reason:
    """A fact of a plan: a key of the texts, whether it is good for the side, and what the sentence names."""

    key: str
    good: bool | None
    weight: float = field(compare=False)
    seat: int | None = None
    card: str | None = None
    place: int | None = None
    n: int | None = None


def facts_of(view: View, moves: Sequence[str]) -> list[Reason]:
    """All that can be said about a plan on its own."""
    boards, plan = foresee(view, moves), [parse_move(move) for move in moves]
    facts = [*_plays(boards, plan), *_discards(boards, plan), *_piles(boards), *_others(boards)]
    if not any(move.act == "play" for move in plan) and not any(fact.weight > 12 for fact in facts):
        facts.append(Reason("waits", None, 3))
    return facts


def reasons_for(view: View, moves: Sequence[str], rival: Sequence[str] | None, better: bool) -> list[Reason]:
    """The weightiest reasons for a plan that is better than its rival, or against one that is worse; best first."""
    mine = facts_of(view, moves)
    theirs = [] if rival is None else facts_of(view, rival)
    mine += _contrasts(view, moves, mine, theirs)

    def importance(reason: Reason) -> float:
        explains = reason.good is None or reason.good == better
        return reason.weight * (0.25 if reason in theirs else 1.0) * (1.0 if explains else 0.5)

    best = sorted(mine, key=importance, reverse=True)
    found = [reason for reason in best if importance(reason) >= 4] or sorted(mine, key=lambda it: -it.weight)[:1]
    return _without_echoes(found)[:MOST]


def _without_echoes(reasons: Sequence[Reason]) -> list[Reason]:
    """Each key once, with the weightiest reason."""
    kept: dict[str, Reason] = {}
    for reason in reasons:
        kept.setdefault(reason.key, reason)
    return list(kept.values())


# --- what is played


def _plays(boards: Sequence[Board], moves: Sequence[Move]) -> Iterator[Reason]:
    first, last = boards[0], boards[-1]
    mover, partner = first.mover, first.partner(first.mover)
    if last.over and not last.blocked:
        won = bool(int(last.table.winners) >> (mover - 1) & 1)
        yield Reason("wins", True, 100) if won else Reason("loses", False, 100)
    own_piles = [move.source for move in moves if not move.partner and not move.other]
    own = own_piles.count("stock")
    if own:
        yield Reason("stock" if own == 1 else "stocks", True, 50 + 10 * own, n=own)
    for_partner = sum(move.partner and move.source == "stock" for move in moves)
    if for_partner:
        key = "partner_stock" if for_partner == 1 else "partner_stocks"
        yield Reason(key, True, 45 + 10 * for_partner, seat=partner, n=for_partner)
    dug = own_piles.count("discard")
    if dug:
        yield Reason("digs" if dug == 1 else "digs_many", True, 6 + 2 * dug, n=dug)
    for move, before, after in zip(moves, boards, boards[1:], strict=False):
        yield from _play(move, before, after, mover)
    wilds = sum(_is_wild(move, before) for move, before in zip(moves, boards, strict=False))
    if wilds:
        yield Reason("wild" if wilds == 1 else "wilds", False, 10 + 5 * wilds, n=wilds)


def _is_wild(move: Move, before: Board) -> bool:
    """Whether a move plays a wild of the mover's hand or discard piles: a wild that could have been kept."""
    if move.act != "play" or move.source not in ("hand", "discard") or move.partner or move.other:
        return False
    return parse_card(played_card(before, move)[1]).is_wild


def _play(move: Move, before: Board, after: Board, mover: int) -> Iterator[Reason]:
    if move.act == "pay":
        yield Reason("toll", False, 12, n=before.toll)
    elif move.act == "stop":
        yield Reason("stops", False, 18, n=before.toll)
    elif move.act == "gift":
        yield from _gift(before, move.other, mover)
    if move.act != "play":
        return
    place = move.place
    needed = before.height(place) + 1
    if move.source == "die":
        yield Reason("die", True, 12, card=str(needed))
    elif move.source == "coins":
        yield Reason("coin" if needed == 1 else "coins", False, 14, card=str(needed), n=needed)
    elif move.other:
        owner, card = played_card(before, move)
        if move.source == "stock":
            yield Reason("helps", False, 30 + _danger(before, owner), seat=owner)
        else:
            yield Reason("buys", True, 8, seat=owner, card=card)
    elif move.card and before.hand_size(mover) == 1 and not after.over and not after.toll:
        yield Reason("refill", True, 30)
    if after.height(place) == 0:
        yield Reason("completes", True, 8, place=place)


def _gift(before: Board, to: int, mover: int) -> Iterator[Reason]:
    rivals = _opponents(before, mover)
    leads = len(rivals) > 1 and all(before.stock_size(to) < before.stock_size(seat) for seat in rivals if seat != to)
    yield Reason("gift_leader" if leads else "gift", True, 33 if leads else 20, seat=to)


# --- the discard piles


def _discards(boards: Sequence[Board], moves: Sequence[Move]) -> Iterator[Reason]:
    mover, extra = boards[0].mover, 0
    for move, before in zip(moves, boards, strict=False):
        if move.card is None or move.act == "play":
            continue
        extra += move.act == "extra"
        yield from _laid(before, move.card.kind, before.discard(mover, move.pile))
    if extra:
        yield Reason("extra" if extra == 1 else "extras", True, 14, n=extra)
    emptied = sum(
        bool(old) and not new for old, new in zip(boards[0].discards(mover), boards[-1].discards(mover), strict=True)
    )
    if emptied:
        yield Reason("frees", True, 15, n=emptied)


def _laid(before: Board, kind: int, pile: Sequence[int]) -> Iterator[Reason]:
    """A card laid on a discard pile: what it does to the cards below."""
    if kind == WILD:
        yield Reason("throws_wild", False, 40)
    elif not pile:
        yield Reason("starts", None, 8, card=card_text(kind))
    elif pile[0] & 15 == WILD:
        yield Reason("buries_wild", False, 32)
    elif kind == pile[0] & 15:
        yield Reason("same", True, 18, card=card_text(kind))
    elif kind < pile[0] & 15:
        yield Reason("in_order", True, 16 if kind + 1 == pile[0] & 15 else 11)
    else:
        under = pile[0] & 15
        soon = any(0 < under - before.height(place) <= _REACH for place in range(1, PLACES + 1))
        yield Reason("buries", False, 26 if soon else 18, card=card_text(under))


# --- the building piles, and whose stock cards they are ready for


def _gap(board: Board, card: int) -> int:
    """How many cards are missing on the best building pile before this one fits."""
    kind = card & 15
    gaps = [kind - 1 - board.height(place) for place in range(1, PLACES + 1)]
    return min((gap for gap in gaps if gap >= 0), default=99)


def _known(card: int) -> bool:
    """Whether it is known which pile a card could wait for: a wild fits anywhere, and an unknown card might."""
    return 0 < card & 15 < WILD and card & 15 != UNKNOWN


def _piles(boards: Sequence[Board]) -> Iterator[Reason]:
    """What the plan does for the mover's own next stock card, where it is not played."""
    first, last = boards[0], boards[-1]
    card = first.stock_top(first.mover)
    if first.stock_size(first.mover) != last.stock_size(first.mover) or not _known(card) or last.over:
        return
    old, new = _gap(first, card), _gap(last, card)
    text = card_text(card & 15)
    if new < old and new == 0:
        yield Reason("readies", True, 30, card=text)
    elif new < old and new <= _REACH:
        yield Reason("nears" if new == 1 else "nears_many", True, 27 - 3 * new, card=text, n=new)
    elif new > old and old <= _REACH:
        yield Reason("passes_by", False, 22, card=text)


def _opponents(board: Board, mover: int) -> list[int]:
    return [seat for seat in board.seats if seat not in (mover, board.partner(mover))]


def _danger(board: Board, seat: int) -> float:
    """How much a card of this seat's matters: more near the end of its stock pile, and more if it is next."""
    following = board.mover % board.players + 1
    return (8 if board.stock_size(seat) <= 3 else 0) + (6 if seat == following else 0)


def _others(boards: Sequence[Board]) -> Iterator[Reason]:
    """Whether the plan lets others play their stock cards, which all can see."""
    first, last = boards[0], boards[-1]
    if last.over:
        return
    sure = 1.0 if ends_turn(boards) else 0.4  # the rest of the turn may change it
    partner = first.partner(first.mover)
    for seat in first.seats:
        card = first.stock_top(seat)
        if seat == first.mover or not _known(card) or first.stock_size(seat) != last.stock_size(seat):
            continue
        fitted, fits = _gap(first, card) == 0, _gap(last, card) == 0
        text, danger = card_text(card & 15), _danger(first, seat)
        if seat == partner:
            if fits and not fitted:
                yield Reason("readies_partner", True, 25 * sure, seat=seat, card=text)
        elif fits and not fitted:
            yield Reason("opens", False, (35 + danger) * sure, seat=seat, card=text)
        elif fitted and not fits:
            yield Reason("closes", True, (34 + danger) * sure, seat=seat, card=text)
        elif fitted and fits:
            yield Reason("leaves", False, (5 + danger / 2) * sure, seat=seat, card=text)


# --- what only a comparison shows


def _contrasts(view: View, moves: Sequence[str], mine: Sequence[Reason], theirs: Sequence[Reason]) -> Iterator[Reason]:
    """What this plan leaves undone that its rival does."""
    if not theirs:
        return
    have, had = {fact.key: fact for fact in mine}, {fact.key: fact for fact in theirs}

    def count(facts: dict[str, Reason], *keys: str) -> int:
        return sum(facts[key].n or 0 for key in keys if key in facts)

    if count(had, "wild", "wilds") > count(have, "wild", "wilds") and "throws_wild" not in have:
        yield Reason("keeps_wild", True, 28)
    if "throws_wild" in had and not {"throws_wild", "wild", "wilds"} & have.keys():
        yield Reason("keeps_wild", True, 30)
    unplayed = count(had, "stock", "stocks") > count(have, "stock", "stocks")
    if unplayed and not {"wins", "loses"} & have.keys() and ends_turn(foresee(view, moves)):
        yield Reason("leaves_stock", False, 55, card=card_text(view.stock_top(view.mover)))
    if "refill" in had and "refill" not in have:
        yield Reason("no_refill", False, 15)
    if count(had, "toll", "coin", "coins") > count(have, "toll", "coin", "coins") and "stops" not in have:
        yield Reason(
            "keeps_coins", True, 12, n=count(had, "toll", "coin", "coins") - count(have, "toll", "coin", "coins")
        )
    for fact in theirs:
        undone = not any(other.key == fact.key and other.seat == fact.seat for other in mine)
        if fact.key == "closes" and any(other.key == "leaves" and other.seat == fact.seat for other in mine):
            yield Reason("leaves", False, fact.weight * 0.8, seat=fact.seat, card=fact.card)
        if fact.key == "opens" and undone:
            yield Reason("avoids", True, fact.weight * 0.8, seat=fact.seat, card=fact.card)
        if fact.key in ("buries", "buries_wild") and not {"buries", "buries_wild"} & have.keys():
            yield Reason("buries_nothing", True, 12)
    if {"gift", "gift_leader", "die", "extra", "extras"} & had.keys() and not (
        {"gift", "gift_leader", "die", "extra", "extras"} & have.keys()
    ):
        yield Reason("idle_die", False, 10)

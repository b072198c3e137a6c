"""The table as plain text, for terminals, pipes and screen readers."""

from collections.abc import Sequence

from docena.core.cards import WILD, card_text
from docena.core.sizes import PLACES
from docena.core.words import card_word, say
from docena.engine.board import Board


def draw_table(board: Board, names: Sequence[str], lang: str = "en", me: int | None = None) -> str:
    """The whole table; the seat `me` comes last, with its hand. Hidden cards are left out."""

    def word(key: str, **parts: object) -> str:
        return say(lang, "board", key, **parts)

    piles = "   ".join(f"{place}: {_needs(board, place, lang)}" for place in range(1, PLACES + 1))
    deck = f"{word('draw')}: {board.draw_size}"
    if aside := len(board.aside):
        deck += f", {word('aside')}: {aside}"
    if board.die:
        deck += f"    {word('die')}: {card_word(board.die, lang)}{'' if board.die_left else ' x'}"
    order = [seat for seat in board.seats if seat != me] + ([me] if me else [])
    rows = [_seat_cells(board, seat, names, lang, me) for seat in order]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = [f"{word('building')}   {piles}", deck]
    lines += ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    if me is not None:
        lines.append(f" {word('hand'):<{widths[0] + 1}}{_cards(board.hand(me), lang)}")
    elif any(card & 15 <= WILD for seat in board.seats for card in board.hand(seat)):
        lines += [f" {names[seat - 1]}, {word('hand')}: {_cards(board.hand(seat), lang)}" for seat in board.seats]
    if me == board.mover:
        lines += _due(board, lang)
    return "\n".join(lines)


def _due(board: Board, lang: str) -> list[str]:
    """What must be done before anything else."""
    if board.toll:
        return [say(lang, "board", "toll_due", toll=board.toll)]
    if board.must_follow is not None:
        needed = board.height(board.must_follow) + 1
        return [say(lang, "board", "must_follow", card=needed, place=board.must_follow)]
    return [say(lang, "board", "plays_ended")] if board.plays_ended else []


def _needs(board: Board, place: int, lang: str) -> str:
    height = board.height(place)
    coins = f" ({board.beside(place)} {say(lang, 'board', 'coins')})" if board.beside(place) else ""
    needed = say(lang, "board", "needs", card=height + 1) if height else say(lang, "board", "free")
    return needed + coins


def _cards(cards: Sequence[int], lang: str) -> str:
    return "  ".join(card_word(card_text(card), lang) for card in cards) or say(lang, "board", "empty")


def _seat_cells(board: Board, seat: int, names: Sequence[str], lang: str, me: int | None) -> list[str]:
    """One seat's line, in columns: name, stock pile, discard piles (top first), and the rest."""

    def word(key: str, **parts: object) -> str:
        return say(lang, "board", key, **parts)

    size = board.stock_size(seat)
    stock = (
        f"{card_word(card_text(board.stock_top(seat)), lang)} ({word('left', n=size)})" if size else word("finished")
    )
    piles = [" ".join(card_text(card) for card in pile) or word("empty") for pile in board.discards(seat)]
    more = (
        []
        if seat == me
        else [f"{word('hand')} {word('card' if board.hand_size(seat) == 1 else 'cards', n=board.hand_size(seat))}"]
    )
    if board.has_coins:
        more.append(f"{word('coins')} {board.coins(seat)}")
    if me is not None and board.partner(me) == seat:
        more.append(f"({word('partner')})")
    return [
        f"{'>' if seat == board.mover else ' '}{names[seat - 1]}",
        f"{word('stock')} {stock}",
        word("discards"),
        *(f"{number}: {pile}" for number, pile in enumerate(piles, 1)),
        "   ".join(more),
    ]

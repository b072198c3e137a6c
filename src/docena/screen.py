"""The table as plain text, for terminals, pipes and screen readers."""

from collections.abc import Sequence

from docena.board import Board
from docena.cards import card_text
from docena.narrate import card_word
from docena.sizes import PLACES
from docena.words import say


def draw_table(board: Board, names: Sequence[str], lang: str = "en", me: int | None = None) -> str:
    """The whole table; `me` is the seat that looks, which comes last with its hand. Hidden cards are not drawn."""

    def word(key: str, **parts: object) -> str:
        return say(lang, "board", key, **parts)

    width = max(len(name) for name in names) + 2
    piles = "   ".join(f"{place}: {_needs(board, place, lang)}" for place in range(1, PLACES + 1))
    deck = f"{word('draw')}: {board.draw_size}"
    if aside := len(board.aside):
        deck += f", {word('aside')}: {aside}"
    lines = [f"{word('building')}   {piles}", deck]
    if board.die:
        lines[-1] += f"    {word('die')}: {board.die}{'' if board.die_left else ' x'}"
    order = [seat for seat in board.seats if seat != me] + ([me] if me else [])
    lines += [_seat_line(board, seat, names, width, lang, me) for seat in order]
    if me is not None:
        lines.append(f"{word('hand'):<{width}}{_cards(board.hand(me), lang)}")
    elif any(card & 15 <= 13 for seat in board.seats for card in board.hand(seat)):
        lines += [f"{names[seat - 1]:<{width}}{word('hand')} {_cards(board.hand(seat), lang)}" for seat in board.seats]
    return "\n".join(lines)


def _needs(board: Board, place: int, lang: str) -> str:
    height = board.height(place)
    coins = f" ({board.beside(place)} {say(lang, 'board', 'coins')})" if board.beside(place) else ""
    needed = say(lang, "board", "needs", card=height + 1) if height else say(lang, "board", "free")
    return needed + coins


def _cards(cards: Sequence[int], lang: str) -> str:
    return "  ".join(card_word(card, lang) for card in cards) or say(lang, "board", "empty")


def _seat_line(board: Board, seat: int, names: Sequence[str], width: int, lang: str, me: int | None) -> str:
    def word(key: str, **parts: object) -> str:
        return say(lang, "board", key, **parts)

    marker = ">" if seat == board.mover else " "
    top = card_word(board.stock_top(seat), lang) if board.stock_size(seat) else word("finished")
    left = f"({word('left', n=board.stock_size(seat))})" if board.stock_size(seat) else ""
    piles = "   ".join(
        f"{number}: {' '.join(card_text(card) for card in pile) or word('empty')}"
        for number, pile in enumerate(board.discards(seat), 1)
    )
    parts = [
        f"{marker}{names[seat - 1]:<{width - 1}}{word('stock')} {top:>4} {left:<11}",
        f"{word('discards')} {piles}",
    ]
    if seat != me:
        parts.append(f"{word('hand')} {word('cards', n=board.hand_size(seat))}")
    if board.has_coins:
        parts.append(f"{word('coins')} {board.coins(seat)}")
    if me is not None and board.partner(me) == seat:
        parts.append(f"({word('partner')})")
    return "   ".join(parts)

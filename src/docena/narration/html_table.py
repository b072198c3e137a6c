"""The table as a fragment of HTML, for notebooks."""

from collections.abc import Iterable
from html import escape

from docena.core.cards import WILD, card_text
from docena.core.sizes import PLACES
from docena.engine.board import Board

_CARD = "display:inline-block;min-width:1.4em;padding:2px 4px;margin:1px;border-radius:4px;text-align:center;"
_FACE = _CARD + "border:1px solid #888;background:#fff;color:#111"
_WILD = _CARD + "border:1px solid #7a5a00;background:#ffe08a;color:#111"
_BACK = _CARD + "border:1px solid #345;background:#47617d;color:#fff"
_CELL = "padding:3px 10px;text-align:left;vertical-align:middle"


def html_table(board: Board) -> str:
    """What a board shows; cards that it does not know show their backs."""
    piles = "".join(_cell(_pile(place, board)) for place in range(1, PLACES + 1))
    rows = [f"<tr>{_head('building piles')}{piles}{_cell(_middle(board))}</tr>"]
    titles = ("stock", "discard piles (top first)", "hand")
    rows.append(f"<tr>{_head('')}{_head(titles[0])}{_head(titles[1], 3)}{_head(titles[2])}</tr>")
    for seat in board.seats:
        mark = "&#9654; " if seat == board.mover and not board.over else ""
        left = board.stock_size(seat)
        stock = f"{_cards([board.stock_top(seat)])} of {left}" if left else "finished"
        discards = " | ".join(_cards(pile) or "&ndash;" for pile in board.discards(seat))
        coins = f" {board.coins(seat)} coins" if board.has_coins else ""
        hand = _cards(board.hand(seat)) + coins
        rows.append(f"<tr>{_head(f'{mark}seat {seat}')}{_cell(stock)}{_cell(discards, 3)}{_cell(hand)}</tr>")
    return f'<table style="border-collapse:collapse">{"".join(rows)}</table>'


def _pile(place: int, board: Board) -> str:
    height = board.height(place)
    beside = f" + {board.beside(place)} coins" if board.beside(place) else ""
    return f"{_cards(board.building(place)[:1])} needs {height + 1}{beside}"


def _middle(board: Board) -> str:
    die = f", die: {escape(board.die)}" if board.die else ""
    return f"draw pile: {board.draw_size}, set aside: {len(board.aside)}{die}"


def _head(text: str, columns: int = 1) -> str:
    return f'<th colspan="{columns}" style="{_CELL}">{text}</th>'


def _cell(html: str, columns: int = 1) -> str:
    return f'<td colspan="{columns}" style="{_CELL}">{html}</td>'


def _cards(cards: Iterable[int]) -> str:
    return "".join(_card(card) for card in cards)


def _card(card: int) -> str:
    kind = card & 15
    style = _WILD if kind == WILD else _FACE if kind < WILD else _BACK
    return f'<span style="{style}">{card_text(card)}</span>'

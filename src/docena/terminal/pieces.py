"""The pieces of the table in character cells: cards, places for cards, and the marks that say what can be done.

A card has its number first and its colour second. Its frame says what can be done with it: thin for nothing, thin with
a key for a card that can be played, double for a place where the picked card may go, thick for the picked card.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from docena.core.cards import WILD, card_text
from docena.terminal.canvas import Canvas

State = Literal["", "legal", "target", "picked", "cursor", "last"]


class CardSize(NamedTuple):
    """In cells, with the frame."""

    width: int
    height: int


SMALL, LARGE, HUGE = CardSize(5, 3), CardSize(7, 5), CardSize(11, 7)

_FRAMES: dict[str, str] = {
    "": "╭─╮│╰╯", "legal": "╭─╮│╰╯", "target": "╔═╗║╚╝", "picked": "┏━┓┃┗┛", "cursor": "┏━┓┃┗┛", "last": "┌╌┐╎└┘",
}  # fmt: skip
_NOWHERE = "╭╌╮╎╰╯"
"""The frame of a place without a card."""


@dataclass(frozen=True)
class Face:
    """What a card shows: its number or W, its toll, and whether it is a wild that stands for a number."""

    text: str
    toll: int = 0
    wild: bool = False

    @property
    def style(self) -> str:
        """The colour of a card: of twelve numbers, four each have one."""
        if self.wild or not self.text.isdecimal():
            return "wild"
        return ("dawn", "sun", "moon")[(int(self.text) - 1) // 4]


def face_of(card: int) -> Face:
    """The face of a card by its code."""
    kind = card & 15
    return Face("W" if kind == WILD else card_text(kind), card >> 4, kind == WILD)


def draw_frame(canvas: Canvas, x: int, y: int, size: CardSize, state: State, key: str, *, empty: bool = False) -> None:
    """The frame of a card, with the key that presses it in its upper edge."""
    corner, line, other, side, low, low_other = list(_NOWHERE if empty and state == "" else _FRAMES[state])
    style = state or ("place" if empty else "frame")
    inside = size.width - 2
    canvas.put(x, y, corner + line * inside + other, style)
    for row in range(1, size.height - 1):
        canvas.put(x, y + row, side, style)
        canvas.put(x + size.width - 1, y + row, side, style)
    canvas.put(x, y + size.height - 1, low + line * inside + low_other, style)
    if key:
        canvas.put(x + (size.width - len(key)) // 2, y, key, style)


def draw_card(
    canvas: Canvas, x: int, y: int, size: CardSize, face: Face | None, state: State = "", key: str = ""
) -> None:
    """A card, or the place of one."""
    draw_frame(canvas, x, y, size, state, key, empty=face is None)
    if face is None:
        for row in range(1, size.height - 1):
            canvas.put(x + 1, y + row, " " * (size.width - 2), "cloth")
        return
    inside = size.width - 2
    for row in range(1, size.height - 1):
        canvas.put(x + 1, y + row, " " * inside, face.style)
    star = face.wild and face.text != "W"
    text = f"{face.text}★" if star and size is SMALL else face.text
    canvas.put(x + 1, y + size.height // 2, text.center(inside), face.style)
    if face.wild and size is not SMALL:
        canvas.put(x + 1, y + 1, "★", face.style)
    if face.toll:
        canvas.put(x + 1, y + size.height - 1, "$" * face.toll, state or "legal")


def short_cards(cards: list[int], most: int) -> str:
    """Cards of a pile, top first, in few cells.

    >>> short_cards([7, 6, 13, 4], 12), short_cards([12, 11, 10, 9], 7), short_cards([], 5)
    ('7·6·W·4', '12·11+2', '')
    """
    texts = [card_text(card) for card in cards]
    for shown in range(len(texts), 0, -1):
        text = "·".join(texts[:shown]) + (f"+{len(texts) - shown}" if shown < len(texts) else "")
        if len(text) <= most:
            return text
    return texts[0][:most] if texts else ""

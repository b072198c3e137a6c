"""A page of character cells with styles by name, and what a click on each place means."""

from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import cell_len

from docena.terminal.picking import Spot

Target = Spot | str
"""What is clicked: a place of the table, or the name of a key."""


class ClickArea(NamedTuple):
    """A rectangle of the page; right and bottom are outside."""

    left: int
    top: int
    right: int
    bottom: int
    target: Target


class Canvas:
    """What is drawn later covers what was drawn before; what lies outside is not drawn."""

    def __init__(self, width: int, height: int, style: str = "cloth") -> None:
        self.width, self.height = width, height
        self._cells = [[(" ", style)] * width for _ in range(height)]
        self.areas: list[ClickArea] = []

    def put(self, x: int, y: int, text: str, style: str, most: int | None = None) -> int:
        """Writes a text, cut to `most` cells; returns the cell after it."""
        end = self.width if most is None else min(self.width, x + most)
        if not 0 <= y < self.height:
            return x
        row = self._cells[y]
        for letter in text:
            size = cell_len(letter)
            if size == 0:  # it joins the one before
                if 0 < x <= end:
                    before, kept = row[x - 1]
                    row[x - 1] = (before + letter, kept)
                continue
            if x + size > end:
                break
            if x >= 0:
                row[x] = (letter, style)
                row[x + 1 : x + size] = [("", style)] * (size - 1)
            x += size
        return x

    def put_right(self, right: int, y: int, text: str, style: str) -> int:
        """Writes a text that ends before `right`; returns where it begins."""
        begin = max(0, right - cell_len(text))
        self.put(begin, y, text, style, right - begin)
        return begin

    def area(self, x: int, y: int, width: int, height: int, target: Target) -> None:
        """A click there means this."""
        self.areas.append(ClickArea(x, y, x + width, y + height, target))

    def hit(self, x: int, y: int) -> Target | None:
        """What a click means; of areas that overlap, the one drawn last."""
        for left, top, right, bottom, target in reversed(self.areas):
            if left <= x < right and top <= y < bottom:
                return target
        return None

    def runs(self, y: int) -> Iterable[tuple[str, str]]:
        """A row as texts, each with its style."""
        text, style = "", ""
        for letter, named in self._cells[y]:
            if named != style and text:
                yield text, style
                text = ""
            text, style = text + letter, named
        if text:
            yield text, style

    def row(self, y: int) -> str:
        return "".join(letter for letter, _ in self._cells[y])

    def text(self) -> str:
        """The page without its styles."""
        return "\n".join(self.row(y).rstrip() for y in range(self.height))

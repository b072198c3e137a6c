"""The widget of the table: draws its page, and passes on what is clicked."""

from typing import Protocol

from rich.segment import Segment
from textual import events
from textual.strip import Strip
from textual.widget import Widget

from docena.terminal.canvas import Canvas
from docena.terminal.layout import draw_page
from docena.terminal.look import Look
from docena.terminal.picking import Spot
from docena.terminal.table import PlayedTable
from docena.terminal.themes import styles


class TableHolder(Protocol):
    """What the widget needs of the program."""

    table: PlayedTable
    lang: str
    theme_name: str
    look: Look

    def press(self, spot: Spot) -> None: ...

    def press_key(self, key: str) -> None: ...


class TableView(Widget, can_focus=True):
    """The page of the table."""

    def __init__(self, of: TableHolder) -> None:
        super().__init__()
        self._of = of
        self._canvas: Canvas | None = None

    @property
    def canvas(self) -> Canvas:
        """What is shown, drawn anew after each change."""
        width, height = self.size
        if self._canvas is None or (self._canvas.width, self._canvas.height) != (width, height):
            self._canvas = draw_page(self._of.look, self._of.table.told, self._of.lang, width, height)
        return self._canvas

    def draw_again(self) -> None:
        self._canvas = None
        self.refresh()

    def render_line(self, y: int) -> Strip:
        canvas = self.canvas
        if y >= canvas.height:
            return Strip.blank(self.size.width)
        named = styles(self._of.theme_name)
        return Strip([Segment(text, named[style]) for text, style in canvas.runs(y)], canvas.width)

    def on_click(self, event: events.Click) -> None:
        pressed = self.canvas.hit(event.x, event.y)
        if isinstance(pressed, Spot):
            self._of.press(pressed)
        elif pressed is not None:
            self._of.press_key(pressed)

"""Pages over the table: texts to scroll through, and menus."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from docena.core.words import say
from docena.narration.narrate import narrate_result
from docena.terminal.standing import match_words, rules_lines, score_rows
from docena.terminal.table import Scene, Told

_CLOSING = ("escape", "q", "enter", "space")
_BOX = """
    align: center middle;
    #box { width: 90%; max-width: 90; height: auto; max-height: 90%; border: round $primary; padding: 0 1; }
    #title { text-style: bold; height: auto; }
    #rest { height: auto; color: $text-muted; }
    VerticalScroll { height: auto; max-height: 100%; }
"""


class TextPage(ModalScreen[str | None]):
    """A title, and lines of which each may have a heading; any key that reads on scrolls, others close it."""

    CSS = f"TextPage {{ {_BOX} }}"
    BINDINGS: ClassVar = []

    def __init__(
        self, title: str, lines: Sequence[tuple[str, str]], lang: str, *, keys: str = "", at_end: bool = False
    ) -> None:
        super().__init__()
        self._title, self._lines, self._at_end = title, lines, at_end
        self._keys = keys or say(lang, "screen", "page_keys")

    def compose(self) -> ComposeResult:
        text = Text()
        for head, line in self._lines:
            if head:
                text.append(f"{head}  ", "bold")
            text.append(line + "\n", "" if line else "bold")
        with Vertical(id="box"):
            yield Static(Text(self._title), id="title")
            with VerticalScroll() as scroll:
                scroll.styles.max_height = max(3, self.app.size.height * 9 // 10 - 4)
                yield Static(text)
            yield Static(Text(self._keys), id="rest")

    def on_mount(self) -> None:
        scroll = self.query_one(VerticalScroll)
        scroll.focus()
        if self._at_end:
            scroll.scroll_end(animate=False)

    def on_resize(self, event: events.Resize) -> None:
        self.query_one(VerticalScroll).styles.max_height = max(3, event.size.height * 9 // 10 - 4)

    def on_key(self, event: events.Key) -> None:
        if event.key in _CLOSING or event.key == "ctrl+c" or (event.character or "") in "?rplh":
            event.stop()
            self.dismiss("enter" if event.key == "enter" else None)

    def on_click(self, event: events.Click) -> None:
        box = self.query_one("#box")
        rest = self.query_one("#rest")
        if not box.region.contains(event.screen_x, event.screen_y):
            self.dismiss(None)
        elif rest.region.contains(event.screen_x, event.screen_y):
            self.dismiss("enter")


class Choice(NamedTuple):
    """One line of a menu, and what it is for programs."""

    key: str
    words: str


class MenuPage(ModalScreen[str | None]):
    """A list to choose from, by arrows and Enter, by the first letters, or by a click."""

    CSS = f"""MenuPage {{ {_BOX}
        OptionList {{ height: auto; max-height: 100%; border: none; padding: 0; background: transparent; }}
    }}"""
    BINDINGS: ClassVar = []

    def __init__(self, title: str, choices: Sequence[Choice]) -> None:
        super().__init__()
        self._title, self._choices = title, choices

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Static(Text(self._title), id="title")
            options = OptionList(*(Option(Text(choice.words)) for choice in self._choices))
            options.styles.max_height = max(3, self.app.size.height * 9 // 10 - 3)
            yield options

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self._choices[event.option_index].key)

    def on_key(self, event: events.Key) -> None:
        if event.key in ("escape", "q", "ctrl+c"):
            event.stop()
            self.dismiss(None)

    def on_click(self, event: events.Click) -> None:
        if not self.query_one("#box").region.contains(event.screen_x, event.screen_y):
            self.dismiss(None)


def help_page(scene: Scene, lang: str) -> TextPage:
    """The keys, of which only those of this edition."""
    edition = scene.options.edition
    names = ["how", "hand", "stock", "building", "discards"]
    if scene.view is not None and scene.view.partner_piles:
        names.append("partner")
    names += ["die"] if edition.die else []
    names += ["coins", "buy", "toll"] if edition.coins else []
    names += ["arrows", "undo", "hint", "rules", "score", "log"]
    names += ["say"] if scene.online else []
    names += ["menu", "quit"]
    lines = []
    for name in names:
        key, _, words = say(lang, "screen_help", name).rpartition(" | ")
        lines.append((key, words))
    return TextPage(say(lang, "keys", "help"), lines, lang)


def rules_page(scene: Scene, lang: str) -> TextPage:
    lines = [
        (number, text) if "." in number else (f"\n{number}  {text}", "")
        for number, text in rules_lines(scene.options.edition.name, lang)
    ]
    title = scene.options.edition.title.get(lang, scene.options.edition.name)
    return TextPage(f"{say(lang, 'keys', 'rules')}: {title}", lines, lang)


def log_page(told: Sequence[Told], lang: str) -> TextPage:
    return TextPage(say(lang, "keys", "log"), [("", one.words) for one in told], lang, at_end=True)


def score_page(scene: Scene, lang: str, heading: str = "", keys: str = "") -> TextPage:
    """The score sheet of the match."""
    rows = score_rows(scene)
    totals = [say(lang, "score", "total"), *map(str, scene.score.totals)]
    widths = [max(len(row[column]) for row in [*rows, totals]) for column in range(len(totals))]
    lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in [*rows, totals]]
    texts = [("", line) for line in [*lines, "", match_words(scene, lang)]]
    return TextPage(heading or say(lang, "keys", "score"), texts, lang, keys=keys)


def result_page(scene: Scene, lang: str) -> TextPage:
    """The end of a game, with the score sheet."""
    me = scene.seat if not scene.covered else None
    result = None if scene.result is None else dict(scene.result)
    heading = narrate_result(result, scene.names, lang, me)
    return score_page(scene, lang, heading, say(lang, "screen", "result_keys"))

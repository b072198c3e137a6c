"""Full screen or plain lines: what suits the terminal, and what the person has asked for."""

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from docena.core.errors import Refused
from docena.core.words import worded
from docena.terminal.line_mode import LineMode
from docena.terminal.line_output import wants_color
from docena.terminal.table import OnlineActions, PlayedTable
from docena.terminal.themes import THEMES

COLORS = ("auto", "always", "never")


@dataclass(frozen=True)
class Appearance:
    """What was asked for."""

    plain: bool = False
    theme: str = THEMES[0]
    color: str = COLORS[0]


def check_appearance(theme: str, color: str) -> None:
    """Refuses what there is not, before anything is opened."""
    for option, value, known in (("--theme", theme, THEMES), ("--color", color, COLORS)):
        if value not in known:
            raise Refused(
                "bad", worded("terminal_refused", "no_such", option=option, value=value, known=", ".join(known))
            )


def suits_full_screen() -> bool:
    """Whether somebody who sees looks at a terminal that can be drawn on."""
    # the full screen is drawn on standard error
    terminal = all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
    dumb = sys.platform != "win32" and os.environ.get("TERM", "dumb") == "dumb"
    return terminal and not dumb and not os.environ.get("DOCENA_PLAIN") and not _screen_reader()


def _screen_reader() -> bool:
    """Whether a screen reader is known to run: on Linux's console, in Emacs, or on Windows."""
    if "EMACSPEAK_DIR" in os.environ or "INSIDE_EMACS" in os.environ:
        return True
    if sys.platform == "win32":
        import ctypes

        found = ctypes.c_int(0)
        ctypes.windll.user32.SystemParametersInfoW(0x46, 0, ctypes.byref(found), 0)  # SPI_GETSCREENREADER
        return bool(found.value)
    speakup = Path("/sys/accessibility/speakup/synth")
    try:
        return speakup.read_text(encoding="ascii").strip() not in ("", "none")
    except (OSError, ValueError):
        return False


def show_table(
    table: PlayedTable, folder: Path, appearance: Appearance, *, online: OnlineActions | None = None
) -> None:
    """Plays at a table until the person leaves it."""
    if appearance.plain or not suits_full_screen():
        LineMode(table, folder, online=online, color=wants_color(appearance.color)).run()
        return
    from docena.terminal.full_screen import TableApp

    for name in ("COLUMNS", "LINES"):
        # they would be believed rather than the terminal, whatever size it has by now
        os.environ.pop(name, None)
    app = TableApp(table, online=online, theme=appearance.theme)
    app.run()
    if app.broken is not None:
        raise app.broken

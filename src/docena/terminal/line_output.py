"""What the line mode prints: wrapped between words where somebody looks at it, and coloured where that is wanted."""

import os
import shutil
import sys
import textwrap

_LEAST_WIDTH = 20


class LinePrinter:
    """Prints texts of any length."""

    def __init__(self, *, color: bool) -> None:
        self._color = color

    def print(self, text: str, indent: str = "", style: str = "") -> None:
        width = shutil.get_terminal_size().columns - 1 if sys.stdout.isatty() else 0
        for line in text.split("\n"):
            full = indent + line
            if width and len(full) > width:
                inner = indent + " " * (len(line) - len(line.lstrip()) + 2)
                full = textwrap.fill(
                    full, max(_LEAST_WIDTH, width), subsequent_indent=inner, break_long_words=False,
                    break_on_hyphens=False, replace_whitespace=False,
                )  # fmt: skip
            print(f"\x1b[{style}m{full}\x1b[0m" if style and self._color else full)


def wants_color(choice: str = "auto") -> bool:
    """`--color`, NO_COLOR and the terminal decide together."""
    if choice != "auto":
        return choice == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

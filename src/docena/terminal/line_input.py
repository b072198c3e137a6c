"""What a person types in the line mode: with line editing, history and completion where there is a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from docena.core.inputs import ask

_MOST_HISTORY = 500


@contextmanager
def line_editing(history: Path, complete: Callable[[str], list[str]]) -> Iterator[None]:
    """Line editing for `ask` as long as this lasts; without a terminal, or a library for it, nothing changes."""
    readline = _library()
    if readline is None or not sys.stdin.isatty():
        yield
        return

    def completer(text: str, number: int) -> str | None:
        found = complete(text)
        return found[number] if number < len(found) else None

    readline.set_completer(completer)
    readline.set_completer_delims(" ,")
    readline.parse_and_bind("tab: complete")
    readline.set_history_length(_MOST_HISTORY)
    with suppress(OSError):
        readline.read_history_file(history)
    try:
        yield
    finally:
        readline.set_completer(None)
        with suppress(OSError):
            history.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            readline.write_history_file(history)


def _library() -> Any:
    try:
        import readline
    except ImportError:  # Windows, whose terminal edits lines itself
        return None
    return readline


def ask_line(prompt: str) -> str:
    """A line that somebody types; `EOFError` at the end of a pipe."""
    return ask(prompt).strip()


def line_so_far() -> str:
    """What has been typed of the line that is being edited."""
    readline = _library()
    return "" if readline is None else str(readline.get_line_buffer())

"""Reading what a person hands over: never without end, and whatever their editor puts before a text in UTF-8."""

import sys
from collections.abc import Iterator
from pathlib import Path

from docena.core.errors import DocenaError

MARK = b"\xef\xbb\xbf"
"""The mark of UTF-8 that some programs put at the beginning of a text."""
MOST_BYTES = 64 << 20
LONGEST_LINE = 64 << 20
"""A record with all legal moves of the longest game is a tenth of this."""
_LONGEST_ANSWER = 10_000
_MOST_TOML, _LONGEST_TOML = 1 << 20, 4000


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """A whole file or, for `-`, what comes through a pipe."""
    if str(path) == "-":
        data = sys.stdin.buffer.read(most + 1)
    else:
        with path.open("rb") as file:
            data = file.read(most + 1)
    if len(data) > most:
        raise _too_long(path, most)
    return data.removeprefix(MARK)


def read_toml(path: Path, what: str) -> str:
    """The text of a TOML file; `what` names its kind in complaints."""
    try:
        text = read_bytes(path, _MOST_TOML).decode()
    except UnicodeDecodeError:
        raise DocenaError(f"{path}: {what} is text in UTF-8") from None
    # Python's reader of TOML needs memory with the square of the dots in a key
    if any(len(line) > _LONGEST_TOML for line in text.splitlines()):
        raise DocenaError(f"{path}: a line is longer than {_LONGEST_TOML:,} letters: that is not {what}")
    return text


def read_pipe(most: int = MOST_BYTES) -> str:
    """All the text that comes through a pipe."""
    text = sys.stdin.read(most + 1)
    if len(text) > most:
        raise _too_long(Path("-"), most)
    return text.removeprefix(MARK.decode())


def read_lines(path: Path, longest: int = LONGEST_LINE) -> Iterator[bytes]:
    """The lines of a file that are not empty, one at a time."""
    with path.open("rb") as file:
        mark = MARK
        while line := file.readline(longest + 1):
            if len(line) > longest:
                raise DocenaError(f"{path}: a line is longer than {longest >> 20} MB")
            line, mark = line.removeprefix(mark), b""
            if line.strip():
                yield line


def ask(prompt: str) -> str:
    """A line that a person types, or the next of a pipe; `EOFError` at the end."""
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)
    line = sys.stdin.readline(_LONGEST_ANSWER + 1)
    if not line:
        raise EOFError
    if len(line) > _LONGEST_ANSWER:
        raise DocenaError(f"a line of the input is longer than {_LONGEST_ANSWER:,} letters")
    return line


def _too_long(path: Path, most: int) -> DocenaError:
    where = "what comes through the pipe" if str(path) == "-" else str(path)
    return DocenaError(f"{where} is longer than {most >> 20} MB: it is not read")

"""Reading what a person provides: with a limit, and with or without a byte order mark."""

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from docena.core.errors import Refused
from docena.core.words import refused, worded

MARK = b"\xef\xbb\xbf"
"""The byte order mark that some programs put at the beginning of a text in UTF-8."""
MOST_BYTES = 64 << 20
LONGEST_LINE = 64 << 20
"""Ten times the record of the longest game with all its legal moves."""
_LONGEST_ANSWER = 10_000
_MOST_TOML, _LONGEST_TOML = 1 << 20, 4000


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """A whole file or, for `-`, standard input."""
    if str(path) == "-":
        data = sys.stdin.buffer.read(most + 1)
    else:
        with path.open("rb") as file:
            data = file.read(most + 1)
    if len(data) > most:
        raise _too_long(path, most)
    return data.removeprefix(MARK)


def read_toml(path: Path) -> str:
    """The text of a TOML file."""
    try:
        text = read_bytes(path, _MOST_TOML).decode()
    except UnicodeDecodeError:
        raise refused("bad", "files", "not_utf8", file=path) from None
    # Python's TOML reader needs memory that grows with the square of the dots in a key
    if any(len(line) > _LONGEST_TOML for line in text.splitlines()):
        raise refused("bad", "files", "long_line", file=path, most=_LONGEST_TOML)
    return text


def read_pipe(most: int = MOST_BYTES) -> str:
    """All the text from standard input."""
    text = sys.stdin.read(most + 1)
    if len(text) > most:
        raise _too_long(Path("-"), most)
    return text.removeprefix(MARK.decode())


def read_lines(path: Path, longest: int = LONGEST_LINE) -> Iterator[bytes]:
    """The lines of a file or, for `-`, of standard input, one at a time, without the empty ones."""
    with nullcontext(sys.stdin.buffer) if str(path) == "-" else path.open("rb") as file:
        mark = MARK
        while line := file.readline(longest + 1):
            if len(line) > longest:
                raise refused("bad", "files", "huge_line", file=path, most=longest >> 20)
            line, mark = line.removeprefix(mark), b""
            if line.strip():
                yield line


def ask(prompt: str) -> str:
    """A line that a person types, or the next one from a pipe; `EOFError` at the end."""
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)
    line = sys.stdin.readline(_LONGEST_ANSWER + 1)
    if not line:
        raise EOFError
    if len(line) > _LONGEST_ANSWER:
        raise refused("bad", "files", "long_answer", most=_LONGEST_ANSWER)
    return line


def _too_long(path: Path, most: int) -> Refused:
    where = worded("files", "input") if str(path) == "-" else path
    return refused("bad", "files", "too_long", file=where, most=most >> 20)

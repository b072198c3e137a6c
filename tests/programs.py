"""Little programs that play, or pretend to."""

import sys
from pathlib import Path

_FRAME = """\
import json, os, signal, sys, time
asked = games = 0
{before}
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        {hello}
    elif message["type"] == "new":
        games += 1
    elif message["type"] == "move":
        asked += 1
        legal = [move for move in message["view"]["legal"] if ":" not in move or move.endswith("draw")]
        {move}
    elif message["type"] == "quit":
        {quit}
"""

ANSWER = "print(legal[0], flush=True)"


def program(
    folder: Path,
    move: str = ANSWER,
    *,
    hello: str = "print('docena 2 test', flush=True)",
    before: str = "",
    leave: str = "break",
    name: str = "bot.py",
) -> str:
    """Writes a bot that does `move` when it is asked for one; returns the command line that starts it."""
    file = folder / name
    file.write_text(_FRAME.format(before=before, hello=hello, move=move, quit=leave), encoding="utf-8")
    return f"{sys.executable} -I -S {file}"

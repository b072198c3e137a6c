"""An analysis in a process of its own: `python -m docena.analysis.process LANG TRIES`, started by a server.

It reads a record from its input, writes the analysis as JSON, and ends; whatever is wrong with the record, it ends
with a status other than 0.
"""

import os
import sys

import msgspec

from docena.analysis.game_analysis import analyse
from docena.core.errors import DocenaError
from docena.game.record import read_record

NICENESS = 15
"""Players' moves and hints come first."""


def main(lang: str, tries: int) -> int:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    try:
        found = analyse(read_record(sys.stdin.buffer.read()), tries=tries)
    except DocenaError as error:
        print(f"docena: a game could not be analysed: {type(error).__name__}", file=sys.stderr)
        return 1
    sys.stdout.buffer.write(msgspec.json.encode(found.as_dict(lang)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))

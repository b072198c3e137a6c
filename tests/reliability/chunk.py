"""A process that does one chunk: `python -m reliability.chunk PART NUMBER TRIALS FOLDER`; its result is a file there.

Number -1 stands for the controls of the part.
"""

import sys
import traceback
from pathlib import Path

import msgspec
from reliability.part import Chunk, Result
from reliability.parts import part_named

CONTROLS = -1
RESULT = "result.json"


class Outcome(msgspec.Struct):
    """What a chunk, or the controls, came to."""

    result: Result
    controls: dict[str, bool] = {}


def outcome_of(name: str, number: int, trials: int, folder: Path) -> Outcome:
    part = part_named(name)
    if number == CONTROLS:
        assert part.controls is not None
        return Outcome(Result(0), part.controls(folder))
    chunk = Chunk(name, number, trials, folder)
    try:
        return Outcome(part.run(chunk))
    except Exception:
        return Outcome(Result(0, [f"seed {chunk.seed}: it broke off: {traceback.format_exc()}"]))


def main() -> None:
    name, number, trials, folder = sys.argv[1:]
    outcome = outcome_of(name, int(number), int(trials), Path(folder))
    Path(folder, RESULT).write_bytes(msgspec.json.encode(outcome))


if __name__ == "__main__":
    main()

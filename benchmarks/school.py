"""Trains all networks of the bots from nothing: the weights in `src/docena/bots/learned.npz` were made so.

python benchmarks/school.py        # checkpoints in training/; --resume goes on after a stop
"""

import subprocess
import sys
from pathlib import Path

WEIGHTS = Path(__file__).parent.parent / "src" / "docena" / "bots" / "learned.npz"
LOGS = Path(__file__).parent.parent / "docs" / "training-log"
SEED = 1
COURSES = {
    "duel": (5, 5000),
    "die-duel": (5, 5000),
    "coins-duel": (5, 5000),
    "pairs": (5, 5000),
    "die-pairs": (3, 3000),
    "crowd": (3, 2000),
    "tournament": (3, 2000),
    "die-crowd": (3, 2000),
    "coins-crowd": (3, 2000),
}
"""Rounds, and games a round, of each family."""


def main() -> int:
    docena = str(Path(sys.executable).with_name("docena"))
    for family, (rounds, games) in COURSES.items():
        done = subprocess.run(
            [docena, "train", "--family", family, "--rounds", str(rounds), "--games", str(games), "--seed", str(SEED),
             "--into", str(WEIGHTS), "--log", str(LOGS / f"{family}.jsonl"), *sys.argv[1:]], check=False,
        )  # fmt: skip
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())

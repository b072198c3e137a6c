"""Trains all networks of the bots from nothing: those in `src/docena/bots/weights/learned.npz` were made so.

python benchmarks/train_all.py       # checkpoints in training/; --resume goes on after a stop
"""

import subprocess
import sys
from pathlib import Path

WEIGHTS = Path(__file__).parent.parent / "src" / "docena" / "bots" / "weights" / "learned.npz"
LOGS = Path(__file__).parent.parent / "docs" / "training-log"
SEED = 1
SMALL = {
    "duel": (5, 5000),
    "die-duel": (5, 5000),
    "coins-duel": (5, 5000),
    "pairs": (5, 5000),
    "die-pairs": (3, 3000),
    "crowd": (3, 2000),
    "tournament": (3, 2000),
    "die-crowd": (3, 2000),
    "coins-crowd": (5, 5000),
}
"""Rounds, and games a round, of each family's small network ..."""
LARGE = {
    "duel": (2, 12000),
    "die-duel": (3, 24000),
    "coins-duel": (2, 12000),
    "pairs": (4, 5000),
    "die-pairs": (2, 14000),
    "crowd": (2, 4000),
    "tournament": (2, 3000),
    "die-crowd": (2, 8000),
    "coins-crowd": (2, 6000),
}
"""... of its large one, which learns from games of the small one, and so after it ..."""
DECISIONS = {
    "duel": (2, 2600),
    "die-duel": (2, 3000),
    "coins-duel": (2, 2400),
    "pairs": (3, 1000),
    "die-pairs": (2, 1250),
    "crowd": (2, 500),
    "tournament": (2, 400),
    "die-crowd": (2, 900),
    "coins-crowd": (2, 800),
}
"""... and of the large one on decisions."""


def train(family: str, rounds: int, games: int, log: str, *more: str) -> int:
    docena = str(Path(sys.executable).with_name("docena"))
    folder = Path("training").joinpath(*(word[2:] for word in more if word in {"--opinions", "--drills"}))
    begun = (folder / family / "state.json").exists()
    return subprocess.run(
        [docena, "train", "--family", family, "--rounds", str(rounds), "--games", str(games), "--seed", str(SEED),
         "--output", str(WEIGHTS), "--log", str(LOGS / f"{log}.jsonl"), *more,
         *(word for word in sys.argv[1:] if begun or word != "--resume")], check=False,
    ).returncode  # fmt: skip


def main() -> int:
    for family, small in SMALL.items():
        if code := train(family, *small, family):
            return code
        if code := train(family, *LARGE[family], f"opinions-{family}", "--opinions", "--epochs", "8"):
            return code
        if code := train(family, *DECISIONS[family], f"drills-{family}", "--drills"):
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Our engine beside a hand-written C program of the same game, taking turns in one run; prints the ratio."""

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from docena.arena.bench import random_play_rates
from docena.core.options import choose_options

ROUNDS = 5
SECONDS = 2


def main() -> int:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        print("yardstick: a C compiler (gcc or cc) is needed for the C program")
        return 2
    options = choose_options("classic", 2)
    random_play_rates(options, 0.1)
    with tempfile.TemporaryDirectory() as folder:
        program = str(Path(folder) / "yardstick")
        source = str(Path(__file__).with_name("yardstick.c"))
        subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
        best_c = best_ours = 0.0
        for _ in range(ROUNDS):
            printed = subprocess.run([program, str(SECONDS)], check=True, capture_output=True, text=True).stdout
            best_c = max(best_c, json.loads(printed)["moves_per_second"])
            best_ours = max(best_ours, random_play_rates(options, SECONDS)["moves_per_second"])
    print(f"C      {best_c / 1e6:6.1f} M moves/s")
    print(f"docena {best_ours / 1e6:6.1f} M moves/s")
    print(f"ratio  {best_ours / best_c:6.2f}   (classic, 2 players, stock 30, one core, best of {ROUNDS} rounds)")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The ladder of the bots, measured: who beats whom, at every kind of table. Writes it into docs/results.md.

    python benchmarks/ladder.py                     # all of it, some hours on two cores
    python benchmarks/ladder.py --only duel         # one kind of table
    python benchmarks/ladder.py --share 0.1         # a tenth of the games

Each pair plays every deal twice, with exchanged seats. A row is in the document as soon as it is played, in the place
of the row that was there before.
"""

import argparse
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from docena.arena.arena import Arena
from docena.core.errors import DocenaError
from docena.core.options import choose_options

RESULTS = Path(__file__).parent.parent / "docs" / "results.md"
HEADS = "| table | a | b | games | a wins | b wins | share of a | 95 % | ms a turn, a / b | p99 ms, a / b | date |"
STEPS = [("greedy", "random"), ("beginner", "greedy"), ("casual", "beginner"), ("skilled", "casual"),
         ("expert", "skilled"), ("expert", "greedy")]  # fmt: skip
MASTER = ("master@100ms", "expert")


@dataclass(frozen=True)
class Kind:
    """A kind of table, and how many games each pair plays there."""

    edition: str
    players: int
    partners: bool
    games: int
    pairs: tuple[tuple[str, str, int], ...]

    @property
    def name(self) -> str:
        return f"{self.edition}, {self.players}{' in partnerships' if self.partners else ''}"


KINDS = {
    "duel": Kind("classic", 2, False, 4000, (
        ("master@10ms", "expert", 1000), (*MASTER, 600), ("master@100ms", "greedy", 400),
        ("master@100ms", "master@10ms", 400), ("master@1000ms", "master@100ms", 120),
    )),
    "crowd": Kind("classic", 4, False, 2000, ((*MASTER, 200),)),
    "pairs": Kind("classic", 4, True, 2000, ((*MASTER, 200),)),
    "deluxe": Kind("deluxe", 2, False, 2000, ((*MASTER, 200),)),
    "deluxe-crowd": Kind("deluxe", 4, False, 2000, ((*MASTER, 200),)),
    "deluxe-pairs": Kind("deluxe", 4, True, 2000, ((*MASTER, 200),)),
    "deluxe-six": Kind("deluxe", 6, True, 1000, ((*MASTER, 100),)),
    "die-duel": Kind("mod", 2, False, 2000, ((*MASTER, 300),)),
    "die-crowd": Kind("mod", 4, False, 2000, ((*MASTER, 200),)),
    "die-pairs": Kind("mod", 4, True, 2000, ((*MASTER, 300),)),
    "coins-duel": Kind("masters", 2, False, 2000, ((*MASTER, 300),)),
    "coins-crowd": Kind("masters", 4, False, 2000, ((*MASTER, 200),)),
    "tournament-four": Kind("tournament", 4, True, 2000, ((*MASTER, 200),)),
    "tournament": Kind("tournament", 6, True, 1000, ((*MASTER, 100),)),
}  # fmt: skip


def even(games: float) -> int:
    return max(2, 2 * round(games / 2))


def play(kind: Kind, a: str, b: str, games: int, workers: int, seed: int, reference: bool = False) -> str:
    """One row of the table."""
    options = choose_options(kind.edition, kind.players, partners=kind.partners)
    arena = Arena(options, [a] if reference else [a, b], games, None, seed, workers, reference=reference)
    for _ in arena.run():
        pass
    if arena.failed is not None:
        raise DocenaError(arena.failed)
    (of,) = arena.matchups
    low, high = of.ci95
    today = datetime.now(UTC).date().isoformat()
    return (
        f"| {kind.name} | {of.a} | {of.b} | {of.games:,} | {of.wins_a:,} | {of.wins_b:,} | {100 * of.share:.1f} % "
        f"| {100 * low:.1f} - {100 * high:.1f} | {of.thinking_a.ms_per_turn:.2f} / {of.thinking_b.ms_per_turn:.2f} "
        f"| {of.thinking_a.p99_ms:.1f} / {of.thinking_b.p99_ms:.1f} | {today} |"
    )


def write(row: str) -> None:
    """Puts a row into the document: in the place of the row of the same pair at the same table, or after the last."""
    text = RESULTS.read_text("utf-8")
    begin = text.index(HEADS)
    end = re.search(r"\n(?!\|)", text[begin:])
    last = begin + end.start() if end else len(text)
    rows = text[begin:last].split("\n")
    key = row.split("|")[1:4]
    for place, other in enumerate(rows):
        if other.split("|")[1:4] == key:
            rows[place] = row
            break
    else:
        rows.append(row)
    RESULTS.write_text(text[:begin] + "\n".join(rows) + text[last:], "utf-8")


def main() -> None:
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("--only", choices=KINDS, action="append", help="kinds of table; all if not given")
    wanted.add_argument("--share", type=float, default=1.0, help="of the usual number of games")
    wanted.add_argument("--workers", type=int, default=2)
    wanted.add_argument("--seed", type=int, default=1)
    wanted.add_argument("--levels", action="store_true", help="leave out the searching bots")
    wanted.add_argument("--masters", action="store_true", help="leave out the levels below")
    chosen = wanted.parse_args()
    for name in chosen.only or KINDS:
        kind = KINDS[name]
        pairs = [] if chosen.masters else [(a, b, kind.games) for a, b in STEPS]
        pairs += [] if chosen.levels else kind.pairs
        for a, b, games in pairs:
            row = play(kind, a, b, even(games * chosen.share), chosen.workers, chosen.seed)
            write(row)
            print(row, flush=True)
        if name == "duel" and not chosen.levels:
            for bot in ("expert", "master@100ms"):
                row = play(kind, bot, "", even(200 * chosen.share), chosen.workers, chosen.seed, reference=True)
                write(row)
                print(row, flush=True)


if __name__ == "__main__":
    main()

"""`make reliability`: the programme, or a share of it; what is done stands in a journal, and is not done again."""

import argparse
import os
import signal
import sys
from datetime import UTC, datetime
from pathlib import Path

from reliability.journal import Entry
from reliability.part import Part
from reliability.parts import NAMES, part_named
from reliability.runner import Runner, Task, found, tasks_of
from reliability.summary import row, table
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

_MOST_TOLD = 20


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError(f"a share is more than 0 and at most 1, for example 0.1, and not {text!r}")
    return share


def _names(text: str) -> list[str]:
    names = [name for name in text.replace(" ", "").split(",") if name] or list(NAMES)
    for name in names:
        if name not in NAMES:
            raise argparse.ArgumentTypeError(f"there is no part {name!r}; the parts are {', '.join(NAMES)}")
    return names


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make reliability", description=__doc__)
    parser.add_argument("--share", type=_share, default=1.0)
    parser.add_argument("--parts", type=_names, default=list(NAMES))
    parser.add_argument("--jobs", type=int, default=max(1, os.cpu_count() or 1))
    parser.add_argument("--folder", type=Path, default=Path("reliability"))
    return parser.parse_args()


def main() -> int:
    chosen = _arguments()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # it leaves no process behind either
    console = Console(stderr=True)
    parts: list[Part] = []
    for part in map(part_named, chosen.parts):
        if obstacle := part.obstacle():
            console.print(f"{part.name} is left out: {obstacle}", highlight=False)
        else:
            parts.append(part)
    runner = Runner(chosen.folder.resolve(), max(1, chosen.jobs))
    tasks = [task for part in parts for task in runner.missing(part, chosen.share)]
    total = sum(len(tasks_of(part, chosen.share)) for part in parts)
    interrupted = False
    with Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=console
    ) as progress:
        bar = progress.add_task("chunks", total=total, completed=total - len(tasks))

        def told(task: Task, entry: Entry) -> None:
            progress.advance(bar)
            wrong = list(found([entry]))
            progress.console.print(f"{task.name}: {entry.seconds:.0f} s, {'nothing found' if not wrong else 'FOUND:'}")
            for what in wrong[:_MOST_TOLD]:
                progress.console.print(f"  {what}", markup=False, highlight=False)

        try:
            runner.run(tasks, told)
        except KeyboardInterrupt:
            interrupted = True
    entries = {part.name: runner.journal(part).of(runner.sources) for part in parts}
    command = f"make reliability SHARE={chosen.share:g} PARTS={','.join(part.name for part in parts)}"
    seconds = sum(entry.seconds for some in entries.values() for entry in some)
    rows = [row(part, entries[part.name]) for part in parts if entries[part.name]]
    sys.stdout.write(table(rows, command, f"{datetime.now(UTC):%Y-%m-%d}", seconds, runner.commit) + "\n")
    if interrupted:
        console.print(f"Stopped. The journal is in {chosen.folder}: the same command goes on where it stopped.")
        return 130
    return 1 if any(True for some in entries.values() for _ in found(some)) else 0


if __name__ == "__main__":
    sys.exit(main())

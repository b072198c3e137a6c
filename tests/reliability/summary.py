"""The table of the programme, in Markdown, for `docs/results.md`."""

from collections import Counter
from collections.abc import Sequence

from reliability.journal import Entry
from reliability.part import Part

HEAD = "| part | what was done | planted faults caught | found |\n|---|---|---|---|"


def row(part: Part, entries: Sequence[Entry]) -> str:
    """One part, from all its chunks."""
    trials = sum(entry.result.trials for entry in entries)
    counts: Counter[str] = Counter()
    figures: dict[str, float] = {}
    for entry in entries:
        counts.update(entry.result.counts)
        for name, value in entry.result.figures.items():
            figures[name] = max(value, figures.get(name, value))
    failures = sum(len(entry.result.failures) for entry in entries)
    controls = [caught for entry in entries for caught in entry.controls.values()]
    done = f"{trials:,} {part.unit}"
    details = [f"{number:,} {what}" for what, number in counts.items()]
    details += [f"{what} {value:,.6g}" for what, value in figures.items()]
    lags = [entry.result.lag for entry in entries if entry.result.lag is not None]
    if lags:
        details.append(
            f"loop lag p99 {max(lag.p99 for lag in lags):.1f} ms, most {max(lag.most for lag in lags):.1f} ms"
        )
    memories = [entry.result.memory_mb for entry in entries if entry.result.memory_mb is not None]
    if memories:
        details.append(f"at most {max(memories):.0f} MB")
    what = f"{part.title}: {done}" + (f" ({', '.join(details)})" if details else "")
    caught = f"{sum(controls)} of {len(controls)}" if controls else "none planted"
    return f"| `{part.name}` | {what} | {caught} | {'nothing' if not failures else f'**{failures}**'} |"


def table(rows: Sequence[str], command: str, when: str, seconds: float, commit: str) -> str:
    work = f"`{command}`, {seconds / 60:.0f} minutes of work, commit {commit or 'unknown'}:"
    head = f"## The reliability programme ({when})\n\n{work}\n"
    return "\n".join([head, HEAD, *rows])

"""What commands print: JSON, tables of text, and a bar that shows how far they are."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.progress import Progress

COMPLETE_VARIABLE = "_DOCENA_COMPLETE"
"""Set by a shell that asks what may follow on a command line."""
Output = Annotated[
    Path | None,
    typer.Option("--output", "-o", help="Write what is made to this file; - for standard output.", metavar="FILE"),
]


def print_json(data: Any) -> None:
    import msgspec

    typer.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


def columns(lines: list[list[str]], right: set[int]) -> str:
    """A table of text; the columns in `right` hold numbers."""
    if not lines:
        return ""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            cell.rjust(widths[column]) if column in right else cell.ljust(widths[column])
            for column, cell in enumerate(line)
        ).rstrip()
        for line in lines
    )


def new_progress(*, percent: bool = False) -> "Progress":
    """On standard error; it disappears at the end."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    done = TaskProgressColumn() if percent else MofNCompleteColumn()
    parts = (TextColumn("{task.description}"), BarColumn(), done, TimeRemainingColumn())
    return Progress(*parts, console=Console(stderr=True, highlight=False), transient=True)


@contextmanager
def progress_bar(what: str, total: int | None = None, *, percent: bool = False) -> Iterator[Callable[..., None]]:
    """A bar where somebody is watching; what it yields moves it on."""
    if not sys.stderr.isatty():
        yield lambda **_: None
        return
    with new_progress(percent=percent) as progress:
        yield partial(progress.update, progress.add_task(what, total=total))

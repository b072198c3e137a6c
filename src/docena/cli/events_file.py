"""What the commands of score pads and tournaments share: the file, and the language of refusals."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from docena.cli.output import print_json
from docena.core.errors import DocenaError
from docena.core.words import say

if TYPE_CHECKING:
    from docena.storage.event_log import LogFile
    from docena.tournaments.state import Event
    from docena.tournaments.store import EventLog

Keeping = Annotated[
    Path | None,
    typer.Option(
        "--file", help="The file for everything; by default one in your data folder.", envvar="DOCENA_EVENTS",
        metavar="FILE",
    ),
]  # fmt: skip
EventName = Annotated[
    str | None, typer.Option("--event", "-t", help="Its id or title; the newest by default.", metavar="EVENT")
]
Who = Annotated[str, typer.Option("--as", help="Who enters this, for the log.", metavar="NAME")]
Seen = Annotated[int | None, typer.Option("--seq", help="Only if the log has no more lines than this.", metavar="N")]
Server = Annotated[str, typer.Option("--url", help="The server that uses the same file.", metavar="URL")]
Seed = Annotated[str | None, typer.Option(help="The seed of the draw; random and printed by default.", metavar="WORDS")]


@contextmanager
def log_file(file: Path | None) -> Iterator["LogFile"]:
    """The file, opened."""
    from docena.cli.opening import data_folder, own_events
    from docena.storage.event_log import LogFile

    if file is None:
        data_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        file = own_events()
    with LogFile(file) as logs:
        yield logs


@contextmanager
def event_log(file: Path | None, event: str | None, lang: str) -> Iterator["EventLog"]:
    """The event that the command works on."""
    from docena.tournaments.store import KIND, EventLog

    with log_file(file) as logs:
        if not logs.labels(KIND):
            raise DocenaError(say(lang, "event", "none"))
        yield EventLog(logs, logs.find(KIND, event).id)


def enter_line(
    decide: Any, event: str | None, file: Path | None, who: str, seen: int | None, lang: str, json: bool
) -> "Event":  # fmt: skip
    """Writes the decided events and prints them once they are on the disk."""
    from docena.tournaments.audit import sentence
    from docena.tournaments.authors import director

    with event_log(file, event, lang) as log:
        after = log.enter(decide, director(who), seen=seen)
        last = log.lines[-1]
        if json:
            print_json({"id": log.id, "seq": after.seq, "line": last})
        else:
            typer.echo(say(lang, "event", "done", what=sentence(last.event, after, lang)))
    return after


def server(url: str) -> str:
    """The address of a server, with which links begin."""
    if not url.startswith(("http://", "https://")):
        raise DocenaError(f"the address of a server must begin with http:// or https://, not {url!r}")
    return url.rstrip("/")


def drawn_seed(seed: str | None) -> str:
    """The seed that was agreed on, or a random one."""
    from docena.tournaments.seating.lots import new_seed

    return new_seed() if seed is None else seed


def numbers(text: str, what: str) -> tuple[int, ...]:
    """Numbers separated by commas or spaces.

    >>> numbers("0, 3 4", "--left")
    (0, 3, 4)
    """
    try:
        return tuple(int(part) for part in text.replace(",", " ").split())
    except ValueError:
        raise DocenaError(f"{what} must be a list of numbers, like 0,3,4,2,1,5, not {text!r}") from None

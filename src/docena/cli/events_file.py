"""What the commands of score pads and tournaments share: the file, and the language of refusals."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from docena.cli.home_server import data_folder, own_events
from docena.cli.language import Language
from docena.cli.output import columns, print_json
from docena.cli.table_options import Json
from docena.core.errors import Refused
from docena.core.words import refused, say
from docena.storage.event_log import LogFile
from docena.tournaments.audit import sentence
from docena.tournaments.authors import director
from docena.tournaments.logged_events import AnyEvent
from docena.tournaments.seating.lots import new_seed
from docena.tournaments.state import Event
from docena.tournaments.store import KIND, EventLog

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
def log_file(file: Path | None) -> Iterator[LogFile]:
    """The file, opened."""
    if file is None:
        data_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        file = own_events()
    with LogFile(file) as logs:
        yield logs


def print_labels(file: Path | None, kind: str, section: str, lang: str, json: bool) -> None:
    """All logs of a kind; the texts are those of a section."""
    with log_file(file) as logs:
        labels = logs.labels(kind)
    if json:
        print_json(labels)
    elif labels:
        typer.echo(columns([[label.id, label.title, label.made[:10]] for label in labels], set()))
    else:
        typer.echo(say(lang, section, "none"))


def remove_log(file: Path | None, kind: str, section: str, wanted: str, lang: str) -> None:
    """Removes a log of a kind for good."""
    with log_file(file) as logs:
        label = logs.find(kind, wanted)
        logs.remove(label.id)
    typer.echo(say(lang, section, "removed", title=label.title))


@contextmanager
def event_log(file: Path | None, event: str | None) -> Iterator[EventLog]:
    """The event that the command works on."""
    with log_file(file) as logs:
        if not logs.labels(KIND):
            raise refused("not_found", "event", "none")
        yield EventLog(logs, logs.find(KIND, event).id)


@dataclass(frozen=True)
class EventOptions:
    """Which event a command reads, and in which language it speaks."""

    event: EventName = None
    file: Keeping = None
    lang: Language = "en"

    def open(self) -> AbstractContextManager[EventLog]:
        return event_log(self.file, self.event)


@dataclass(frozen=True)
class LineOptions(EventOptions):
    """The same for a command that enters a line."""

    who: Who = "director"
    json: Json = False

    def enter(self, decide: Callable[[Event], AnyEvent], seen: int | None = None) -> Event:
        """Writes the decided events and prints them once they are on the disk."""
        with self.open() as log:
            after = log.enter(decide, director(self.who), seen=seen)
            last = log.lines[-1]
            if self.json:
                print_json({"id": log.id, "seq": after.seq, "line": last})
            else:
                typer.echo(say(self.lang, "event", "done", what=sentence(last.event, after, self.lang)))
        return after


def server(url: str) -> str:
    """The address of a server, with which links begin."""
    if not url.startswith(("http://", "https://")):
        raise refused("bad", "command_line", "address", given=url)
    return url.rstrip("/")


def one_of(name: str, choices: Iterable[str], given: str) -> Refused:
    """The refusal of something that is not among the choices."""
    return refused("bad", "command_line", "one_of", name=name, choices=", ".join(choices), given=given)


def drawn_seed(seed: str | None) -> str:
    """The seed that was agreed on, or a random one."""
    return new_seed() if seed is None else seed


def numbers(text: str, what: str) -> tuple[int, ...]:
    """Numbers separated by commas or spaces.

    >>> numbers("0, 3 4", "--left")
    (0, 3, 4)
    """
    try:
        return tuple(int(part) for part in text.replace(",", " ").split())
    except ValueError:
        raise refused("bad", "command_line", "numbers", name=what, given=text) from None

"""Events in an events file, and in files that move from one machine to another."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from docena.core.files import whole_file
from docena.core.inputs import MARK
from docena.storage.event_log import LogFile, is_id
from docena.storage.ports import Label
from docena.tournaments.apply import extend, fold
from docena.tournaments.clock import moment
from docena.tournaments.entries import check_look_alikes
from docena.tournaments.event_choices import EventChoices
from docena.tournaments.logged_events import AnyEvent, EntriesAdded, EventBegun, Line, Renamed
from docena.tournaments.refusals import refuse
from docena.tournaments.shared_log import SharedLog, line_text, now
from docena.tournaments.state import Event

KIND = "tournament"
VERSION = 1
MOST_BYTES = 50_000_000

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Line).decode


class EventLog(SharedLog[Line, Event]):
    """One event, as one device directs it or reports to it."""

    KIND = KIND
    _decode = staticmethod(_decode)
    _fold = staticmethod(fold)

    @classmethod
    def open_new(cls, file: LogFile, choices: EventChoices, by: str, at: str | None = None) -> "EventLog":
        line = Line(1, at or now(), by, EventBegun(choices))
        return cls(file, cls._begin(file, [line], line.at))

    @property
    def event(self) -> Event:
        return self.state

    def _extended(self, line: Line) -> Event:
        return extend(self.state, self.lines, line)

    def enter(
        self,
        decide: Callable[[Event], AnyEvent | None],
        by: str,
        *,
        seen: int | None = None,
        at: str | None = None,
        ask: str = "",
    ) -> Event:
        """Enters what `decide` returns for the current event.

        `seen`: only if nothing was entered after this line; `ask`: the device's id for it, entered once.
        """

        def next_line() -> Line | None:
            what = decide(self.state)
            _check_names(self.state, what)
            return None if what is None else Line(len(self.lines) + 1, at or now(), by, what, ask)

        return self._enter(next_line, ask, seen)


def _check_names(event: Event, what: AnyEvent | None) -> None:
    """Refuses somebody who could be mistaken for somebody else."""
    match what:
        case EntriesAdded():
            check_look_alikes([name for each in what.newcomers for name in each.names], _names(event))
        case Renamed():
            check_look_alikes(what.names, _names(event, but=what.entry))


def _names(event: Event, but: int = 0) -> list[str]:
    return [name for entry in event.entries.values() if entry.number != but for name in entry.names]


# --- one file


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    docena: str
    version: int
    id: str
    made: str
    sum: str
    """SHA-256 of the lines, each followed by a line feed."""
    lines: tuple[msgspec.Raw, ...]


def _sum(lines: list[bytes]) -> str:
    return hashlib.sha256(b"".join(line + b"\n" for line in lines)).hexdigest()


def export_text(log: str, lines: list[Line]) -> str:
    """The whole event as one text: its log, line by line, and a checksum."""
    raw = [_encode(line) for line in lines]
    head = {"docena": KIND, "version": VERSION, "id": log, "made": lines[0].at, "sum": _sum(raw)}
    text = msgspec.json.encode(head).decode()[:-1]
    return f'{text},"lines":[\n' + ",\n".join(line.decode() for line in raw) + "\n]}\n"


def export_file(event: EventLog, path: Path) -> None:
    with whole_file(path) as file:
        file.write(export_text(event.id, event.lines))


def read_export(data: bytes) -> tuple[str, list[Line], Event]:
    """The id, the lines and the state of an exported event; foreign and damaged files are refused."""
    if len(data) > MOST_BYTES:
        refuse("file_long")
    data = data.removeprefix(MARK)
    try:
        head: Any = msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        # truncated or damaged; anything else was never an event
        refuse("file_damaged" if data.startswith(b'{"docena"') else "file_foreign")
    if not isinstance(head, dict) or head.get("docena") != KIND:
        refuse("file_foreign")
    if head.get("version") != VERSION:
        refuse("file_version", version=head.get("version"))
    try:
        file = msgspec.json.decode(data, type=_File)
    except (msgspec.MsgspecError, RecursionError):
        refuse("file_damaged")
    if not is_id(file.id):
        refuse("file_damaged")
    if _sum([bytes(line) for line in file.lines]) != file.sum:
        refuse("file_damaged")
    try:
        lines = [_decode(line) for line in file.lines]
        for line in lines:
            moment(line.at)
    except (ValueError, OverflowError, RecursionError):  # msgspec's are ValueErrors, too
        refuse("file_damaged")
    return file.id, lines, fold(lines)


def import_event(file: LogFile, data: bytes) -> tuple[EventLog, int]:
    """Imports an exported event; if it exists already and the file continues it, the rest is added.

    Returns it, and how many lines were new.
    """
    log, lines, event = read_export(data)
    texts = [line_text(line) for line in lines]
    known = {label.id for label in file.labels(KIND)}
    title = event.choices.title
    label = Label(log, KIND, title, lines[0].at)
    if log not in known:
        file.begin(label, texts)
        return EventLog(file, log), len(texts)
    there = file.lines(log)
    if there[: len(texts)] == texts:
        return EventLog(file, log), 0
    if texts[: len(there)] != there:
        refuse("file_parted", title=title)
    file.add(log, len(there), texts[len(there) :], label)
    return EventLog(file, log), len(texts) - len(there)

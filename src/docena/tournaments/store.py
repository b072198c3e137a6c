"""Events in a logbook, and in files that move from one machine to another."""

import hashlib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from docena.core.files import whole_file
from docena.core.inputs import MARK
from docena.storage.event_log import Label, Logbook, Moved, is_id, new_id, read_line
from docena.storage.keys import Keys
from docena.tournaments.choices import EventChoices
from docena.tournaments.clock import moment
from docena.tournaments.events import AnyEvent, Line, Opened
from docena.tournaments.refusals import busy, refuse
from docena.tournaments.replay import extend, fold
from docena.tournaments.state import Event

KIND = "tournament"
VERSION = 1
MOST_BYTES = 50_000_000
_AGAIN = 20

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Line).decode


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Desk:
    """One event of a logbook, read and written by one device; others may write at the same time.

    An entry that was decided before another device wrote is decided anew: nothing is lost or entered twice.
    """

    lines: list[Line]
    event: Event
    _last: str
    """The last of its lines, as it is written."""

    def __init__(self, book: Logbook, log: str) -> None:
        self._book = book
        self.id = log
        self._read_all()

    @classmethod
    def open_new(cls, book: Logbook, choices: EventChoices, by: str, at: str | None = None) -> "Desk":
        line = Line(1, at or now(), by, Opened(choices))
        event = fold([line])
        log = new_id()
        book.begin(Label(log, KIND, event.choices.title, line.at), [_encode(line).decode()])
        return cls(book, log)

    @property
    def keys(self) -> Keys:
        """Of the file that the event is kept in."""
        return Keys(self._book.secret())

    def refresh(self) -> Event:
        """The event with what others have entered."""
        news = self._book.news(self.id, len(self.lines), self._last)
        if news is None:
            self._read_all()
            return self.event
        for text in news:
            line = read_line(_decode, text)
            self.event = extend(self.event, self.lines, line)
            self._note(line, text)
        return self.event

    def _read_all(self) -> None:
        texts = self._book.lines(self.id)
        self.lines = [read_line(_decode, text) for text in texts]
        self.event = fold(self.lines)
        self._last = texts[-1]
        self._asked = {line.ask for line in self.lines if line.ask}

    def _note(self, line: Line, text: str) -> None:
        self.lines.append(line)
        self._last = text
        if line.ask:
            self._asked.add(line.ask)

    def has_asked(self, ask: str) -> bool:
        """Whether an entry of this name was made, also one that was taken back."""
        return ask in self._asked

    def enter(
        self,
        decide: Callable[[Event], AnyEvent | None],
        by: str,
        *,
        seen: int | None = None,
        at: str | None = None,
        ask: str = "",
    ) -> Event:
        """Enters what `decide` makes of the event as it is.

        `seen`: only if nothing was entered after this line; `ask`: what a device calls it, entered once.
        """
        for _ in range(_AGAIN):
            event = self.refresh()
            if self.has_asked(ask):
                return event
            if seen is not None and event.seq != seen:
                raise Moved(seen, event.seq)
            what = decide(event)
            if what is None or self._write(event, Line(len(self.lines) + 1, at or now(), by, what, ask)):
                return self.event
        raise busy()

    def _write(self, event: Event, line: Line) -> bool:
        """Whether it was written; if not, somebody else was faster."""
        after = extend(event, self.lines, line)
        title = after.choices.title if after.choices.title != event.choices.title else None
        text = _encode(line).decode()
        try:
            self._book.add(self.id, len(self.lines), [text], title)
        except Moved:
            return False
        self._note(line, text)
        self.event = after
        return True


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


def export_file(desk: Desk, path: Path) -> None:
    with whole_file(path) as file:
        file.write(export_text(desk.id, desk.lines))


def read_export(data: bytes) -> tuple[str, list[Line]]:
    """The id and the lines of an exported event; foreign and damaged files are refused."""
    log, lines, _ = _checked(data)
    return log, lines


def _checked(data: bytes) -> tuple[str, list[Line], Event]:
    if len(data) > MOST_BYTES:
        refuse("file_long")
    data = data.removeprefix(MARK)
    try:
        head: Any = msgspec.json.decode(data)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        # cut off or written over; anything else was never an event
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


def import_event(book: Logbook, data: bytes) -> tuple[Desk, int]:
    """Opens an exported event; if it is there already and the file goes on from it, the rest is added.

    Returns its desk, and how many lines were new.
    """
    log, lines, event = _checked(data)
    texts = [_encode(line).decode() for line in lines]
    known = {label.id for label in book.labels(KIND)}
    title = event.choices.title
    if log not in known:
        book.begin(Label(log, KIND, title, lines[0].at), texts)
        return Desk(book, log), len(texts)
    there = book.lines(log)
    if there[: len(texts)] == texts:
        return Desk(book, log), 0
    if texts[: len(there)] != there:
        refuse("file_parted", title=title)
    book.add(log, len(there), texts[len(there) :], title)
    return Desk(book, log), len(texts) - len(there)

"""A log of an events file, read and written by several devices at once."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from docena.storage.event_log import Conflict, LogFile, new_id, read_line
from docena.storage.keys import Keys
from docena.storage.ports import Label
from docena.tournaments.log_lines import LoggedLine
from docena.tournaments.refusals import busy

_TRIES = 20
_encode = msgspec.json.Encoder().encode


LineT = TypeVar("LineT", bound=LoggedLine)


class LoggedState(Protocol):
    @property
    def choices(self) -> Any:
        """They have a title."""


StateT = TypeVar("StateT", bound=LoggedState)


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def line_text(line: LoggedLine) -> str:
    return _encode(line).decode()


class SharedLog(ABC, Generic[LineT, StateT]):
    """One log, with the state that it leads to.

    An entry decided before another device wrote is decided again: nothing is lost or entered twice.
    """

    KIND: str
    lines: list[LineT]
    state: StateT
    _last: str
    """The last of its lines, as written."""

    def __init__(self, file: LogFile, log: str) -> None:
        self._file = file
        self.id = log
        self._read_all()

    _decode: Callable[[str], LineT]
    _fold: Callable[[list[LineT]], StateT]
    """The state after the lines."""

    @abstractmethod
    def _extended(self, line: LineT) -> StateT:
        """The state after one more line."""

    @classmethod
    def _begin(cls, file: LogFile, lines: list[LineT], made: str) -> str:
        """Writes the first lines of a new log; returns its id."""
        log = new_id()
        file.begin(Label(log, cls.KIND, cls._fold(lines).choices.title, made), [line_text(line) for line in lines])
        return log

    @property
    def keys(self) -> Keys:
        """The keys of the log's file."""
        return Keys(self._file.secret())

    def refresh(self) -> StateT:
        """The current state, with the entries of others."""
        news = self._file.news(self.id, len(self.lines), self._last)
        if news is None:
            self._read_all()
            return self.state
        for text in news:
            line = read_line(self._decode, text)
            self.state = self._extended(line)
            self._note(line, text)
        return self.state

    def _read_all(self) -> None:
        texts = self._file.lines(self.id)
        self.lines = [read_line(self._decode, text) for text in texts]
        self.state = self._fold(self.lines)
        self._last = texts[-1]
        self._asked = {line.ask for line in self.lines if line.ask}

    def _note(self, line: LineT, text: str) -> None:
        self.lines.append(line)
        self._last = text
        if line.ask:
            self._asked.add(line.ask)

    def has_asked(self, ask: str) -> bool:
        """Whether an entry with this id was made, even if taken back."""
        return ask in self._asked

    def _enter(self, next_line: Callable[[], LineT | None], ask: str, seen: int | None = None) -> StateT:
        for _ in range(_TRIES):
            self.refresh()
            if self.has_asked(ask):
                return self.state
            if seen is not None and len(self.lines) != seen:
                raise Conflict(seen, len(self.lines))
            line = next_line()
            if line is None or self._write(line):
                return self.state
        raise busy()

    def _write(self, line: LineT) -> bool:
        """Returns whether it was written; if not, somebody else was faster."""
        after = self._extended(line)
        title = after.choices.title
        label = Label(self.id, self.KIND, title, line.at) if title != self.state.choices.title else None
        text = line_text(line)
        try:
            self._file.add(self.id, len(self.lines), [text], label)
        except Conflict:
            return False
        self._note(line, text)
        self.state = after
        return True

"""What lines of events and of score pads have in common, and taking one back."""

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from docena.tournaments.refusals import refuse


class LoggedEvent(msgspec.Struct, frozen=True, tag_field="what", forbid_unknown_fields=True):
    """What a line says; `what` is its kind."""


class LineTakenBack(LoggedEvent, frozen=True, tag="taken_back"):
    """The line of this number no longer counts; taking back this line makes it count again."""

    seq: int


class LoggedLine(Protocol):
    @property
    def seq(self) -> int: ...

    @property
    def at(self) -> str: ...

    @property
    def event(self) -> Any: ...

    @property
    def ask(self) -> str: ...


def voided(lines: Sequence[LoggedLine]) -> set[int]:
    """Lines that were taken back."""
    void: set[int] = set()
    for line in reversed(lines):
        if isinstance(line.event, LineTakenBack) and line.seq not in void:
            void.add(line.event.seq)
    return void


def last_entry(lines: Sequence[LoggedLine]) -> int | None:
    """The number of the last line that counts and can be taken back."""
    void = voided(lines)
    counting = [line.seq for line in lines[1:] if line.seq not in void and not isinstance(line.event, LineTakenBack)]
    return counting[-1] if counting else None


def take_back_last(lines: Sequence[LoggedLine]) -> LineTakenBack:
    last = last_entry(lines)
    if last is None:
        refuse("nothing_entered")
    return LineTakenBack(last)

"""The clock of a game: started, paused and resumed by the director."""

from datetime import UTC, datetime

import msgspec


class Clock(msgspec.Struct, frozen=True):
    game: int
    seconds: int
    """The time limit of the game."""
    left: float
    """Seconds left when it was last started or stopped."""
    since: str = ""
    """When it was started; empty while it is stopped."""

    @property
    def running(self) -> bool:
        return bool(self.since)


def moment(text: str) -> datetime:
    """A time in a log.

    >>> moment("2026-05-02T10:00:00Z").hour
    10
    """
    return datetime.fromisoformat(text).astimezone(UTC)


def left_at(clock: Clock, now: str) -> float:
    """Seconds left, 0 if the time is over.

    >>> left_at(Clock(1, 600, 600.0, since="2026-05-02T10:00:00Z"), "2026-05-02T10:04:00Z")
    360.0
    """
    if not clock.running:
        return clock.left
    return max(0.0, clock.left - max(0.0, (moment(now) - moment(clock.since)).total_seconds()))

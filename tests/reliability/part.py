"""A part of the programme: what it does in one chunk, and what a chunk comes to."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import msgspec


class Lag(msgspec.Struct, frozen=True):
    """How late an event loop was, in milliseconds."""

    p99: float
    most: float


class Chunk(msgspec.Struct, frozen=True):
    """A piece of a part: the same number always means the same seed, whatever the scale."""

    part: str
    number: int
    trials: int
    folder: Path
    """Where it may write; kept if it fails."""

    @property
    def seed(self) -> int:
        return int.from_bytes(hashlib.sha256(f"{self.part}:{self.number}".encode()).digest()[:5], "big")


class Result(msgspec.Struct):
    """What came of a chunk."""

    trials: int
    failures: list[str] = []
    """Each with what is needed to reproduce it."""
    counts: dict[str, int] = {}
    """What else was counted; added up over chunks."""
    lag: Lag | None = None
    memory_mb: float | None = None
    """The most that the server used; of the chunk's own process where the server runs in it."""
    figures: dict[str, float] = {}
    """Measurements of which the worst counts."""


class Part(msgspec.Struct, frozen=True):
    """One row of the table."""

    name: str
    title: str
    unit: str
    full: int
    """Trials at scale 1."""
    chunk: int
    """Trials of one chunk; 0: all of them in one."""
    run: Callable[[Chunk], Result]
    controls: Callable[[Path], dict[str, bool]] | None = None
    """Faults planted on purpose, by name, and whether the part's checks caught each of them."""
    least: int = 1
    """Fewer trials than this show nothing, however small the scale."""
    seconds: float = 3600.0
    """A chunk that takes longer than this has hung."""
    in_parallel: bool = True
    """Chunks may run beside each other."""
    obstacle: Callable[[], str | None] = lambda: None
    """Why it cannot run on this machine, if it cannot."""

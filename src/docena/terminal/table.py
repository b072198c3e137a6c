"""A table that somebody plays at, here or on a server: what screens and the line mode know of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from docena.core.options import Options
from docena.engine.view import View
from docena.tables.messages import ClockSight, GameResultSight, NewcomerSight, PersonSight, ScoreSight
from docena.tables.phases import PLAYING, Phase

ToldKind = Literal["move", "chat", "note", "refusal"]


@dataclass(frozen=True)
class Told:
    """A sentence about something that happened at the table."""

    words: str
    kind: ToldKind = "move"
    seat: int = 0
    """Who did it, if somebody did."""


@dataclass(frozen=True)
class Scene:
    """All that can be seen of a table at one moment, by whoever sits at this keyboard."""

    number: int
    """It rises with every change."""
    options: Options
    phase: Phase
    seat: int
    """Whose eyes these are."""
    people: Sequence[PersonSight]
    score: ScoreSight
    view: View | None = None
    """None before the first deal."""
    legal: Sequence[str] = ()
    game: int = 0
    result: GameResultSight | None = None
    last: tuple[int, str] | None = None
    """The last move, after the seat that made it."""
    undoable: bool = False
    """A move can be taken back at once, or the others can be asked."""
    covered: int = 0
    """With several people at one keyboard: the seat whose player must come before cards are shown; 0 for nobody."""
    preparing: bool = False
    """The bots are being loaded."""
    clock: ClockSight | None = None
    clock_ends: float = 0.0
    """When it will have run down, as `time.monotonic` counts."""
    undo_asked_by: int = 0
    """The seat that asks everybody to agree to an undo; 0 for nobody, or if this seat has answered."""
    is_host: bool = False
    newcomers: Sequence[NewcomerSight] = field(default_factory=tuple)
    hints: bool = True
    """Hints may be asked for at this table."""
    phrases: bool = False
    """Phrases can be said to the others."""
    online: bool = False
    connected: bool = True
    link: str = ""
    code: str = ""

    @property
    def names(self) -> list[str]:
        return [person.name for person in self.people]

    @property
    def my_turn(self) -> bool:
        """Somebody at this keyboard is to move, and may see the cards."""
        return (
            self.phase == PLAYING
            and self.view is not None
            and not self.view.over
            and self.view.mover == self.seat
            and not self.covered
            and not self.people[self.seat - 1].held
        )


class PlayedTable(Protocol):
    """What can be done at a table. All of it may be called from any thread; a refusal is raised or told."""

    told: list[Told]
    """What has happened; it only grows."""
    fault: Exception | None
    """What ended the work in the background, if anything did."""
    lang: str

    @property
    def scene(self) -> Scene: ...

    def listen(self, listener: Callable[[], None]) -> None:
        """`listener` is called after every change, from any thread."""

    def wait(self, number: int, seconds: float | None = None) -> bool:
        """Waits until the scene has a higher number than this, or something was told; False if the time is up."""

    def play(self, move: str) -> None: ...

    def undo(self) -> None: ...

    def next_game(self) -> None:
        """The next game of the match, or a new match."""

    def uncover(self) -> None:
        """The player of the covered seat is at the keyboard."""

    def close(self) -> None:
        """Leaves the table; a game in progress stays where it is kept."""


class OnlineActions(Protocol):
    """What else can be done at a table on a server."""

    def say_phrase(self, phrase: str) -> None: ...

    def agree(self, *, yes: bool) -> None:
        """Answers somebody who asks for an undo."""

    def admit(self, request: str, *, yes: bool) -> None:
        """Answers somebody who asks for a seat."""

    def start(self) -> None:
        """Fills the empty seats with bots and begins."""

    def step_away(self) -> None:
        """A bot plays for this seat from now on."""

    def come_back(self) -> None: ...

    def nudge(self) -> None: ...

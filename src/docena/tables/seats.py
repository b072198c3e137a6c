"""A seat at a table: who sits there, and who is playing for them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from docena.core.confusables import look_alike

Kind = Literal["empty", "person", "bot"]
EMPTY: Kind = "empty"
PERSON: Kind = "person"
BOT: Kind = "bot"
BY_BOT = 0x80
"""Marks a seat's number among the movers of a game, where a bot moved for it."""
BOT_NAMES = ("Alba", "Bruno", "Clara", "Diego", "Elsa", "Fito", "Gala", "Hugo", "Iris", "Julio", "Lola", "Marco")
"""Names that work in both languages; enough for all seats and names to avoid."""


def bot_name(seat: int, taken: Iterable[str]) -> str:
    """A name for the bot in a seat, different from all others at the table.

    >>> bot_name(2, ["Ana"]), bot_name(2, ["bruno"])
    ('Bruno', 'Clara')
    """
    others = list(taken)
    names = BOT_NAMES[seat - 1 :] + BOT_NAMES[: seat - 1]
    return next(name for name in names if look_alike(name, others) is None)


def names_of(seats: Iterable["Seat"]) -> list[str]:
    """The names of everybody at the table."""
    return [seat.name for seat in seats if seat.kind != EMPTY]


@dataclass(slots=True)
class Seat:
    """A seat; mutable, and changed only by events."""

    kind: Kind = EMPTY
    name: str = ""
    level: str = ""
    """Of a bot that sits here."""
    secret: str = ""
    """The hash of the seat's secret."""
    player: str = ""
    """The player to whose history the games go."""
    client: str = ""
    """Who holds the seat now, if they have said: seats with the same value belong to one client."""
    node: str = ""
    """The node to which the person is connected; empty for none."""
    over_http: bool = False
    """The person last acted without a connection, and may do so again."""
    held: bool = False
    """A bot plays for the person, who can come back at any time."""
    votes: int = 0
    """How often this seat has asked the others to undo a move since one of them moved."""
    hints: int = 0
    """How many hints this seat has had in this game, at a table with others."""
    ready: bool = False
    contribution: str = ""
    ticket: str = ""
    ticket_until: int = 0

    @property
    def by_bot(self) -> bool:
        return self.kind == BOT or self.held

    @property
    def playing(self) -> bool:
        """A person who plays for themselves."""
        return self.kind == PERSON and not self.held

    @property
    def answers(self) -> bool:
        """Whether the person can be asked something."""
        return self.playing and (bool(self.node) or self.over_http)

"""A seat at a table: who sits there, and who plays for them at the moment."""

from collections.abc import Iterable
from dataclasses import dataclass

EMPTY, PERSON, BOT = "empty", "person", "bot"
BOT_NAMES = ("Alba", "Bruno", "Clara", "Diego", "Elsa", "Fito", "Gala", "Hugo", "Iris", "Julio", "Lola", "Marco")
"""Names that read well in both languages; as many as seats and people to avoid."""


def bot_name(seat: int, taken: Iterable[str]) -> str:
    """A name for the bot in a seat that nobody else at the table has.

    >>> bot_name(2, ["Ana"]), bot_name(2, ["bruno"])
    ('Bruno', 'Clara')
    """
    others = {name.casefold() for name in taken}
    names = BOT_NAMES[seat - 1 :] + BOT_NAMES[: seat - 1]
    return next(name for name in names if name.casefold() not in others)


@dataclass(slots=True)
class Seat:
    """A seat; mutable, and changed by events only."""

    kind: str = EMPTY
    name: str = ""
    level: str = ""
    """Of a bot that sits here."""
    secret: str = ""
    """The hash of the secret that opens the seat."""
    player: str = ""
    node: str = ""
    """Where the person is connected; empty for one who is not."""
    held: bool = False
    """A bot plays for the person, who can come back at any time."""
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

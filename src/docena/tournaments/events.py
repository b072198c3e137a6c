"""What can happen at an event. Its log of these is the truth; everything else is derived from it."""

from typing import Annotated, Literal

import msgspec

from docena.tournaments.choices import EventChoices
from docena.tournaments.entries import NewEntry
from docena.tournaments.results import GameOutcome
from docena.tournaments.tables import SeatedTable

Called = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,40}\\Z")]
"""A table of a server: a file can be made up, and whoever looks for the table in a database trusts the name."""
_Code = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{0,40}\\Z")]


class _LoggedEvent(msgspec.Struct, frozen=True, tag_field="what", forbid_unknown_fields=True):
    pass


class TableChange(_LoggedEvent, frozen=True):
    """Something about a table in a game."""

    game: int
    table: int


class EntryChange(_LoggedEvent, frozen=True):
    """Something about an entry."""

    entry: int


class EventBegun(_LoggedEvent, frozen=True, tag="opened"):
    choices: EventChoices


class Changed(_LoggedEvent, frozen=True, tag="changed"):
    """The director has chosen otherwise."""

    choices: EventChoices


class EntriesAdded(_LoggedEvent, frozen=True, tag="entered"):
    """They get the next numbers, in this order."""

    newcomers: tuple[NewEntry, ...]


class Renamed(EntryChange, frozen=True, tag="renamed"):
    names: tuple[str, ...]


class TableKept(EntryChange, frozen=True, tag="kept"):
    """An entry keeps a table in all games that are seated from now on; 0: any table again."""

    table: int


class Dropped(EntryChange, frozen=True, tag="dropped"):
    pass


class Returned(EntryChange, frozen=True, tag="returned"):
    """One who had dropped out is back."""


class PartnersDrawn(_LoggedEvent, frozen=True, tag="drawn"):
    """Players become pairs; each pair has the number of the first of the two."""

    couples: tuple[tuple[int, int], ...]
    seed: str = ""
    """Of the public draw; empty if the two chose each other."""


class GamesSeated(_LoggedEvent, frozen=True, tag="seated"):
    """The tables of a game and of those after it; what was seated for them before is void."""

    game: int
    games: tuple[tuple[SeatedTable, ...], ...]
    resting: tuple[tuple[int, ...], ...]
    """Entries that sit out each of these games."""
    seed: str
    repeats: int
    bound: int


class PlayOffSeated(_LoggedEvent, frozen=True, tag="play_off"):
    """One more game, for those who are tied (10.3)."""

    tables: tuple[SeatedTable, ...]
    seed: str


class Reported(TableChange, frozen=True, tag="reported"):
    outcome: GameOutcome
    side: int
    """Who reports it; 0 for the director, whose word needs no confirmation."""


class Confirmed(TableChange, frozen=True, tag="confirmed"):
    side: int
    """Another side than the one that reported, or 0 for the director."""


class Disputed(TableChange, frozen=True, tag="disputed"):
    """Another side counts otherwise: the director decides."""

    side: int


class Corrected(TableChange, frozen=True, tag="corrected"):
    """The director has entered it anew."""

    outcome: GameOutcome


class Cleared(TableChange, frozen=True, tag="cleared"):
    """The result is taken off: the game is played again, or still under way."""


class Penalised(TableChange, frozen=True, tag="penalised"):
    """A penalty of chapter 7, or of 6.5, is noted; cards that went into a stock pile raise what can be left in it."""

    seat: int
    clause: str
    cards: int = 0
    note: str = ""


class Clocked(_LoggedEvent, frozen=True, tag="clocked"):
    game: int
    do: Literal["start", "pause", "resume", "stop"]
    seconds: int = 0


class PlayedOnline(TableChange, frozen=True, tag="online"):
    """A game is played at a table of a server, which reports it by itself."""

    room: Called
    """The server's id of that table."""
    code: _Code = ""
    """Of tables that were opened when they had one."""


class PlayedOffline(TableChange, frozen=True, tag="offline"):
    """A game is not played at that table any more: with cards, or at another one."""


class Relinked(EntryChange, frozen=True, tag="relinked"):
    """An entry has a new link; the one before opens nothing any more."""


class Noted(_LoggedEvent, frozen=True, tag="noted"):
    """Words of the director's, for the record."""

    text: str


class LineTakenBack(_LoggedEvent, frozen=True, tag="taken_back"):
    """The line of this number counts no more; taking back such a line makes it count again."""

    seq: int


AnyEvent = (
    EventBegun | Changed | EntriesAdded | Renamed | TableKept | Dropped | Returned | PartnersDrawn | GamesSeated
    | PlayOffSeated | Reported | Confirmed | Disputed | Corrected | Cleared | Penalised | Clocked | PlayedOnline
    | PlayedOffline | Relinked | Noted | LineTakenBack
)  # fmt: skip


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of the log: its number, when and by whom, and what happened."""

    seq: int
    at: str
    by: str
    event: AnyEvent
    ask: str = ""
    """What a device called it: sent again after a lost answer, it is entered once."""

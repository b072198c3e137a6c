"""What can happen at an event. Its log of these is authoritative; everything else is derived from it."""

from typing import Annotated, Literal

import msgspec

from docena.tournaments.entries import NewEntry
from docena.tournaments.event_choices import EventChoices
from docena.tournaments.log_lines import LineTakenBack as LineTakenBack
from docena.tournaments.log_lines import LoggedEvent
from docena.tournaments.results import GameOutcome
from docena.tournaments.seated_table import SeatedTable

Called = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{1,40}\\Z")]
"""A table id of a server, checked because files can be forged and the id is looked up in a database."""
_Code = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{0,40}\\Z")]


class TableChange(LoggedEvent, frozen=True):
    """Something about a table in a game."""

    game: int
    table: int


class EntryChange(LoggedEvent, frozen=True):
    """Something about an entry."""

    entry: int


class EventBegun(LoggedEvent, frozen=True, tag="opened"):
    choices: EventChoices


class Changed(LoggedEvent, frozen=True, tag="changed"):
    """The director has changed the choices."""

    choices: EventChoices


class EntriesAdded(LoggedEvent, frozen=True, tag="entered"):
    """New entries, which get the next numbers in this order."""

    newcomers: tuple[NewEntry, ...]


class Renamed(EntryChange, frozen=True, tag="renamed"):
    names: tuple[str, ...]


class TableKept(EntryChange, frozen=True, tag="kept"):
    """An entry stays at one table in all games seated from now on; 0: any table again."""

    table: int


class Dropped(EntryChange, frozen=True, tag="dropped"):
    pass


class Returned(EntryChange, frozen=True, tag="returned"):
    """An entry that had dropped out is back."""


class PartnersDrawn(LoggedEvent, frozen=True, tag="drawn"):
    """Players become pairs; each pair has the number of the first of the two."""

    couples: tuple[tuple[int, int], ...]
    seed: str = ""
    """The seed of the public draw; empty if the two chose each other."""


class GamesSeated(LoggedEvent, frozen=True, tag="seated"):
    """The tables of a game and of those after it, which replace earlier seating."""

    game: int
    games: tuple[tuple[SeatedTable, ...], ...]
    resting: tuple[tuple[int, ...], ...]
    """Entries that sit out each of these games."""
    seed: str
    repeats: int
    bound: int


class PlayOffSeated(LoggedEvent, frozen=True, tag="play_off"):
    """One more game, for tied entries (10.3)."""

    tables: tuple[SeatedTable, ...]
    seed: str


class Reported(TableChange, frozen=True, tag="reported"):
    outcome: GameOutcome
    side: int
    """The side that reports; 0 for the director, who needs no confirmation."""


class Confirmed(TableChange, frozen=True, tag="confirmed"):
    side: int
    """A side other than the one that reported, or 0 for the director."""


class Disputed(TableChange, frozen=True, tag="disputed"):
    """Another side disagrees: the director decides."""

    side: int


class Corrected(TableChange, frozen=True, tag="corrected"):
    """The director has corrected a result."""

    outcome: GameOutcome


class Cleared(TableChange, frozen=True, tag="cleared"):
    """The result is removed: the game is replayed, or still in progress."""


class Penalised(TableChange, frozen=True, tag="penalised"):
    """A penalty of chapter 7, or of 6.5; cards that went into a stock pile raise the number that can be left in it."""

    seat: int
    clause: str
    cards: int = 0
    note: str = ""


class Clocked(LoggedEvent, frozen=True, tag="clocked"):
    game: int
    do: Literal["start", "pause", "resume", "stop"]
    seconds: int = 0


class PlayedOnline(TableChange, frozen=True, tag="online"):
    """A game is played at a table of a server, which reports it automatically."""

    room: Called
    """The server's id of that table."""
    code: _Code = ""
    """The code of tables opened by versions that gave them one."""


class PlayedOffline(TableChange, frozen=True, tag="offline"):
    """A game is no longer played at that table, but with cards, or at another one."""


class Relinked(EntryChange, frozen=True, tag="relinked"):
    """An entry has a new link; the previous one is no longer valid."""


class Noted(LoggedEvent, frozen=True, tag="noted"):
    """A note by the director."""

    text: str


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
    """The device's id for the command: resent after a lost response, it is entered once."""

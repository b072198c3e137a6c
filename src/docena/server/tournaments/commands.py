"""The commands of directors, tables and score keepers, checked as they are read."""

from typing import Annotated, Literal

import msgspec

from docena.server.bodies import StrictBody
from docena.tables.commands import decoded
from docena.tournaments.entries import NewEntry
from docena.tournaments.event_choices import EventChoices
from docena.tournaments.pads.pad import PadChoices
from docena.tournaments.pads.pad import PadGame as PadGame
from docena.tournaments.results import GameOutcome

Named = Annotated[str, msgspec.Meta(min_length=8, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
"""The client's own id for a command: resent after a lost response, it is done once."""
Who = Annotated[str, msgspec.Meta(max_length=40)]
Seed = Annotated[str, msgspec.Meta(max_length=100)]


LONGEST_LIST = 200_000
"""Characters: as many entries as an event can have, with long names."""


class EventCommand(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower, kw_only=True
):
    ask: Named
    seen: int | None = None
    """The last line that the screen showed: the command is refused if the same thing has changed since."""
    by: Who = ""


class _AtTable(EventCommand, frozen=True):
    game: int
    table: int


class ChangeChoices(EventCommand, frozen=True, tag="change"):
    """The director changes the choices."""

    choices: EventChoices


class Enter(EventCommand, frozen=True):
    newcomers: tuple[NewEntry, ...]


class List(EventCommand, frozen=True):
    """A pasted list, or a CSV file: entered as a whole, or not at all."""

    text: Annotated[str, msgspec.Meta(max_length=LONGEST_LIST)]


class _OfEntry(EventCommand, frozen=True):
    entry: int


class Rename(_OfEntry, frozen=True):
    names: tuple[str, ...]


class Keep(_OfEntry, frozen=True):
    """Keeps a table in every game; 0 for any table."""

    table: int


class Drop(_OfEntry, frozen=True):
    pass


class ComeBack(_OfEntry, frozen=True, tag="back"):
    pass


class Pair(_OfEntry, frozen=True):
    partner: int


class _WithSeed(EventCommand, frozen=True):
    seed: Seed = ""
    """The seed that the room has called out; a random one if it is empty."""


class Draw(_WithSeed, frozen=True):
    """Draws partners for players who have none."""


class SeatEntries(_WithSeed, frozen=True, tag="seat"):
    """Seats all games without a report yet."""


class SeatPlayOff(_WithSeed, frozen=True, tag="play_off"):
    pass


class Report(_AtTable, frozen=True):
    outcome: GameOutcome
    side: int = 0


class Confirm(_AtTable, frozen=True):
    side: int = 0


class Dispute(_AtTable, frozen=True):
    side: int


class Correct(_AtTable, frozen=True):
    outcome: GameOutcome


class Clear(_AtTable, frozen=True):
    pass


class Penalise(_AtTable, frozen=True, tag="penalty"):
    seat: int
    clause: str
    cards: int = 0
    note: Annotated[str, msgspec.Meta(max_length=200)] = ""


class SetClock(EventCommand, frozen=True, tag="clock"):
    game: int
    action: Literal["start", "pause", "resume", "stop"]
    seconds: Annotated[int, msgspec.Meta(ge=0, le=36_000)] = 0


class Note(EventCommand, frozen=True):
    text: str


class TakeLineBack(EventCommand, frozen=True, tag="undo"):
    """Takes a line of the log back."""

    line: int


class PlayOnline(EventCommand, frozen=True, tag="online"):
    """Opens tables of this server for these tables of a game; they report automatically."""

    game: int
    tables: Annotated[tuple[int, ...], msgspec.Meta(max_length=400)]


class PlayOffline(_AtTable, frozen=True, tag="offline"):
    """Closes the online table of a game, which is then played with cards, or opened again."""


class NewLink(_OfEntry, frozen=True, tag="new_link"):
    """A new link for an entry; the previous one is no longer valid."""


OfTable = Report | Confirm | Dispute | Penalise
"""The commands of a table; all others are the director's."""
AnyCommand = (
    ChangeChoices | Enter | List | Rename | Keep | Drop | ComeBack | Pair | Draw | SeatEntries | SeatPlayOff | Report
    | Confirm | Dispute | Correct | Clear | Penalise | SetClock | Note | TakeLineBack | PlayOnline | PlayOffline
    | NewLink
)  # fmt: skip


class NewEvent(StrictBody, frozen=True):
    choices: EventChoices
    by: Who = ""


class OnlineSeat(StrictBody, frozen=True):
    """Takes a seat of an entry, for the first time or on another device."""

    seat: int


# --- score pads


class _PadBase(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower, kw_only=True):
    ask: Named
    seen: int | None = None


class Add(_PadBase, frozen=True):
    game: PadGame


class Fix(_PadBase, frozen=True):
    number: int
    game: PadGame


class Remove(_PadBase, frozen=True):
    number: int


class TakeBack(_PadBase, frozen=True, tag="undo"):
    """Takes the last entry back."""


PadCommand = Add | Fix | Remove | TakeBack


class NewPad(StrictBody, frozen=True):
    choices: PadChoices


class PadText(StrictBody, frozen=True):
    """A whole pad as text, for another server or program."""

    text: Annotated[str, msgspec.Meta(max_length=60_000)]


_events: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)
_pads: msgspec.json.Decoder[PadCommand] = msgspec.json.Decoder(PadCommand)


def read_command(body: bytes) -> AnyCommand:
    return decoded(_events, body)


def read_pad_command(body: bytes) -> PadCommand:
    return decoded(_pads, body)

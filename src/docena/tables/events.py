"""The events of a table: the lines of its log, in order.

The log is authoritative. An event says what was decided, never how to decide it again: it is applied unchecked. A
released form is never changed; what is new gets a new field with a default, or a new event.
"""

from typing import Literal

import msgspec

from docena.core.errors import DocenaError, plain
from docena.tables.table_choices import Choices

FORMAT = 1


class TableEvent(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="e", tag=str.lower):
    """One thing that happened."""


class SeatEvent(TableEvent, frozen=True):
    """One of a seat."""

    seat: int


class Opened(TableEvent, frozen=True):
    """A table was opened."""

    id: str
    code: str
    choices: Choices
    at: int
    """Seconds since 1970."""
    format: int = FORMAT
    daily: str = ""
    """The day whose daily deal the first game is; empty if none."""
    awaited: bool = False
    """It was opened for others, who are given their seats: it stays open before anybody has come."""


class Promised(TableEvent, frozen=True):
    """The secret of a game, before any contribution to it: its commitment is shown from now on."""

    game: int
    secret: str


class Sat(SeatEvent, frozen=True):
    """A person took a seat."""

    name: str
    secret: str
    """The hash of the seat's secret."""
    player: str = ""
    """The player to whose history the games go; empty for none."""


class Bot(SeatEvent, frozen=True):
    """A bot took a seat; it is called by its level if it has no name."""

    level: str
    name: str = ""


class Stood(SeatEvent, frozen=True):
    """A seat is empty again."""


class Left(SeatEvent, frozen=True):
    """A person has left for good in the middle of a game: a bot plays on."""


class Ticket(SeatEvent, frozen=True):
    """A one-use ticket to take a seat to another device."""

    hash: str
    until: int


class Rekeyed(SeatEvent, frozen=True):
    """A seat has a new secret; the old one is no longer valid."""

    secret: str
    player: str = ""
    """Who holds the seat from now on, if known; the games still count for the person who sat down ..."""
    name: str = ""
    """... unless the seat was given to somebody anew, under this name: then they count for them."""


class Here(SeatEvent, frozen=True):
    """A person is connected, at this node."""

    node: str


class Gone(SeatEvent, frozen=True):
    """A person is no longer connected."""


class Held(SeatEvent, frozen=True):
    """A bot holds the seat of a person who is away."""


class Back(SeatEvent, frozen=True):
    """The person plays again."""


class Nudged(SeatEvent, frozen=True):
    """A player was reminded to move."""


class Hinted(SeatEvent, frozen=True):
    """A player was given a hint, at a table where others should know."""


class Contributed(SeatEvent, frozen=True):
    """A person's contribution to the chance of the next game."""

    hex: str


class Ready(SeatEvent, frozen=True):
    """A person is ready for the next game."""


class Dealt(TableEvent, frozen=True):
    """A game was dealt; `first` is set if the deal has passed on (2.2), and drawn if it is 0 (2.1, 2.3)."""

    game: int
    first: int = 0


class Moved(SeatEvent, frozen=True):
    """A move, in the notation of records."""

    move: str
    by: Literal["person", "bot"] = "person"


class Wanted(SeatEvent, frozen=True):
    """A person asks the table to undo a move."""


class Agreed(SeatEvent, frozen=True):
    """An answer to that."""

    yes: bool


class Undone(SeatEvent, frozen=True):
    """A number of moves were taken back, down to one of this seat's."""

    moves: int = 1


class Said(SeatEvent, frozen=True):
    """A quick phrase, or text."""

    phrase: str = ""
    text: str = ""


class Approval(TableEvent, frozen=True):
    """Whether newcomers without the link must be let in from now on."""

    on: bool


class Requested(TableEvent, frozen=True):
    """Somebody asks to sit down."""

    request: str
    name: str
    secret: str
    """The hash of the secret that will give access to the seat."""
    until: int
    """When the request expires: seconds since 1970."""
    seat: int = 0
    """The requested seat; 0 for any."""
    player: str = ""


class Declined(TableEvent, frozen=True):
    """Such a request was refused."""

    request: str
    at: int
    """Seconds since 1970."""


class Withdrawn(TableEvent, frozen=True):
    """Such a request was withdrawn, or has expired."""

    request: str


class Ended(TableEvent, frozen=True):
    """The table gave up a game."""


class Closed(TableEvent, frozen=True):
    """The table was closed."""


AnyEvent = (
    Opened | Promised | Sat | Bot | Stood | Left | Ticket | Rekeyed | Here | Gone | Held | Back | Nudged | Hinted
    | Contributed | Ready | Dealt | Moved | Wanted | Agreed | Undone | Said | Approval | Requested | Declined
    | Withdrawn | Ended | Closed
)  # fmt: skip

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def write_event(event: AnyEvent) -> bytes:
    """
    >>> write_event(Moved(seat=1, move="H7>2"))
    b'{"e":"moved","seat":1,"move":"H7>2"}'
    """
    return _encoder.encode(event)


def read_event(body: bytes) -> AnyEvent:
    try:
        return _decoder.decode(body)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise DocenaError(f"a line of a table's log cannot be read: {plain(str(error))}") from None

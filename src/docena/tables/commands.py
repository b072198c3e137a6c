"""What clients send: commands, checked as they are read."""

from typing import Annotated, TypeVar

import msgspec

from docena.tables.table_choices import LONGEST_NAME, LONGEST_TEXT, Choices

T = TypeVar("T")
Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
"""The client's own id for a command: resent, it is answered again but done only once."""
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Seat = Annotated[int, msgspec.Meta(ge=1, le=6)]
Secret = Annotated[str, msgspec.Meta(min_length=20, max_length=100)]


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=str.lower):
    """One command; `do` says which."""


class Hello(Command, frozen=True):
    """The first message of a socket: a seat's secret, or none to watch; with a language the log has sentences."""

    secret: Secret | None = None
    lang: Annotated[str, msgspec.Meta(max_length=8)] | None = None
    version: Annotated[int, msgspec.Meta(ge=0)] = 1
    """The version of the messages that the client speaks; clients older than version 2 send none."""


class Action(Command, frozen=True):
    """One that is done once and answered."""

    id: Id


class MakeMove(Action, frozen=True, tag="move"):
    """A move in the notation of records, for the position that the client has seen."""

    seq: int
    move: Annotated[str, msgspec.Meta(max_length=40)]


class Undo(Action, frozen=True):
    """Take back the last move: at once if nothing hidden has been revealed since, otherwise if all agree."""

    seq: int


class Agree(Action, frozen=True):
    """An answer to somebody who wants to take back a move."""

    yes: bool


class Say(Action, frozen=True):
    """A quick phrase, by its key, or text where the table allows it."""

    phrase: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] | None = None


class GetReady(Action, frozen=True, tag="ready"):
    """Ready for the next game, or a rematch; with the player's contribution to its chance, in hex."""

    contribution: Annotated[str, msgspec.Meta(max_length=64, pattern="^([0-9a-f]{2})*$")] | None = None


class Start(Action, frozen=True):
    """Fill the empty seats with bots and begin; for the host of the table."""


class SeatBot(Action, frozen=True, tag="bot"):
    """Put a bot in an empty seat, or replace one, before the game; for the host of the table."""

    seat: Seat
    level: Annotated[str, msgspec.Meta(max_length=20)]


class Stand(Action, frozen=True):
    """Leave the seat: it is empty again, or a bot plays on."""


class Away(Action, frozen=True):
    """Let a bot hold the seat."""


class TakeSeatBack(Action, frozen=True, tag="back"):
    """Take the seat back from the bot that holds it."""


class Nudge(Action, frozen=True):
    """Remind the player whose move it is; a minute later a bot may hold that seat."""


class MakeTicket(Action, frozen=True, tag="ticket"):
    """A one-use ticket to take the seat to another device."""


class Abandon(Action, frozen=True):
    """Give up the game; for the host of the table, or if nobody else is left."""


class Close(Action, frozen=True):
    """Close the table; for its host, while no game is in progress."""


class SetApproval(Action, frozen=True, tag="approval"):
    """Whether newcomers without the link must be let in; for the host of the table."""

    on: bool


class Admit(Action, frozen=True):
    """Let in somebody who has asked to sit down, or refuse; for the host, and for others while the host is away."""

    request: Annotated[str, msgspec.Meta(max_length=40)]
    yes: bool


class Ping(Action, frozen=True):
    """Keep-alive: a client that has received nothing for long checks whether its socket still works."""


AnyCommand = (
    Hello | MakeMove | Undo | Agree | Say | GetReady | Start | SeatBot | Stand | Away | TakeSeatBack | Nudge
    | MakeTicket | Abandon | Close | SetApproval | Admit | Ping
)  # fmt: skip


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Opens a table and sits down, in one step."""

    name: Name
    seat: Seat = 1
    choices: Choices = Choices()


class OpenDaily(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Opens a table with the daily deal, and sits down."""

    name: Name


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sits down at a table; in the first empty seat by default."""

    name: Name
    seat: Seat | None = None
    ticket: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    """Instead: the ticket of a seat that is taken to this device."""


class AskToSit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Requests a seat at a table with approval; it is given if it is still free when the host answers."""

    name: Name
    seat: Seat | None = None


_decoder: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)


def read_command(message: bytes | str) -> AnyCommand:
    return decoded(_decoder, message)


def decoded(decoder: msgspec.json.Decoder[T], message: bytes | str) -> T:
    try:
        return decoder.decode(message)
    except RecursionError:
        raise msgspec.DecodeError("it is nested too deeply") from None

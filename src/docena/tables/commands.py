"""What clients send: commands, checked as they are read."""

from typing import Annotated

import msgspec

from docena.tables.choices import LONGEST_NAME, LONGEST_TEXT, Choices

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
"""The client's own id for a command: resent, it is answered again but done only once."""
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


class MakeMove(Command, frozen=True, tag="move"):
    """A move in the notation of records, for the position that the client has seen."""

    id: Id
    seq: int
    move: Annotated[str, msgspec.Meta(max_length=40)]


class Undo(Command, frozen=True):
    """Take back the last move: at once if nothing hidden has been revealed since, otherwise if all agree."""

    id: Id
    seq: int


class Agree(Command, frozen=True):
    """An answer to somebody who wants to take back a move."""

    id: Id
    yes: bool


class Say(Command, frozen=True):
    """A quick phrase, by its key, or text where the table allows it."""

    id: Id
    phrase: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_TEXT)] | None = None


class GetReady(Command, frozen=True, tag="ready"):
    """Ready for the next game, or a rematch; with the player's contribution to its chance, in hex."""

    id: Id
    contribution: Annotated[str, msgspec.Meta(max_length=64, pattern="^([0-9a-f]{2})*$")] | None = None


class Start(Command, frozen=True):
    """Fill the empty seats with bots and begin; for the host of the table."""

    id: Id


class SeatBot(Command, frozen=True, tag="bot"):
    """Put a bot in an empty seat, or replace one, before the game; for the host of the table."""

    id: Id
    seat: Seat
    level: Annotated[str, msgspec.Meta(max_length=20)]


class Stand(Command, frozen=True):
    """Leave the seat: it is empty again, or a bot plays on."""

    id: Id


class Away(Command, frozen=True):
    """Let a bot hold the seat."""

    id: Id


class TakeSeatBack(Command, frozen=True, tag="back"):
    """Take the seat back from the bot that holds it."""

    id: Id


class Nudge(Command, frozen=True):
    """Remind the player whose move it is; a minute later a bot may hold that seat."""

    id: Id


class MakeTicket(Command, frozen=True, tag="ticket"):
    """A one-use ticket to take the seat to another device."""

    id: Id


class Abandon(Command, frozen=True):
    """Give up the game; for the host of the table, or if nobody else is left."""

    id: Id


class Close(Command, frozen=True):
    """Close the table; for its host, while no game is in progress."""

    id: Id


class SetApproval(Command, frozen=True, tag="approval"):
    """Whether newcomers without the link must be let in; for the host of the table."""

    id: Id
    on: bool


class Admit(Command, frozen=True):
    """Let in somebody who has asked to sit down, or refuse; for the host, and for others while the host is away."""

    id: Id
    request: Annotated[str, msgspec.Meta(max_length=40)]
    yes: bool


class Ping(Command, frozen=True):
    """Keep-alive: a client that has received nothing for long checks whether its socket still works."""

    id: Id


AnyCommand = (
    Hello | MakeMove | Undo | Agree | Say | GetReady | Start | SeatBot | Stand | Away | TakeSeatBack | Nudge
    | MakeTicket | Abandon | Close | SetApproval | Admit | Ping
)  # fmt: skip


class Open(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Opens a table and sits down, in one step."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    seat: Seat = 1
    choices: Choices = Choices()


class OpenDaily(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Opens a table with the daily deal, and sits down."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]


class Sit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sits down at a table; in the first empty seat by default."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    seat: Seat | None = None
    ticket: Annotated[str, msgspec.Meta(max_length=100)] | None = None
    """Instead: the ticket of a seat that is taken to this device."""


class AskToSit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Requests a seat at a table with approval; it is given if it is still free when the host answers."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
    seat: Seat | None = None


_decoder: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)


def read_command(message: bytes | str) -> AnyCommand:
    try:
        return _decoder.decode(message)
    except RecursionError:
        raise msgspec.DecodeError("it is nested too deeply") from None

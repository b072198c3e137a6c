"""Requests and responses over HTTP other than the messages of tables: seats, accounts, passkeys and histories."""

from typing import Annotated, Any, Literal

import msgspec

from docena.game.tutorials import LessonLine
from docena.tables.player_games import GameLine
from docena.tables.registry import Welcome
from docena.tables.table_choices import LONGEST_NAME

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)]
Password = Annotated[str, msgspec.Meta(max_length=200)]
_Text = Annotated[str, msgspec.Meta(max_length=40_000)]
_CeremonyId = Annotated[str, msgspec.Meta(min_length=20, max_length=100)]


class StrictBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A body in which unknown fields are refused."""


class Done(msgspec.Struct, frozen=True):
    """Success, without further data."""

    ok: bool = True


class Refusal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A refusal."""

    ok: bool
    """False."""
    why: str
    """A sentence."""
    reason: str
    """A word for programs, as in Answer."""
    clause: str = ""
    """The rulebook's clause that forbids it."""


class Health(msgspec.Struct, frozen=True):
    ok: bool
    version: str


# --- tables


class Welcomed(Welcome, frozen=True):
    """A seat at a table: its secret is shown only here, and gives access to the seat from anywhere."""

    link: str
    """For others to join the table."""


class TableAddress(msgspec.Struct, frozen=True):
    """Where a table is found from other devices."""

    link: str


class TicketLink(StrictBody, frozen=True):
    """A ticket, to be drawn as a link."""

    ticket: Annotated[str, msgspec.Meta(max_length=100, pattern="^[A-Za-z0-9_-]+$")]


class PersonLine(msgspec.Struct, frozen=True):
    kind: str
    name: str


class TableLine(msgspec.Struct, frozen=True):
    """A public table."""

    id: str
    code: str
    edition: str
    players: int
    partners: bool
    table: str
    stock: int
    phase: str
    people: list[PersonLine]
    approval: bool = False
    """Newcomers must be let in: there is no id, and the code only allows asking."""


class TableList(msgspec.Struct, frozen=True):
    """Public tables, the latest first."""

    tables: list[TableLine]


class DoorSight(msgspec.Struct, frozen=True):
    """What somebody with a code may know about a table before being let in."""

    host: str
    """The host's name."""
    edition: str
    players: int
    partners: bool
    table: str
    stock: int
    free: int
    """Seats that nobody has taken."""
    approval: bool
    """Newcomers must be let in; otherwise they can sit down."""


class RequestSight(msgspec.Struct, frozen=True, omit_defaults=True):
    """The status of a request to sit down."""

    status: Literal["waiting", "refused", "welcome"]
    welcome: Welcomed | None = None
    """The seat; its secret is that of the request."""
    why: str = ""
    """A sentence for the person who was refused."""


class LessonList(msgspec.Struct, frozen=True):
    lessons: list[LessonLine]


class Phrases(msgspec.Struct, frozen=True):
    phrases: dict[str, str]
    """By their keys, in the order shown."""


# --- people


class Credentials(StrictBody, frozen=True):
    """A name and its password: of at least 10 characters, and not the name."""

    name: Name
    password: Password
    device: Annotated[str, msgspec.Meta(max_length=100)] = ""
    """The token of an earlier login on this device: wrong passwords tried elsewhere do not count here."""


class Login(msgspec.Struct, frozen=True):
    """A session: later requests carry it as `Authorization: Bearer TOKEN`."""

    account: str
    name: str
    token: str
    """Shown only this once; it expires after 90 days without use. Empty if there was a session already."""
    device: str = ""
    """To be kept on this device and sent with its next login; valid until the password changes. It gives no access."""


class NewPassword(StrictBody, frozen=True):
    """A new password; all other sessions of the account end."""

    new: Password
    old: Password = ""
    """The current one; empty if the account has passkeys only."""


class Adopt(StrictBody, frozen=True):
    """The key of a browser whose history moves to the account."""

    key: Annotated[str, msgspec.Meta(max_length=100)]


class Adopted(msgspec.Struct, frozen=True):
    games: int


class PasskeySight(msgspec.Struct, frozen=True):
    id: str
    name: str
    created: int
    """Seconds since 1970."""


class AccountSight(msgspec.Struct, frozen=True):
    """An account as its owner sees it."""

    account: str
    name: str
    created: int
    """Seconds since 1970."""
    password: bool
    """Whether it has one."""
    passkeys: list[PasskeySight]


# --- passkeys, as browsers name their parts (WebAuthn, `toJSON`)


class PasskeyBegin(StrictBody, frozen=True):
    """For a new account, its name; for the account that is logged in, none."""

    name: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""


class PasskeyOptions(msgspec.Struct, frozen=True):
    """What the browser needs: `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`."""

    ceremony: str
    """To be sent back with the browser's response, once and within five minutes."""
    options: dict[str, Any]


class Attestation(msgspec.Struct, frozen=True):
    client_data: _Text = msgspec.field(name="clientDataJSON")
    attestation: _Text = msgspec.field(name="attestationObject")


class NewCredential(msgspec.Struct, frozen=True):
    """What `navigator.credentials.create` returns."""

    id: _Text
    raw_id: _Text = msgspec.field(name="rawId")
    type: _Text
    response: Attestation


class PasskeyFinish(StrictBody, frozen=True):
    ceremony: _CeremonyId
    credential: NewCredential
    label: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)] = ""
    """The owner's name for it."""


class Assertion(msgspec.Struct, frozen=True):
    client_data: _Text = msgspec.field(name="clientDataJSON")
    authenticator_data: _Text = msgspec.field(name="authenticatorData")
    signature: _Text
    user: _Text | None = msgspec.field(name="userHandle", default=None)


class UsedCredential(msgspec.Struct, frozen=True):
    """What `navigator.credentials.get` returns."""

    id: _Text
    raw_id: _Text = msgspec.field(name="rawId")
    type: _Text
    response: Assertion


class PasskeyLogin(StrictBody, frozen=True):
    ceremony: _CeremonyId
    credential: UsedCredential


# --- histories


class MyGame(msgspec.Struct, frozen=True):
    """A game that the player has played."""

    at: int
    """When it ended: seconds since 1970."""
    table: str
    game: int
    seat: int
    record: str
    """Where its record is, as long as the table is kept."""
    line: GameLine


class MyGames(msgspec.Struct, frozen=True):
    """Games, the latest first."""

    games: list[MyGame]
    before: int | None
    """Pass this to get earlier games; None if there are none."""


class ExportLine(msgspec.Struct, frozen=True, tag_field="is"):
    """A line of an export; `is` gives its kind."""


class ExportPlayer(ExportLine, frozen=True, tag="player"):
    """The first line: whose export it is."""

    player: str
    at: int
    account: AccountSight | None = None


class ExportGame(ExportLine, frozen=True, tag="game"):
    game: MyGame


class ExportEnd(ExportLine, frozen=True, tag="end"):
    """The last line: without it, the export was cut off."""

    games: int

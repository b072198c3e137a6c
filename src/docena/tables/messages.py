"""The types of all messages to clients, from which the documented schema is generated."""

from typing import Literal, TypedDict

import msgspec

from docena.tables.phases import Phase
from docena.tables.seats import Kind
from docena.tables.table_choices import Choices

PROTOCOL = 2
"""The version of these messages: it is raised when a change would make older clients misread one."""
PREVIOUS = 1
"""Still supported, so that pages open during an upgrade keep working; only hints differed in version 1."""


class BuildingSight(msgspec.Struct, frozen=True):
    """A building pile."""

    height: int
    """The number that it has reached; 0 for an empty pile."""
    top: str | None
    """The card on top, `W` for a wild; none on an empty pile, and where the die or coins stand in."""
    cards: list[str]
    """The cards in it, top first: fewer than its height where something stood in for a card."""
    coins: int


class SeatSight(msgspec.Struct, frozen=True):
    """What lies in front of a seat, as everybody can see it."""

    partner: int | None
    cards: int
    """How many cards are in the hand."""
    stock: int
    top: str | None
    """The face-up card of the stock pile."""
    discards: list[list[str]]
    """The four discard piles, each top first."""
    coins: int
    passed: bool
    """It has passed, with no card to draw, since the last play or discard (4.7)."""
    penalised: bool
    """Its next regular turn is played without drawing (7.2)."""


class InterruptedSight(msgspec.Struct, frozen=True):
    """What is saved of a turn while another seat plays out of turn (7.2)."""

    die: str | None
    die_left: int
    talks: int
    owed: int


class ViewSight(msgspec.Struct, frozen=True):
    """The game as one seat, or a spectator, may know it: everything that can be known without the log."""

    turn: int
    """Whose turn it is."""
    mover: int
    """Who moves: another seat only in a turn out of turn (7.2)."""
    turns: int
    """How many turns of this game have begun."""
    moves: int
    """How many moves have been made in this game."""
    played: bool
    """Something was played in this turn."""
    moved: bool
    """The mover has made a move in this turn."""
    over: bool
    winners: list[int]
    """Empty during the game, and after a blocked one."""
    awaits: str | None
    """The chance event that comes next: `shuffle`, `roll` or `restock`."""
    building: list[BuildingSight]
    draw: int
    """How many cards are left to draw."""
    aside: int
    """How many cards are set aside."""
    aside_cards: dict[str, int]
    """How many of each card are set aside."""
    die: str | None
    die_left: int
    """How often the die can still be used in this turn."""
    toll: int
    """The coins to be settled before anything else (9.3)."""
    toll_place: int | None
    """The building pile beside which they would go."""
    refill: bool
    """The hand is filled once the toll is settled (9.3)."""
    must_follow: int | None
    """The building pile on which a card must follow a stand-in (8.2, 9.1)."""
    plays_ended: bool
    """A toll was not paid: only the closing discard is left (9.3)."""
    owed: int
    """Cards that the mover still has to draw at an open table (7.0)."""
    talks: int
    """How often the mover's partner has talked in this turn without being accused (6.5)."""
    interrupted: InterruptedSight | None
    seats: list[SeatSight]
    hand: list[str]
    """The seat's own cards, ascending; none for a spectator."""
    legal: list[str]
    """The moves that the seat may make now, in the order of records."""


class PersonSight(msgspec.Struct, frozen=True):
    """Who sits in a seat."""

    kind: Kind
    name: str
    level: str
    """Of a bot, or of the bot that plays for a person who is away."""
    here: bool
    held: bool
    """A bot plays for the person at the moment."""
    ready: bool
    partner: int | None
    client: int | None = None
    """Seats with the same number are held by one client, as far as is known; none without a person."""
    hints: int = 0
    """How many hints the player has had in this game, at a table with other people."""


class ScoreSight(msgspec.Struct, frozen=True):
    """The match's score sheet."""

    goal: int | None
    games: int | None
    rows: list[list[int]]
    """Points of each seat, one row per game."""
    sides: list[list[int]]
    """The seats that play for one score: one each, or the two of a partnership."""
    totals: list[int]
    """Points of each side."""
    wins: list[int]
    """Games that each side has won."""
    over: bool
    winners: list[int]


class GameResultSight(TypedDict):
    """How a game ended, in the words of a record."""

    reason: Literal["stock", "blocked", "abandoned"]
    winners: list[int]
    stock: list[int]
    """Cards left, by seat."""
    points: int


class NewcomerSight(msgspec.Struct, frozen=True):
    """Somebody who is waiting to be let in."""

    request: str
    name: str


class TableSight(msgspec.Struct, frozen=True):
    """The table: everything but the cards."""

    id: str
    code: str
    """Empty for a table that cannot be joined by a code."""
    choices: Choices
    stock: int
    partners: bool
    phase: Phase
    """`between` games of a match; `over` when the match has ended."""
    host: int | None
    game: int
    first: int | None
    people: list[PersonSight]
    score: ScoreSight
    commit: str
    """SHA-256 of the secret of the current game, or of the next."""
    result: GameResultSight | None
    undo: int | None
    """The seat that wants to take back a move."""
    agreed: list[int]
    """Those who have agreed."""
    nudged: int | None
    """The seat that was reminded to move."""
    undone: int = 0
    """How many moves of this game have been taken back."""
    newcomers: list[NewcomerSight] = []
    """Newcomers waiting to be let in, at a table with approval."""
    reserved: bool = False
    """Its seats are reserved for the entries of an event, and claimed there."""
    daily: str = ""
    """The day whose daily deal is played: without hints, and nothing is taken back."""


class LogSight(msgspec.Struct, frozen=True, omit_defaults=True):
    """Lines of the game's log from `start` on; they replace the client's lines from there on."""

    start: int
    lines: list[str]
    words: list[str] = []
    """The same as sentences, for a client that has named a language."""
    mine: list[str] = []
    """Each as the seat is told that it is about: "You played ..."."""
    seats: list[int] = []
    """The seat that each is about; 0 if it is about none."""


class SaidSight(msgspec.Struct, frozen=True, omit_defaults=True):
    """A chat message."""

    seat: int
    phrase: str = ""
    text: str = ""


class ClockSight(msgspec.Struct, frozen=True):
    """How much time the player to move has left."""

    seat: int
    ms: int
    then: Literal["nudge", "bot"]


class State(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="state"):
    """The parts of the table that have changed; after `hello` all of them."""

    seq: int
    """The number of the position: send it with a move."""
    id: str | None = None
    """The command of this client that it answers."""
    table: TableSight | None = None
    log: LogSight | None = None
    said: list[SaidSight] | None = None
    clock: ClockSight | None = None
    view: ViewSight | None = None
    seat: int | None = None
    """After `hello`: the client's own seat."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="type", tag="answer"):
    """An answer to a command that changed nothing visible, or was refused."""

    id: str | None
    ok: bool
    why: str = ""
    """A sentence."""
    reason: str = ""
    """A word for programs: `illegal`, `stale`, `not_yours`, `not_now`, `taken`, `unavailable`, `too_many`, `bad` ..."""
    clause: str = ""
    """The rulebook's clause that forbids it."""
    ticket: str = ""


class Going(msgspec.Struct, frozen=True, tag_field="type", tag="going"):
    """The server is stopping: reconnect after this many milliseconds."""

    ms: int


AnyMessage = State | Answer | Going

"""Responses about events and score pads."""

import msgspec

from docena.core.scores import CARD_POINTS, GAME_POINTS
from docena.tournaments.audit import Audited
from docena.tournaments.entries import Entry
from docena.tournaments.event_choices import EventChoices
from docena.tournaments.pads.pad import PadChoices, PadGame, ScorePad, side_names
from docena.tournaments.summary import EventSight, RoundClock, SeatingSight


class Entering(msgspec.Struct, frozen=True):
    """It is on the disk."""

    ok: bool
    seq: int


# --- events


class EventOpened(msgspec.Struct, frozen=True):
    """An event, and its director's key, which is shown only here."""

    event: str
    key: str
    link: str
    """For everybody who takes part or watches."""
    director: str
    """The director's, with the key."""
    lines: int
    """How many lines are new here."""


class OnlineTable(msgspec.Struct, frozen=True):
    """The table of an online game: for watching, as its seats are claimed with the links of the entries."""

    game: int
    table: int
    link: str


class DirectorSight(msgspec.Struct, frozen=True):
    event: EventSight
    paper: str
    """The key of print pages and of the tables' QR codes."""
    link: str
    tables: dict[str, str]
    """The link of each table's phone, with its key."""
    entries: dict[str, str]
    """The link of each entry, with its key: for its games, and its seats at online tables."""
    online: tuple[OnlineTable, ...]
    clauses: dict[str, int]
    """The clauses of penalties, and their cards."""
    last: int | None
    """The last line that can be taken back."""


class TableGame(msgspec.Struct, frozen=True):
    game: int
    play_off: int
    row: SeatingSight


class TicketSight(msgspec.Struct, frozen=True):
    """The ticket for an entry's seats in the current game at this table, on this phone or their own."""

    entry: int
    names: tuple[str, ...]
    key: str
    link: str


class PhoneSight(msgspec.Struct, frozen=True):
    """What the phone of a table shows."""

    id: str
    title: str
    now: str
    seq: int
    table: int
    game: int
    """The game to be reported here: the first without a result that counts, else the last; 0 if there is none."""
    games: tuple[TableGame, ...]
    clock: RoundClock | None
    choices: EventChoices
    current: int
    """The game that the whole room is at."""
    online: str | None
    """Where this game is played online."""
    tickets: tuple[TicketSight, ...]
    """Tickets of the sides of this game, while it is played online."""
    clauses: dict[str, int]
    """As in the director's log."""


class EntrySeat(msgspec.Struct, frozen=True):
    """A seat of an entry at an online table."""

    seat: int
    name: str
    """The person's name."""
    room: str
    """The table on this server."""
    taken: bool
    """It is claimed: claiming it again takes it to the new device."""
    here: bool
    """The person who claimed it is connected."""


class EntryGame(msgspec.Struct, frozen=True):
    game: int
    play_off: int
    row: SeatingSight | None
    """The entry's table; None if it does not play this game."""
    rests: bool
    """It sits out."""
    seats: tuple[EntrySeat, ...]
    """Its own seats, while the game is played online and is not over."""


class EntrySight(msgspec.Struct, frozen=True):
    """What the link of an entry shows."""

    id: str
    title: str
    now: str
    seq: int
    entry: Entry
    games: tuple[EntryGame, ...]
    clock: RoundClock | None
    choices: EventChoices
    current: int
    """The game that the whole room is at."""
    link: str
    """The link of the entry, with its key; empty for a ticket, which is for one game."""


class AuditTrail(msgspec.Struct, frozen=True):
    """The log in words, the latest last."""

    lines: list[Audited]


class Offered(msgspec.Struct, frozen=True):
    """What can be chosen for an event."""

    editions: list[str]
    formats: tuple[str, ...]
    tie_breaks: tuple[str, ...]
    time_outs: tuple[str, ...]
    most: dict[str, int]
    usual: EventChoices
    stock: dict[str, dict[str, int]]


# --- score pads


class PadOpened(msgspec.Struct, frozen=True):
    pad: str
    key: str
    link: str


class PadGameSight(msgspec.Struct, frozen=True):
    number: int
    winner: int
    left: tuple[int, ...]
    penalties: bool
    points: tuple[int, ...]
    """Of each side."""
    counts: bool
    """It was played before the match was over."""


class PadSight(msgspec.Struct, frozen=True):
    """The current state of a score pad."""

    id: str
    online: bool
    seq: int
    choices: PadChoices
    sides: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    """Of each side."""
    games: tuple[PadGameSight, ...]
    totals: tuple[int, ...]
    wins: tuple[int, ...]
    ahead: tuple[int, ...]
    """The leading sides, from 0."""
    over: bool
    winners: tuple[int, ...]
    """Seats that have won the match."""
    deals: int
    """The seat that deals next."""
    goal: int | None
    games_to_play: int | None
    play_off: bool
    stock: int
    """Cards dealt to each stock pile."""
    most: int
    """Cards that can be left in a stock pile without penalty cards."""
    both: bool
    """A partnership has won when both its stock piles are finished (6.4)."""
    game_points: int
    """Points for winning a game (5.2) ..."""
    card_points: int
    """... and for every card that opponents have left."""
    last: int | None
    """The last line that can be taken back."""
    link: str = ""
    """Its link for other devices, with its key."""
    paper: str = ""
    """The key of its print page, useless for anything else: browsers print the address on the page."""


def pad_sight(log: str, pad: ScorePad, seq: int, last: int | None, *, online: bool = False) -> PadSight:
    sheet = pad.sheet()
    counted = len(sheet.results)
    return PadSight(
        id=log,
        online=online,
        seq=seq,
        choices=pad.choices,
        sides=tuple(map(tuple, sheet.sides)),
        names=tuple(side_names(pad, side) for side in sheet.sides),
        games=tuple(
            _game(number, game, sheet.rows[number - 1] if number <= counted else None, sheet.sides)
            for number, game in enumerate(pad.games, 1)
        ),
        totals=tuple(sheet.totals),
        wins=tuple(sheet.wins),
        ahead=tuple(sheet.ahead),
        over=sheet.over,
        winners=tuple(sheet.winners),
        deals=pad.deals,
        goal=sheet.goal,
        games_to_play=sheet.games,
        play_off=sheet.play_off,
        stock=pad.stock,
        most=pad.most,
        both=pad.both,
        game_points=GAME_POINTS,
        card_points=CARD_POINTS,
        last=last,
    )


def _game(number: int, game: PadGame, row: list[int] | None, sides: list[list[int]]) -> PadGameSight:
    points = tuple(row[side[0] - 1] if row is not None else 0 for side in sides)
    return PadGameSight(number, game.winner, game.left, game.penalties, points, row is not None)


class PadTextSight(msgspec.Struct, frozen=True):
    text: str

"""An event as plain data, for screens and other programs."""

import msgspec

from docena.tournaments.clock import left_at
from docena.tournaments.entries import Entry
from docena.tournaments.event_choices import EventChoices, stock_for
from docena.tournaments.results import GameOutcome, most_left, points
from docena.tournaments.seated_table import SeatedTable, dealer, seat_names
from docena.tournaments.seating.plan import shape_for
from docena.tournaments.standings import Standing, standings, to_play_off, unfinished, winners
from docena.tournaments.state import Event, Penalty, Place


class ResultSight(GameOutcome, frozen=True):
    """How a game ended at a table, and who reported it."""

    points: int = 0
    """The winner's points."""
    side: int = 0
    """The side that reported it; 0 for the director."""
    confirmed: bool = False
    disputed: bool = False


class SeatingSight(msgspec.Struct, frozen=True):
    """A table in one game."""

    table: int
    sides: tuple[tuple[int, ...], ...]
    """Numbers of entries."""
    names: tuple[tuple[str, ...], ...]
    """The people of each side."""
    seats: tuple[str, ...]
    """The people in the order of their seats."""
    dealer: str
    stock: int
    """Cards dealt to each stock pile."""
    most: tuple[int, ...]
    """The most that can be left in each stock pile: cards dealt, and penalty cards."""
    result: ResultSight | None


class GameSight(msgspec.Struct, frozen=True):
    game: int
    play_off: int
    """1 for the first play-off, and so on; 0 for a game of the event."""
    tables: tuple[SeatingSight, ...]
    resting: tuple[int, ...]
    """Entries that sit out."""


class TablesSight(msgspec.Struct, frozen=True):
    """The tables for the entries that can play now; none if they are too few."""

    six: int
    four: int
    out: int
    """Pairs, or players, who would sit out."""


class RoundClock(msgspec.Struct, frozen=True):
    game: int
    seconds: int
    left: float
    running: bool


class OnlineSight(msgspec.Struct, frozen=True):
    """A game played at a table of the server; only its players and the director learn which."""

    game: int
    table: int


class EventSight(msgspec.Struct, frozen=True):
    """Everything public about an event."""

    id: str
    now: str
    """When this was written, for the clock."""
    choices: EventChoices
    seq: int
    """The number of the last line of its log."""
    entries: tuple[Entry, ...]
    waiting: tuple[int, ...]
    """Players without a partner."""
    tables: TablesSight
    seed: str
    repeats: int
    bound: int
    games: tuple[GameSight, ...]
    unfinished: tuple[Place, ...]
    """Games and tables without a result that counts."""
    penalties: tuple[Penalty, ...]
    standings: tuple[Standing, ...]
    play_offs: tuple[tuple[int, ...], ...]
    """Entries tied for a place that is played off."""
    winners: tuple[int, ...]
    clock: RoundClock | None
    online: tuple[OnlineSight, ...]
    current: int
    """The current game; 0 before any is seated."""
    finished: bool
    link: str = ""
    """Its address on a server."""


def summary(log: str, event: Event, now: str) -> EventSight:
    """Everything about an event, by its id; `now` is for its clock."""
    won = tuple(row.entry for row in winners(event))
    return EventSight(
        id=log,
        now=now,
        choices=event.choices,
        seq=event.seq,
        entries=tuple(event.entries.values()),
        waiting=tuple(entry.number for entry in event.waiting),
        tables=tables_sight(event),
        seed=event.seed,
        repeats=event.repeats,
        bound=event.bound,
        games=tuple(game_sight(event, number) for number in range(1, len(event.games) + 1)),
        unfinished=tuple(unfinished(event)),
        penalties=event.penalties,
        standings=tuple(standings(event)),
        play_offs=tuple(tuple(row.entry for row in group) for group in to_play_off(event)),
        winners=won,
        clock=clock_sight(event, now),
        online=tuple(OnlineSight(*place) for place in event.online),
        current=event.current,
        finished=bool(won),
    )


def tables_sight(event: Event) -> TablesSight:
    full, small = event.choices.table_sizes
    shape = shape_for(len(event.units), full, small)
    return TablesSight(shape.sizes.count(full), shape.sizes.count(small), shape.resting)


def clock_sight(event: Event, now: str) -> RoundClock | None:
    if event.clock is None:
        return None
    return RoundClock(event.clock.game, event.clock.seconds, left_at(event.clock, now), event.clock.running)


def game_sight(event: Event, number: int) -> GameSight:
    resting = event.resting[number - 1] if number <= len(event.resting) else ()
    tables = tuple(seating_sight(event, number, table) for table in event.games[number - 1])
    return GameSight(number, max(0, number - event.choices.games), tables, resting)


def seating_sight(event: Event, game: int, table: SeatedTable) -> SeatingSight:
    result = event.results.get((game, table.number))
    names = seat_names(table, event.entries)
    stock = stock_for(event.choices, len(names))
    return SeatingSight(
        table=table.number,
        sides=table.sides,
        names=tuple(tuple(name for entry in side for name in event.entries[entry].names) for side in table.sides),
        seats=tuple(names),
        dealer=dealer(names, game),
        stock=stock,
        most=most_left(event.choices, len(names), event.more_cards((game, table.number), len(names))),
        result=None
        if result is None
        else ResultSight(
            left=result.outcome.left,
            winner=result.outcome.winner,
            ended=result.outcome.ended,
            points=points(result.outcome, len(table.sides)),
            side=result.side,
            confirmed=result.confirmed,
            disputed=result.disputed,
        ),
    )

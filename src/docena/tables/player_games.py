"""A player's own games: what is stored for each, and statistics."""

from collections.abc import Iterable
from typing import Any

import msgspec

from docena.storage.ports import PlayedGame
from docena.tables.daily import LEVEL, player_of, who_is
from docena.tables.ranking import DayLine
from docena.tables.room import Room
from docena.tables.seats import PERSON


class GameLine(msgspec.Struct, frozen=True):
    """One game of a player's history."""

    edition: str
    players: int
    partners: bool
    table: str
    name: str
    won: bool
    reason: str
    points: int
    """What the player's side scored (5.2)."""
    left: int
    """Cards left in the player's own stock pile."""
    others: list[str]
    undone: int = 0
    """How many moves of the game were taken back, by anybody."""
    daily: str = ""
    """The day whose daily deal it was; empty if none."""


def played_rows(room: Room, today: int) -> list[PlayedGame]:
    """The lines of history of the game that has just ended."""
    result: dict[str, Any] | None = room.result
    if result is None:
        return []
    rows, of_the_day = [], day_rows(room, today)
    for number, seat in room.numbered:
        if seat.kind != PERSON or not seat.player:
            continue
        won = number in result["winners"]
        line = GameLine(
            edition=room.options.edition.name,
            players=room.options.players,
            partners=room.options.partners,
            table=room.options.table,
            name=seat.name,
            won=won,
            reason=result["reason"],
            points=result["points"] if won else 0,
            left=result["stock"][number - 1],
            others=[other.name for place, other in room.numbered if place != number],
            undone=room.undone,
            daily=room.daily if of_the_day else "",
        )
        rows.append(PlayedGame(seat.player, room.id, room.number, number, today, msgspec.json.encode(line)))
    return rows + of_the_day


def day_rows(room: Room, today: int) -> list[PlayedGame]:
    """The line of the daily deal, if it was one and was played to its end against the day's bot."""
    result: dict[str, Any] | None = room.result
    people = room.people
    if not room.daily or result is None or result["reason"] == "abandoned" or len(people) != 1:
        return []
    seat = people[0]
    bot = next(other for number, other in room.numbered if number != seat)
    if bot.level != LEVEL or room.game is None:
        return []
    won, left = seat in result["winners"], result["stock"]
    margin = sum(left) - left[seat - 1] if won else -left[seat - 1]
    line = DayLine(who_is(room.daily, room.seat(seat).player), won, margin, room.game.turns)
    return [PlayedGame(player_of(room.daily), room.id, room.number, seat, today, msgspec.json.encode(line))]


class Totals(msgspec.Struct):
    """Totals over games."""

    games: int = 0
    won: int = 0
    points: int = 0
    left: int = 0


class Statistics(msgspec.Struct, frozen=True):
    """A player's statistics, in total and by edition."""

    all: Totals
    editions: dict[str, Totals]


def add_up(statistics: Statistics, lines: Iterable[GameLine]) -> None:
    """Adds more games.

    >>> statistics = Statistics(Totals(), {})
    >>> add_up(statistics, [GameLine("mod", 2, False, "strict", "Ana", True, "stock", 40, 0, ["Luis"])])
    >>> statistics.editions["mod"].won
    1
    """
    for line in lines:
        if line.reason == "abandoned":
            continue
        for totals in (statistics.all, statistics.editions.setdefault(line.edition, Totals())):
            totals.games += 1
            totals.won += line.won
            totals.points += line.points
            totals.left += line.left

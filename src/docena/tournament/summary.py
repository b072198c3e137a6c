"""An event as plain data, for screens and other programs."""

from typing import Any

import msgspec

from docena.tournament.clock import left_at
from docena.tournament.results import points
from docena.tournament.standings import standings, to_play_off, unfinished, winners
from docena.tournament.state import Event
from docena.tournament.tables import Game, Table, seat_names


def summary(event: Event, now: str) -> dict[str, Any]:
    """Everything about an event; `now` is for its clock."""
    return {
        "choices": msgspec.to_builtins(event.choices),
        "seq": event.seq,
        "entries": [msgspec.to_builtins(entry) for entry in event.entries.values()],
        "waiting": [entry.number for entry in event.waiting],
        "seed": event.seed,
        "repeats": event.repeats,
        "bound": event.bound,
        "games": [game_data(event, number, tables) for number, tables in enumerate(event.games, 1)],
        "unfinished": [list(place) for place in unfinished(event)],
        "penalties": [msgspec.to_builtins(penalty) for penalty in event.penalties],
        "standings": standings_data(event),
        "play_offs": [[row.entry for row in group] for group in to_play_off(event)],
        "winners": [row.entry for row in winners(event)],
        "clock": clock_data(event, now),
    }


def standings_data(event: Event) -> list[dict[str, Any]]:
    return [msgspec.to_builtins(row) for row in standings(event)]


def clock_data(event: Event, now: str) -> dict[str, Any] | None:
    if event.clock is None:
        return None
    left = left_at(event.clock, now)
    return {"game": event.clock.game, "seconds": event.clock.seconds, "left": left, "running": event.clock.running}


def game_data(event: Event, number: int, tables: Game) -> dict[str, Any]:
    return {
        "game": number,
        "play_off": max(0, number - event.choices.games),
        "tables": [_table_data(event, number, table) for table in tables],
        "resting": list(event.resting[number - 1]) if number <= len(event.resting) else [],
    }


def _table_data(event: Event, game: int, table: Table) -> dict[str, Any]:
    result = event.results.get((game, table.number))
    return {
        "table": table.number,
        "sides": [list(side) for side in table.sides],
        "names": [[name for entry in side for name in event.entries[entry].names] for side in table.sides],
        "seats": seat_names(table, event.entries),
        "result": None
        if result is None
        else {
            **msgspec.to_builtins(result.outcome),
            "points": points(result.outcome, len(table.sides)),
            "side": result.side,
            "confirmed": result.confirmed,
            "disputed": result.disputed,
        },
    }

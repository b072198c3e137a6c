"""The standings: wins, then the tie-breaks of 10.3 in the director's order."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from docena.tournaments.entries import Entry
from docena.tournaments.event_choices import TieBreak
from docena.tournaments.results import GameOutcome, cards_left, points
from docena.tournaments.seated_table import SeatedTable
from docena.tournaments.state import Event, Place


class Standing(msgspec.Struct, frozen=True):
    """A line of the standings; tied entries have the same rank."""

    rank: int
    """0 before the first result, when nobody is ahead."""
    entry: int
    names: tuple[str, ...]
    games: int
    wins: int
    points: int
    left: int
    """Cards left in the stock piles of the partnership, over its games."""
    play_off: tuple[int, ...]
    """1 for each play-off won, 0 for each other."""
    dropped: bool


NO_RANK = "-"
"""Stands for the rank before the first result."""


def _played(event: Event, first: int, last: int) -> Iterator[tuple[int, SeatedTable, GameOutcome]]:
    for (game, number), result in event.results.items():
        if result.confirmed and first <= game <= last:
            yield game, event.table(game, number), result.outcome


def standings(event: Event) -> list[Standing]:
    """Entries that have dropped out come last; ties share a rank."""
    return [row for group in ranked(event) for row in group]


def ranked(event: Event, tie_breaks: Sequence[TieBreak] | None = None) -> list[list[Standing]]:
    """The standings as groups of tied entries, best first; by default by all tie-breaks of the event."""
    rows = _add_up(event)
    groups = _split(list(rows.values()), lambda row: (row.dropped, -row.wins))
    for tie_break in event.choices.tie_breaks if tie_breaks is None else tie_breaks:
        finer: list[list[Standing]] = []
        for group in groups:
            if tie_break == "met" and len(group) > 1:
                wins = _wins_among(event, {row.entry for row in group})
                finer += _split(group, _by(wins))
            else:
                finer += _split(group, _KEYS[tie_break])
        groups = finer
    placed, rank = [], 1
    begun = any(result.confirmed for result in event.results.values())
    for group in groups:
        placed.append([msgspec.structs.replace(row, rank=rank if begun else 0) for row in group])
        rank += len(group)
    return placed


_KEYS: dict[str, Callable[[Standing], tuple[int, ...]]] = {
    "points": lambda row: (-row.points,),
    "left": lambda row: (row.left,),
    "met": lambda _row: (),
    "play_off": lambda row: tuple(-won for won in row.play_off),
}


def _by(wins: Mapping[int, int]) -> Callable[[Standing], tuple[int, ...]]:
    return lambda row: (-wins[row.entry],)


def _split(rows: Sequence[Standing], key: Callable[[Standing], tuple[int, ...]]) -> list[list[Standing]]:
    """Groups of equal keys, in order; within them the order of entry."""
    groups: list[list[Standing]] = []
    last: tuple[int, ...] | None = None
    for row in sorted(rows, key=lambda row: (key(row), row.entry)):
        if key(row) != last:
            groups.append([])
            last = key(row)
        groups[-1].append(row)
    return groups


def _add_up(event: Event) -> dict[int, Standing]:
    competing = [entry for entry in event.entries.values() if _competes(event, entry)]
    games, wins, scored, left = ({entry.number: 0 for entry in competing} for _ in range(4))
    for _, table, outcome in _played(event, 1, event.choices.games):
        worth = points(outcome, len(table.sides))
        for number, side in enumerate(table.sides, 1):
            for entry in side:
                games[entry] += 1
                left[entry] += cards_left(outcome.left, number, len(table.sides))
                if number == outcome.winner:
                    wins[entry] += 1
                    scored[entry] += worth
    if event.choices.bye_wins:
        for entry in resting(event):
            wins[entry] += 1
    stages = [_stage(event, game) for game in range(event.choices.games + 1, len(event.games) + 1)]
    return {
        entry.number: Standing(
            0, entry.number, entry.names, games[entry.number], wins[entry.number], scored[entry.number],
            left[entry.number], tuple(int(entry.number in won) for won in stages), entry.dropped,
        )
        for entry in competing
    }  # fmt: skip


def _competes(event: Event, entry: Entry) -> bool:
    """Entries that can be seated, or have been; players without a partner wait."""
    return event.choices.single or len(entry.names) == 2


def _stage(event: Event, game: int) -> set[int]:
    """The winners of the tables of a play-off."""
    return {
        entry
        for _, table, outcome in _played(event, game, game)
        if outcome.winner
        for entry in table.sides[outcome.winner - 1]
    }


def resting(event: Event) -> list[int]:
    """Each entry once for every finished game that it sat out."""
    return [
        entry
        for game, out in enumerate(event.resting, 1)
        if event.finished(game)
        for entry in out
        if entry in event.entries
    ]


def _wins_among(event: Event, tied: set[int]) -> dict[int, int]:
    """Wins of tied entries in games against each other."""
    wins = dict.fromkeys(tied, 0)
    for _, table, outcome in _played(event, 1, event.choices.games):
        here = {table.side_of(entry) for entry in tied} - {0}
        if len(here) > 1 and outcome.winner:
            for entry in table.sides[outcome.winner - 1]:
                if entry in wins:
                    wins[entry] += 1
    return wins


def unfinished(event: Event) -> list[Place]:
    """Seated tables without a result that counts yet."""
    return [
        (game, table.number)
        for game, tables in enumerate(event.games, 1)
        for table in tables
        if not (result := event.results.get((game, table.number))) or not result.confirmed
    ]


def to_play_off(event: Event) -> list[list[Standing]]:
    """Groups tied for a place that matters, when all games have been played and a play-off must decide.

    Tie-breaks that the director has put after the play-off do not count yet.
    """
    order = event.choices.tie_breaks
    if not event.played_out or "play_off" not in order:
        return []
    return [
        group
        for group in ranked(event, order[: order.index("play_off") + 1])
        if len(group) > 1 and group[0].rank <= event.choices.play_off_places and not group[0].dropped
    ]


def winners(event: Event) -> list[Standing]:
    """The winners of the event: none before all games have been played; several if the director leaves a tie."""
    if not event.played_out or to_play_off(event):
        return []
    groups = ranked(event)
    return groups[0] if groups else []

"""A table of a game: its sides, and their seats."""

from collections.abc import Mapping, Sequence

import msgspec

from docena.tournaments.entries import Entry


class SeatedTable(msgspec.Struct, frozen=True):
    """The sides at a table in one game: pairs, two players for this game, or single players in a play-off."""

    number: int
    sides: tuple[tuple[int, ...], ...]
    """Numbers of entries."""

    @property
    def entries(self) -> tuple[int, ...]:
        return tuple(entry for side in self.sides for entry in side)

    def side_of(self, entry: int) -> int:
        """The side of an entry, from 1; 0 if it does not sit here."""
        return next((number for number, side in enumerate(self.sides, 1) if entry in side), 0)


Game = tuple[SeatedTable, ...]


def seat_names(table: SeatedTable, entries: Mapping[int, Entry]) -> list[str]:
    """The people of a table in the order of their seats: partners sit opposite each other (6.1).

    >>> pairs = {1: Entry(1, ("Ana", "Luis")), 2: Entry(2, ("Eva", "Juan"))}
    >>> seat_names(SeatedTable(1, ((1,), (2,))), pairs)
    ['Ana', 'Eva', 'Luis', 'Juan']
    """
    people = [[name for entry in side for name in entries[entry].names] for side in table.sides]
    return [side[place] for place in range(max(map(len, people))) for side in people if place < len(side)]


def seat_entries(table: SeatedTable, entries: Mapping[int, Entry]) -> list[int]:
    """The entry that each seat belongs to, in the order of the seats.

    >>> pairs = {1: Entry(1, ("Ana", "Luis")), 2: Entry(2, ("Eva", "Juan"))}
    >>> seat_entries(SeatedTable(1, ((1,), (2,))), pairs)
    [1, 2, 1, 2]
    """
    people = [[entry for entry in side for _ in entries[entry].names] for side in table.sides]
    return [side[place] for place in range(max(map(len, people))) for side in people if place < len(side)]


def dealer(names: Sequence[str], game: int) -> str:
    """Who deals a game: at a table that stays the same the deal passes left after each game (10.3).

    >>> dealer(["Ana", "Eva", "Luis", "Juan"], 1), dealer(["Ana", "Eva", "Luis", "Juan"], 6)
    ('Ana', 'Eva')
    """
    return names[(game - 1) % len(names)]


def seats_of(side: int, sides: int, seats: int) -> Sequence[int]:
    """The seats of a side, from 1.

    >>> list(seats_of(2, sides=3, seats=6))
    [2, 5]
    """
    return range(side, seats + 1, sides)

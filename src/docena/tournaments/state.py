"""The state of an event: entries, tables, results, clock."""

from collections.abc import Mapping

import msgspec

from docena.storage.keys import entry_role
from docena.tournaments.clock import Clock
from docena.tournaments.entries import Entry
from docena.tournaments.event_choices import EventChoices
from docena.tournaments.refusals import refuse
from docena.tournaments.results import TableResult
from docena.tournaments.seated_table import Game, SeatedTable

Place = tuple[int, int]
"""A game and a table, both from 1."""


class Penalty(msgspec.Struct, frozen=True):
    game: int
    table: int
    seat: int
    clause: str
    cards: int
    note: str


class OnlineRoom(msgspec.Struct, frozen=True):
    """A table of a server."""

    id: str
    code: str = ""


class Event(msgspec.Struct, frozen=True):
    """Everything about an event; built by `fold`, never by hand."""

    choices: EventChoices
    seq: int = 0
    """The number of the last line applied."""
    entries: Mapping[int, Entry] = {}
    last_number: int = 0
    games: tuple[Game, ...] = ()
    """The tables of each seated game; those after `choices.games` are play-offs."""
    resting: tuple[tuple[int, ...], ...] = ()
    """Entries that sit out, for each game."""
    results: Mapping[Place, TableResult] = {}
    penalties: tuple[Penalty, ...] = ()
    clock: Clock | None = None
    online: Mapping[Place, OnlineRoom] = {}
    """Games that are played at tables of a server."""
    links: Mapping[int, int] = {}
    """The line that made the link of an entry: that of its entry, or a later one that made a new link."""
    joined: Mapping[int, int] = {}
    """Players who became part of a pair, and the number of the pair."""
    seed: str = ""
    """The seed of the last seating."""
    repeats: int = 0
    bound: int = 0

    @property
    def active(self) -> list[Entry]:
        return [entry for entry in self.entries.values() if not entry.dropped]

    @property
    def units(self) -> list[Entry]:
        """Entries that can be seated: pairs, or players if partners change."""
        people = 1 if self.choices.single else 2
        return [entry for entry in self.active if len(entry.names) == people]

    @property
    def waiting(self) -> list[Entry]:
        """Players without a partner, if one is needed."""
        return [entry for entry in self.active if not self.choices.single and len(entry.names) == 1]

    def table(self, game: int, number: int) -> SeatedTable:
        if not 1 <= game <= len(self.games):
            refuse("no_game", game=game)
        found = [table for table in self.games[game - 1] if table.number == number]
        if not found:
            refuse("no_table", table=number, game=game)
        return found[0]

    @property
    def numbers(self) -> list[int]:
        """The numbers of all tables used in some game."""
        return sorted({table.number for tables in self.games for table in tables})

    def seats(self, table: SeatedTable) -> int:
        return sum(len(self.entries[entry].names) for entry in table.entries)

    def entry_role(self, number: int) -> str:
        """The role of an entry's link."""
        return entry_role(number, self.links[number])

    def entry_roles(self, number: int) -> list[str]:
        """All roles of an entry: of its link, and those of players who have become part of it."""
        joined = [player for player, pair in self.joined.items() if pair == number and player in self.links]
        return [self.entry_role(player) for player in (number, *joined)]

    def entry_of(self, number: int) -> Entry | None:
        """The entry of a link of this number: the pair, for a player who has become part of it."""
        return self.entries.get(self.joined.get(number, number))

    def name(self, entry: int) -> str:
        return self.entries[entry].title if entry in self.entries else f"{entry}"

    def more_cards(self, place: Place, seats: int) -> list[int]:
        """Penalty cards put into the stock pile of each seat."""
        got = [0] * seats
        for penalty in self.penalties:
            if (penalty.game, penalty.table) == place and penalty.seat <= seats:
                got[penalty.seat - 1] += penalty.cards
        return got

    @property
    def next_game(self) -> int:
        """The first game without a report: seating can change from there on."""
        played = [game for game, _ in self.results]
        return max(played, default=0) + 1

    @property
    def current(self) -> int:
        """The current game: the first unfinished one, else the last; 0 before any is seated."""
        games = range(1, len(self.games) + 1)
        return next((game for game in games if not self.finished(game)), len(self.games))

    def finished(self, game: int) -> bool:
        """Whether all tables of a game have a result that counts."""
        return 1 <= game <= len(self.games) and all(
            self._counts((game, table.number)) for table in self.games[game - 1]
        )

    def _counts(self, place: Place) -> bool:
        result = self.results.get(place)
        return result is not None and result.confirmed

    @property
    def played_out(self) -> bool:
        """Whether all games of the event have been played; play-offs may follow."""
        return len(self.games) >= self.choices.games and all(
            self.finished(game) for game in range(1, len(self.games) + 1)
        )

"""Whole events played by bots: how often the best pair wins, by format and number of games."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec

from docena.arena.simulate import Simulation, bots_for
from docena.arena.statistics import interval
from docena.core.errors import DocenaError
from docena.core.options import Options, choose_options
from docena.engine.table import BLOCKED, WON
from docena.tournaments import director
from docena.tournaments import logged_events as e
from docena.tournaments.apply import apply, fold
from docena.tournaments.entries import NewEntry
from docena.tournaments.event_choices import EventChoices, Format, stock_for
from docena.tournaments.results import GameOutcome
from docena.tournaments.seated_table import SeatedTable
from docena.tournaments.standings import standings, to_play_off
from docena.tournaments.state import Event

_AT = "2000-01-01T00:00:00Z"
_CHUNK = 64
_MOST_PLAY_OFFS = 20


class SimulatedRow(msgspec.Struct, frozen=True):
    """The results of one format with one number of games."""

    format: Format
    games: int
    events: int
    best_wins: int
    """Events that the best pair has won; if partners change, one of the best two players."""
    share: float
    ci95: tuple[float, float]
    place: float
    """The average place of the best."""
    play_offs: float
    """Share of the events that needed a play-off."""


class Pool:
    """Games by bots, played in advance and used one by one: one series for each combination of bots."""

    def __init__(self, seed: int, workers: int) -> None:
        self._seed = seed
        self._workers = workers
        self._threads = ThreadPoolExecutor(workers)
        self._waiting: dict[tuple[str, ...], Iterator[tuple[int, int, list[int]]]] = {}
        self.games = 0

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)

    def play(self, options: Options, bots: tuple[str, ...]) -> tuple[int, int, list[int]]:
        """How a game ended: over, winners as bits, cards left."""
        self.games += 1
        key = (str(options.partners), str(options.stock), *bots)
        if key not in self._waiting:
            self._waiting[key] = self._games(options, bots, len(self._waiting))
        return next(self._waiting[key])

    def _games(self, options: Options, bots: tuple[str, ...], number: int) -> Iterator[tuple[int, int, list[int]]]:
        simulation = Simulation(options, list(bots), games=1, seed=self._seed)
        start = number << 32
        while True:
            starts = range(start, start + _CHUNK * self._workers, _CHUNK)
            for results in self._threads.map(lambda first: simulation.results(first, _CHUNK), starts):
                for result in results:
                    left = [int(n) for n in result["stock"][: options.players]]
                    yield int(result["over"]), int(result["winners"]), left
            start += _CHUNK * self._workers


def check_asked(pairs: int, bots: Sequence[str], games: Sequence[int], events: int) -> None:
    if not 2 <= pairs <= 300:
        raise DocenaError(f"an event is simulated for 2 to 300 pairs, not {pairs}")
    if events < 1:
        raise DocenaError(f"the number of events is at least 1, not {events}")
    if not games or any(not 1 <= n <= 20 for n in games):
        raise DocenaError("an event is simulated with 1 to 20 games")
    bots_for(bots, len(bots))


def simulate_events(
    form: Format, pairs: int, bots: Sequence[str], games: int, events: int, pool: Pool, seed: int
) -> Iterator[tuple[int, SimulatedRow]]:
    """Plays events, yielding how many are done and the results so far; the first bot plays as the first pair."""
    choices = EventChoices("Simulated", format=form, games=games)
    playing = [bots[0], *(bots[1 + n % (len(bots) - 1)] if len(bots) > 1 else bots[0] for n in range(pairs - 1))]
    opened = fold([e.Line(1, _AT, "", e.EventBegun(choices))])
    newcomers = tuple(NewEntry((f"A{n}", f"B{n}")) for n in range(pairs))
    entered = _take(opened, e.EntriesAdded(newcomers))
    best = {1, 2} if choices.single else {1}
    wins = places = offs = 0
    for number in range(1, events + 1):
        event = _play_event(entered, playing, pool, f"{seed} {form} {games} {number}")
        rows = standings(event)
        wins += rows[0].entry in best
        places += next(row.rank for row in rows if row.entry in best)
        offs += len(event.games) > games
        low, high = interval(wins, number)
        yield (
            number,
            SimulatedRow(form, games, number, wins, wins / number, (low, high), places / number, offs / number),
        )


def _take(event: Event, what: e.AnyEvent) -> Event:
    return apply(event, e.Line(event.seq + 1, _AT, "", what))


def _play_event(event: Event, playing: Sequence[str], pool: Pool, seed: str) -> Event:
    for game in range(1, event.choices.games + 1):
        if game > len(event.games):
            event = _take(event, director.seat(event, seed))
        event = _play_game(event, game, playing, pool)
    for off in range(_MOST_PLAY_OFFS):
        if not to_play_off(event):
            break
        event = _take(event, director.play_off(event, f"{seed} {off}"))
        event = _play_game(event, len(event.games), playing, pool)
    return event


def _play_game(event: Event, game: int, playing: Sequence[str], pool: Pool) -> Event:
    for table in event.games[game - 1]:
        event = _take(event, e.Reported(game, table.number, _played(event, table, playing, pool), 0))
    return event


def _played(event: Event, table: SeatedTable, playing: Sequence[str], pool: Pool) -> GameOutcome:
    sides, seats = len(table.sides), event.seats(table)
    by_side = [
        [_bot(event, entry, playing) for entry in side for _ in event.entries[entry].names] for side in table.sides
    ]
    bots = tuple(side[place] for place in range(seats // sides) for side in by_side)
    over, winners, left = pool.play(_options(event.choices, seats, seats > sides), bots)
    if over == WON:
        first = (winners & -winners).bit_length() - 1
        return GameOutcome(tuple(left), first % sides + 1)
    return GameOutcome(tuple(left), 0, "blocked" if over == BLOCKED else "time")


def _bot(event: Event, entry: int, playing: Sequence[str]) -> str:
    """If partners change, the first two players are the first pair."""
    return playing[(entry - 1) // 2 if event.choices.single else entry - 1]


def _options(choices: EventChoices, seats: int, partners: bool) -> Options:
    """A play-off of single players is not on the sheet: without partners the classic rules are the same (10.1)."""
    stock = stock_for(choices, seats)
    return choose_options(choices.edition if partners else "classic", seats, stock=stock, partners=partners)


def as_data(rows: Sequence[SimulatedRow], pairs: int, bots: Sequence[str], seed: int) -> dict[str, Any]:
    return {
        "pairs": pairs,
        "bots": list(bots),
        "seed": seed,
        "even_share": 1 / pairs,
        "rows": [msgspec.to_builtins(row) for row in rows],
    }

"""The director's commands, as the resulting lines of the log. Nothing here changes anything."""

from collections.abc import Sequence

from docena.tournaments import logged_events as e
from docena.tournaments.entries import Entry
from docena.tournaments.refusals import refuse
from docena.tournaments.results import GameOutcome, check_outcome
from docena.tournaments.seated_table import Game, SeatedTable
from docena.tournaments.seating.lots import drawn_order
from docena.tournaments.seating.movement import move_up
from docena.tournaments.seating.partners import choose_partners, count_partners
from docena.tournaments.seating.plan import SeatingPlan, make_plan, shape_for
from docena.tournaments.seating.shapes import Couple, PastSeatings, Shape, couple
from docena.tournaments.standings import to_play_off
from docena.tournaments.state import Event

MOST_PLAYERS = 6


def draw_partners(event: Event, seed: str) -> e.PartnersDrawn:
    """Pairs of the players without a partner; if their number is odd, the last drawn waits."""
    if event.choices.single:
        refuse("partners_change")
    alone = [entry.number for entry in event.waiting]
    if len(alone) < 2:
        refuse("nobody_alone")
    order = drawn_order(alone, seed, "partners")
    couples = tuple(sorted((order[i], order[i + 1]) for i in range(0, len(order) - 1, 2)))
    return e.PartnersDrawn(tuple((min(pair), max(pair)) for pair in couples), seed)


# --- seating


def seat(event: Event, seed: str) -> e.GamesSeated:
    """The games that are still to be seated; the progressive movement seats one at a time."""
    game = event.next_game
    if game > event.choices.games or len(event.games) > event.choices.games:
        refuse("all_seated")
    if len(event.units) < (4 if event.choices.single else 2):
        refuse("too_few")
    match event.choices.format:
        case "sheet":
            return _sheet(event, game, seed)
        case "progressive":
            return _progressive(event, game, seed)
        case _:
            return _anew(event, game, seed)


def _shape(event: Event, units: Sequence[Entry]) -> tuple[Shape, dict[int, int]]:
    """The tables of a game, and which units keep which; small tables are where nobody keeps one, if possible."""
    shape = shape_for(len(units), *event.choices.table_sizes)
    if not shape.sizes:
        refuse("too_few")
    fixed = {}
    for unit, entry in enumerate(units):
        if entry.table:
            if entry.table > len(shape.sizes):
                refuse("kept_table", name=entry.title, table=entry.table, tables=len(shape.sizes))
            fixed[unit] = entry.table - 1
    keepers = [sum(table == kept for kept in fixed.values()) for table in range(len(shape.sizes))]
    order = sorted(range(len(shape.sizes)), key=lambda table: (-keepers[table], table))
    sizes = [0] * len(shape.sizes)
    for table, size in zip(order, shape.sizes, strict=True):
        sizes[table] = size
        if keepers[table] > size:
            refuse("kept_full", table=table + 1)
    return Shape(tuple(sizes), shape.resting), fixed


def _past(event: Event, units: Sequence[Entry], until: int) -> PastSeatings:
    """What has happened between the remaining entries in games before this one."""
    place = {entry.number: unit for unit, entry in enumerate(units)}
    full, _ = event.choices.table_sizes
    met: dict[Couple, int] = {}
    small: dict[int, int] = {}
    rested: dict[int, int] = {}
    for tables in event.games[: until - 1]:
        seated = set()
        for table in tables:
            here = [place[entry] for entry in table.entries if entry in place]
            seated |= set(here)
            for i, a in enumerate(here):
                if len(table.entries) < full:
                    small[a] = small.get(a, 0) + 1
                for b in here[i + 1 :]:
                    met[couple(a, b)] = met.get(couple(a, b), 0) + 1
        for unit in range(len(units)):
            if unit not in seated:
                rested[unit] = rested.get(unit, 0) + 1
    return PastSeatings(met, small, rested)


def _anew(event: Event, game: int, seed: str) -> e.GamesSeated:
    """Reseated after each game, so that as few as possible meet twice; players also change partners."""
    units = drawn_order(event.units, seed, "seats")
    shape, fixed = _shape(event, units)
    left = event.choices.games - game + 1
    plan = make_plan(shape, left, fixed, _past(event, units, game))
    return _seated(event, game, _games(event, plan, units, game), seed, plan.repeats, plan.bound)


def _seated(
    event: Event, game: int, games: tuple[Game, ...], seed: str, repeats: int = 0, bound: int = 0
) -> e.GamesSeated:  # fmt: skip
    resting = []
    for tables in games:
        seated = {entry for table in tables for entry in table.entries}
        resting.append(tuple(entry.number for entry in event.units if entry.number not in seated))
    return e.GamesSeated(game, games, tuple(resting), seed, repeats, bound)


def _games(event: Event, plan: SeatingPlan, units: Sequence[Entry], game: int) -> tuple[Game, ...]:
    if not event.choices.single:
        return tuple(
            tuple(
                SeatedTable(number, tuple((units[unit].number,) for unit in table))
                for number, table in enumerate(tables, 1)
            )
            for tables in plan.games
        )
    people = [[[units[unit].number for unit in table] for table in tables] for tables in plan.games]
    before = count_partners([table.sides for table in tables] for tables in event.games[: game - 1])
    return tuple(
        tuple(SeatedTable(number, sides) for number, sides in enumerate(tables, 1))
        for tables in choose_partners(people, before)
    )


def _sheet(event: Event, game: int, seed: str) -> e.GamesSeated:
    """All games at one table; entries already seated stay if they can."""
    tables = _mended(event, game) if game > 1 else None
    if tables is None:
        units = drawn_order(event.units, seed, "seats")
        shape, fixed = _shape(event, units)
        (tables,) = _games(event, make_plan(shape, 1, fixed), units, game)
    left = event.choices.games - game + 1
    resting = len(event.units) - sum(len(table.sides) for table in tables)
    if resting:
        # the entries that sit out change from game to game, so all tables do
        return _anew(event, game, seed)
    repeats = sum(len(table.sides) * (len(table.sides) - 1) // 2 for table in tables) * (event.choices.games - 1)
    return _seated(event, game, (tables,) * left, seed, repeats, repeats)


def _mended(event: Event, game: int) -> Game | None:
    """The tables of the last game without withdrawn entries, late pairs where there is room; None if impossible."""
    there = {entry.number for entry in event.units}
    tables = {table.number: [s for s in table.sides if s[0] in there] for table in event.games[game - 2]}
    seated = {side[0] for sides in tables.values() for side in sides}
    late: list[tuple[int, ...]] = [(entry.number,) for entry in event.units if entry.number not in seated]
    for size in (1, 2):
        for sides in tables.values():
            if late and len(sides) == size:
                sides.append(late.pop(0))
    if 1 < len(late) < 4:
        tables[max(tables) + 1] = late
        late = []
    tables = {number: sides for number, sides in tables.items() if sides}
    sizes = {len(sides) for sides in tables.values()}
    if late or not sizes <= ({2, 3} if event.choices.four_tables else {3}):
        return None
    keeps = {entry.number: entry.table for entry in event.units if entry.table}
    if any(keeps.get(side[0], number) != number for number, sides in tables.items() for side in sides):
        return None
    return tuple(SeatedTable(number, tuple(sides)) for number, sides in sorted(tables.items()))


def _progressive(event: Event, game: int, seed: str) -> e.GamesSeated:
    if game == 1:
        seated = _anew(event, 1, seed)
        return _seated(event, 1, seated.games[:1], seed)
    last = event.games[game - 2]
    if not event.finished(game - 1):
        refuse("not_finished_game", game=game - 1)
    there = {entry.number for entry in event.units}
    tie = drawn_order(sorted(event.entries), seed, f"game {game}")
    outcomes = {table.number: event.results[game - 1, table.number].outcome for table in last}
    people = move_up(last, outcomes, tie)
    if there != {entry for table in people for entry in table}:
        people = _refilled(event, people, there, tie)
    before = count_partners([table.sides for table in tables] for tables in event.games[: game - 1])
    (sides,) = choose_partners([people], before)
    tables = tuple(SeatedTable(number, partners) for number, partners in enumerate(sides, 1))
    return _seated(event, game, (tables,), seed)


def _refilled(event: Event, people: list[list[int]], there: set[int], tie: Sequence[int]) -> list[list[int]]:
    """The movement's order from the top, without withdrawn entries and with new ones at the end."""
    order = [entry for table in people for entry in table if entry in there]
    order += [entry for entry in tie if entry in there and entry not in order]
    shape = shape_for(len(order), *event.choices.table_sizes)
    if not shape.sizes:
        refuse("too_few")
    rested = _past(event, [event.entries[entry] for entry in order], len(event.games) + 1).rested
    by_rest = sorted(range(len(order)), key=lambda unit: (rested.get(unit, 0), -unit))
    out = {order[unit] for unit in by_rest[: shape.resting]}
    order = [entry for entry in order if entry not in out]
    tables, start = [], 0
    for size in shape.sizes:
        tables.append(order[start : start + size])
        start += size
    return tables


# --- results


def report(
    event: Event, game: int, table: int, outcome: GameOutcome, side: int
) -> e.Reported | e.Confirmed | e.Disputed:
    """A result from a table; the same one from another side confirms it, and a different one disputes it."""
    known = event.results.get((game, table))
    if known is None or known.confirmed or not side or side == known.side:
        return e.Reported(game, table, outcome, side)
    at = event.table(game, table)
    seats = event.seats(at)
    checked = check_outcome(outcome, len(at.sides), seats, event.choices, event.more_cards((game, table), seats))
    if checked == known.outcome:
        return e.Confirmed(game, table, side)
    return e.Disputed(game, table, side)


def play_off(event: Event, seed: str) -> e.PlayOffSeated:
    """A game for each group tied for a place that matters (10.3)."""
    if not event.played_out:
        refuse("not_played_out")
    groups = to_play_off(event)
    if not groups:
        refuse("no_tie")
    most = MOST_PLAYERS if event.choices.single else MOST_PLAYERS // 2
    tables: list[SeatedTable] = []
    for group in groups:
        order = drawn_order([row.entry for row in group], seed, f"play-off {group[0].rank}")
        count = -(-len(order) // most)
        for number in range(count):
            here = order[number::count]
            tables.append(SeatedTable(len(tables) + 1, tuple((entry,) for entry in here)))
    return e.PlayOffSeated(tuple(tables), seed)

"""The search for seats: a rotation to begin with, then exchanges of two units until no better plan is possible."""

from collections.abc import Mapping
from math import comb, exp

from docena.tournaments.seating.lots import Quick
from docena.tournaments.seating.shapes import PastSeatings, Round, Shape

_MEET, _SMALL, _REST = 8, 2, 64
"""The relative costs of a second meeting, a second game at a small table, and a second game sat out."""
_AGAIN = (0, *range(_MEET, _MEET + 64))
"""The cost of another meeting, by the number before: a third is a little worse than two second ones."""

_TRIES = 3
_STEPS, _STEPS_EACH = 30_000, 250
_HEAT, _COOL = 6.0, 2.0
"""Runs, steps and starting temperature of the search; counted in steps, so that a plan is the same anywhere."""


# --- where the search begins


def rotation(shape: Shape, games: int, fixed: Mapping[int, int]) -> list[Round]:
    """The rotation that directors know: the first of each table stays, the second moves by one table, the third by two.

    With five tables or more (six apart) nobody meets twice in four games. Where units are missing from the last tables,
    and where units keep a table, the others move up; the search does the rest.
    """
    tables, full = len(shape.sizes), max(shape.sizes, default=0)
    if tables == 3 and full == 3:
        return _three_tables(shape, games, fixed)
    keeping: dict[int, list[int]] = {}
    for unit, table in sorted(fixed.items()):
        keeping.setdefault(table, []).append(unit)
    free = [unit for unit in range(shape.units) if unit not in fixed]
    stay: list[int | None] = []
    for table, size in enumerate(shape.sizes):
        if table in keeping:
            stay.append(None)
        else:
            stay.append(None if size < full else free.pop(0))
    groups = [free[start : start + tables] for start in range(0, len(free), max(1, tables))]
    rounds = []
    for game in range(games):
        tables_now: Round = [list(keeping.get(table, [])) for table in range(tables)]
        for table, one in enumerate(stay):
            if one is not None:
                tables_now[table].append(one)
        for step, group in enumerate(groups, 1):
            for place, unit in enumerate(group):
                tables_now[(place + step * game) % tables].append(unit)
        rounds.append(_levelled(tables_now, shape, fixed))
    return rounds


_LINES = (
    ((0, 1, 2), (3, 4, 5), (6, 7, 8)), ((0, 3, 6), (1, 4, 7), (2, 5, 8)),
    ((0, 4, 8), (1, 5, 6), (2, 3, 7)), ((0, 5, 7), (1, 3, 8), (2, 4, 6)),
)  # fmt: skip
"""The lines of a square of nine points: in four games all nine meet each other once."""


def _three_tables(shape: Shape, games: int, fixed: Mapping[int, int]) -> list[Round]:
    """The square of nine, without the points of missing units."""
    rounds = []
    for game in range(games):
        lines = [[point for point in line if point < shape.units] for line in _LINES[game % 4]]
        rounds.append(_levelled(_at_their_tables(lines, fixed), shape, fixed))
    return rounds


def _at_their_tables(tables: Round, fixed: Mapping[int, int]) -> Round:
    """The same tables with units that keep one moved there."""
    moved = [[unit for unit in table if unit not in fixed] for table in tables]
    for unit, table in fixed.items():
        moved[table].append(unit)
    return moved


def _levelled(tables: Round, shape: Shape, fixed: Mapping[int, int]) -> Round:
    """Moves units from tables that have too many to those that have too few; the rest sit out."""
    spare: list[int] = []
    for table, size in zip(tables, shape.sizes, strict=True):
        while len(table) > size:
            spare.append(table.pop(next(i for i in reversed(range(len(table))) if table[i] not in fixed)))
    for table, size in zip(tables, shape.sizes, strict=True):
        while len(table) < size:
            table.append(spare.pop(0))
    return [*tables, spare]


# --- the search


class Search:
    """Exchanges of two units of the same game, by annealing; it stops when no better plan is possible."""

    def __init__(
        self, shape: Shape, start: list[Round], fixed: Mapping[int, int], past: PastSeatings, bound: int
    ) -> None:
        n = shape.units
        self.shape, self.bound = shape, bound
        self.rounds = start
        full = max(shape.sizes, default=0)
        self.weight = [0 if size == full else 1 for size in shape.sizes] + [2]
        self.met = [[0] * n for _ in range(n)]
        for (a, b), times in past.met.items():
            self.met[a][b] = self.met[b][a] = times
        self.small = [past.small.get(unit, 0) for unit in range(n)]
        self.rested = [past.rested.get(unit, 0) for unit in range(n)]
        self.movable = [[[u for u in table if u not in fixed] for table in tables] for tables in start]
        for tables in start:
            for place, table in enumerate(tables):
                self._count(place, table)
        self.best = [[list(table) for table in tables] for tables in self.rounds]

    def _count(self, place: int, table: list[int]) -> None:
        if place == len(self.shape.sizes):
            for unit in table:
                self.rested[unit] += 1
            return
        for i, a in enumerate(table):
            self.small[a] += self.weight[place]
            for b in table[i + 1 :]:
                self.met[a][b] += 1
                self.met[b][a] += 1

    @property
    def cost(self) -> int:
        return (
            sum(sum(_AGAIN[:times]) for row in self.met for times in row) // 2
            + _SMALL * sum(comb(times, 2) for times in self.small)
            + _REST * sum(comb(times, 2) for times in self.rested)
        )

    def _floor(self) -> int:
        """A lower bound of the cost, given the bound on repeats: once reached, the search ends."""
        n = self.shape.units
        return _MEET * self.bound + _SMALL * _even(sum(self.small), n) + _REST * _even(sum(self.rested), n)

    def run(self) -> None:
        n, games = self.shape.units, len(self.rounds)
        places = len(self.shape.sizes) + bool(self.shape.resting)
        if places < 2 or not games:
            return
        quick = Quick(n * 1000 + games)
        cost = best = self.cost
        floor = self._floor()
        for attempt in range(_TRIES):
            if best <= floor:
                return
            steps = min(_STEPS, _STEPS_EACH * n * games)
            heat = _HEAT if attempt else _COOL
            cooling = (0.15 / heat) ** (1 / steps)
            for _ in range(steps):
                heat *= cooling
                cost += self._step(quick, games, places, heat)
                if cost < best:
                    best = cost
                    self.best = [[list(table) for table in tables] for tables in self.rounds]
                    if best <= floor:
                        return

    def _step(self, quick: Quick, games: int, places: int, heat: float) -> int:
        game = quick.below(games)
        one = quick.below(places)
        other = (one + 1 + quick.below(places - 1)) % places
        tables, movable = self.rounds[game], self.movable[game]
        if not movable[one] or not movable[other]:
            return 0
        i, j = quick.below(len(movable[one])), quick.below(len(movable[other]))
        a, b = movable[one][i], movable[other][j]
        change = self._change(a, b, tables[one], tables[other], one, other)
        if change > 0 and (change > 20 * heat or quick.fraction() >= exp(-change / heat)):
            return 0
        self._leave(a, tables[one], one)
        self._leave(b, tables[other], other)
        tables[one][tables[one].index(a)] = b
        tables[other][tables[other].index(b)] = a
        movable[one][i], movable[other][j] = b, a
        self._join(b, tables[one], one)
        self._join(a, tables[other], other)
        return change

    def _change(self, a: int, b: int, table_a: list[int], table_b: list[int], one: int, other: int) -> int:
        """The change in cost of exchanging a and b."""
        resting = len(self.shape.sizes)
        met_a, met_b = self.met[a], self.met[b]
        change = 0
        if one != resting:
            for unit in table_a:
                if unit != a:
                    change += _AGAIN[met_b[unit]] - _AGAIN[met_a[unit] - 1]
        if other != resting:
            for unit in table_b:
                if unit != b:
                    change += _AGAIN[met_a[unit]] - _AGAIN[met_b[unit] - 1]
        weight_a, weight_b = self.weight[one], self.weight[other]
        if weight_a == weight_b:
            return change
        if one == resting:
            change += _REST * (self.rested[b] - self.rested[a] + 1)
        elif weight_a:
            change += _SMALL * (self.small[b] - self.small[a] + 1)
        if other == resting:
            change += _REST * (self.rested[a] - self.rested[b] + 1)
        elif weight_b:
            change += _SMALL * (self.small[a] - self.small[b] + 1)
        return change

    def _leave(self, unit: int, table: list[int], place: int) -> None:
        self._shift(unit, table, place, -1)

    def _join(self, unit: int, table: list[int], place: int) -> None:
        self._shift(unit, table, place, 1)

    def _shift(self, unit: int, table: list[int], place: int, by: int) -> None:
        if place == len(self.shape.sizes):
            self.rested[unit] += by
            return
        if self.weight[place]:
            self.small[unit] += by
        row = self.met[unit]
        for other in table:
            if other != unit:
                row[other] += by
                self.met[other][unit] += by


def _even(total: int, units: int) -> int:
    """The least cost of a total shared among units."""
    each, more = divmod(total, units)
    return more * comb(each + 1, 2) + (units - more) * comb(each, 2)

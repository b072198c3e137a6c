"""Who sits at which table in which game, so that as few as possible meet twice.

A *unit* is whatever is moved as one: a pair, or a player where partners change. Plans know units by numbers from 0;
whose number is whose is the public draw's business (`docena.tournaments.seating.lots`).
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb

import msgspec

from docena.tournaments.seating.search import Search, rotation
from docena.tournaments.seating.shapes import Couple, PastSeatings, Shape, couple


class SeatingPlan(msgspec.Struct, frozen=True):
    """All games from the next one on."""

    games: tuple[tuple[tuple[int, ...], ...], ...]
    """For each game the units of each table; those sitting out are in none."""
    repeats: int
    """Meetings beyond the first, including those of the past."""
    bound: int
    """A lower bound for this number of units, tables and games."""


def shape_for(units: int, full: int, small: int | None) -> Shape:
    """Full tables, and the fewest small ones if the units do not divide evenly; without small ones some sit out.

    >>> shape_for(8, 3, 2), shape_for(7, 3, 2).sizes, shape_for(7, 3, None)
    (Shape(sizes=(3, 3, 2), resting=0), (3, 2, 2), Shape(sizes=(3, 3), resting=1))
    """
    for resting in range(units):
        seated = units - resting
        if small is None:
            if seated % full == 0:
                return Shape((full,) * (seated // full), resting)
            continue
        for smalls in range(seated // small + 1):
            rest = seated - smalls * small
            if rest % full == 0:
                return Shape((full,) * (rest // full) + (small,) * smalls, resting)
    return Shape((), units)


def meetings(games: Sequence[Sequence[Sequence[int]]], past: PastSeatings | None = None) -> dict[Couple, int]:
    """How often any two units meet."""
    met = dict(past.met) if past else {}
    for tables in games:
        for table in tables:
            for i, a in enumerate(table):
                for b in table[i + 1 :]:
                    key = couple(a, b)
                    met[key] = met.get(key, 0) + 1
    return met


def count_repeats(met: Mapping[Couple, int]) -> int:
    return sum(n - 1 for n in met.values() if n > 1)


def make_plan(
    shape: Shape, games: int, fixed: Mapping[int, int] | None = None, past: PastSeatings | None = None
) -> SeatingPlan:
    """The best plan found; the same input always gives the same plan.

    `fixed`: units that keep a table (its place in `shape.sizes`) in every game.
    """
    if past is None or not (past.met or past.rested):
        return _first_plan(shape, games, tuple(sorted((fixed or {}).items())))
    return _plan(shape, games, fixed or {}, past)


@lru_cache(maxsize=64)
def _first_plan(shape: Shape, games: int, fixed: tuple[tuple[int, int], ...]) -> SeatingPlan:
    return _plan(shape, games, dict(fixed), PastSeatings())


def _plan(shape: Shape, games: int, fixed: Mapping[int, int], past: PastSeatings) -> SeatingPlan:
    bound = fewest(shape, games, fixed, past)
    start = rotation(shape, games, fixed)
    search = Search(shape, start, fixed, past, bound)
    search.run()
    rounds = tuple(tuple(tuple(sorted(table)) for table in tables[: len(shape.sizes)]) for tables in search.best)
    repeats = count_repeats(meetings(rounds, past))
    if repeats and not bound and shape.units <= MOST_TRIED and not past.met and not _without_repeats(shape, games):
        bound = 1
    return SeatingPlan(rounds, repeats, bound)


# --- how few repeats there can be


def fewest(shape: Shape, games: int, fixed: Mapping[int, int], past: PastSeatings) -> int:
    """A number of repeats that no plan can go below: the larger of two ways of counting.

    >>> fewest(Shape((3, 3)), 4, {}, PastSeatings()), fewest(Shape((3, 3, 3)), 4, {}, PastSeatings())
    (9, 0)
    """
    apart = {couple(a, b) for a in fixed for b in fixed if a != b and fixed[a] != fixed[b]}
    before = sum(past.met.values())
    # All meetings there will be, less the couples that can meet at all.
    can_meet = comb(shape.units, 2) - sum(past.met.get(pair, 0) == 0 for pair in apart)
    by_couples = before + games * sum(comb(size, 2) for size in shape.sizes) - can_meet
    # Units that share a table in one game are spread over the tables of another; if they are more than the tables, some
    # share again. A couple that meets c times shares c(c-1)/2 times two games, and repeats c-1 times.
    places = len(shape.sizes) + shape.resting
    shared = sum(_spread(size, places) for size in shape.sizes) if shape.sizes else 0
    by_games = -(-2 * comb(games, 2) * shared // games) if games > 1 else 0
    together = sum(
        max(0, past.met.get(couple(a, b), 0) + games - 1)
        for a in fixed for b in fixed if a < b and fixed[a] == fixed[b]
    )  # fmt: skip
    return max(0, count_repeats(past.met), by_couples, by_games, together)


def _spread(units: int, places: int) -> int:
    """Couples that still share a place when units are spread over places as evenly as possible."""
    each, more = divmod(units, places)
    return more * comb(each + 1, 2) + (places - more) * comb(each, 2)


MOST_TRIED = 7
"""Up to this many units all ways to sit are tried."""


def _without_repeats(shape: Shape, games: int) -> bool:
    """Whether there is a plan at all in which nobody meets twice: every way is tried.

    >>> _without_repeats(Shape((3, 2, 2)), 4), _without_repeats(Shape((3, 2, 2)), 3)
    (False, True)
    """
    if shape.resting:
        return True
    ways = [frozenset(meetings([way])) for way in _ways(tuple(range(shape.units)), shape.sizes)]

    def go_on(met: frozenset[Couple], left: int, first: int) -> bool:
        if not left:
            return True
        return any(
            not way & met and go_on(met | way, left - 1, number + 1) for number, way in enumerate(ways[first:], first)
        )

    # whichever way the first game is seated, renaming the units makes it the first way
    return go_on(ways[0], games - 1, 1) if games else True


def _ways(units: tuple[int, ...], sizes: tuple[int, ...]) -> list[tuple[tuple[int, ...], ...]]:
    """All ways to seat units at tables of these sizes, whichever table is which."""
    if not units:
        return [()]
    found = []
    for size in sorted(set(sizes), reverse=True):
        fewer = list(sizes)
        fewer.remove(size)
        for others in combinations(units[1:], size - 1):
            table = (units[0], *others)
            rest = tuple(unit for unit in units if unit not in table)
            found += [(table, *way) for way in _ways(rest, tuple(fewer))]
    return found

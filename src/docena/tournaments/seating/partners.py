"""Partners that change: who plays with whom at a table, so that nobody has the same partner twice."""

from collections.abc import Iterable, Mapping, Sequence

from docena.tournaments.seating.lots import Quick
from docena.tournaments.seating.shapes import Couple, couple

Sides = tuple[tuple[int, int], ...]

_TRIES = 200


def matchings(people: Sequence[int]) -> list[Sides]:
    """All ways to pair the people at a table.

    >>> len(matchings([1, 2, 3, 4])), len(matchings([1, 2, 3, 4, 5, 6]))
    (3, 15)
    """
    if not people:
        return [()]
    first, *others = people
    return [
        ((first, other), *rest)
        for other in others
        for rest in matchings([person for person in others if person != other])
    ]


def choose_partners(
    games: Sequence[Sequence[Sequence[int]]], before: Mapping[Couple, int] | None = None
) -> list[list[Sides]]:
    """Partners for each table of each game; the same input gives the same result."""
    before, quick = before or {}, Quick(len(games))
    best: tuple[int, list[list[Sides]]] | None = None
    for _ in range(_TRIES):
        chosen, cost = _one_try(games, before, quick)
        if best is None or cost < best[0]:
            best = cost, chosen
        if not best[0]:
            break
    assert best is not None
    return best[1]


def _one_try(
    games: Sequence[Sequence[Sequence[int]]], before: Mapping[Couple, int], quick: Quick
) -> tuple[list[list[Sides]], int]:
    had = dict(before)
    chosen: list[list[Sides]] = []
    cost = 0
    for tables in games:
        row: list[Sides] = []
        for table in tables:
            ways = matchings(table)
            start = quick.below(len(ways))
            way = min(ways[start:] + ways[:start], key=lambda sides: _cost(sides, had))
            cost += _cost(way, had)
            for a, b in way:
                had[couple(a, b)] = had.get(couple(a, b), 0) + 1
            row.append(way)
        chosen.append(row)
    return chosen, cost


def _cost(sides: Iterable[tuple[int, int]], had: Mapping[Couple, int]) -> int:
    """A third game together is worse than two second ones."""
    return sum(had.get(couple(a, b), 0) ** 2 for a, b in sides)


def count_partners(games: Iterable[Iterable[Sequence[Sequence[int]]]]) -> dict[Couple, int]:
    """How often two have been partners, from games given as the sides of their tables."""
    had: dict[Couple, int] = {}
    for tables in games:
        for sides in tables:
            for side in sides:
                if len(side) == 2:
                    key = couple(side[0], side[1])
                    had[key] = had.get(key, 0) + 1
    return had

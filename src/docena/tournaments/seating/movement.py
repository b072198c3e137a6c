"""The progressive movement: winners move up a table, and partners change."""

from collections.abc import Mapping, Sequence

from docena.tournaments.results import GameOutcome, cards_left
from docena.tournaments.seated_table import SeatedTable


def move_up(tables: Sequence[SeatedTable], outcomes: Mapping[int, GameOutcome], tie: Sequence[int]) -> list[list[int]]:
    """The people of each table in the next game.

    Table 1 is the top. The winners of every table move up by one; of the top table, those with the most cards left
    go down to the last. Where nobody won, those with the fewest cards left count as the best; `tie` is a drawn order
    of all entries that decides between equals.

    >>> tables = [SeatedTable(1, ((1, 2), (3, 4))), SeatedTable(2, ((5, 6), (7, 8)))]
    >>> won = {1: GameOutcome((0, 5, 5, 5), 1), 2: GameOutcome((3, 0, 3, 3), 2)}
    >>> move_up(tables, won, [1, 2, 3, 4, 5, 6, 7, 8])
    [[1, 2, 7, 8], [5, 6, 3, 4]]
    """
    if len(tables) == 1:
        return [list(tables[0].entries)]
    lots = {entry: place for place, entry in enumerate(tie)}
    ordered = [_best_first(table, outcomes[table.number], lots) for table in tables]
    leaving_down = ordered[0][-1]
    up = [sides[0] for sides in ordered[1:]]
    stay = [sides[:-1] if place == 0 else sides[1:] for place, sides in enumerate(ordered)]
    coming = [*up, leaving_down]
    return [
        [entry for side in sides for entry in side] + list(new) for sides, new in zip(stay, coming, strict=True)
    ]  # fmt: skip


def _best_first(table: SeatedTable, outcome: GameOutcome, lots: Mapping[int, int]) -> list[tuple[int, ...]]:
    def key(number: int) -> tuple[bool, int, int]:
        side = table.sides[number - 1]
        left = cards_left(outcome.left, number, len(table.sides))
        return (number != outcome.winner, left, min(lots[entry] for entry in side))

    return [table.sides[number - 1] for number in sorted(range(1, len(table.sides) + 1), key=key)]

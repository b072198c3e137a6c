"""Luck and choice: where the change in each seat's chance of winning came from."""

from collections.abc import Sequence
from typing import NamedTuple

_STEPS = 1000  # accounts are kept in tenths of a point, so that what is shown adds up to what is shown


class Cost(NamedTuple):
    """What a decision gave away, and everybody's chances when it was made."""

    seat: int
    cost: float
    chances: Sequence[float]


class ChanceAccount(NamedTuple):
    """One seat's: `start + choice + others + luck == end`."""

    seat: int
    start: float
    choice: float
    others: float
    luck: float
    end: float


def accounts(
    start: Sequence[float], end: Sequence[float], costs: Sequence[Cost], sides: Sequence[Sequence[int]]
) -> list[ChanceAccount]:
    """Every seat's account.

    What a decision gave away is lost to the seat's whole side, and goes to the others by the chances that they had.

    >>> accounts([0.5, 0.5], [1.0, 0.0], [Cost(2, 0.2, [0.5, 0.5])], [[1], [2]])[0]
    ChanceAccount(seat=1, start=0.5, choice=0.0, others=0.2, luck=0.3, end=1.0)
    """
    seats = range(1, len(start) + 1)
    spent = {seat: sum(cost.cost for cost in costs if cost.seat == seat) for seat in seats}
    given = dict.fromkeys(seats, 0.0)
    for seat, cost, chances in costs:
        if spent[seat] <= 0:
            continue  # by chance the player's plan did better in the rollouts: nothing was given away
        rest = sum(chances[side[0] - 1] for side in sides if seat not in side)
        for side in sides:
            gain = chances[side[0] - 1] / rest if rest else 1 / (len(sides) - 1)
            share = -1.0 if seat in side else gain
            for other in side:
                if other != seat:
                    given[other] += cost * share
    return [_account(seat, start[seat - 1], -spent[seat], given[seat], end[seat - 1]) for seat in seats]


def _account(seat: int, start: float, choice: float, others: float, end: float) -> ChanceAccount:
    first, own, given, last = (round(_STEPS * value) for value in (start, min(0.0, choice), others, end))
    luck = last - first - own - given
    return ChanceAccount(seat, *(value / _STEPS for value in (first, own, given, luck, last)))

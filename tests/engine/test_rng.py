"""The shuffles and the die are fair: every order and face is as likely, and the same tests find well-known mistakes.

All seeds are fixed, so the outcome is always the same. `excess` says by how many standard deviations a count departs
from chance: a fair shuffle stays below `FAR` (one in a million), a biased one is far beyond it.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations
from math import factorial, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest
from entries.chance import draw_numbers, shuffle_all

from docena.engine.table import new_pads
from docena.game.fair import FairChance

FAR = 4.9
SMALL = 5
SAMPLES = 24_000
LARGE_SAMPLES = 4_000

Shuffles = Callable[[int, int], Any]
"""Many shuffles of the cards 0, 1, 2 ...: how many cards, how many times; an array with a row for each."""


def excess(counts: Sequence[int] | Any, cells: int) -> float:
    """Chi-square against equal counts, as a normal deviate (Wilson and Hilferty)."""
    total, free = sum(counts), cells - 1
    expected = total / cells
    square = sum((count - expected) ** 2 for count in counts) / expected + (cells - len(counts)) * expected
    return float(((square / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free)))


def order_excess(shuffles: Shuffles) -> float:
    """All orders of a small deck."""
    seen = Counter(map(tuple, shuffles(SMALL, SAMPLES).tolist()))
    assert set(seen) <= set(permutations(range(SMALL)))
    return excess(list(seen.values()), factorial(SMALL))


def place_excess(shuffles: Shuffles, cards: int) -> float:
    """Where each card of a whole deck comes to lie; the places are taken together in at most 18 groups."""
    orders = shuffles(cards, LARGE_SAMPLES)
    assert (np.sort(orders, axis=1) == np.arange(cards)).all()
    groups = np.arange(cards) * 18 // cards
    sizes = np.bincount(groups)
    square = 0.0
    for group, size in enumerate(sizes):
        counts = np.bincount(orders[:, groups == group].ravel(), minlength=cards)
        expected = LARGE_SAMPLES * size / cards
        square += float(((counts - expected) ** 2).sum()) / expected
    free = (cards - 1) * (len(sizes) - 1)
    return float(((square / free) ** (1 / 3) - (1 - 2 / (9 * free))) / sqrt(2 / (9 * free)))


def neighbour_excess(shuffles: Shuffles, cards: int) -> float:
    """How far apart two cards that follow each other in a whole deck lay before, round the deck."""
    orders = shuffles(cards, LARGE_SAMPLES // 4)
    steps = (orders[:, 1:] - orders[:, :-1]) % cards
    return excess(np.bincount(steps.ravel(), minlength=cards)[1:].tolist(), cards - 1)


# --- ours


def fair_shuffles(cards: int, times: int) -> Any:
    return np.array([FairChance.from_seed(12, number).shuffle(range(cards)) for number in range(times)])


def compiled_shuffles(cards: int, times: int) -> Any:
    orders = np.zeros((times, cards), np.int64)
    shuffle_all(new_pads(1), orders, 12)
    return orders


def later_fair_shuffles(cards: int, times: int) -> Any:
    """One after the other in the same game, as shuffles of the set-aside cards are."""
    chance = FairChance(b"a secret", "game", [b"Ana", b"Luis"])
    return np.array([chance.shuffle(range(cards)) for _ in range(times)])


# --- well-known mistakes


def naive(rng: Random, order: list[int]) -> None:
    """Each card changes places with any other, not only with those not yet placed."""
    for i in range(len(order)):
        j = rng.randrange(len(order))
        order[i], order[j] = order[j], order[i]


def sattolo(rng: Random, order: list[int]) -> None:
    """Off by one: no card ever stays where it was."""
    for i in range(len(order) - 1, 0, -1):
        j = rng.randrange(i)
        order[i], order[j] = order[j], order[i]


def modulo(rng: Random, order: list[int]) -> None:
    """The remainder of a number of few random bits."""
    for i in range(len(order) - 1, 0, -1):
        j = rng.getrandbits(4 if len(order) < 16 else 8) % (i + 1)
        order[i], order[j] = order[j], order[i]


def by_sorting(rng: Random, order: list[int]) -> None:
    """Sorted by random keys of few bits: equal keys keep their order."""
    order.sort(key=lambda card: rng.getrandbits(3))


def few_cuts(rng: Random, order: list[int]) -> None:
    """Four riffles, as by hand, where seven are needed."""
    for _ in range(4):
        cut = sum(rng.getrandbits(1) for _ in order)
        left, right = order[:cut], order[cut:]
        order.clear()
        while left or right:
            order.append((left if rng.randrange(len(left) + len(right)) < len(left) else right).pop(0))


def biased(mistake: Callable[[Random, list[int]], None]) -> Shuffles:
    def shuffles(cards: int, times: int) -> Any:
        rng, orders = Random(12), []
        for _ in range(times):
            order = list(range(cards))
            mistake(rng, order)
            orders.append(order)
        return np.array(orders)

    return shuffles


OURS = [fair_shuffles, later_fair_shuffles, compiled_shuffles]
MISTAKES = [naive, sattolo, modulo, by_sorting, few_cuts]


@pytest.mark.parametrize("shuffles", OURS)
def test_every_order_is_as_likely(shuffles: Shuffles) -> None:
    assert abs(order_excess(shuffles)) < FAR


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_found_in_the_orders(mistake: Callable[[Random, list[int]], None]) -> None:
    assert order_excess(biased(mistake)) > 3 * FAR


@pytest.mark.parametrize("cards", [52, 112, 162, 168])
@pytest.mark.parametrize("shuffles", OURS)
def test_every_card_comes_to_lie_anywhere(shuffles: Shuffles, cards: int) -> None:
    assert abs(place_excess(shuffles, cards)) < FAR
    assert abs(neighbour_excess(shuffles, cards)) < FAR


@pytest.mark.parametrize("mistake", [naive, modulo])
def test_mistakes_are_found_in_the_places(mistake: Callable[[Random, list[int]], None]) -> None:
    assert place_excess(biased(mistake), 162) > 3 * FAR


@pytest.mark.parametrize("mistake", [few_cuts])
def test_mistakes_are_found_in_the_neighbours(mistake: Callable[[Random, list[int]], None]) -> None:
    assert neighbour_excess(biased(mistake), 162) > 3 * FAR


# --- numbers and rolls


def compiled_numbers(n: int, times: int) -> list[int]:
    numbers = np.zeros(times, np.int64)
    draw_numbers(new_pads(1), numbers, n)
    return [int(number) for number in numbers]


def fair_numbers(n: int, times: int) -> list[int]:
    chance = FairChance.from_seed(12)
    return [chance.lot(n) for _ in range(times)]


@pytest.mark.parametrize("n", [2, 3, 6, 7, 168])
@pytest.mark.parametrize("numbers", [compiled_numbers, fair_numbers])
def test_every_number_is_as_likely(numbers: Callable[[int, int], list[int]], n: int) -> None:
    drawn = Counter(numbers(n, 30_000))
    assert set(drawn) == set(range(n))
    assert abs(excess(list(drawn.values()), n)) < FAR


def test_the_die_is_fair() -> None:
    chance = FairChance.from_seed(12)
    rolls = [chance.roll() for _ in range(30_000)]
    assert set(rolls) == set(range(1, 7))
    assert abs(excess(list(Counter(rolls).values()), 6)) < FAR
    assert abs(excess(list(Counter(zip(rolls[::2], rolls[1::2], strict=True)).values()), 36)) < FAR


def test_a_die_of_few_bits_is_found() -> None:
    rng = Random(12)
    assert excess(list(Counter(rng.getrandbits(5) % 6 for _ in range(30_000)).values()), 6) > 2 * FAR

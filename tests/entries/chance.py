"""Shuffles and numbers of the compiled generator, many at a time."""

from docena.engine.jit import entry
from docena.engine.rng import below, seed_game, shuffle
from docena.engine.signature import IntegerRows, Integers
from docena.engine.table import Pads


@entry
def shuffle_all(pads: Pads, orders: IntegerRows, seed: int) -> None:
    pad = pads[0]
    for row in range(orders.shape[0]):
        seed_game(pad, seed, row)
        for i in range(orders.shape[1]):
            pad.cards[i] = i
        shuffle(pad, orders.shape[1])
        for i in range(orders.shape[1]):
            orders[row, i] = pad.cards[i]


@entry
def draw_numbers(pads: Pads, numbers: Integers, n: int) -> None:
    pad = pads[0]
    seed_game(pad, 12, 0)
    for i in range(numbers.size):
        numbers[i] = below(pad, n)

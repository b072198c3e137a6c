"""Logits as chances: as accurate as the platform's, and the same compiled or not."""

import math

import numpy as np
from entries.evaluation import chances_of

from docena.bots.kernels.logistic import chance_of


def logits() -> np.ndarray:
    rng = np.random.default_rng(1)
    return np.concatenate([rng.uniform(-30, 30, 5_000), np.linspace(-690, 690, 501), [0.0, 1e-300, -1e-12]])


def test_chances_are_those_of_the_platform_but_for_the_last_bits() -> None:
    for logit in map(float, logits()):
        expected = 1 / (1 + math.exp(-logit))
        assert abs(chance_of(logit) - expected) <= 3 * math.ulp(expected), logit


def test_compiled_chances_are_the_same_to_the_last_bit() -> None:
    values = logits()
    chances = np.zeros(len(values))
    chances_of(values, chances)
    assert chances.tolist() == [chance_of(float(logit)) for logit in values]


def test_there_is_no_logit_without_a_chance() -> None:
    assert 0 < chance_of(-1e9) < 1e-300
    assert chance_of(1e9) == 1.0

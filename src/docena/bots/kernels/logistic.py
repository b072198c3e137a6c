"""Logits as chances, with our own exponential.

The C libraries of different platforms round `exp` differently, and a bot must play the same moves on all of them: so
only operations that IEEE 754 rounds in one way are used here, in a fixed order, none of them fused.
"""

from docena.engine.jit import rule

_MOST = 700.0
"""Beyond this a chance is 0 or 1 for all practical purposes, and the exponential is still finite."""
_PER_LN2 = 1.4426950408889634
# ln 2 in two parts: the first has so few bits that whole multiples of it are exact
_LN2_HIGH, _LN2_LOW = 0.693147180369123816490, 1.90821492927058770002e-10
_TERMS = 13
"""Terms of the series: the next one would be less than half of the last bit."""


def chance_of(logit: float) -> float:
    """
    >>> chance_of(0.0), round(chance_of(2.0), 4), chance_of(-800.0) > 0.0
    (0.5, 0.8808, True)
    """
    x = min(max(-logit, -_MOST), _MOST)
    # e ** x is 2 ** twos times e ** rest, with a rest of at most ln 2 / 2
    twos = int(x * _PER_LN2 + (0.5 if x >= 0.0 else -0.5))
    rest = x - twos * _LN2_HIGH - twos * _LN2_LOW
    power = 1.0
    for term in range(_TERMS, 0, -1):
        power = 1.0 + power * rest / term
    factor = 2.0 if twos >= 0 else 0.5
    for _ in range(abs(twos)):
        power *= factor
    return 1.0 / (1.0 + power)


compiled_chance_of = rule(chance_of)

"""Chapter 6: partnerships."""

import numpy as np

from docena.jit import rule
from docena.table import Table


@rule
def partner_of(t: Table, seat: int) -> int:
    """6.1: partners sit opposite each other."""
    return (seat + np.int64(t.players) // 2) % np.int64(t.players)


@rule
def is_opponent(t: Table, seat: int, other: int) -> bool:
    """8.4: a partner is not an opponent."""
    if seat == other:
        return False
    return not (t.partners and partner_of(t, seat) == other)

"""Chapter 6: partnerships."""

from docena.engine.jit import int64, rule
from docena.engine.table import Table


@rule
def partner_of(t: Table, seat: int) -> int:
    """6.1: partners sit opposite each other."""
    half = int64(t.players) >> 1
    return seat + half if seat < half else seat - half


@rule
def is_opponent(t: Table, seat: int, other: int) -> bool:
    """8.4: a partner is not an opponent."""
    if seat == other:
        return False
    return not (t.partners and partner_of(t, seat) == other)

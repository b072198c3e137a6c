"""The tables of a game as numbers, and what has happened at them before."""

import msgspec

Couple = tuple[int, int]
Round = list[list[int]]


class Shape(msgspec.Struct, frozen=True):
    """The tables of one game: how many units sit at each, and how many sit out."""

    sizes: tuple[int, ...]
    resting: int = 0

    @property
    def units(self) -> int:
        return sum(self.sizes) + self.resting


class PastSeatings(msgspec.Struct, frozen=True):
    """Past games, when an event is reseated in the middle."""

    met: dict[Couple, int] = {}
    """How often two units have met; the lower number comes first."""
    small: dict[int, int] = {}
    """How often a unit has sat at a small table."""
    rested: dict[int, int] = {}


def couple(a: int, b: int) -> Couple:
    return (a, b) if a < b else (b, a)

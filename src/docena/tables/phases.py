"""The phases of a table, which decide what may happen there."""

from typing import Literal

Phase = Literal["gathering", "playing", "between", "over", "closed"]
GATHERING: Phase = "gathering"
PLAYING: Phase = "playing"
BETWEEN: Phase = "between"
"""Between the games of a match."""
OVER: Phase = "over"
"""The match is over."""
CLOSED: Phase = "closed"

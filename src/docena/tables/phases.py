"""What a table is at: what may happen there depends on it."""

from typing import Literal

Phase = Literal["gathering", "playing", "between", "over", "closed"]
GATHERING: Phase = "gathering"
PLAYING: Phase = "playing"
BETWEEN: Phase = "between"
"""Games of a match."""
OVER: Phase = "over"
"""The match is."""
CLOSED: Phase = "closed"

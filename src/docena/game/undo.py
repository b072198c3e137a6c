"""Positions of a game before its last moves, for taking moves back."""

from collections import deque

RECENT = 4
"""How many recent positions a short past keeps."""
EVERY = 64
"""Before those, a short past keeps one position every so many lines of the log, to replay from."""


class Past:
    """Positions by the line of the log that came next; a short past keeps a few of them, a full one all."""

    def __init__(self, *, short: bool) -> None:
        self._recent: deque[tuple[int, bytes]] = deque(maxlen=RECENT if short else None)
        self._marks: list[tuple[int, bytes]] = []
        self._short = short

    def keep(self, line: int, position: bytes) -> None:
        """Keeps the position before a move, which will be this line of the log."""
        if self._short and (not self._marks or line - self._marks[-1][0] >= EVERY):
            self._marks.append((line, position))
        self._recent.append((line, position))

    def back_to(self, line: int) -> tuple[int, bytes] | None:
        """The last position that is kept at this line or before it; those after it are forgotten.

        None if there is none: the game was copied after that line.
        """
        for kept in (self._recent, self._marks):
            while kept and kept[-1][0] > line:
                kept.pop()
        if self._recent and self._recent[-1][0] == line:
            return self._recent.pop()
        return self._marks[-1] if self._marks else None

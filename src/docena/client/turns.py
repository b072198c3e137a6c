"""What the lines of a game's log say about the turn: counts that no message carries."""

import re
from collections.abc import Sequence
from typing import NamedTuple

_CLOSING = re.compile(r"H[^>+]*-\d")
_CHANCE = ("shuffle", "roll", "restock")


def moves_of_log(lines: Sequence[str]) -> list[str]:
    """The lines that are moves.

    >>> moves_of_log(["roll 5-8", "H7>2", "shuffle", "1:draw"])
    ['H7>2', '1:draw']
    """
    return [line for line in lines if not line.startswith(_CHANCE)]


class Turn(NamedTuple):
    """The turn under way."""

    number: int
    moves: list[str]
    """Those of this turn."""
    passes: int
    """Turns before this one, without a gap, in which nothing was played and nothing discarded."""

    @property
    def played(self) -> bool:
        return any(">" in move for move in self.moves)

    @property
    def moved(self) -> bool:
        """The mover has done something: what others say and object to is not the mover's."""
        return any(":" not in move or move.endswith(":draw") for move in self.moves)

    def talks(self, partner: int | None) -> int:
        """6.5: what the mover's partner said in this turn, less what was punished."""
        if partner is None:
            return 0
        said = 0
        for move in self.moves:
            said += move == f"{partner}:talk"
            said -= said > 0 and move.endswith(f":accuse{partner}")
        return said


def turn_of_log(moves: Sequence[str], *, plays_ended: bool) -> Turn:
    """The turn that the moves of a log have led to; `plays_ended`: a toll was not paid in it (9.3).

    >>> turn_of_log(["H7>2", "H3-1", ".", "2:draw"], plays_ended=False)
    Turn(number=3, moves=['2:draw'], passes=1)
    """
    number, begun, passes = 1, 0, 0
    for at, move in enumerate(moves):
        if ":" in move:
            if move.endswith((":out", ":object")):
                # 7.2: play goes to another seat, or back
                number += move.endswith(":out")
                begun = at + 1
            continue
        if move == "X":
            # 9.3: with cards in the hand the closing discard is still to come
            following = moves[at + 1] if at + 1 < len(moves) else None
            ends = not plays_ended if following is None else not _CLOSING.fullmatch(following)
        else:
            ends = move == "." or _CLOSING.fullmatch(move) is not None
        if ends:
            quiet = move == "." and not any(">" in earlier for earlier in moves[begun:at])
            passes = passes + 1 if quiet else 0
            number, begun = number + 1, at + 1
        else:
            passes = 0
    return Turn(number, list(moves[begun:]), passes)

"""What a person types at the terminal, as a move.

>>> typed_moves("s", ["S>2", "H7-1"])
['S>2']
>>> typed_moves("7 2", ["H7>1", "H7>2", "H7-1"])
['H7>2']
>>> typed_moves("w-3", ["HW-3", "HW>1"])
['HW-3']
"""

import re
from collections.abc import Sequence

_WITH_PLACE = re.compile(
    r"(?P<what>s|d[1-4]|ps|pd[1-4]|@[1-6]s|@[1-6]d[1-4]|r|c|h?(?:[1-9]|1[0-2]|w)\$*)(?:\s*>\s*|\s+)?(?P<place>[1-4])?"
)
_DISCARD = re.compile(r"h?(?P<card>(?:[1-9]|1[0-2]|w)\$*)\s*(?P<how>[-+])\s*(?P<pile>[1-4])?")


def typed_moves(text: str, legal: Sequence[str]) -> list[str] | None:
    """The legal moves that the text can mean; None if it is not like a move at all."""
    text = text.strip().lower()
    exact = [move for move in legal if move.lower() == text]
    if exact:
        return exact
    if found := _DISCARD.fullmatch(text):
        start = f"H{found['card'].upper()}{found['how']}"
        return [move for move in legal if move.startswith(start) and move.endswith(found["pile"] or "")]
    if re.fullmatch(r"r\s*@\s*[1-6]|t|x|\.", text):
        return []
    found = _WITH_PLACE.fullmatch(text)
    if not found or (found["what"][-1].isdigit() and found["place"] and not re.search(r"[\s>]", text)):
        # "12" is a card and never the card 1 on pile 2
        found = re.fullmatch(r"(?P<what>h?(?:1[0-2]|[1-9])|p?d[1-4])(?P<place>)", text)
        if not found:
            return None
    what = found["what"].upper()
    source = what if re.match(r"S|D|P|@|R|C", what) else f"H{what.removeprefix('H')}"
    return [move for move in legal if move.startswith(f"{source}>") and move.endswith(found["place"] or "")]


def typed_text(move: str) -> str:
    """A move as a person would type it.

    >>> typed_text("HW>1"), typed_text("PD3>2"), typed_text("H10-4"), typed_text("T")
    ('w 1', 'pd3 2', '10-4', 't')
    """
    return move.removeprefix("H").replace(">", " ").lower()


def one_of(moves: Sequence[str], heights: Sequence[int]) -> str | None:
    """The move meant, if it does not matter which: one move, or one card for several free places (3.3)."""
    if len(moves) == 1:
        return moves[0]
    places = [int(move[-1]) for move in moves if ">" in move]
    same_card = len({move.split(">")[0] for move in moves}) == 1
    if len(places) == len(moves) > 1 and same_card and all(heights[place - 1] == 0 for place in places):
        return moves[0]
    return None

"""Reading what a person types at the terminal as moves.

>>> typed_moves("s", ["S>2", "H7-1"])
['S>2']
>>> typed_moves("7 2", ["H7>1", "H7>2", "H7-1"])
['H7>2']
>>> typed_moves("w-3", ["HW-3", "HW>1"])
['HW-3']
>>> typed_moves("12", ["H12>1", "H1>2"])
['H12>1']
>>> typed_moves("7", ["H7$>1"])
['H7$>1']
"""

import re
from collections.abc import Sequence

from docena.core.notation import Move, parse_move
from docena.core.sizes import PLACES, TOLLS

_CARD = r"(?:1[0-2]|[1-9]|w)\$*"
_PLAY = re.compile(
    rf"(?:(?P<pile>s|d[1-4]|ps|pd[1-4]|@[1-6]s|@[1-6]d[1-4]|r|c)(?:\s*>?\s*(?P<on>[1-4]))?"
    rf"|h?(?P<card>{_CARD})(?:(?:\s*>\s*|\s+)(?P<place>[1-4]))?)"
)
_DISCARD = re.compile(rf"h?(?P<card>{_CARD})\s*(?P<how>[-+])\s*(?P<pile>[1-4])?")
_OTHER = re.compile(r"r\s*@\s*[1-6]|t|x|\.")


def _with_tolls(card: str) -> list[str]:
    """A card typed without a toll may mean one with a toll."""
    return [f"{card}{'$' * toll}" for toll in range(TOLLS)] if "$" not in card else [card]


def full_notations(text: str) -> list[str]:
    """All moves that the text can mean, whether they are legal or not.

    >>> full_notations("s 2"), full_notations("r@3"), full_notations("hello")
    (['S>2'], ['R@3'], [])
    """
    text = text.strip().lower()
    places = [str(place) for place in range(1, PLACES + 1)]
    if _OTHER.fullmatch(text):
        return [re.sub(r"\s", "", text).upper()]
    if found := _DISCARD.fullmatch(text):
        cards = _with_tolls(found["card"].upper())
        return [
            f"H{card}{found['how']}{pile}" for card in cards for pile in ([found["pile"]] if found["pile"] else places)
        ]
    if found := _PLAY.fullmatch(text):
        sources = (
            [found["pile"].upper()] if found["pile"] else [f"H{card}" for card in _with_tolls(found["card"].upper())]
        )
        place = found["on"] or found["place"]
        return [f"{source}>{number}" for source in sources for number in ([place] if place else places)]
    return []


def typed_moves(text: str, legal: Sequence[str]) -> list[str]:
    """The legal moves that the text can mean."""
    wanted = {text.strip().upper(), *full_notations(text)}
    return [move for move in legal if move.upper() in wanted]


def looks_like_a_move(text: str) -> bool:
    """Whether a text looks like a move with an impossible number.

    >>> looks_like_a_move("s 9"), looks_like_a_move("13"), looks_like_a_move("what now")
    (True, True, False)
    """
    return re.fullmatch(r"[hspdrcw@$>+\-.\s\d]{1,12}", text.lower()) is not None and any(map(str.isdecimal, text))


def typed_source(move: Move) -> str:
    """What a move plays, as a person would type it: its text up to the pile that it is played on.

    >>> typed_source(parse_move("HW>1")), typed_source(parse_move("@2D3>2")), typed_source(parse_move("H10-4"))
    ('w', '@2d3', '10-4')
    """
    return typed_text(move.text.partition(">")[0])


def typed_text(move: str) -> str:
    """A move as a person would type it.

    >>> typed_text("HW>1"), typed_text("PD3>2"), typed_text("H10-4"), typed_text("T")
    ('w 1', 'pd3 2', '10-4', 't')
    """
    return move.removeprefix("H").replace(">", " ").lower()


def one_of(moves: Sequence[str], heights: Sequence[int]) -> str | None:
    """The move meant, if there is no real choice: one move, or one card for several empty piles (3.3)."""
    if len(moves) == 1:
        return moves[0]
    plays = [parse_move(move) for move in moves]
    same_card = len({typed_source(play) for play in plays}) == 1
    if same_card and all(play.act == "play" and heights[play.place - 1] == 0 for play in plays):
        return moves[0]
    return None

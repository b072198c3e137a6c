"""Plans and the reasons for them in the words that people use at a table."""

import re
from collections.abc import Sequence

from docena.analysis.foresight import ends_turn, foresee
from docena.analysis.reasons import Reason
from docena.core.cards import WILD, card_text
from docena.core.words import card_word, say
from docena.engine.board import Board
from docena.engine.view import View

_MOVE = re.compile(
    r"(?P<whose>P|@(?P<owner>\d))?(?:(?P<what>S|R|C)|D(?P<pile>\d)|H(?P<card>[\dW$]+))(?P<how>[-+>])(?P<place>\d)"
)
_PLAIN = {"T": "pay", "X": "stop", ".": "pass"}


def say_reason(reason: Reason, names: Sequence[str], lang: str = "en") -> str:
    """A reason as half a sentence: what the plan does.

    >>> say_reason(Reason("opens", False, 1, seat=2, card="8"), ["Luis", "Ana"])
    "opens the way for Ana's stock card, an 8"
    """
    name = names[reason.seat - 1] if reason.seat else ""
    card = card_word(reason.card, lang) if reason.card else ""
    return say(lang, "reasons", reason.key, name=name, card=card, place=reason.place, n=reason.n)


def say_reasons(reasons: Sequence[Reason], names: Sequence[str], lang: str = "en") -> str:
    """Several reasons as one sentence, those for the plan before those against it."""
    first = reasons[0].good if reasons else None
    alike = [reason for reason in reasons if reason.good is None or reason.good == first]
    unlike = [reason for reason in reasons if reason not in alike]
    said = ", ".join(say_reason(reason, names, lang) for reason in alike)
    if unlike:
        said += say(lang, "reasons", "but") + ", ".join(say_reason(reason, names, lang) for reason in unlike)
    return said


def say_plan(view: View, moves: Sequence[str], names: Sequence[str], lang: str = "en") -> str:
    """A plan as a line of steps.

    >>> from docena.game.game import Game
    >>> view = Game.new("classic", players=2, stock=10, seed=7).view(2)
    >>> say_plan(view, ["HW>1", "H7-3"], ["Luis", "Ana"])
    'wild on pile 1 as a 1, then end with 7 on discard pile 3'
    """
    boards = foresee(view, moves)
    steps = [_step(board, move, names, lang) for board, move in zip(boards, moves, strict=False)]
    if not ends_turn(boards):
        steps.append(say(lang, "plan", "go_on"))
    last = steps.pop()
    return ", ".join(steps) + say(lang, "plan", "then") + last if steps else last


def _step(before: Board, move: str, names: Sequence[str], lang: str) -> str:
    def tell(key: str, **parts: object) -> str:
        return say(lang, "plan", key, **parts)

    if move in _PLAIN:
        return tell(_PLAIN[move], n=before.toll)
    if move.startswith("R@"):
        return tell("gift", name=names[int(move[2:]) - 1])
    found = _MOVE.fullmatch(move)
    if found is None:
        return move
    place = int(found["place"])
    if found["how"] != ">":
        key = "closing" if found["how"] == "-" else "extra"
        return tell(key, card=card_word(found["card"], lang), place=place)
    owner = int(found["owner"]) if found["owner"] else before.mover
    if found["whose"] == "P":
        owner = before.partner(owner) or owner
    needed = before.height(place) + 1
    if found["what"] in ("R", "C"):
        return tell("die" if found["what"] == "R" else "coins", card=str(needed), place=place)
    if found["what"] == "S":
        key, card = "stock", card_text(before.stock_top(owner))
    elif found["pile"]:
        key, card = "discard", card_text(before.discard(owner, int(found["pile"]))[0])
    else:
        key, card = "hand", found["card"]
    if owner != before.mover:
        key = f"buy_{key}" if found["owner"] else f"partner_{key}"
    text = tell(key, card=card_word(card, lang), place=place, pile=found["pile"], name=names[owner - 1])
    wild = card.rstrip("$") == card_text(WILD)
    return text + (tell("as", card=str(needed)) if wild else "")

"""Plans and the reasons for them in the words that people use at a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from docena.analysis.foresight import ends_turn, foresee
from docena.analysis.reasons import Reason
from docena.core.notation import parse_card, parse_move
from docena.core.words import card_word, say
from docena.engine.board import Board
from docena.engine.view import View
from docena.narration.narrate import played_card


@dataclass(frozen=True)
class SaidReason:
    """A reason in words."""

    key: str
    """What it is, whatever the language."""
    good: bool | None
    """Whether it speaks for the plan; null for a fact that speaks neither way."""
    text: str
    """Half a sentence: what the plan does."""


def say_reason(reason: Reason, names: Sequence[str], lang: str = "en") -> str:
    """A reason as half a sentence: what the plan does.

    >>> say_reason(Reason("opens", False, 1, seat=2, card="8"), ["Luis", "Ana"])
    "opens the way for Ana's stock card, an 8"
    """
    name = names[reason.seat - 1] if reason.seat else ""
    card = card_word(reason.card, lang) if reason.card else ""
    return say(lang, "reasons", reason.key, name=name, card=card, place=reason.place, n=reason.n)


def in_words(reasons: Sequence[Reason], names: Sequence[str], lang: str = "en") -> tuple[SaidReason, ...]:
    return tuple(SaidReason(reason.key, reason.good, say_reason(reason, names, lang)) for reason in reasons)


def say_reasons(reasons: Sequence[SaidReason], lang: str = "en") -> str:
    """Several reasons as one sentence, those for the plan before those against it."""
    first = reasons[0].good if reasons else None
    alike = [reason for reason in reasons if reason.good is None or reason.good == first]
    unlike = [reason for reason in reasons if reason not in alike]
    said = ", ".join(reason.text for reason in alike)
    if unlike:
        said += say(lang, "reasons", "but") + ", ".join(reason.text for reason in unlike)
    return said


def say_plan(view: View, moves: Sequence[str], names: Sequence[str], lang: str = "en") -> str:
    """A plan as a line of steps.

    >>> from docena.game.game import Game
    >>> view = Game.new("classic", players=2, stock=10, seed=7).view(2)
    >>> say_plan(view, ["HW>1", "H7-3"], ["Luis", "Ana"])
    'wild on pile 1 as a 1, then end with 7 on discard pile 3'
    """
    *steps, last = say_steps(view, moves, names, lang)
    return ", ".join(steps) + say(lang, "plan", "then") + last if steps else last


def say_steps(view: View, moves: Sequence[str], names: Sequence[str], lang: str = "en") -> tuple[str, ...]:
    """The steps of a plan, one by one."""
    boards = foresee(view, moves)
    steps = [_step(board, move, names, lang) for board, move in zip(boards, moves, strict=False)]
    if not ends_turn(boards):
        steps.append(say(lang, "plan", "go_on"))
    return tuple(steps)


def _step(before: Board, move: str, names: Sequence[str], lang: str) -> str:
    """One move of a plan; plans contain no acts of open tables."""

    def tell(key: str, **parts: object) -> str:
        return say(lang, "plan", key, **parts)

    read = parse_move(move)
    if read.act != "play":
        return tell(
            read.act,
            n=before.toll,
            name=names[read.other - 1] if read.other else "",
            card=card_word(read.card.text, lang) if read.card else "",
            place=read.pile,
        )
    owner, card = played_card(before, read)
    key = f"buy_{read.source}" if read.other else f"partner_{read.source}" if read.partner else read.source
    text = tell(key, card=card_word(card, lang), place=read.place, pile=read.pile, name=names[owner - 1])
    wild = parse_card(card).is_wild
    return text + (tell("as", card=str(before.height(read.place) + 1)) if wild else "")

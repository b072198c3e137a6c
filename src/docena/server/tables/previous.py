"""What differed in the previous version of the messages, for pages opened before an upgrade."""

import msgspec

from docena.analysis.hints import Hint, Hints


class Plan(msgspec.Struct, frozen=True):
    """A hint of version 1: its reasons are sentences."""

    moves: tuple[str, ...]
    chance: float
    words: str
    reasons: list[str]


def hints_of_version_1(found: Hints) -> dict[str, list[Plan]]:
    return {"plans": [_plan(hint) for hint in found.plans]}


def _plan(hint: Hint) -> Plan:
    return Plan(hint.moves, hint.chance, _sentence(hint.words), [_sentence(reason.text) for reason in hint.reasons])


def _sentence(half: str) -> str:
    """
    >>> _sentence("starts a discard pile with the 6")
    'Starts a discard pile with the 6.'
    """
    return f"{half[:1].upper()}{half[1:]}." if half else half

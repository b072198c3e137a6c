"""Refusals at an event or on a score pad, as a sentence in either language."""

from typing import Any, NoReturn

from docena.core.errors import Reason, Refused
from docena.core.words import say, worded


def refusal(key: str, *, reason: Reason = "illegal", **parts: Any) -> Refused:
    """Raises the text `key` of the section `event_refused`, with its parts."""
    return Refused(reason, worded("event_refused", key, **parts))


def refuse(key: str, **parts: Any) -> NoReturn:
    raise refusal(key, **parts)


def busy() -> Refused:
    """Others kept writing first; try again later."""
    return refusal("busy", reason="unavailable")


def refusal_of_lines(lines: list[tuple[int, Refused]]) -> Refused:
    """Several errors in one list, each with its line; nothing of the list was entered."""

    def said(lang: str) -> str:
        each = [say(lang, "event_refused", "line", line=line, why=why.said(lang)) for line, why in lines]
        return "\n".join([say(lang, "event_refused", "list", n=len(lines)), *each])

    return Refused("illegal", said)

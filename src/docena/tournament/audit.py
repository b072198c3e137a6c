"""The log of an event in sentences: who, when, what."""

from collections.abc import Sequence
from typing import Any

import msgspec

from docena.tournament import events as e
from docena.tournament.event import apply, voided
from docena.tournament.results import Outcome
from docena.tournament.state import Event
from docena.words import say


class Audited(msgspec.Struct, frozen=True):
    seq: int
    at: str
    by: str
    text: str
    void: bool
    """It was taken back."""


def audit(lines: Sequence[e.Line], lang: str) -> list[Audited]:
    """Every line of a log in words; names are those that people had at that time."""
    void = voided(lines)
    event: Event | None = None
    told = []
    for line in lines:
        counts = line.seq not in void and not isinstance(line.event, e.TakenBack)
        if counts:
            event = apply(event, line)
        told.append(Audited(line.seq, line.at, line.by, sentence(line.event, event, lang), line.seq in void))
    return told


def sentence(what: e.AnyEvent, event: Event | None, lang: str) -> str:
    """What happened, at an event as it was just after."""
    tag = str(what.__struct_config__.tag)
    return say(lang, "audit", _key(tag, what), **_parts(what, event, lang))


def _key(tag: str, what: e.AnyEvent) -> str:
    if isinstance(what, e.Clocked):
        return f"clock_{what.do}"
    if isinstance(what, e.Kept) and not what.table:
        return "kept_none"
    return tag


def _parts(what: e.AnyEvent, event: Event | None, lang: str) -> dict[str, Any]:
    parts = {name: getattr(what, name) for name in what.__struct_fields__}
    if isinstance(what, e.Opened | e.Changed):
        return {"title": what.choices.title}
    if isinstance(what, e.Entered):
        names = [" & ".join(new.names) for new in what.newcomers]
        return {"n": len(names), "names": ", ".join(names)}
    if isinstance(what, e.Drawn):
        return {"n": len(what.couples), "seed": what.seed or "-"}
    if isinstance(what, e.Seated):
        return {"first": what.game, "last": what.game + len(what.games) - 1, "seed": what.seed}
    if isinstance(what, e.PlayOff):
        return {"n": len(what.tables), "seed": what.seed}
    if isinstance(what, e.Reported | e.Corrected):
        parts["how"] = outcome_words(what.outcome, lang)
    if isinstance(what, e.Renamed):
        parts["names"] = " & ".join(what.names)
    if "side" in parts:
        parts["who"] = say(lang, "audit", "side", n=parts["side"]) if parts["side"] else say(lang, "audit", "director")
    if "entry" in parts:
        parts["name"] = event.name(parts["entry"]) if event else str(parts["entry"])
    return parts


def outcome_words(outcome: Outcome, lang: str) -> str:
    """A result in words."""
    left = ", ".join(map(str, outcome.left))
    key = f"{outcome.ended}_won" if outcome.winner else f"{outcome.ended}_nobody"
    return say(lang, "outcome", key, side=outcome.winner, left=left)

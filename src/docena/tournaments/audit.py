"""The log of an event in sentences: who, when, what."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from docena.core.errors import Refused
from docena.core.words import say
from docena.tournaments import logged_events as e
from docena.tournaments.apply import apply
from docena.tournaments.authors import author_words
from docena.tournaments.entries import one_line
from docena.tournaments.log_lines import voided
from docena.tournaments.paper.spans import side_name
from docena.tournaments.results import GameOutcome
from docena.tournaments.seated_table import seat_names
from docena.tournaments.state import Event


class Audited(msgspec.Struct, frozen=True):
    seq: int
    at: str
    by: str
    text: str
    void: bool
    """It was taken back."""


def audit(lines: Sequence[e.Line], lang: str) -> list[Audited]:
    """Every line of a log in words, with the names that people had at that time."""
    void = voided(lines)
    event: Event | None = None
    told = []
    for line in lines:
        counts = line.seq not in void and not isinstance(line.event, e.LineTakenBack)
        if counts:
            event = apply(event, line)
        told.append(
            Audited(line.seq, line.at, author_words(line.by, lang), sentence(line.event, event, lang), line.seq in void)
        )
    return told


def sentence(what: e.AnyEvent, event: Event | None, lang: str) -> str:
    """A line in words, given the event just after it."""
    tag = str(what.__struct_config__.tag)
    return one_line(say(lang, "audit", _key(tag, what), **_parts(what, event, lang)))


def _key(tag: str, what: e.AnyEvent) -> str:
    if isinstance(what, e.Clocked):
        return f"clock_{what.do}"
    if isinstance(what, e.TableKept) and not what.table:
        return "kept_none"
    if isinstance(what, e.PartnersDrawn) and not what.seed:
        return "paired"
    if isinstance(what, e.GamesSeated) and len(what.games) == 1:
        return "seated_single"
    return tag


def _parts(what: e.AnyEvent, event: Event | None, lang: str) -> dict[str, Any]:
    parts = {name: getattr(what, name) for name in what.__struct_fields__}
    if isinstance(what, e.EventBegun | e.Changed):
        return {"title": what.choices.title}
    if isinstance(what, e.EntriesAdded):
        names = [" & ".join(new.names) for new in what.newcomers]
        return {"n": len(names), "names": ", ".join(names)}
    if isinstance(what, e.PartnersDrawn):
        pairs = ", ".join(event.name(first) for first, _ in what.couples) if event else ""
        return {"n": len(what.couples), "seed": what.seed, "names": pairs}
    if isinstance(what, e.GamesSeated):
        return {"first": what.game, "last": what.game + len(what.games) - 1, "seed": what.seed}
    if isinstance(what, e.PlayOffSeated):
        return {"n": len(what.tables), "seed": what.seed}
    if "table" in parts and "game" in parts:
        parts |= _at_table(what, event, lang)
    if isinstance(what, e.Renamed):
        parts["names"] = " & ".join(what.names)
    if "entry" in parts:
        parts["name"] = event.name(parts["entry"]) if event else str(parts["entry"])
    return parts


def _at_table(what: Any, event: Event | None, lang: str) -> dict[str, Any]:
    """The people in the sides and seats of a line; numbers if the table itself was taken back."""
    sides: list[str] = []
    seats: list[str] = []
    if event is not None:
        with suppress(Refused):
            table = event.table(what.game, what.table)
            sides = [side_name(event, side) for side in table.sides]
            seats = seat_names(table, event.entries)

    def side(number: int) -> str:
        return sides[number - 1] if 0 < number <= len(sides) else say(lang, "audit", "side", n=number)

    parts: dict[str, Any] = {}
    if isinstance(what, e.Reported | e.Corrected):
        parts["how"] = outcome_words(what.outcome, side(what.outcome.winner), seats, lang)
    if hasattr(what, "side"):
        parts["who"] = side(what.side) if what.side else say(lang, "audit", "director")
    if isinstance(what, e.Penalised):
        known = 0 < what.seat <= len(seats)
        parts["who"] = seats[what.seat - 1] if known else say(lang, "audit", "seat", n=what.seat)
    return parts


def outcome_words(outcome: GameOutcome, winner: str, seats: Sequence[str], lang: str) -> str:
    """A result in words; without names the cards left are in the order of the seats."""
    named = len(seats) == len(outcome.left)
    left = ", ".join(f"{seats[n]} {count}" if named else str(count) for n, count in enumerate(outcome.left))
    key = f"{outcome.ended}_won" if outcome.winner else f"{outcome.ended}_nobody"
    return say(lang, "outcome", key, side=winner, left=left)

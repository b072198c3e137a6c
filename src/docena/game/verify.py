"""Verifying that the chance in a record is the one that was committed to."""

from dataclasses import dataclass
from typing import Any

import msgspec

from docena.core.cards import cards_text
from docena.core.editions import Edition
from docena.core.errors import DocenaError, Refused, plain
from docena.core.notation import is_chance
from docena.core.words import worded
from docena.game.fair import FairChance, commitment
from docena.game.game import first_seat
from docena.game.record import Record, start_of, steps


class BadProof(Refused):
    """A record whose chance is not what was promised."""

    def __init__(self, key: str, **parts: Any) -> None:
        super().__init__("bad", worded("proof", key, **parts))


class _Fair(msgspec.Struct):
    game: str
    commit: str
    secret: str
    contributions: list[str] = []
    drawn: bool = True
    """Who begins was found by 2.1 and 2.3; otherwise the table chose."""


@dataclass(frozen=True)
class Proof:
    commit: str
    events: int


def _fair_tag(record: Record) -> _Fair:
    tags = {} if record.tags is msgspec.UNSET else record.tags
    if "fair" not in tags:
        raise BadProof("none")
    try:
        return msgspec.convert(tags["fair"], _Fair)
    except msgspec.ValidationError as error:
        raise BadProof("incomplete", why=plain(str(error))) from None


def verify_record(record: Record, own: Edition | None = None) -> Proof:
    """Recomputes all chance of a game from its revealed secret; raises `BadProof` where it differs."""
    fair = _fair_tag(record)
    try:
        secret = bytes.fromhex(fair.secret)
        contributions = [bytes.fromhex(text) for text in fair.contributions]
    except ValueError:
        raise BadProof("not_hex") from None
    if commitment(secret) != fair.commit:
        raise BadProof("other_secret")
    try:
        chance = FairChance(secret, fair.game, contributions)
    except DocenaError:
        raise BadProof("bad_id") from None
    options = start_of(record, own).options
    if cards_text(chance.shuffle(options.deck)) != " ".join(record.deck.split()):
        raise BadProof("other_deck")
    if fair.drawn and first_seat(options, chance) + 1 != record.first:
        raise BadProof("other_first", first=record.first)
    events = 1
    for index, game in steps(record, own):
        following = record.log[index + 1] if index + 1 < len(record.log) else None
        if following is None or not is_chance(following) or game.awaits is None:
            continue
        twin = game.copy()
        twin.chance = chance
        twin.take_one_chance()
        events += 1
        if twin.log[-1] != following:
            raise BadProof("other_chance", index=index + 1, line=following, right=twin.log[-1])
    return Proof(fair.commit, events)

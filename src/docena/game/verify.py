"""Verifying that the chance in a record is the one that was committed to."""

from dataclasses import dataclass

import msgspec

from docena.core.cards import cards_text
from docena.core.editions import Edition
from docena.core.errors import DocenaError, plain
from docena.core.notation import is_chance
from docena.game.fair import FairChance, commitment
from docena.game.game import first_seat
from docena.game.record import Record, start_of, steps


class BadProof(DocenaError):
    """A record whose chance is not what was promised."""


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
        raise BadProof("this record has no proof: its tags hold no commitment and secret")
    try:
        return msgspec.convert(tags["fair"], _Fair)
    except msgspec.ValidationError as error:
        raise BadProof(f"the proof is not complete: {plain(str(error))}") from None


def verify_record(record: Record, own: Edition | None = None) -> Proof:
    """Recomputes all chance of a game from its revealed secret; raises `BadProof` where it differs."""
    fair = _fair_tag(record)
    try:
        secret = bytes.fromhex(fair.secret)
        contributions = [bytes.fromhex(text) for text in fair.contributions]
    except ValueError:
        raise BadProof("the proof's secret and contributions are numbers in hex") from None
    if commitment(secret) != fair.commit:
        raise BadProof("the secret is not the one that was committed to")
    try:
        chance = FairChance(secret, fair.game, contributions)
    except DocenaError as error:
        raise BadProof(f"the proof is not right: {error}") from None
    options = start_of(record, own).options
    if cards_text(chance.shuffle(options.deck)) != " ".join(record.deck.split()):
        raise BadProof("the deck is not the one that the secret gives")
    if fair.drawn and first_seat(options, chance) + 1 != record.first:
        raise BadProof(f"the seat to begin is not the one that the secret gives, but {record.first}")
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
            raise BadProof(f"log[{index + 1}] is {following!r}, and the secret gives {twin.log[-1]!r}")
    return Proof(fair.commit, events)

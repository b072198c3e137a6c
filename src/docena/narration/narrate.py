"""A line of a record as a sentence, for people who watch."""

import re
from collections.abc import Sequence

from docena.core.cards import WILD, card_text
from docena.core.words import card_word, say
from docena.engine.board import Board

_PLAY = re.compile(r"(?P<whose>P|@(?P<owner>\d))?(?P<what>S|D(?P<pile>\d)|H(?P<card>[\dW$]+)|R|C)>(?P<place>\d)")
_DISCARD = re.compile(r"H(?P<card>[\dW$]+)(?P<how>[-+])(?P<pile>\d)")
_ACT = re.compile(r"(?P<seat>\d):(?P<act>[a-z]+)(?P<other>\d)?")
_PLAIN = {"T": "pay", "X": "stop", ".": "pass"}


def narrate(before: Board, line: str, names: Sequence[str], lang: str = "en", me: int | None = None) -> str:
    """What a line of the log says, at a table as it was before it; works on a view as well as on the full table.

    `me` is the seat of the reader, who is told "you".
    """

    def tell(key: str, actor: int = before.mover, **parts: object) -> str:
        section = "events_me" if actor == me else "events"
        return say(lang, section, key, **{"name": names[actor - 1], **parts})

    word, _, rest = line.partition(" ")
    if word == "roll":
        return tell("roll", die=card_word(rest, lang))
    if word in ("shuffle", "restock"):
        return tell(word)
    if line in _PLAIN:
        return tell(_PLAIN[line])
    if found := _ACT.fullmatch(line):
        other = names[int(found["other"]) - 1] if found["other"] else ""
        return tell(found["act"], int(found["seat"]), owner=other)
    if line.startswith("R@"):
        return tell("gift", owner=names[int(line[2:]) - 1])
    if found := _DISCARD.fullmatch(line):
        key = "closing" if found["how"] == "-" else "extra"
        return tell(key, card=card_word(found["card"], lang), pile=found["pile"])
    if found := _PLAY.fullmatch(line):
        return _narrate_play(before, found, names, lang, me)
    return line


def _narrate_play(before: Board, found: re.Match[str], names: Sequence[str], lang: str, me: int | None) -> str:
    owner, whose = before.mover, ""
    if found["owner"]:
        owner, whose = int(found["owner"]), "bought_"
    elif found["whose"]:
        owner, whose = before.partner(before.mover) or owner, "partner_"
    needed = before.height(int(found["place"])) + 1
    if found["what"] in ("R", "C"):
        key, card = {"R": "die_card", "C": "coin_card"}[found["what"]], str(needed)
    elif found["card"]:
        key, card = "hand", found["card"]
    elif found["pile"]:
        key = f"{whose}discard" if whose else "discard_play"
        card = card_text(before.discard(owner, int(found["pile"]))[0])
    else:
        key, card = f"{whose}stock", card_text(before.stock_top(owner))
    if card.rstrip("$") == card_text(WILD):
        card = f"{card_word(card, lang)} ({needed})"
    return say(
        lang,
        "events_me" if before.mover == me else "events",
        key,
        name=names[before.mover - 1],
        owner=names[owner - 1],
        card=card,
        pile=found["pile"],
        place=found["place"],
    )


def narrate_result(
    result: dict[str, object] | None, names: Sequence[str], lang: str = "en", me: int | None = None
) -> str:
    """How the game ended, as a sentence."""
    if result is None:
        return say(lang, "result", "abandoned")
    winners: list[int] = result["winners"]  # type: ignore[assignment]
    key = str(result["reason"])
    if me in winners:
        key = "stock_us" if len(winners) > 1 else "stock_me"
    elif len(winners) > 1:
        key = "stock_many"
    joined = say(lang, "result", "and").join(names[seat - 1] for seat in winners)
    return say(lang, "result", key, names=joined, points=result["points"])

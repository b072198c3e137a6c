"""A line of a record as a sentence, for people who watch."""

import re
from collections.abc import Sequence

from docena.board import Board
from docena.cards import WILD, card_text
from docena.words import say

_PLAY = re.compile(r"(?P<whose>P|@(?P<owner>\d))?(?P<what>S|D(?P<pile>\d)|H(?P<card>[\dW$]+)|R|C)>(?P<place>\d)")
_DISCARD = re.compile(r"H(?P<card>[\dW$]+)(?P<how>[-+])(?P<pile>\d)")
_ACT = re.compile(r"(?P<seat>\d):(?P<act>[a-z]+)(?P<other>\d)?")
_PLAIN = {"T": "pay", "X": "stop", ".": "pass"}


def card_word(card: int | str, lang: str) -> str:
    """A card as people say it."""
    text = card if isinstance(card, str) else card_text(card)
    return text.replace("W", say(lang, "board", "wild"))


def narrate(before: Board, line: str, names: Sequence[str], lang: str = "en") -> str:
    """What a line of the log says, at a table as it was before it; works on a view as well as on the full table."""
    name = names[before.mover - 1]

    def tell(key: str, **parts: object) -> str:
        return say(lang, "events", key, **{"name": name, **parts})

    word, _, rest = line.partition(" ")
    if word == "roll":
        return tell("roll", die=rest)
    if word in ("shuffle", "restock"):
        return tell(word)
    if line in _PLAIN:
        return tell(_PLAIN[line])
    if found := _ACT.fullmatch(line):
        other = names[int(found["other"]) - 1] if found["other"] else ""
        return tell(found["act"], name=names[int(found["seat"]) - 1], owner=other)
    if line.startswith("R@"):
        return tell("gift", owner=names[int(line[2:]) - 1])
    if found := _DISCARD.fullmatch(line):
        key = "closing" if found["how"] == "-" else "extra"
        return tell(key, card=card_word(found["card"], lang), pile=found["pile"])
    if found := _PLAY.fullmatch(line):
        return _narrate_play(before, found, names, lang)
    return line


def _narrate_play(before: Board, found: re.Match[str], names: Sequence[str], lang: str) -> str:
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
        "events",
        key,
        name=names[before.mover - 1],
        owner=names[owner - 1],
        card=card,
        pile=found["pile"],
        place=found["place"],
    )


def narrate_result(result: dict[str, object] | None, names: Sequence[str], lang: str = "en") -> str:
    """How the game ended, as a sentence."""
    if result is None:
        return say(lang, "result", "abandoned")
    winners: list[int] = result["winners"]  # type: ignore[assignment]
    joined = say(lang, "result", "and").join(names[seat - 1] for seat in winners)
    return say(lang, "result", str(result["reason"]), names=joined, points=result["points"])

"""What a table in the page must know besides the rules, as files of the page: editions, and sentences of the log."""

import json
from typing import Any

import msgspec

from docena.core.editions import NAMES, SHORT_STOCK, edition
from docena.core.moves import FACES
from docena.core.scores import CARD_POINTS, GAME_POINTS
from docena.core.words import LANGUAGES, texts
from docena.game.record import VERSION
from docena.tables.seats import BOT_NAMES
from docena.tables.table_choices import LEVELS, Choices

_REFUSALS = (
    "closed", "spectator", "not_playing", "not_between", "not_gathering", "stale", "other_seat", "not_your_turn",
    "nothing_to_undo", "daily_undo", "no_level", "no_seat", "taken", "chat_off", "phrases_only", "no_choice",
    "unavailable", "nothing_to_agree", "nobody_to_nudge", "hello_twice",
)  # fmt: skip
"""What a table in the page may answer."""


def facts_files() -> dict[str, str]:
    """The texts of these files, by their names."""
    return {"facts.json": _json(_facts()), **{f"log.{lang}.json": _json(_sentences(lang)) for lang in LANGUAGES}}


def _facts() -> dict[str, Any]:
    editions = {name: msgspec.to_builtins(edition(name)) for name in NAMES}
    for facts in editions.values():
        del facts["title"], facts["summary"]
    return {
        "editions": editions,
        "record_version": VERSION,
        "short_stock": SHORT_STOCK,
        "points": {"game": GAME_POINTS, "card": CARD_POINTS},
        "faces": FACES[1:],
        "bot_names": BOT_NAMES,
        "choices": msgspec.structs.asdict(Choices()),
        "levels": LEVELS,
    }


def _sentences(lang: str) -> dict[str, Any]:
    found = texts(lang)
    return {
        "wild": found["board"]["wild"],
        "wild_as": found["plan"]["as"],
        "events": found["events"],
        "events_me": found["events_me"],
        "refused": {key: found["refused"][key] for key in _REFUSALS},
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"

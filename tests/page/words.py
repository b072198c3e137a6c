"""The words of the page, so that the tests ask for what people read."""

import json
import re
from functools import cache
from pathlib import Path

WORDS = Path(__file__).parents[2] / "web" / "src" / "words"


@cache
def words(lang: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for path in sorted((WORDS / lang).glob("*.json")):
        found |= json.loads(path.read_text(encoding="utf-8"))
    return found


def said(key: str, lang: str = "en", **parts: object) -> str:
    """What the page says.

    >>> said("table.cards", n=2), said("table.cards", n=1)
    ('2 cards', '1 card')
    """
    found = words(lang)
    text = found.get(f"{key}.one", found[key]) if parts.get("n") == 1 else found[key]
    return re.sub(r"\{(\w+)\}", lambda hole: str(parts[hole[1]]), text)


def anyhow(key: str, lang: str = "en") -> re.Pattern[str]:
    """What the page says, whatever stands in its holes."""
    return re.compile(".+".join(map(re.escape, re.split(r"\{\w+\}", words(lang)[key]))))

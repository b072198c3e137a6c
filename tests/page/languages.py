"""Whether a page speaks one language: nothing English is left where it speaks Spanish."""

import re
from functools import cache

from page.visits import Visit
from page.words import words

_TEXTS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) if (walk.currentNode.data.trim()) found.push(walk.currentNode.data.trim());
  for (const name of ['aria-label', 'placeholder', 'title', 'alt', 'aria-valuetext'])
    for (const each of document.querySelectorAll(`[${name}]`)) found.push(each.getAttribute(name));
  return [document.title, ...found].filter(Boolean);
}"""
_COMMON = re.compile(
    r"\b(the|your|with|and|from|of|plays?|played|discards?|discarded|piles?|cards?|game|turn|draw|seat|yes|back|close)\b",
    re.IGNORECASE,
)
_RECORD = re.compile(r"[\dnW]\$")
"""A card with its toll as it stands in records, which nobody reads aloud."""
_COMMANDS = re.compile(r"\b(docena serve|make play)\b")
"""What is typed is the same in all languages."""
_SAME = {"English", "EN, English"}
"""The languages are called by their own names."""


@cache
def _english() -> set[str]:
    """All that the page can say in English, and not in Spanish."""
    spanish = set(words("es").values())
    return {text for text in words("en").values() if text not in spanish and "{" not in text}


async def one_language(visit: Visit) -> None:
    """The page says which language it speaks, and no word of the other stands on it."""
    assert await visit.page.get_attribute("html", "lang") == visit.lang
    if visit.lang != "es":
        return
    texts: list[str] = await visit.page.evaluate(_TEXTS)
    found = {
        text
        for text in (_COMMANDS.sub("", text) for text in texts)
        if text not in _SAME and (text in _english() or _COMMON.search(text) or _RECORD.search(text))
    }
    assert not found, "\n".join(["English is left:", *sorted(found)])

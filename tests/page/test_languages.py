"""The page speaks Spanish wherever it speaks: nothing English is left on any screen, and very large letters fit."""

import re

import pytest
from page.tour import ROUTES
from page.visits import PHONE, Visits
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
    r"\b(the|your|with|and|from|of|plays?|discards?|piles?|cards?|game|turn|draw|seat|yes|back|close)\b", re.IGNORECASE
)
_RECORD = re.compile(r"[\dnW]\$")
"""A card with its toll as it stands in records, which nobody reads aloud."""
_COMMANDS = re.compile(r"\b(docena serve|make play)\b")
"""What is typed is the same in all languages."""
_SAME = {"English", "EN, English"}
"""The languages are called by their own names."""


@pytest.mark.parametrize("route", ROUTES)
async def test_nothing_english_is_left(visits: Visits, route: str) -> None:
    english, spanish = words("en"), words("es")
    left_over = {text for key, text in english.items() if text not in spanish.values() and "{" not in text}
    found: set[str] = set()
    async for stop, visit in ROUTES[route](visits, size=PHONE, lang="es", letters="huge"):
        assert await visit.page.get_attribute("html", "lang") == "es"
        texts: list[str] = await visit.page.evaluate(_TEXTS)
        found |= {
            f"{stop}: {text}"
            for text in (_COMMANDS.sub("", text) for text in texts)
            if text not in _SAME and (text in left_over or _COMMON.search(text) or _RECORD.search(text))
        }
        await visit.fits()
    assert not found, "\n".join(sorted(found))


async def test_the_language_is_changed_in_place_and_kept(visits: Visits) -> None:
    visit = await visits.come(PHONE, new=True)
    await visit.go()
    await visit.page.get_by_role("button", name="ES, Español").click()
    await visit.page.get_by_role("button", name=words("es")["home.play"], exact=True).wait_for()
    await visit.page.reload()
    await visit.page.get_by_role("button", name=words("es")["home.play"], exact=True).wait_for()
    assert await visit.page.get_attribute("html", "lang") == "es"

"""Axe-core looks at a page as it stands: with all rules of WCAG 2.2 AA, and in several themes."""

import sys
from functools import cache
from pathlib import Path
from typing import Any

from page.browser import alone
from page.scripts import script
from playwright.async_api import Page

import hatch_build as build

_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]

_RUN = script("axe")


@cache
def source() -> str:
    """The script of axe: among what the page is built and checked with."""
    bench = Path(sys.prefix, "page")
    script = bench / "node_modules" / "axe-core" / "axe.min.js"
    with alone():
        if not script.exists():
            bench.mkdir(exist_ok=True)
            build.lay_out(Path(build.__file__).parent / "web", bench)
    return script.read_text(encoding="utf-8")


async def check(page: Page, themes: Any) -> None:
    if not await page.evaluate("() => 'axe' in window"):
        await page.evaluate(source())
    found = await page.evaluate(_RUN, {"tags": _TAGS, "themes": list(themes)})
    assert not found, "\n".join([page.url, *found])

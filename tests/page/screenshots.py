"""Pictures of every screen and state, in three sizes, three themes and both languages: `make screenshots`.

ONLY=home,replay takes these stops alone, LOOKS=phone-light-en these looks.
"""

import asyncio
import os
import sys
import tempfile
from itertools import product
from pathlib import Path

from page.browser import launch
from page.tour import ROUTES, settle
from page.visits import DESK, PHONE, TABLET, THEMES, Theme, Visits
from playwright.async_api import Browser, async_playwright
from server.node import Node, running

from docena.core.words import LANGUAGES

_SIZES = {"phone": PHONE, "tablet": TABLET, "desk": DESK}
_LOOKS: dict[str, tuple[tuple[int, int], Theme, str]] = {
    f"{name}-{theme}-{lang}": (size, theme, lang)
    for (name, size), theme, lang in product(_SIZES.items(), THEMES, LANGUAGES)
}


def _wanted(name: str) -> set[str]:
    """What a variable of the environment lists; nothing for everything."""
    return {each for each in os.environ.get(name, "").split(",") if each}


async def take(browser: Browser, node: Node, folder: Path) -> int:
    count, only, looks = 0, _wanted("ONLY"), _wanted("LOOKS")
    for name, (size, theme, lang) in _LOOKS.items():
        if looks and name not in looks:
            continue
        for route in ROUTES.values():
            visits = Visits(browser, node, folder)
            scheme = "dark" if theme == "dark" else "light"
            async for stop, visit in route(visits, size=size, theme=theme, scheme=scheme, lang=lang):
                if only and stop not in only:
                    continue
                await settle(visit)
                # a screen that scrolls is shown whole; a sheet lies over what is seen
                whole = not await visit.page.get_by_role("dialog").count()
                await visit.page.screenshot(path=folder / f"{stop}-{name}.png", full_page=whole)
                count += 1
            await visits.end()
    return count


async def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as bench:
        node = Node(Path(bench), str(Path(bench, "docena.db")))
        async with async_playwright() as playwright, running(node):
            browser = await launch(playwright)
            count = await take(browser, node, folder)
            await browser.close()
    print(f"{count} pictures in {folder}")


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))

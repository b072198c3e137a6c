"""Pictures of every screen and state, in both themes, on a phone and on a desk: `make screenshots`."""

import asyncio
import sys
import tempfile
from pathlib import Path

from page.browser import launch
from page.tour import ROUTES, settle
from page.visits import DESK, PHONE, Theme, Visits
from playwright.async_api import Browser, async_playwright
from server.node import Node, running

_LOOKS: tuple[tuple[str, tuple[int, int], Theme], ...] = (
    ("phone-light", PHONE, "light"),
    ("phone-dark", PHONE, "dark"),
    ("desk-light", DESK, "light"),
    ("desk-dark", DESK, "dark"),
)


async def take(browser: Browser, node: Node, folder: Path) -> int:
    count = 0
    for name, size, theme in _LOOKS:
        for route in ROUTES.values():
            visits = Visits(browser, node, folder)
            async for stop, visit in route(
                visits, size=size, theme=theme, scheme="dark" if theme == "dark" else "light"
            ):
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

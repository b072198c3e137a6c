"""Reading a history page by page, the latest games first."""

from collections.abc import AsyncIterator
from typing import Final

from docena.storage.ports import PlayedGame, Store

PAGE: Final = 500
"""Games of a page."""


async def page(store: Store, player: str, before: int | None, most: int) -> tuple[list[PlayedGame], int | None]:
    """Games, and where earlier ones begin.

    A store pages by seconds, and two games may end in the same one: those of the last second of a page that may have
    been cut there wait for the next page, which begins with all of them.
    """
    while True:
        rows = await store.history(player, before, most + 1)
        if len(rows) <= most:
            return rows, None
        last = rows[-1].at
        whole = [row for row in rows if row.at > last]
        if whole:
            return whole, last + 1
        most *= 2


async def pages(store: Store, player: str) -> AsyncIterator[list[PlayedGame]]:
    """All games, in pages; at least one page."""
    rows, before = await page(store, player, None, PAGE)
    yield rows
    while before is not None:
        rows, before = await page(store, player, before, PAGE)
        yield rows

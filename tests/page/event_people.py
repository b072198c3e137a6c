"""People of an event: a director at the keyboard, and whoever reports at a table."""

import re
from typing import Any

import pytest
from page.visits import Visit
from playwright.async_api import Locator

MOST_STEPS = 150


class Director:
    """Runs an event without ever touching a mouse."""

    def __init__(self, visit: Visit) -> None:
        self.visit, self.page, self.keys = visit, visit.page, visit.page.keyboard

    async def reach(self, place: Locator, key: str = "Tab") -> None:
        """Goes on with Tab until it has the focus."""
        await place.wait_for()
        # finding it anew at each step takes most of the time, and is needed only when it was drawn anew
        found = await place.element_handle()
        for _ in range(MOST_STEPS):
            focused = await found.evaluate("(it) => it.isConnected ? it === document.activeElement : null")
            if focused:
                return
            if focused is None:
                found = await place.element_handle()
            else:
                await self.keys.press(key)
        pytest.fail(f"No key leads to {place}.")

    async def press(self, key: str, **parts: object) -> None:
        await self.choose(self.visit.button(key, **parts))

    async def choose(self, place: Locator, key: str = "Tab") -> None:
        await self.reach(place, key)
        await self.keys.press("Enter")

    async def write(self, label: str, text: str) -> None:
        await self.reach(self.page.get_by_label(self.visit.say(label), exact=True))
        await self.keys.insert_text(text)

    async def turn_to(self, part: str) -> None:
        name = re.compile("^" + re.escape(self.visit.say(f"desk.{part}")))
        # the parts stand above everything else
        await self.choose(self.page.get_by_role("navigation").get_by_role("link", name=name), "Shift+Tab")
        await self.page.locator("h2:focus").wait_for()

    async def go_on(self, words: str) -> None:
        """Follows what the desk says is next."""
        await self.choose(self.visit.link(words))
        await self.page.locator("h2:focus").wait_for()

    async def enter_pair(self, names: str) -> None:
        await self.write("entries.one", names.split(" & ")[0])
        await self.keys.press("Enter")
        await self.keys.insert_text(names.partition(" & ")[2])
        await self.keys.press("Enter")

    async def draw(self, seed: str, button: str) -> None:
        await self.write("event.seed", seed)
        await self.press(button)

    async def count(self, table: int, outcome: dict[str, Any], row: Any, button: str = "event.save") -> None:
        """Enters a result: the table's number, who has won, what is left."""
        await self.reach(self.page.get_by_role("searchbox"))
        await self.keys.insert_text(str(table))
        await self.keys.press("Enter")
        await self.fill_in(outcome, row, button)

    async def fill_in(self, outcome: dict[str, Any], row: Any, button: str = "event.save") -> None:
        sheet = self.page.get_by_role("dialog")
        names = " & ".join(row["names"][outcome["winner"] - 1])
        chosen = sheet.get_by_role("radio", checked=True)
        await sheet.wait_for()
        await self.reach(chosen if await chosen.count() else sheet.get_by_role("radio").first)
        for _ in range(5):
            if await sheet.get_by_role("radio", name=names, exact=True).is_checked():
                break
            await self.keys.press("ArrowDown")
        else:
            await self.keys.press("Space")
        sides = len(row["sides"])
        await self.reach(sheet.get_by_role("textbox").first)
        for side in range(sides):
            for seat in range(side, len(row["seats"]), sides):
                await self.keys.insert_text(str(outcome["left"][seat]))
                await self.keys.press("Enter")
        await self.press(button)
        await sheet.wait_for(state="detached")


class TablePhone:
    """Whoever reports at a table."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit

    async def tap(self, name: str) -> None:
        await self.visit.page.get_by_role("main").get_by_role("button", name=name, exact=True).tap()

    async def report(self, row: Any, outcome: dict[str, Any]) -> None:
        """The first side says who it is, who has won, and what is left, on the large keys."""
        await self.tap(" & ".join(row["names"][0]))
        await self.visit.press("phone.report")
        await self.tap(" & ".join(row["names"][outcome["winner"] - 1]))
        sides = len(row["sides"])
        for side in range(sides):
            for seat in range(side, len(row["seats"]), sides):
                for digit in str(outcome["left"][seat]):
                    await self.tap(digit)
                await self.visit.press("event.key.next")
        await self.visit.press("phone.send")
        await self.visit.shown("phone.hand_over")

    async def hand_to(self, row: Any, side: int) -> None:
        await self.visit.press("phone.hand_to", who=" & ".join(row["names"][side - 1]))
        await self.visit.button("phone.yes").wait_for()


def told(visit: Visit, row: Any, outcome: dict[str, Any]) -> str:
    """What the page says of an outcome."""
    names, sides = row["names"], len(row["sides"])
    left = [n for seat, n in enumerate(outcome["left"]) if seat % sides != outcome["winner"] - 1]
    winner = " & ".join(names[outcome["winner"] - 1])
    return visit.say("event.told.won_points", winner=winner, points=25 + 5 * sum(left))

"""People who keep the score of a match with real cards, by taps."""

import re
from collections.abc import Sequence

from page.visits import Visit
from playwright.async_api import Locator, expect


async def begin(visit: Visit, *names: str, partners: bool = False, goal: int | None = None) -> None:
    """A new pad, from the list of pads."""
    await visit.go("/pads")
    await visit.touch_it(visit.link("pads.new"))
    await visit.page.get_by_role("radio", name=str(len(names)), exact=True).check()
    for number, name in enumerate(names, 1):
        await visit.page.get_by_role("textbox", name=visit.say("pads.player", n=number), exact=True).fill(name)
    if partners:
        await visit.page.get_by_role("switch").check()
    if goal is not None:
        await visit.page.get_by_role("radio", name=visit.say("new.match.own"), exact=True).check()
        await visit.page.get_by_label(visit.say("new.goal")).fill(str(goal))
    await visit.press("pads.begin")
    await visit.button("pads.enter", n=1).wait_for()


def sheet(visit: Visit) -> Locator:
    return visit.page.get_by_role("dialog")


async def choose(visit: Visit, winner: str) -> None:
    """Opens the next game, and says who has won it; nobody, if the name is empty."""
    await visit.touch_it(visit.page.locator("#next"))
    name = re.compile(f"^{re.escape(winner or visit.say('pads.nobody_won'))}")
    await visit.touch_it(sheet(visit).get_by_role("button", name=name))


async def count(visit: Visit, left: Sequence[int]) -> None:
    """Taps the cards that are left, pile after pile."""
    for i, n in enumerate(left):
        if i:
            await visit.press("pads.key_next")
        for digit in str(n):
            await visit.touch_it(sheet(visit).get_by_role("button", name=digit, exact=True))


async def save(visit: Visit) -> None:
    await visit.press("pads.save")
    await sheet(visit).wait_for(state="detached")


async def enter(visit: Visit, winner: str, *left: int) -> None:
    """A whole game."""
    await choose(visit, winner)
    await count(visit, left)
    await save(visit)


async def drawn(visit: Visit) -> None:
    """The QR code in the sheet is there."""
    await expect(sheet(visit).get_by_role("img")).to_have_js_property("complete", True)


async def totals(visit: Visit) -> list[int]:
    """As they stand on the screen."""
    return [int(text) for text in await visit.page.locator(".total").all_inner_texts()]


async def standing(visit: Visit) -> str:
    return await visit.page.locator("#standing").inner_text()

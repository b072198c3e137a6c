"""A walk through all screens and states of the page, with a stop at each."""

import re
from collections.abc import AsyncIterator, Iterable
from typing import Any

from page.players import Taps, due, move, picked, play_out
from page.scorers import begin, choose, count, drawn, enter, sheet
from page.tour_events import organising, reporting
from page.visits import Visit, Visits

Stop = tuple[str, Visit]


def bots(count: int) -> dict[str, str]:
    """So many bots beside the first player."""
    return {str(seat): "beginner" for seat in range(2, count + 2)}


TABLES: dict[str, dict[str, Any]] = {
    "two": {"players": 2, "stock": 20},
    "three-deluxe": {"edition": "deluxe", "players": 3, "bots": bots(2), "stock": 20},
    "partners": {"players": 4, "partners": True, "bots": bots(3), "stock": 20},
    "six": {"edition": "deluxe", "players": 6, "bots": bots(5), "stock": 20},
    "six-partners": {"edition": "deluxe", "players": 6, "partners": True, "bots": bots(5), "stock": 20},
    "mod": {"edition": "mod", "players": 4, "bots": bots(3), "stock": 20},
    "masters": {"edition": "masters", "players": 4, "bots": bots(3), "stock": 20},
    "tournament": {"edition": "tournament", "players": 4, "bots": bots(3), "stock": 20},
    "open": {"players": 4, "table": "open", "bots": bots(3), "stock": 20},
}
"""The tables that look different."""
FEW = ("two", "six-partners", "masters", "open")
"""Those whose layouts differ most: the fewest and the most players, with coins, and with actions of open tables."""


async def screens(visits: Visits, **how: Any) -> AsyncIterator[Stop]:
    """All that is not a table."""
    new = await visits.come(**how | {"new": True})
    await new.go()
    await new.page.get_by_text(new.say("home.new"), exact=True).wait_for()
    yield "home-first", new
    visit = await visits.come(**how)
    await visit.go()
    await visit.button("home.play").wait_for()
    yield "home", visit
    await visit.page.get_by_label(visit.say("home.join.label")).fill("ZZZZZ")
    visit.forgive("404")
    await visit.press("home.join.go")
    await visit.page.get_by_role("alert").filter(has_text=re.compile(r"\w")).wait_for()
    yield "home-no-such-code", visit
    await visit.go("/new")
    await visit.page.get_by_text(visit.say("new.more")).wait_for()
    yield "new-table", visit
    await visit.page.get_by_text(visit.say("new.more")).click()
    for kind in ("new.length.own", "new.match.own", "new.table.open"):
        await visit.page.get_by_role("radio", name=visit.say(kind), exact=True).check()
    yield "new-table-options", visit
    await visit.go("/settings")
    await visit.button("settings.show").wait_for()
    yield "settings", visit
    await visit.go("/history")
    await visit.shown("history.none")
    await visit.page.get_by_text(visit.say("account.title")).click()
    yield "history-none", visit
    await visit.go("/daily")
    await visit.button("daily.play").wait_for()
    yield "daily", visit
    await visit.go("/learn")
    await visit.page.get_by_role("listitem").nth(3).wait_for()
    yield "learn", visit
    for lesson in ("basic", "die", "coins", "partners", "open"):
        await visit.go(f"/learn#{lesson}")
        await visit.page.locator("[data-zone]").first.wait_for()
        yield f"lesson-{lesson}", visit
    await visit.go("/rules")
    await visit.page.get_by_role("article").nth(10).wait_for()
    yield "rules", visit
    await visit.page.get_by_role("searchbox").fill("7")
    yield "rules-search", visit
    await visit.go("/replay")
    await visit.button("replay.show").wait_for()
    yield "replay-empty", visit
    await visit.go("/t/nothing-here")
    await visit.shown("table.no_table")
    yield "no-table", visit


async def gathering(visits: Visits, **how: Any) -> AsyncIterator[Stop]:
    """A table before its game, as its host and a guest see it."""
    host = await visits.come(**how | {"quick": {"players": 4, "bots": {"2": "casual"}, "chat": "free"}})
    await host.go()
    await host.press("home.play")
    await host.shown("table.invite")
    await host.page.wait_for_function("() => document.querySelector('img').complete")
    yield "gathering-host", host
    guest = await visits.come(**how)
    await guest.go(host.page.url.removeprefix(host.home))
    await guest.button("table.sit_down").wait_for()
    yield "gathering-guest", guest


async def playing(visits: Visits, **how: Any) -> AsyncIterator[Stop]:
    """A table in the middle of a game: every sheet, every question, and somebody who watches."""
    visit = await visits.come(**how | {"quick": {"stock": 20, "chat": "free"}, "confirm": True})
    await visit.go()
    await visit.press("home.play")
    # so that discard piles lie on the table
    for turn in range(24):
        await move(visit, await due(visit), Taps(), turn)
    sight = await due(visit)
    while sight.answers:
        await move(visit, sight, Taps())
        sight = await due(visit)
    yield "table", visit
    card = next(card for card in sight.cards if (card.source or "").startswith("hand"))
    await Taps().pick(visit, card)
    yield "table-picked", visit
    aim = next(aim for aim in await picked(visit) if (aim.target or "").startswith("own"))
    await Taps().put(visit, aim)
    await visit.shown("table.sure_discard")
    yield "table-sure", visit
    await visit.press("table.not_now")
    await visit.page.keyboard.press("Escape")
    # a server that has just started prepares its hints
    visit.forgive("503.*/hint")
    await visit.press("table.hint")
    await visit.page.locator(".hint").wait_for(timeout=90_000)
    yield "table-hint", visit
    await visit.page.get_by_role("button", name=visit.say("close")).click()
    await visit.press("table.menu")
    await visit.page.get_by_role("dialog").wait_for()
    yield "table-menu", visit
    await visit.press("table.overview")
    await visit.shown("table.overview")
    yield "table-overview", visit
    await visit.page.keyboard.press("Escape")
    # a sheet on a phone, a drawer on a desk
    await visit.press("table.chat")
    await visit.page.locator(".said").wait_for()
    yield "table-chat", visit
    await visit.page.keyboard.press("Escape")
    await visit.page.locator(".status").click()
    await visit.page.locator(".story").wait_for()
    yield "table-log", visit
    await visit.page.keyboard.press("Escape")
    await visit.page.keyboard.press("?")
    await visit.page.get_by_role("dialog").wait_for()
    yield "table-keys", visit
    await visit.page.keyboard.press("Escape")
    for inner in ("invite", "move_seat", "leave"):
        await visit.press("table.menu")
        await visit.press(f"table.{inner}")
        yield f"table-{inner}", visit
        await visit.page.keyboard.press("Escape")
    await visit.page.locator("[data-target=seat-2] button").first.click()
    await visit.page.get_by_role("dialog").wait_for()
    yield "table-spread", visit
    await visit.page.keyboard.press("Escape")
    watcher = await visits.come(**how)
    await watcher.go(visit.page.url.removeprefix(visit.home))
    await watcher.shown("table.watching")
    yield "watching", watcher


async def few_tables(visits: Visits, **how: Any) -> AsyncIterator[Stop]:
    """A few of the tables below."""
    async for stop in tables(visits, FEW, **how):
        yield stop


async def tables(visits: Visits, names: Iterable[str] = TABLES, **how: Any) -> AsyncIterator[Stop]:
    """Tables of every edition and size, at one's own turn."""
    for name in names:
        visit = await visits.come(**how | {"quick": TABLES[name]})
        await visit.go()
        await visit.press("home.play")
        for turn in range(4):
            await move(visit, await due(visit), Taps(), turn)
        await due(visit)
        yield f"table-{name}", visit


async def after(visits: Visits, **how: Any) -> AsyncIterator[Stop]:
    """After a game: the result, the table once more, the replay with its proof, and one's own games."""
    visit = await visits.come(**how | {"quick": {"games": 2, "stock": 2, "goal": None}})
    await visit.go()
    await visit.press("home.play")
    await play_out(visit, Taps(), least=0)
    yield "result", visit
    await visit.press("table.look_at_table")
    await visit.button("table.result").wait_for()
    yield "result-table", visit
    await visit.press("table.result")
    await visit.link("table.replay").click()
    await visit.page.get_by_role("slider").wait_for()
    await visit.page.get_by_role("heading", name=visit.say("replay.luck")).wait_for()
    yield "replay", visit
    await visit.press("replay.last")
    yield "replay-end", visit
    await visit.go("/history")
    await visit.shown("history.list")
    yield "history", visit
    await visit.go()
    await visit.page.get_by_role("heading", name=visit.say("home.continue")).wait_for()
    yield "home-continue", visit


async def scoring(visits: Visits, **how: Any) -> AsyncIterator[Stop]:
    """Score pads: new, being filled in, corrected, shared, won and put away; and the pad of a match online."""
    visit = await visits.come(**how)
    await visit.go("/pads")
    await visit.link("pads.new").wait_for()
    yield "pads-none", visit
    for key in ("receive", "blank"):
        await visit.press(f"pads.{key}")
        yield f"pads-{key}", visit
        await visit.page.keyboard.press("Escape")
    await visit.go("/pads#new")
    await visit.button("pads.begin").wait_for()
    await visit.page.get_by_text(visit.say("new.more")).click()
    await visit.page.get_by_role("radio", name="6", exact=True).check()
    await visit.page.get_by_role("switch").check()
    yield "pad-new", visit
    await begin(visit, "Ana", "Luis", "Eva", goal=400)
    yield "pad-empty", visit
    await visit.touch_it(visit.page.locator("#next"))
    await sheet(visit).wait_for()
    yield "pad-who", visit
    await visit.page.keyboard.press("Escape")
    await choose(visit, "Ana")
    await count(visit, (31, 2))
    visit.forgive("422")
    await visit.press("pads.save")
    await sheet(visit).get_by_role("alert").filter(has_text=re.compile(r"\w")).wait_for()
    yield "pad-refused", visit
    await visit.page.keyboard.press("Escape")
    await enter(visit, "Luis", 14, 3)
    await enter(visit, "", 9, 8, 7)
    yield "pad", visit
    await visit.page.get_by_role("button", name=re.compile(visit.say("pads.correct", n=1))).click()
    await sheet(visit).wait_for()
    yield "pad-correct", visit
    await visit.page.keyboard.press("Escape")
    await visit.press("pads.share")
    await drawn(visit)
    yield "pad-share", visit
    await visit.page.keyboard.press("Escape")
    await enter(visit, "Eva", 30, 30)
    await enter(visit, "Eva", 10, 5)
    yield "pad-won", visit
    await visit.go("/pads")
    await visit.page.get_by_role("listitem").first.wait_for()
    yield "pads", visit
    await visit.page.get_by_role("listitem").get_by_role("button").first.click()
    await sheet(visit).wait_for()
    yield "pads-remove", visit
    visit.forgive("404")
    await visit.go("/pad/nothing-here")
    await visit.shown("pads.missing")
    yield "pad-missing", visit
    table = await visits.come(**how | {"quick": {"games": 2, "stock": 1, "goal": None}})
    await table.go()
    await table.press("home.play")
    await play_out(table, Taps(), least=0)
    await table.link("pads.title").click()
    await table.page.locator(".games li").first.wait_for()
    yield "pad-online", table


ROUTES = {
    "screens": screens,
    "gathering": gathering,
    "playing": playing,
    "tables": tables,
    "after": after,
    "scoring": scoring,
    "organising": organising,
    "reporting": reporting,
}


async def settle(visit: Visit) -> None:
    """Nothing moves any more."""
    await visit.page.evaluate("() => Promise.all(document.getAnimations().map((each) => each.finished.catch(() => 0)))")

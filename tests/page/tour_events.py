"""A walk through the screens of an event, with a stop at each state."""

import re
from collections.abc import AsyncIterator
from typing import Any

from page.halls import PAIRS, Hall, at_desk
from page.visits import WALL, Visit, Visits

Stop = tuple[str, Visit]


async def organising(visits: Visits, **how: Any) -> AsyncIterator[Stop]:
    """The director's desk from the first entry to the winners, and the screen on the wall beside it."""
    visit = await visits.come(**how)
    await visit.go("/events")
    await visit.page.get_by_text(visit.say("event.more")).click()
    await visit.page.get_by_role("radio", name=visit.say("event.odd.out"), exact=True).check()
    yield "events-new", visit
    hall = await Hall.open(visits, [*PAIRS[:7], "Lola", "Félix", "Inés Vega"], format="meet", minutes=30)
    wall = await visits.come(**how | {"size": WALL})
    await wall.go(f"/e/{hall.id}/tv")
    await wall.shown("tv.welcome")
    yield "tv-welcome", wall
    await at_desk(visit, hall, "entries")
    await visit.page.get_by_label(visit.say("entries.one"), exact=True).fill("Ana")
    visit.forgive("422")
    await visit.press("entries.add")
    await visit.button("entries.mend").wait_for()
    await visit.page.get_by_text(visit.say("entries.list"), exact=True).click()
    await visit.page.get_by_label(visit.say("entries.list.label")).fill("Sara & Ana\nLuis; Tere; x\nOlga & Nora")
    await visit.press("entries.list.take")
    await visit.page.get_by_role("alert").get_by_role("listitem").nth(1).wait_for()
    await visit.page.get_by_text(visit.say("entries.by_hand")).click()
    yield "event-entries", visit
    await visit.page.get_by_role("button", name=re.compile("Rosa")).click()
    await visit.page.get_by_role("dialog").wait_for()
    yield "event-entry", visit
    await at_desk(visit, hall, "seating")
    await visit.button("seating.do").wait_for()
    yield "event-draw", visit
    await at_desk(visit, hall, "print")
    yield "event-print-early", visit
    await hall.ask("drop", entry=10)
    await hall.ask("pair", entry=8, partner=9)
    await hall.ask("seat", seed="7 21 3")
    await hall.ask("clock", game=1, action="start", seconds=1800)
    await at_desk(visit, hall, "seating")
    await visit.page.get_by_text(visit.say("seating.anew"), exact=True).first.click()
    yield "event-seating", visit
    await visit.press("seating.anew")
    await visit.page.get_by_role("dialog").wait_for()
    yield "event-seating-sure", visit
    await hall.report(1, 1)
    await hall.report(1, 2, side=2, winner=2)
    await hall.report(1, 3, side=1)
    await hall.ask("dispute", game=1, table=3, side=2)
    await wall.page.get_by_role("img", name=wall.say("event.state.confirmed")).first.wait_for()
    yield "tv-playing", wall
    await at_desk(visit, hall, "games")
    await visit.page.get_by_role("button", name=visit.say("games.decide")).click()
    await visit.page.get_by_role("dialog").wait_for()
    yield "event-dispute", visit
    await visit.page.keyboard.press("Escape")
    yield "event-games", visit
    await visit.page.get_by_role("button", name=f"{visit.say('event.table_n', n=2)}: {visit.say('games.more')}").click()
    await visit.page.get_by_text(visit.say("penalty.add")).click()
    yield "event-table", visit
    for part in ("standings", "clock", "print", "log", "settings"):
        await at_desk(visit, hall, part)
        await visit.page.get_by_role("main").get_by_role("button").first.wait_for()
        yield f"event-{part}", visit
    await visit.go(f"/e/{hall.id}/director")
    stranger = await visits.come(**how)
    await stranger.go(f"/e/{hall.id}/director")
    await stranger.shown("event.missing.secret")
    yield "event-no-key", stranger
    await hall.ask("confirm", game=1, table=3)
    await hall.ask("confirm", game=1, table=2)
    for game in (2, 3, 4):
        for table in (1, 2, 3):
            await hall.report(game, table)
    await at_desk(visit, hall, "standings")
    await visit.page.get_by_role("row").nth(8).wait_for()
    yield "event-final", visit
    await wall.shown("standings.final")
    yield "tv-winners", wall


async def reporting(visits: Visits, **how: Any) -> AsyncIterator[Stop]:
    """The phone of a table, and the page of those who take part."""
    hall = await Hall.open(visits, PAIRS[:6], format="meet", games=2)
    guest = await visits.come(**how)
    await guest.go(f"/e/{hall.id}")
    await guest.shown("event.not_begun", n=guest.say("entries.count.pairs", n=6))
    yield "event-page-early", guest
    await hall.ask("seat", seed="4 8")
    await hall.ask("clock", game=1, action="start", seconds=600)
    visit = await visits.come(**how)
    await visit.go(await hall.phone(1))
    await visit.shown("phone.who")
    yield "phone-who", visit
    sides = visit.page.get_by_role("main").get_by_role("button")
    await sides.first.click()
    await visit.button("phone.report").wait_for()
    await visit.page.get_by_text(visit.say("penalty.add")).click()
    yield "phone-here", visit
    await visit.press("phone.report")
    await visit.shown("event.who_won")
    yield "phone-winner", visit
    await sides.first.click()
    left = visit.page.get_by_role("main").get_by_role("textbox")
    for seat, count in enumerate((0, 99, 3, 4, 5, 6)):
        await left.nth(seat).fill(str(count))
    await visit.press("phone.review")
    yield "phone-left", visit
    await left.nth(1).fill("9")
    await visit.press("phone.review")
    await visit.button("phone.send").wait_for()
    yield "phone-review", visit
    await visit.press("phone.send")
    await visit.shown("phone.hand_over")
    yield "phone-sent", visit
    other = visit.page.get_by_role("main").get_by_role("button").first
    await other.click()
    await visit.button("phone.yes").wait_for()
    yield "phone-confirm", visit
    await visit.press("phone.yes")
    await visit.page.get_by_role("heading", name=visit.say("phone.next", n=2)).wait_for()
    yield "phone-confirmed", visit
    await hall.report(1, 2, side=1)
    await hall.ask("dispute", game=1, table=2, side=2)
    third = await visits.come(**how)
    await third.go(await hall.phone(2))
    await third.page.get_by_role("main").get_by_role("button").first.click()
    await third.shown("phone.disputed")
    yield "phone-disputed", third
    await guest.page.get_by_role("searchbox").fill("rosa")
    yield "event-page-find", guest
    await guest.page.get_by_role("button", name=re.compile("Rosa")).click()
    await guest.page.get_by_text(guest.say("event.all_tables")).click()
    await guest.page.get_by_text(guest.say("event.check"), exact=True).click()
    yield "event-page", guest

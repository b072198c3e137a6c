"""Games of an event that are played online: the links that lead to the seats, and who may sit there."""

import re

from page.halls import PAIRS, Hall, at_desk, rows
from page.visits import DESK, PHONE, Visits
from playwright.async_api import expect


async def test_a_game_of_an_event_is_played_online(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:2], edition="tournament", games=1)
    await hall.ask("seat", seed="1")
    visit = await visits.come(DESK)
    await at_desk(visit, hall, "games")
    await visit.page.get_by_text(visit.say("games.all_online"), exact=True).click()
    await visit.press("games.all_online.do")
    await visit.page.get_by_text(visit.say("games.online")).first.wait_for()
    # whoever finds a name on the page of the event sees that it is online, and gets no further
    guest = await visits.come(PHONE)
    await guest.go(f"/e/{hall.id}")
    await guest.page.get_by_role("searchbox").fill("Ana")
    await guest.page.get_by_role("button", name=PAIRS[0], exact=True).tap()
    await guest.shown("entry.with_link")
    assert not await guest.button("phone.online_as", name="Ana").count()
    # with the link of the entry she takes her seat
    ana = await visits.come(PHONE)
    await ana.go(await hall.entry(1))
    await ana.looked_at(("light",))
    assert "key" not in ana.page.url
    await ana.press("phone.online_as", name="Ana")
    await ana.page.wait_for_url("**/t/*")
    await ana.shown("table.reserved.wait")
    assert not await ana.page.get_by_role("combobox").count()
    assert not await ana.page.get_by_text(ana.say("table.start"), exact=True).count()
    await ana.looked_at(("dark",))
    # a stranger with the link of the table can only watch
    await guest.go(ana.page.url.removeprefix(hall.home))
    await guest.shown("table.reserved.note")
    assert not await guest.button("table.sit_down").count()
    assert not await guest.button("table.sit_here").count()
    # her partner plays from another device, and she takes her seat along to a third
    luis = await visits.come(PHONE, "es")
    await luis.go(await hall.entry(1))
    await luis.press("phone.online_as", name="Luis")
    await luis.page.wait_for_url("**/t/*")
    await luis.go(f"/e/{hall.id}/entry/1")
    await luis.button("entry.seat.back", name="Luis").wait_for()
    await luis.press("entry.seat.here", name="Ana")
    await luis.press("entry.seat.take")
    await luis.page.wait_for_url("**/t/*")
    await ana.shown("table.reserved.note")


async def test_the_phone_of_a_table_seats_its_sides_online(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:2], edition="tournament", games=1)
    await hall.ask("seat", seed="1")
    await hall.ask("online", game=1, tables=[1])
    (row,) = await rows(hall, 1)
    first, second = row["names"][0]
    visit = await visits.come(PHONE)
    await visit.go(await hall.phone(1))
    await visit.page.get_by_role("main").get_by_role("button", name=f"{first} & {second}", exact=True).tap()
    await visit.page.get_by_text(visit.say("phone.own_phone"), exact=True).tap()
    code = visit.page.get_by_role("img", name=visit.say("phone.own_phone.qr", who=f"{first} & {second}"))
    await code.wait_for()
    assert await code.evaluate("(it) => it.decode().then(() => it.naturalWidth > 0)")
    await visit.looked_at(("light",))
    await visit.press("phone.online_as", name=second)
    await visit.page.wait_for_url("**/t/*")
    # what the code says opens the same seats on a phone of their own, and nothing besides
    link = (await hall.phone_sight(1))["tickets"][0]["link"]
    own = await visits.come(PHONE, "es")
    await own.go(link[link.index("/e/") :])
    await own.button("entry.seat.here", name=second).wait_for()
    assert not await own.page.get_by_text(own.say("entry.link"), exact=True).count()
    await own.press("phone.online_as", name=first)
    await own.page.wait_for_url("**/t/*")


async def test_the_director_gives_links_to_entries_and_closes_a_table(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:2], edition="tournament", games=1)
    await hall.ask("seat", seed="1")
    await hall.ask("online", game=1, tables=[1])
    visit = await visits.come(DESK)
    await at_desk(visit, hall, "entries")
    await visit.page.get_by_text(visit.say("entries.links"), exact=True).click()
    link = visit.page.get_by_role("textbox", name=f"{visit.say('entry.link')}: {PAIRS[0]}")
    before = await link.input_value()
    assert before.endswith(await hall.entry(1))
    await visit.press("entries.links.copy")
    await visit.shown("entries.links.copied")
    await visit.looked_at(("dark",))
    await visit.page.get_by_role("button", name=re.compile(f"1 {PAIRS[0]}")).click()
    sheet = visit.page.get_by_role("dialog")
    await sheet.get_by_role("img", name=visit.say("entry.link.qr")).wait_for()
    await visit.looked_at(("light",))
    await sheet.get_by_role("button", name=visit.say("entries.new_link")).click()
    await visit.page.get_by_role("dialog").last.get_by_role("button", name=visit.say("entries.new_link")).click()
    await expect(link).not_to_have_value(before)
    guest = await visits.come(PHONE)
    guest.forgive("401")
    await guest.go(before[before.index("/e/") :])
    await guest.shown("event.missing.secret")
    await at_desk(visit, hall, "games")
    table = visit.say("event.table_n", n=1)
    await visit.page.get_by_role("button", name=f"{table}: {visit.say('games.more')}").click()
    await visit.looked_at(("light",))
    await visit.press("table_sheet.offline")
    await visit.page.get_by_role("dialog").last.get_by_role("button", name=visit.say("table_sheet.offline")).click()
    await visit.button("table_sheet.online.do").wait_for()
    assert (await hall.get())["online"] == []

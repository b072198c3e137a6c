"""What the pages of an event and the server tell each other: once, unspoilt by others, whatever the connection does."""

import asyncio
import re
from typing import Any

from page.event_people import Director, told
from page.halls import PAIRS, Hall, at_desk, rows, won
from page.visits import DESK, Visits
from playwright.async_api import Page, Route


async def test_two_directors_never_write_over_each_other_unseen(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:3])
    await hall.ask("seat", seed="1")
    (row,) = await rows(hall, 1)
    ana, eva = await visits.come(DESK, "en"), await visits.come(DESK, "es")
    for visit in (ana, eva):
        await at_desk(visit, hall, "games")
        await visit.page.get_by_role("button", name=visit.say("games.enter")).click()
    await eva.page.get_by_role("dialog").get_by_role("textbox").nth(1).fill("7")
    await Director(ana).fill_in(won(row, 1), row)
    # what Eva has typed is still there, and above it stands what has come in
    sheet = eva.page.get_by_role("dialog")
    await sheet.get_by_text(eva.say("event.entered_by")).wait_for()
    assert await sheet.get_by_role("textbox").nth(1).input_value() == "7"
    eva.forgive("409")
    director = Director(eva)
    await sheet.get_by_role("radio").nth(1).check()
    outcome = won(row, 2)
    for place, seat in enumerate((0, 3, 1, 4, 2, 5)):
        await sheet.get_by_role("textbox").nth(place).fill(str(outcome["left"][seat]))
    await director.press("event.save_correction")
    await sheet.get_by_text(eva.say("event.stale")).wait_for()
    await eva.looked_at(("light",))
    assert (await rows(hall, 1))[0]["result"]["winner"] == 1
    # she has seen it now, and stands by hers
    await director.press("event.save_correction")
    await sheet.wait_for(state="detached")
    assert (await rows(hall, 1))[0]["result"]["winner"] == 2
    await ana.page.get_by_text(told(ana, row, outcome)).wait_for()


async def test_what_is_entered_without_a_connection_arrives_once(visits: Visits) -> None:
    hall = await Hall.open(visits)
    visit = await visits.come(DESK)
    visit.forgive("ERR_INTERNET_DISCONNECTED", "WebSocket")
    await at_desk(visit, hall, "entries")
    await visit.page.context.set_offline(True)
    director = Director(visit)
    await director.enter_pair(PAIRS[0])
    await visit.page.get_by_text(visit.say("event.unsent")).wait_for()
    # others are typed meanwhile
    await director.enter_pair(PAIRS[1])
    await visit.page.context.set_offline(False)
    await visit.page.get_by_role("heading", name=visit.say("entries.count.pairs", n=2)).wait_for()
    names = sorted(entry["names"] for entry in (await hall.get())["entries"])
    assert names == [PAIRS[0].split(" & "), PAIRS[1].split(" & ")]


async def test_an_answer_that_is_lost_is_not_entered_twice(visits: Visits) -> None:
    hall = await Hall.open(visits)
    visit = await visits.come(DESK)
    visit.forgive("ERR_FAILED")
    await at_desk(visit, hall, "entries")
    lost = 0

    async def lose(route: Any) -> None:
        nonlocal lost
        lost += 1
        if lost > 1:
            await route.continue_()
            return
        # the server has entered it, and nobody hears of that
        await route.fetch()
        await route.abort()

    await visit.page.route("**/asks*", lose)
    await Director(visit).enter_pair(PAIRS[0])
    await visit.page.get_by_role("button", name=re.compile(PAIRS[0])).wait_for()
    await visit.page.locator(".pending").wait_for(state="detached")
    assert lost == 2
    assert len((await hall.get())["entries"]) == 1


async def test_tie_breaks_changed_while_the_last_change_is_on_its_way_are_all_changed(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:3])
    visit = await visits.come(DESK)
    await at_desk(visit, hall, "standings")
    asked, answered = asyncio.Event(), asyncio.Event()

    async def hold_back(route: Route) -> None:
        asked.set()
        await answered.wait()
        await route.continue_()

    await visit.page.route("**/asks*", hold_back)
    for tie_break in ("points", "left"):
        what = visit.say(f"event.tie.{tie_break}")
        await visit.press("event.tie.leave_out", what=what)
        await visit.button("event.tie.add", what=what).wait_for()
        assert await visit.focused() == visit.say("event.tie.add", what=what)
    await asked.wait()
    async with visit.page.expect_response(lambda response: "left" not in (response.request.post_data or "left")):
        answered.set()
    assert (await hall.get())["choices"]["tie_breaks"] == ["play_off"]


def told_by_socket(page: Page) -> asyncio.Event:
    """Set when the next socket has said something."""
    told = asyncio.Event()
    page.once("websocket", lambda socket: socket.once("framereceived", lambda _: told.set()))
    return told


async def test_an_event_is_fetched_once_when_it_is_opened_and_nothing_is_said_to_be_missing(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:3])
    await hall.ask("seat", seed="1")
    visit = await visits.come(DESK)
    await visit.page.add_init_script(
        "window.alerts = []; new MutationObserver(() => alerts.push("
        "...[...document.querySelectorAll('[role=alert]')].map((it) => it.textContent.trim())"
        ")).observe(document, { subtree: true, childList: true, characterData: true });"
    )
    for screen, fetched in [
        (hall.desk, "/desk"),
        (f"/e/{hall.id}", ""),
        (f"/e/{hall.id}/tv", ""),
        (await hall.phone(1), "/tables/1"),
    ]:
        # a change of the hash alone would load nothing
        await visit.go("/settings")
        visit.asked.clear()
        told = told_by_socket(visit.page)
        await visit.go(screen)
        await told.wait()
        await visit.page.get_by_text(PAIRS[0]).first.wait_for()
        await visit.page.wait_for_load_state("networkidle")
        assert visit.asked.count(f"{hall.home}/api/events/{hall.id}{fetched}") == 1, screen
        alerts = set(await visit.page.evaluate("alerts"))
        assert alerts <= {"", visit.say("event.loading")}, screen


async def test_the_page_computes_neither_tables_nor_penalties(visits: Visits) -> None:
    """What the server says is shown, whatever it is."""
    hall = await Hall.open(visits, PAIRS[:3])
    await hall.ask("seat", seed="1")
    visit = await visits.come(DESK)

    async def say_otherwise(route: Route) -> None:
        reply = await route.fetch()
        said = await reply.json()
        said["clauses"] = {"7.1": 4, "9.9": 7}
        if "event" in said:
            said["event"]["tables"] = {"six": 8, "four": 5, "out": 9}
        await route.fulfill(response=reply, json=said)

    await visit.page.route(re.compile(r"/api/events/\w+/(desk|tables/1)$"), say_otherwise)
    await at_desk(visit, hall, "entries")
    for key, n in (("six", 8), ("four", 5), ("out", 9)):
        await visit.page.locator("#count").get_by_text(visit.say(f"entries.tables.{key}", n=n)).wait_for()
    await visit.go("/settings")
    await visit.go(await hall.phone(1))
    await visit.page.get_by_role("button", name=PAIRS[0]).click()
    await visit.page.get_by_text(visit.say("penalty.add")).click()
    cards = visit.page.get_by_label(visit.say("penalty.cards"))
    assert await cards.input_value() == "4"
    await visit.page.get_by_label(visit.say("penalty.what")).select_option("9.9")
    assert await cards.input_value() == "7"

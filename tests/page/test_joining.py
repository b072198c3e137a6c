"""From a friend's link or code to a seat; whoever has no seat watches."""

import asyncio
import re

from page.players import Taps, due, look, move
from page.visits import DESK, PHONE, Visit, Visits
from playwright.async_api import Route, WebSocket, expect

FRIENDS = {"bots": {}, "stock": 20}


async def host(visits: Visits) -> Visit:
    visit = await visits.come(DESK, quick=FRIENDS, name="Ana")
    await visit.go()
    await visit.press("home.play")
    await visit.shown("table.invite")
    return visit


async def first_card(ana: Visit, eva: Visit) -> None:
    """Whoever begins plays; the other one sees and hears it."""
    await asyncio.gather(*(visit.page.locator("[data-zone=hand]").wait_for() for visit in (ana, eva)))
    mover, other = (ana, eva) if (await look(ana)).mine else (eva, ana)
    await move(mover, await due(mover), Taps())
    name = "Ana" if mover is ana else "Eva"
    await (
        other.page.get_by_role("log")
        .first.get_by_text(re.compile(f"^{name} (played|discarded|jugó|descartó)"))
        .first.wait_for(state="attached")
    )


async def test_a_link_leads_to_a_seat_in_two_taps(visits: Visits) -> None:
    ana = await host(visits)
    link = await ana.page.get_by_label(ana.say("table.link")).input_value()
    eva = await visits.come(PHONE, "es", name="Eva")
    await eva.page.goto(link)  # the first tap
    await eva.press("table.sit_down")
    await first_card(ana, eva)
    # what one says the other one reads and hears, in a language of their own
    await ana.press("table.chat")
    await ana.page.get_by_role("dialog").get_by_role("button", name="Good luck, everyone!").click()
    await eva.page.locator(".status .last").get_by_text("Ana: ¡Suerte a todos!").wait_for()
    assert eva.say("table.says", name="Ana", words="¡Suerte a todos!") in await eva.heard()
    # the seat is still there when the page is loaded again
    await eva.page.reload()
    await eva.page.locator("[data-zone=hand]").wait_for()


async def test_a_phrase_is_told_that_was_said_before_the_phrases_were_here(visits: Visits) -> None:
    ana = await host(visits)
    eva = await visits.come(PHONE, name="Eva")
    said, may_come = asyncio.Event(), asyncio.Event()

    async def late(route: Route) -> None:
        await may_come.wait()
        await route.continue_()

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: said.set() if "good_luck" in str(frame) else None)

    await eva.page.route("**/api/phrases*", late)
    eva.page.on("websocket", listen)
    await eva.page.goto(await ana.page.get_by_label(ana.say("table.link")).input_value())
    await eva.press("table.sit_down")
    await ana.page.locator("[data-zone=hand]").wait_for()
    await ana.press("table.chat")
    await ana.page.get_by_role("dialog").get_by_role("button", name="Good luck, everyone!").click()
    await said.wait()
    may_come.set()
    await eva.page.locator(".status .last").get_by_text("Ana: Good luck, everyone!").wait_for()


async def test_a_code_leads_to_a_seat_however_it_is_typed(visits: Visits) -> None:
    ana = await host(visits)
    code = await ana.page.locator(".code strong").inner_text()
    eva = await visits.come(PHONE, name="Eva")
    await eva.go()
    await eva.page.get_by_label(eva.say("home.join.label")).fill(f" {code[:2].lower()}-{code[2:].lower()}")
    await eva.press("home.join.go")
    await eva.press("table.sit_down")
    await first_card(ana, eva)


async def test_who_has_no_seat_watches_and_sees_no_hand(visits: Visits) -> None:
    ana = await visits.come(DESK, quick={"stock": 20})
    await ana.go()
    await ana.press("home.play")
    await due(ana)
    watcher = await visits.come(PHONE)
    await watcher.go(ana.page.url.removeprefix(ana.home))
    await watcher.shown("table.watching")
    assert not await watcher.page.locator("[data-zone=hand] [data-id]").count()
    assert not (await look(watcher)).cards
    heard = len(await watcher.heard())
    await move(ana, await due(ana), Taps())
    await watcher.page.wait_for_function("(n) => document.querySelectorAll('[role=log] p').length > n", arg=heard)


async def test_a_seat_moves_to_another_device(visits: Visits) -> None:
    ana = await visits.come(DESK, quick={"stock": 20})
    await ana.go()
    await ana.press("home.play")
    await due(ana)
    await ana.press("table.menu")
    await ana.press("table.move_seat")
    await ana.press("table.move_seat_make")
    link = await ana.page.get_by_label(ana.say("table.link")).input_value()
    phone = await visits.come(PHONE)
    await phone.page.goto(link)
    await due(phone)
    assert "ticket" not in phone.page.url
    await ana.shown("table.watching")
    await move(phone, await due(phone), Taps())


async def test_a_link_that_others_cannot_open_comes_with_a_warning(visits: Visits) -> None:
    ana = await host(visits)
    await ana.shown("table.invite.local")
    link = ana.page.get_by_label(ana.say("table.link"))
    elsewhere = (await link.input_value()).replace("127.0.0.1", "192.168.1.20")
    # a server that knows the address of its network says so
    await ana.page.route("**/api/tables/*/link", lambda route: route.fulfill(json={"link": elsewhere}))
    await ana.page.reload()
    await expect(link).to_have_value(elsewhere)
    assert not await ana.page.get_by_text(ana.say("table.invite.local")).count()

"""A mistap costs nothing: undo, a question before the discard that ends a turn, and moves that the server refuses."""

import json
from typing import Any

import pytest
from page.players import Sight, Taps, due, move, picked, put_back
from page.visits import DESK, PHONE, Size, Visit, Visits
from playwright.async_api import Route, WebSocketRoute

LONG = {"stock": 20}


async def sit(visits: Visits, size: Size = PHONE, **prefs: Any) -> Visit:
    visit = await visits.come(size, quick=LONG, **prefs)
    await visit.go()
    await visit.press("home.play")
    return visit


async def until_lit(visit: Visit) -> Sight:
    """Plays on until something can be played, and not only be discarded."""
    for turn in range(100):
        sight = await due(visit)
        if any(card.lit for card in sight.cards):
            return sight
        await move(visit, sight, Taps(), turn)
    raise AssertionError("nothing can ever be played")


async def board(visit: Visit) -> list[str]:
    """All that lies on the table, as it is read aloud."""
    names: list[str] = await visit.page.evaluate(
        "() => [...document.querySelectorAll('[data-zone] button, [data-zone] [role=img]')]"
        ".map((each) => each.ariaLabel ?? (each.querySelector('.unseen') ?? each).textContent.trim())"
    )
    return names


@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk", marks=pytest.mark.long)]
)
async def test_a_move_is_taken_back_by_one_tap(visits: Visits, size: Size) -> None:
    visit = await sit(visits, size)
    sight = await until_lit(visit)
    before = await board(visit)
    await move(visit, sight, Taps())
    await due(visit)
    assert await board(visit) != before
    await visit.press("table.undo")
    await visit.page.get_by_text(visit.say("table.taken_back")).wait_for(state="attached")
    await due(visit)
    assert sorted(await board(visit)) == sorted(before)


async def test_a_tap_beside_the_cards_or_on_the_same_card_puts_it_back(visits: Visits) -> None:
    visit = await sit(visits)
    card = (await due(visit)).cards[0]
    taps = Taps()
    for _ in range(2):
        await taps.pick(visit, card)
        await picked(visit)
        await visit.page.wait_for_timeout(450)  # so that it is no double tap
        await taps.pick(visit, card)
        await put_back(visit)
        await visit.page.wait_for_timeout(450)
    await taps.pick(visit, card)
    await picked(visit)
    await visit.page.keyboard.press("Escape")
    await put_back(visit)


async def test_the_discard_that_ends_a_turn_can_be_asked_about(visits: Visits) -> None:
    visit = await sit(visits, confirm=True)
    sight, taps = await due(visit), Taps()
    card = next(card for card in sight.cards if (card.source or "").startswith("hand"))
    held = visit.page.locator("[data-zone=hand] [data-id]")
    before = await held.count()
    for answer in ("table.not_now", "table.end_turn"):
        await taps.pick(visit, card)
        aims = await picked(visit)
        await taps.put(visit, next(aim for aim in aims if (aim.target or "").startswith("own")))
        await visit.shown("table.sure_discard")
        assert await held.count() == before
        await visit.press(answer)
        if answer == "table.not_now":
            await put_back(visit)
    await visit.hears("^You discarded")


async def test_a_move_that_the_server_refuses_falls_back(visits: Visits) -> None:
    visit = await visits.come(DESK, quick=LONG)
    spoilt: list[str] = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def spoil(message: str | bytes) -> None:
            ask = json.loads(message)
            if ask["do"] == "move" and not spoilt:
                spoilt.append(ask["move"])
                ask["move"] = "S>9"
            server.send(json.dumps(ask))

        route.on_message(spoil)

    await visit.page.route_web_socket("**/socket", between)
    await visit.go()
    await visit.press("home.play")
    sight = await due(visit)
    before = await board(visit)
    await move(visit, sight, Taps())
    await visit.page.get_by_role("alert").wait_for()
    await due(visit)
    assert spoilt
    assert await board(visit) == before
    # what is put away leaves the focus at the cards
    await visit.page.get_by_role("alert").get_by_role("button").press("Enter")
    await visit.page.get_by_role("alert").wait_for(state="detached")
    assert await visit.focused() == visit.say("table.board")
    await visit.looked_at(("light",))
    await move(visit, await due(visit), Taps())
    await due(visit)
    assert await board(visit) != before


async def test_a_hint_that_is_not_ready_comes_by_itself(visits: Visits) -> None:
    visit = await sit(visits)
    visit.forgive("503.*/hint")
    await due(visit)
    told: list[str] = []

    async def early(route: Route) -> None:
        if told:
            await route.fallback()
            return
        told.append("Not ready.")
        await route.fulfill(status=503, json={"why": told[0], "reason": "unavailable"})

    await visit.page.route("**/hint?*", early)
    await visit.press("table.hint")
    notice = visit.page.locator(".notice").get_by_text("Not ready.")
    await notice.wait_for()
    await visit.page.locator(".hint").wait_for(timeout=90_000)
    assert not await notice.count()

"""Learning and looking back: a lesson to its end, the rulebook with search, a replay with its proof."""

import pytest
from page.players import Taps, play_out
from page.visits import DESK, PHONE, Size, Visit, Visits
from page.words import anyhow

LESSONS = ("basic", "die", "coins", "partners", "open")


async def follow(visit: Visit, most: int = 80) -> None:
    """Does what the lesson points at, until it is over."""
    page = visit.page
    finish = visit.link("learn.next_lesson")
    onward = page.get_by_role("button", name=visit.say("learn.next"), exact=True)
    card = page.locator("button.hinted[data-source][aria-pressed=false]")
    # where a player's cards are too small for a finger, a tap on the seat picks up the one that can be played
    seat = page.locator(".other.hinted.lit")
    aim = page.locator("button.hinted.aim, .other.hinted.gift")
    question = page.locator(".question button")
    other = page.locator(".question button, [data-zone=hand] > button, [data-zone=acts] button")
    for _ in range(most):
        await finish.or_(onward).or_(card).or_(seat).or_(other).first.wait_for()
        if await finish.count():
            return
        step = await page.get_by_role("progressbar").get_attribute("value")
        if await onward.count():
            await onward.click()
        elif await card.or_(seat).count():
            await visit.touch_it(card.or_(seat).first)
            await visit.touch_it(aim.first)
            if await question.count():
                await visit.touch_it(question.first)
        else:
            await visit.touch_it(other.first)
        await visit.fits()
        await page.wait_for_function(
            "(step) => document.querySelector('progress')?.getAttribute('value') !== step", arg=step
        )
    raise AssertionError("the lesson has no end")


@pytest.mark.parametrize(
    "lesson", [pytest.param(each, marks=[] if each in {"basic", "coins"} else [pytest.mark.long]) for each in LESSONS]
)
async def test_a_lesson_to_its_end(visits: Visits, lesson: str) -> None:
    visit = await visits.come(PHONE if lesson in {"basic", "partners"} else DESK)
    await visit.go("/learn")
    await visit.page.locator(f'a[href="/learn#{lesson}"]').click()
    await follow(visit)
    await visit.looked_at(("light",))
    await visit.link("learn.next_lesson").click()
    await visit.shown("learn.done")


async def test_the_rulebook_is_searched(visits: Visits) -> None:
    visit = await visits.come(PHONE)
    await visit.go("/rules")
    clauses = visit.page.get_by_role("article")
    await clauses.nth(20).wait_for()
    every = await clauses.count()
    await visit.page.get_by_role("searchbox").fill("wild")
    await visit.page.get_by_text(anyhow("rules.found")).wait_for()
    found = await clauses.count()
    assert 0 < found < every
    assert all("wild" in text.lower() for text in await clauses.all_inner_texts())
    await visit.page.get_by_role("searchbox").fill("zzzz")
    await visit.shown("rules.none")
    assert not await clauses.count()
    # a clause has an address of its own
    await visit.go("/rules#4.1")
    await visit.page.locator('[id="4.1"]').wait_for()
    await visit.page.wait_for_function("() => document.activeElement?.id === '4.1'")


@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, id="phone"), pytest.param(DESK, id="desk", marks=pytest.mark.long)]
)
async def test_a_game_is_looked_at_again_and_its_chance_is_checked(visits: Visits, size: Size) -> None:
    visit = await visits.come(size)
    await visit.go()
    await visit.press("home.play")
    await play_out(visit, Taps(), least=2)
    await visit.touch_it(visit.link("table.replay"))
    slider = visit.page.get_by_role("slider")
    await slider.wait_for()
    last = int(await slider.get_attribute("max") or 0)
    assert last > 1
    told = visit.page.locator(".words")
    first = await told.inner_text()
    await slider.focus()
    await slider.press("End")
    assert await slider.input_value() == str(last)
    assert await told.inner_text() != first
    await slider.press("ArrowLeft")
    assert await slider.input_value() == str(last - 1)
    await visit.button("replay.first").focus()
    await visit.page.keyboard.press("Enter")
    assert await visit.focused() == visit.say("replay.first")
    assert await told.inner_text() == first
    await visit.page.get_by_text(visit.say("proof.good")).wait_for()
    await visit.press("replay.play")
    await visit.page.wait_for_function("() => Number(document.querySelector('input[type=range]').value) >= 1")
    # the same game, from the list of one's own
    await visit.go("/history")
    await visit.page.get_by_role("link", name=anyhow("history.replay.of")).first.click()
    await slider.wait_for()


async def test_a_replay_in_another_language_stays_where_it_was(visits: Visits) -> None:
    visit = await visits.come(DESK)
    await visit.go()
    await visit.press("home.play")
    await play_out(visit, Taps(), least=2)
    table = visit.page.url.rpartition("/")[2]
    record = await visit.page.evaluate(f"() => fetch('/api/tables/{table}/games/1').then((answer) => answer.text())")
    slider, told, seen_from = (
        visit.page.get_by_role("slider"),
        visit.page.locator(".words"),
        visit.page.locator(".from"),
    )
    for brought in (False, True):
        await visit.go("/replay" if brought else f"/replay#table={table}&game=1")
        if brought:
            await visit.page.get_by_role("textbox").fill(record)
            await visit.press("replay.show")
        await slider.focus()
        for _ in range(3):
            await slider.press("ArrowRight")
        await seen_from.get_by_role("combobox").select_option("2")
        english = await told.inner_text()
        await visit.page.get_by_role("button", name="ES, Español").click()
        await told.filter(has_not_text=english).wait_for()
        assert await slider.input_value() == "3"
        assert await seen_from.get_by_role("combobox").input_value() == "2"
        await visit.page.get_by_role("button", name="EN, English").click()
        await told.filter(has_text=english).wait_for()
        assert await slider.input_value() == "3"


async def test_a_record_that_was_tampered_with_is_found_out(visits: Visits) -> None:
    visit = await visits.come(DESK)
    await visit.go()
    await visit.press("home.play")
    await play_out(visit, Taps(), least=2)
    table = visit.page.url.rpartition("/")[2]
    record = await visit.page.evaluate(f"() => fetch('/api/tables/{table}/games/1').then((answer) => answer.text())")
    for text, verdict in ((record, "proof.good"), (record.replace('"secret":"', '"secret":"00', 1), "proof.bad")):
        await visit.go("/replay")
        await visit.page.get_by_role("textbox").fill(text)
        await visit.press("replay.show")
        await visit.page.get_by_text(visit.say(verdict)).wait_for()

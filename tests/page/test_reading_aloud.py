"""For those who listen: moves are told in sentences, the table is described on demand, and keys do everything."""

import re

from page.players import Keys, Taps, due, move
from page.visits import DESK, PHONE, Visits
from playwright.async_api import expect


async def test_every_move_is_told_and_the_table_is_described(visits: Visits) -> None:
    visit = await visits.come(DESK, quick={"stock": 20})
    await visit.go()
    await visit.button("home.play").focus()
    await visit.page.keyboard.press("Enter")
    keys, told = Keys(), list[str]()
    # with lucky cards a first turn is long
    for turn in range(40):
        sight, told = await due(visit), await visit.heard()
        if turn >= 4 and any(re.match(r"(?!You)\w+ (played|discarded) .+\.$", line) for line in told):
            break
        await move(visit, sight, keys, turn)
    else:
        raise AssertionError(f"nothing is told of the bot: {told}")
    assert any(re.match(r"You (played|discarded) .+\.$", line) for line in told), told
    assert visit.say("table.your_turn") in told or any(visit.say("table.only_discard") in line for line in told)
    tree = await visit.page.locator("main").aria_snapshot()
    for pattern in (
        r'group "The cards on the table"',
        r"button \"Building pile 1",
        r"Your stock pile: \S+ on top",
        r"card 1 of \d",
    ):
        assert re.search(pattern, tree), f"{pattern} is not in\n{tree}"
    await visit.page.keyboard.press("o")
    sheet = visit.page.get_by_role("dialog", name=visit.say("table.overview"))
    await sheet.get_by_role("listitem").first.wait_for()
    sentences = await sheet.get_by_role("listitem").all_inner_texts()
    assert len(sentences) >= 9
    assert all(sentence.endswith(".") for sentence in sentences)
    await visit.page.keyboard.press("Escape")
    assert await visit.focused()


async def test_focus_stays_in_a_sheet_and_comes_back(visits: Visits) -> None:
    visit = await visits.come(DESK, quick={"stock": 20})
    await visit.go()
    await visit.press("home.play")
    await due(visit)
    menu = visit.button("table.menu")
    await menu.focus()
    await visit.page.keyboard.press("Enter")
    await visit.page.get_by_role("dialog").wait_for()
    inside = "() => document.querySelector('dialog').contains(document.activeElement) || !document.hasFocus()"
    for _ in range(25):
        await visit.page.keyboard.press("Tab")
        assert await visit.page.evaluate(f"({inside})() || document.activeElement === document.body")
    await visit.page.keyboard.press("Escape")
    assert await menu.evaluate("(menu) => menu === document.activeElement")
    # whoever looks something up is soon back at the table
    await menu.press("Enter")
    await visit.link("table.rules").click()
    await visit.page.get_by_role("navigation").get_by_role("link").nth(2).click()
    await visit.link("back").click()
    await due(visit)


async def test_every_screen_begins_at_its_heading(visits: Visits) -> None:
    """Whoever goes from screen to screen by keys is never thrown back to the beginning of nothing."""
    visit = await visits.come(DESK)
    await visit.go()
    for key in ("home.friends", "home.learn", "home.rules", "home.history", "home.settings"):
        await visit.link(key).focus()
        await visit.page.keyboard.press("Enter")
        await visit.page.get_by_role("heading", level=1).wait_for()
        await visit.page.wait_for_function("() => document.activeElement !== document.body")
        await visit.page.go_back()
        await visit.button("home.play").wait_for()


async def test_the_log_opens_at_its_end(visits: Visits) -> None:
    visit = await visits.come(PHONE, quick={"stock": 20})
    await visit.go()
    await visit.press("home.play")
    for turn in range(20):
        await move(visit, await due(visit), Taps(), turn)
    await due(visit)
    await visit.press("table.log_short")
    last = visit.page.get_by_role("dialog").locator("li p").last
    await visit.page.wait_for_function(
        "() => { const all = [...document.querySelectorAll('dialog li')];"
        " return all.length > 5 && all.at(-1).getBoundingClientRect().bottom <= innerHeight + 1; }"
    )
    # the line above the hand leaves out where a card came from
    line = await visit.page.locator(".status .last").inner_text()
    assert (await last.inner_text()).startswith(line.removesuffix("."))


async def test_first_choices_keep_the_focus_and_leave_the_rest_to_the_device(visits: Visits) -> None:
    visit = await visits.come(PHONE, new=True)
    await visit.go()
    await visit.page.get_by_role("button", name=visit.say("settings.size")).focus()
    await visit.page.keyboard.press("Enter")
    assert await visit.focused() == f"{visit.say('settings.size')}: {visit.say('settings.size.large')}"
    await expect(visit.page.locator("html")).to_have_attribute("data-size", "large")
    pace = "() => document.documentElement.style.getPropertyValue('--pace')"
    assert await visit.page.evaluate(pace) != "0"
    await visit.page.emulate_media(reduced_motion="reduce")
    await visit.page.wait_for_function(f"() => ({pace})() === '0'")

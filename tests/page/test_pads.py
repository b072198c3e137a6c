"""The score pad in the browser: whole matches with real cards, entered by people who make mistakes."""

import re

from page.players import Taps, play_out
from page.scorers import begin, choose, count, drawn, enter, save, sheet, standing, totals
from page.visits import DESK, PHONE, Visits
from page.words import anyhow
from playwright.async_api import expect


async def test_a_match_by_taps_from_a_new_pad_to_its_winner(visits: Visits) -> None:
    visit = await visits.come(PHONE)
    await visit.go()
    await visit.touch_it(visit.link("pads.title"))
    await visit.touch_it(visit.link("pads.new"))
    await visit.press("pads.begin")
    await visit.button("pads.enter", n=1).wait_for()  # nothing but taps is needed, not even names
    await begin(visit, "Ana", "Luis", "Eva", goal=300)
    await visit.shown("pads.deals", name="Ana")
    await choose(visit, "Ana")
    await count(visit, (14, 3))
    await visit.shown("pads.preview", game=25, card=5, cards=17, points=110)
    await save(visit)
    assert await totals(visit) == [110, 0, 0]
    assert await standing(visit) == visit.say("pads.leads_points", name="Ana", points=110)
    await visit.shown("pads.deals", name="Luis")
    await enter(visit, "", 9, 8, 7)
    await enter(visit, "Eva", 20, 21)
    assert (await totals(visit), await standing(visit)) == (
        [110, 0, 230],
        visit.say("pads.leads_points", name="Eva", points=230),
    )
    await visit.shown("pads.deals", name="Ana")
    await enter(visit, "Ana", 30, 30)
    assert await standing(visit) == visit.say("pads.has_won", name="Ana")
    assert await visit.heard() == [
        "Ana wins game 1, 110 points. Ana leads with 110 points. Luis deals next.",
        "Game 2 is blocked: nobody scores. Ana leads with 110 points. Eva deals next.",
        "Eva wins game 3, 230 points. Eva leads with 230 points. Ana deals next.",
        "Ana wins game 4, 325 points. Ana has won the match.",
    ]
    await visit.press("pads.again")
    await visit.button("pads.enter", n=1).wait_for()
    assert await totals(visit) == [0, 0, 0]
    await visit.shown("pads.deals", name="Luis")
    await visit.go("/pads")
    await expect(visit.page.get_by_role("listitem")).to_have_count(3)
    assert await visit.page.get_by_text(anyhow("pads.over")).count() == 1


async def test_partners_finish_both_piles_or_one(visits: Visits) -> None:
    visit = await visits.come(DESK)
    await begin(visit, "Ana", "Luis", "Eva", "Juan", partners=True)
    await visit.page.locator("#next").click()
    assert await sheet(visit).get_by_role("button", name="Ana & Eva").count() == 1
    await visit.page.keyboard.press("Escape")
    await enter(visit, "Ana & Eva", 4, 5)
    assert (await totals(visit), await standing(visit)) == (
        [70, 0],
        visit.say("pads.lead", name="Ana & Eva", n=70, m=0),
    )
    # at a tournament one finished pile wins, and the partner's cards are counted, but score nothing (10.2)
    await visit.go("/pads#new")
    await visit.page.get_by_text(visit.say("new.more")).click()
    await visit.page.get_by_role("radio", name="Tournament").check()
    await visit.press("pads.begin")
    await enter(visit, "Ana", 4, 9, 5)
    assert await totals(visit) == [70, 0]
    await visit.page.get_by_text("left: Luis 4, Eva 9, Juan 5").first.wait_for()


async def test_a_match_by_keys_alone(visits: Visits) -> None:
    visit = await visits.come(DESK)
    keys = visit.page.keyboard
    await visit.go("/pads")
    await visit.link("pads.new").focus()
    await keys.press("Enter")
    await visit.button("pads.begin").wait_for()
    assert await visit.focused() == visit.say("pads.new")
    for word in ("Ana", "Luis"):
        await visit.page.get_by_role("textbox", name=visit.say("pads.player", n=1 if word == "Ana" else 2)).focus()
        await keys.type(word)
    await keys.press("Enter")
    await visit.button("pads.enter", n=1).wait_for()
    for number, (up, left) in enumerate([(0, "30"), (1, "30"), (0, "30"), (0, "29")], 1):
        await visit.button("pads.enter", n=number).focus()
        await keys.press("Enter")
        await sheet(visit).wait_for()
        assert await visit.focused() == "Ana"
        for _ in range(up):
            await keys.press("Tab")
        await keys.press("Enter")
        assert await visit.focused() == visit.say("pads.cards_left_of", name="Luis" if not up else "Ana")
        await keys.type(left)
        await keys.press("Enter")
        await sheet(visit).wait_for(state="detached")
        if number < 4:
            assert await visit.focused() == visit.say("pads.enter", n=number + 1)
    assert await standing(visit) == visit.say("pads.has_won", name="Ana")
    assert await visit.focused() == visit.say("pads.again")
    await visit.button("pads.undo").focus()
    await keys.press("Enter")
    await visit.button("pads.enter", n=4).wait_for()
    assert (await visit.heard())[-1].startswith(visit.say("pads.told_back"))


async def test_games_are_corrected_struck_and_taken_back(visits: Visits) -> None:
    visit = await visits.come(PHONE)
    await begin(visit, "Ana", "Luis")
    for left in (10, 5, 1):
        await enter(visit, "Ana", left)
    assert await totals(visit) == [75 + 5 * 16, 0]
    await visit.page.get_by_role("button", name=re.compile(visit.say("pads.correct", n=2))).tap()
    await count(visit, [6])
    await save(visit)
    assert await totals(visit) == [75 + 5 * 17, 0]
    # somebody else won it: what was counted for Luis is not asked for again, and Ana's cards are
    await visit.page.get_by_role("button", name=re.compile(visit.say("pads.correct", n=2))).tap()
    await visit.press("pads.other_winner")
    await sheet(visit).get_by_role("button", name="Luis", exact=True).tap()
    await count(visit, [7])
    await save(visit)
    assert await totals(visit) == [50 + 5 * 11, 60]
    await visit.page.get_by_role("button", name=re.compile(visit.say("pads.correct", n=1))).tap()
    await visit.press("pads.strike")
    await sheet(visit).wait_for(state="detached")
    assert await totals(visit) == [30, 60]
    assert await visit.page.locator(".games li").count() == 2
    for after in ([105, 60], [160, 0], [155, 0], [125, 0]):
        await visit.press("pads.undo")
        await expect(visit.page.locator(".total").first).to_have_text(str(after[0]))
        assert await totals(visit) == after
    told = await visit.heard()
    assert told[-1] == "The last entry was undone. Ana leads 125 to 0. Ana deals next."


async def test_two_phones_on_one_pad(visits: Visits) -> None:
    one, other = await visits.come(PHONE), await visits.come(PHONE)
    await begin(one, "Ana", "Luis")
    await one.press("pads.share")
    link = await one.page.get_by_label(one.say("pads.share.link")).input_value()
    await drawn(one)
    await one.page.keyboard.press("Escape")
    await other.page.goto(link)
    await other.button("pads.enter", n=1).wait_for()
    assert "key" not in other.page.url
    await enter(one, "Ana", 3)
    await other.button("pads.enter", n=2).wait_for()
    assert await totals(other) == [40, 0]
    # both enter the second game: whoever is later sees the other's first, and has lost nothing
    await choose(other, "Luis")
    await count(other, [8])
    await enter(one, "Ana", 8)
    other.forgive("409")
    await other.press("pads.save")
    await sheet(other).get_by_role("alert").get_by_text("meanwhile").wait_for()
    await other.shown("pads.won_by", name="Luis", n=3)
    assert await other.page.get_by_label(other.say("pads.cards_left_of", name="Ana")).input_value() == "8"
    await save(other)
    await one.button("pads.enter", n=4).wait_for()
    assert await totals(one) == [105, 65]
    # a phone that comes back from nowhere shows what it has missed
    await other.page.context.set_offline(True)
    await enter(one, "Ana", 1)
    other.forgive("ERR_INTERNET_DISCONNECTED", "WebSocket")
    await other.press("pads.enter", n=4)
    await sheet(other).get_by_role("button", name="Luis", exact=True).tap()
    await count(other, [2])
    await other.press("pads.save")
    await sheet(other).get_by_role("alert").get_by_text(other.say("offline")).wait_for()
    await other.page.context.set_offline(False)
    await other.page.get_by_text("left: Luis 1").first.wait_for(state="attached")
    await other.press("pads.save")
    await sheet(other).get_by_text(other.say("pads.won_by", name="Luis", n=5)).wait_for()
    await save(other)
    assert await totals(other) == [135, 100]


async def test_impossible_entries_are_refused_in_words_and_nothing_is_lost(visits: Visits) -> None:
    visit = await visits.come(PHONE)
    await begin(visit, "Ana", "Luis", "Eva")
    visit.forgive("422")
    alert = sheet(visit).get_by_role("alert")
    await choose(visit, "Ana")
    await visit.press("pads.save")
    await alert.get_by_text(visit.say("pads.need", name="Luis")).wait_for()
    await count(visit, (0, 31))
    await visit.press("pads.save")
    await alert.get_by_text("31").wait_for()
    await visit.touch_it(visit.page.get_by_role("switch"))
    await visit.press("pads.save")
    await alert.get_by_text(re.compile(r"only one|two|several", re.IGNORECASE)).wait_for()
    fields = [visit.page.get_by_label(visit.say("pads.cards_left_of", name=name)) for name in ("Luis", "Eva")]
    assert [await field.input_value() for field in fields] == ["0", "31"]
    await visit.touch_it(fields[0])
    await count(visit, [2])
    await save(visit)
    assert await totals(visit) == [25 + 5 * 33, 0, 0]
    # a pad that cannot be: names that are the same
    await visit.go("/pads#new")
    for number in (1, 2):
        await visit.page.get_by_role("textbox", name=visit.say("pads.player", n=number), exact=True).fill("Rosa")
    await visit.press("pads.begin")
    await visit.page.get_by_role("alert").get_by_text("Rosa").wait_for()
    assert (
        await visit.page.get_by_role("textbox", name=visit.say("pads.player", n=2), exact=True).input_value() == "Rosa"
    )


async def test_a_pad_moves_as_text_and_is_deleted(visits: Visits) -> None:
    visit = await visits.come(DESK)
    await begin(visit, "Ana", "Luis")
    await enter(visit, "Luis", 12)
    await visit.press("pads.share")
    await visit.page.get_by_text(visit.say("pads.share.text"), exact=True).click()
    packed = visit.page.get_by_label(visit.say("pads.share.text.label"))
    await expect(packed).to_have_value(re.compile("^docena-pad-1"))
    text = await packed.input_value()
    guest = await visits.come(PHONE, lang="es")
    await guest.go("/pads")
    await guest.press("pads.receive")
    guest.forgive("422")
    field = guest.page.get_by_label(guest.say("pads.receive.label"))
    for wrong in ("", text[:-9], "hola"):
        await field.fill(wrong)
        await guest.press("pads.receive.go")
        await sheet(guest).get_by_role("alert").get_by_text(re.compile(r"\w")).wait_for()
        assert await field.input_value() == wrong
    await field.fill(f"La hoja: {text}")
    await guest.press("pads.receive.go")
    await guest.button("pads.enter", n=2).wait_for()
    assert await totals(guest) == [0, 85]
    await guest.go("/pads")
    await guest.page.get_by_role("button", name=anyhow("pads.remove_of", "es")).click()
    await guest.page.get_by_role("button", name=re.compile(f"^{guest.say('pads.delete')}")).click()
    await guest.page.get_by_text(anyhow("pads.deleted", "es")).wait_for()
    assert not await guest.page.get_by_role("listitem").count()
    # a link without its key, and a pad that is not there
    guest.forgive("401", "404")
    for path in (visit.page.url.removeprefix(visit.home), "/pad/nothing-here"):
        await guest.go(path)
        await guest.shown("pads.missing")


async def test_an_online_match_fills_its_pad(visits: Visits) -> None:
    # begun only when somebody looks at the pad: a bot with few cards can win in its first turn
    visit = await visits.come(PHONE, quick={"games": 2, "stock": 3, "goal": None, "bots": {}})
    watcher = await visits.come(DESK)
    await visit.go()
    await visit.press("home.play")
    await visit.shown("table.invite")
    await watcher.go(f"{visit.page.url.removeprefix(visit.home)}/pad")
    await watcher.shown("pads.no_games_online")
    await visit.page.get_by_role("button", name=re.compile(visit.say("table.start"))).tap()
    await play_out(visit, Taps(), least=0)
    await watcher.page.locator(".games li").first.wait_for()
    assert max(await totals(watcher)) > 0
    assert not await watcher.page.locator("#next").count()
    assert len(await watcher.heard()) == 1
    await visit.touch_it(visit.link("pads.title"))
    await visit.page.locator(".games li").first.wait_for()
    paper = await watcher.opens(watcher.link("pads.print"))
    assert await paper.locator("tbody tr").count() == 2  # the game and the total


async def test_pads_on_paper_and_in_a_spreadsheet(visits: Visits) -> None:
    visit = await visits.come(DESK)
    await begin(visit, "Ana", "Luis")
    await enter(visit, "Ana", 14)
    printed = await visit.opens(visit.link("pads.print"))
    assert await printed.locator("tbody tr").last.locator("td").all_inner_texts() == ["Total", "95", "0"]
    await printed.close()
    async with visit.page.expect_download() as fetched:
        await visit.link("pads.csv").click()
    table = (await (await fetched.value).path()).read_text(encoding="utf-8-sig")
    assert [line.split(",")[:3] for line in table.splitlines()][1:] == [["1", "95", "0"], ["Total", "95", "0"]]
    await visit.go("/pads")
    await visit.press("pads.blank")
    await visit.page.get_by_role("radio", name="3", exact=True).check()
    await visit.page.get_by_label(visit.say("new.goal")).fill("300")
    blank = await visit.opens(visit.link("pads.blank.go"))
    assert await blank.locator("thead th").count() == 4
    assert "300" in await blank.locator("body").inner_text()


async def test_in_very_large_letters_what_is_missing_hides_no_pile(visits: Visits) -> None:
    visit = await visits.come(PHONE, letters="huge")
    await begin(visit, "Ana", "Luis", "Eva")
    await choose(visit, "Ana")
    await visit.press("pads.save")
    await sheet(visit).get_by_role("alert").get_by_text(visit.say("pads.need", name="Luis")).wait_for()
    covered = """() => {
        const { x, y, width, height } = document.activeElement.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) !== document.activeElement;
    }"""
    assert await visit.focused() == visit.say("pads.cards_left_of", name="Luis")
    assert not await visit.page.evaluate(covered)

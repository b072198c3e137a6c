"""Somebody's first game: labels name the piles and go, texts are short, and what does not fit is explained."""

from contextlib import suppress

from page.players import Taps, due, move, once, picked, put_back
from page.visits import Size, Visit, Visits
from playwright.async_api import Error, expect

NARROW: Size = (360, 740)
_WRAPPED = """() => {
  const unasked = '.board .naming, .status .prompt, .status .last, .needs, .other .name, footer button';
  const texts = [...document.querySelectorAll(unasked)];
  const lines = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1);
    return new Set(boxes.map((box) => Math.round(box.bottom / 8))).size;
  };
  return texts.filter((text) => !text.querySelector('svg') && lines(text) > 1).map((text) => text.textContent.trim());
}"""


async def first_game(visits: Visits, size: Size, lang: str = "en") -> Visit:
    visit = await visits.come(size, lang, new=True)
    await visit.page.add_init_script(
        "localStorage.setItem('docena.prefs', JSON.stringify({motion: 'off', bots: 'instant'}))"
    )
    await visit.go()
    await visit.press("home.play")
    await due(visit)
    return visit


async def test_labels_go_one_by_one_and_no_text_that_nobody_asked_for_wraps(visits: Visits) -> None:
    visit = await first_game(visits, NARROW)
    labels = visit.page.locator(".board .naming")
    await expect(labels).to_have_count(3)
    for turn in range(60):
        sight = await due(visit)
        if sight.over:
            break
        assert not await visit.page.evaluate(_WRAPPED)
        await visit.fits()
        await move(visit, sight, Taps(), turn)
        if turn > 8 and not await labels.count():
            break
    assert await labels.count() < 3
    # they stay away
    before = await labels.count()
    await visit.page.reload()
    await due(visit)
    await expect(labels).to_have_count(before)


async def test_labels_fit_on_every_shape_and_can_be_hidden(visits: Visits) -> None:
    for size, lang in (((740, 360), "es"), ((1280, 800), "en")):
        visit = await first_game(visits, size, lang)
        await expect(visit.page.locator(".board .naming")).to_have_count(3)
        await visit.fits()
        await visit.press("table.menu")
        await visit.press("table.hide_labels")
        await expect(visit.page.locator(".board .naming")).to_have_count(0)


async def test_whoever_taps_what_does_not_fit_is_told_why(visits: Visits) -> None:
    visit = await visits.come(NARROW, quick={"stock": 20})
    await visit.go()
    await visit.press("home.play")
    taps, told = Taps(), visit.page.locator(".notice")
    for turn in range(40):
        sight = await due(visit)
        card = next((card for card in sight.cards if card.id.startswith("card-") and not card.lit), None)
        if card:
            break
        await move(visit, sight, taps, turn)
    assert card
    await taps.pick(visit, card)
    aims = {aim.target for aim in await picked(visit)}
    place = next(n for n in range(1, 5) if f"building-{n}" not in aims)
    words = await visit.page.locator(f"[data-target=building-{place}] .unseen").inner_text()
    needs = int(words.split("needs ")[1].split(".")[0])
    await visit.page.locator(f"[data-target=building-{place}]").tap(force=True)
    article = "an" if needs in {8, 11} else "a"
    await told.get_by_text(f"Pile {place} needs {article} {needs}.").wait_for()
    await put_back(visit)


async def test_bots_play_one_move_after_another_and_a_tap_shows_the_rest(visits: Visits) -> None:
    visit = await visits.come(
        NARROW,
        quick={"stock": 20, "players": 4, "bots": {"2": "beginner", "3": "beginner", "4": "beginner"}},
        bots="slow",
    )
    await visit.go()
    await visit.press("home.play")
    log = "() => window.heard.filter((line) => / (played|discarded) /.test(line)).length"
    while not (await due(visit, 60)).cards:
        pass
    while True:
        sight = await once(visit, "!sight.mine || sight.cards.length || sight.answers.length || sight.seats.length")
        if not sight.mine:
            break
        await move(visit, sight, Taps())
    # the others have long moved, but it is shown in turn
    assert await visit.page.evaluate(log) >= 1
    for _ in range(10):  # what bots choose only after a tap is not shown by it
        await visit.page.locator(".board").click(position={"x": 4, "y": 330})
        with suppress(Error):
            await due(visit, 1)
            break
    await due(visit, 1)

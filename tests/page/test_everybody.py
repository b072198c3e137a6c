"""Every screen and state, for everybody: it fits, fingers hit it, axe finds nothing in any theme, and it speaks one
language. Phones speak Spanish, whose words are longer, and have to do with very large letters."""

import pytest
from page.languages import one_language
from page.players import due
from page.tour import ROUTES, few_tables, settle
from page.visits import DESK, PHONE, TABLET, Size, Visit, Visits
from server.node import until


async def seen(visit: Visit) -> None:
    await visit.looked_at()
    await one_language(visit)
    await visit.fits_in_very_large_letters()


async def seen_with_very_large_letters(table: Visit) -> None:
    """A table whose cards are laid out anew for very large letters: somebody chose them, and comes back."""
    await table.page.evaluate(
        "() => localStorage.setItem('docena.prefs', JSON.stringify("
        "{ ...JSON.parse(localStorage.getItem('docena.prefs')), size: 'huge' }))"
    )
    await table.page.reload()
    await due(table)
    await table.fits()


TOURS = [
    pytest.param(route, size, lang, id=f"{route}-{name}", marks=[] if representative else [pytest.mark.long])
    for route in ROUTES
    for name, size, lang, representative in (
        ("phone", PHONE, "es", True),
        ("desk", DESK, "en", route == "screens"),
        ("phone in English", PHONE, "en", False),
        ("desk in Spanish", DESK, "es", False),
    )
]
TOURS.append(pytest.param("few tables", DESK, "en", id="few tables-desk"))


@pytest.mark.parametrize(("route", "size", "lang"), TOURS)
async def test_every_screen_and_state(visits: Visits, route: str, size: Size, lang: str) -> None:
    faults = []
    async for stop, visit in (ROUTES | {"few tables": few_tables})[route](visits, size=size, lang=lang):
        await settle(visit)
        try:
            await seen(visit)
            if route == "tables" and size == PHONE:
                await seen_with_very_large_letters(visit)
        except AssertionError as error:
            faults.append(f"{stop}: {error}")
    assert not faults, "\n".join(faults)


FAULTS = {
    "wide on a screen": "document.querySelector('main').style.width = '4000px'",
    "takes": "document.querySelector('main button').style.cssText = 'min-height: 0; height: 20px; padding: 0'",
    "color-contrast": "document.querySelector('main button.main').style.color = '#c4654c'",
    "link-name": "document.querySelector('main a.button').textContent = ''",
    "English is left": "document.querySelector('main a.button').textContent = 'Play with friends'",
    "in very large letters": "document.querySelector('main').style.minWidth = 'calc(300px * var(--scale))'",
}


async def test_faults_that_are_planted_are_found(visits: Visits) -> None:
    visit = await visits.come(PHONE, "es")
    for fault, planted in FAULTS.items():
        await visit.go()
        await visit.button("home.play").wait_for()
        await visit.page.evaluate(planted)
        with pytest.raises(AssertionError, match=fault):
            await seen(visit)


async def test_what_goes_wrong_in_the_browser_is_noticed(visits: Visits) -> None:
    visit = await visits.come(DESK)
    await visit.go()
    await visit.page.evaluate("() => console.error('planted')")
    await visit.page.evaluate("() => void setTimeout(() => { throw new Error('thrown'); })")
    await visit.page.evaluate("() => fetch('/api/tables/none')")
    await visit.page.evaluate("() => fetch('https://elsewhere.invalid/').catch(() => 0)")
    for word in ("planted", "thrown", "404", "elsewhere"):
        await until(lambda word=word: any(word in told for told in visit.complaints))  # type: ignore[misc]
    visit.forgive(".")


@pytest.mark.long
@pytest.mark.parametrize("size", [pytest.param(TABLET, id="tablet"), pytest.param((640, 360), id="phone on its side")])
async def test_tables_fit_with_very_large_letters(visits: Visits, size: Size) -> None:
    faults = []
    async for stop, visit in ROUTES["tables"](visits, size=size, lang="es", letters="huge"):
        try:
            await visit.fits()
        except AssertionError as error:
            faults.append(f"{stop}: {error}")
    assert not faults, "\n".join(faults)

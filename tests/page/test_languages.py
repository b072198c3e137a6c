"""The page speaks the language that was chosen; that it speaks no other is seen on every screen (test_everybody)."""

from page.visits import PHONE, Visits
from page.words import words


async def test_the_language_is_changed_in_place_and_kept(visits: Visits) -> None:
    visit = await visits.come(PHONE, new=True)
    await visit.go()
    await visit.page.get_by_role("button", name="ES, Español").click()
    await visit.page.get_by_role("button", name=words("es")["home.play"], exact=True).wait_for()
    await visit.page.reload()
    await visit.page.get_by_role("button", name=words("es")["home.play"], exact=True).wait_for()
    assert await visit.page.get_attribute("html", "lang") == "es"

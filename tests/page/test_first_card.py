"""From opening the page to the first card: two touches; nothing from other hosts, and little to load."""

import gzip
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from page.players import Drags, Fingers, due, move
from page.visits import DESK, PHONE, Size, Visits

import docena.server

PAGE = Path(docena.server.__file__).parent / "page"
MOST_BYTES = 90_000


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_the_first_card_is_played_by_the_second_touch(visits: Visits, size: Size) -> None:
    visit = await visits.come(size, new=True)
    await visit.go()
    await visit.press("home.play")
    sight = await due(visit)
    cards = visit.page.locator("[data-zone=hand] [data-id]")
    before = await cards.count()
    await move(visit, sight, Fingers() if visit.touch else Drags())
    # it is seen before the server has answered
    assert before == 5
    assert await cards.count() == 4 or sight.cards[0].source == "stock-1"
    await visit.page.get_by_text(re.compile("^Guest (plays|discards)")).first.wait_for(state="attached")


async def test_nothing_comes_from_elsewhere_and_the_first_page_is_small(visits: Visits) -> None:
    visit = await visits.come(DESK, new=True)
    await visit.go()
    await visit.button("home.play").wait_for()
    await visit.page.wait_for_load_state("networkidle")
    home = urlsplit(visit.home)
    asked = [urlsplit(address) for address in visit.asked]
    assert {(each.scheme, each.netloc) for each in asked} == {(home.scheme, home.netloc)}
    loaded = {each.path for each in asked if each.path.endswith((".js", ".css")) and each.path != "/sw.js"}
    assert loaded
    total = sum(len(gzip.compress((PAGE / path.lstrip("/")).read_bytes(), 9, mtime=0)) for path in loaded)
    assert total <= MOST_BYTES, f"{total} bytes of script and style: {sorted(loaded)}"

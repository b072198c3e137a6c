"""From opening the page to the first card: two touches; nothing from other hosts, and little to load."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from page.players import Drags, Fingers, best, due, look, move
from page.visits import DESK, PHONE, Size, Visits
from playwright.async_api import WebSocketRoute, expect
from server.node import until

import docena.server

PAGE = Path(docena.server.__file__).parent / "page"
MOST_BYTES = 90_000


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
async def test_the_first_card_is_played_by_the_second_touch(visits: Visits, size: Size) -> None:
    visit = await visits.come(size, new=True)
    asked: list[str] = []
    answers: list[Callable[[], None]] = []

    def between(route: WebSocketRoute) -> None:
        """Nothing that the server says after the move is heard until the test lets it through."""
        server = route.connect_to_server()

        def ask(message: str | bytes) -> None:
            if json.loads(message)["do"] == "move":
                asked.append(str(message))
            server.send(message)

        def answer(message: str | bytes) -> None:
            if asked:
                answers.append(lambda: route.send(message))
            else:
                route.send(message)

        route.on_message(ask)
        server.on_message(answer)

    await visit.page.route_web_socket("**/socket", between)
    await visit.go()
    await visit.press("home.play")
    sight = await due(visit)
    cards = visit.page.locator("[data-zone=hand] [data-id]")
    await expect(cards).to_have_count(5)
    await move(visit, sight, Fingers() if visit.touch else Drags())
    # it is seen before the server has answered
    await expect(cards).to_have_count(5 if best(sight.cards).source == "stock-1" else 4)
    assert not (await look(visit)).cards
    assert not [told for told in await visit.heard() if told.startswith("You ")]
    await until(lambda: answers)
    for let_through in answers:
        let_through()
    asked.clear()
    await visit.hears("^You (played|discarded)")


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

"""Four people in four browsers, two against two: partners play from each other's piles."""

import asyncio

from page.players import Spot, Taps, due, look, move
from page.visits import DESK, PHONE, TABLET, Visit, Visits

SIZES = (PHONE, DESK, TABLET, PHONE)


async def play(visit: Visit, sources: list[str], most: int = 400) -> None:
    """Plays until the game is over, and notes what was played from."""

    class Noted(Taps):
        async def pick(self, visit: Visit, spot: Spot) -> None:
            sources.append(spot.source or "")
            await super().pick(visit, spot)

    for done in range(most):
        sight = await due(visit, patience=100)
        if sight.over:
            return
        await visit.fits()
        await move(visit, sight, Noted(), done)


async def test_a_game_of_partners_in_four_browsers(visits: Visits) -> None:
    first = await visits.come(SIZES[0], quick={"players": 4, "partners": True, "bots": {}, "stock": 4}, name="P1")
    await first.go()
    await first.press("home.play")
    await first.shown("table.invite")
    people = [first]
    for number, size in enumerate(SIZES[1:], start=2):
        visit = await visits.come(size, name=f"P{number}")
        await visit.go(first.page.url.removeprefix(first.home))
        await visit.press("table.sit_down")
        people.append(visit)
    played: list[list[str]] = [[] for _ in people]
    for _ in range(5):
        await asyncio.gather(*(play(visit, sources) for visit, sources in zip(people, played, strict=True)))
        titles = [await visit.page.locator("#result-title").inner_text() for visit in people]
        ours = first.say("table.we_won")
        assert (titles[0], titles[1]) == (titles[2], titles[3])
        assert (titles[0] == ours) != (titles[1] == ours)
        own = [(f"stock-{seat}", f"discard-{seat}-") for seat in range(1, 5)]
        partners = [own[(seat + 2) % 4] for seat in range(4)]
        if any(
            source.startswith(partner) for sources, partner in zip(played, partners, strict=True) for source in sources
        ):
            break
        for visit in people:
            await visit.press("table.rematch")
        await asyncio.gather(*(visit.page.locator("#result-title").wait_for(state="detached") for visit in people))
    else:
        raise AssertionError(f"nobody played from the partner's piles: {played}")
    for visit in people:
        await visit.looked_at(("light",))
    assert not (await look(first)).mine

"""An open table: somebody plays out of turn, and somebody objects."""

import asyncio

from page.players import Sight, Spot, Taps, due, look, move
from page.visits import DESK, PHONE, Visit, Visits

OPEN = {"table": "open", "players": 2, "bots": {}, "stock": 20}


def named(sight: Sight, words: str) -> Spot:
    return next(act for act in sight.acts if act.words == words)


async def offered(visit: Visit, words: str) -> Spot:
    """Waits until something is offered besides the cards."""
    await visit.page.locator("[data-zone=acts]").get_by_role("button", name=words, exact=True).wait_for()
    return named(await look(visit), words)


async def test_a_turn_out_of_turn_and_an_objection(visits: Visits) -> None:
    ana = await visits.come(DESK, quick=OPEN, name="Ana")
    await ana.go()
    await ana.press("home.play")
    await ana.shown("table.invite")
    eva = await visits.come(PHONE, name="Eva")
    await eva.go(ana.page.url.removeprefix(ana.home))
    await eva.press("table.sit_down")
    await asyncio.gather(*(visit.page.locator("[data-zone=acts]").wait_for() for visit in (ana, eva)))
    mover, other = (ana, eva) if (await look(ana)).mine else (eva, ana)
    taps = Taps()
    # who is not on turn draws and plays all the same; until that turn is over, the other one may object
    await taps.at(other, await offered(other, other.say("table.act_out")))
    await move(other, await due(other), taps)
    await other.page.locator("[data-zone=hand] [data-id]").nth(4).wait_for()
    await other.fits()
    await mover.looked_at(("light",))
    await taps.at(mover, await offered(mover, mover.say("table.act_object")))
    await mover.page.get_by_role("log").first.get_by_text("objected").wait_for(state="attached")
    assert (await due(mover)).mine
    await move(mover, await due(mover), taps)

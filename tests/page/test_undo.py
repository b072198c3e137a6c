"""Undoing a move that has revealed something: everybody else is asked, and nobody is left in the dark about it."""

from typing import Any

from page.players import Sight, Taps, due, look, move, once
from page.visits import DESK, PHONE, Visit, Visits

FRIENDS = {"bots": {}, "stock": 20, "chat": "phrases"}
_SEAT = "() => Object.values(JSON.parse(localStorage.getItem('docena.seats')))[0]"
_ASK = """async ([seat, ask]) => {
  const headers = { Authorization: `Seat ${seat.secret}` };
  const path = `/api/tables/${seat.table}/asks`;
  return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(ask) })).json();
}"""


async def two(visits: Visits) -> tuple[Visit, Visit]:
    """Two people whose game has begun, the one who moves first."""
    ana = await visits.come(DESK, quick=FRIENDS, name="Ana")
    await ana.go()
    await ana.press("home.play")
    eva = await visits.come(PHONE, "es", name="Eva")
    await eva.page.goto(await ana.page.get_by_label(ana.say("table.link")).input_value())
    await eva.press("table.sit_down")
    for visit in (ana, eva):
        await visit.page.locator("[data-zone=hand]").wait_for()
    return (ana, eva) if (await look(ana)).mine else (eva, ana)


async def end_turn(mover: Visit, other: Visit) -> Sight:
    """Plays until the turn is over: the next player has drawn, and something has been revealed."""
    for turn in range(60):
        await move(mover, await due(mover), Taps(), turn)
        await once(mover, "!sight.mine || sight.cards.length || sight.seats.length")
        if not (await look(mover)).mine:
            return await once(other, "sight.mine")
    raise AssertionError("the turn does not end")


def name_of(visit: Visit) -> str:
    return "Ana" if visit.lang == "en" else "Eva"


async def test_the_others_are_asked_and_told(visits: Visits) -> None:
    mover, other = await two(visits)
    await end_turn(mover, other)
    wish = other.say("table.wants_undo", name=name_of(mover))
    for answer in ("no", "table.agree"):
        await mover.press("table.undo")
        await mover.shown("table.undo_asked")
        await other.page.get_by_text(wish).wait_for()
        await other.looked_at(("light",))
        await other.press(answer)
        if answer == "no":
            await mover.page.get_by_role("alert").get_by_text(mover.say("table.undo_refused")).wait_for()
            assert not (await look(mover)).mine
    await due(mover)
    assert (await look(mover)).mine
    for visit in (mover, other):
        await visit.touch_it(visit.page.locator(".status"))
        await visit.shown("table.undone.one")
        await visit.looked_at(("light",))


async def test_whoever_is_absent_is_named_and_told_later_what_was_undone(visits: Visits) -> None:
    mover, other = await two(visits)
    await end_turn(mover, other)
    place = other.page.url
    seat: Any = await other.page.evaluate(_SEAT)
    await other.page.goto(other.home + "/rules")
    state = mover.say("table.away")
    await mover.page.locator(".other .state").get_by_text(state).wait_for()
    await mover.press("table.undo")
    why = "no está ahora mismo" if mover.lang == "es" else "is not here at the moment"
    await mover.page.get_by_role("alert").get_by_text(f"{name_of(other)} {why}").wait_for()
    # from another place they can be asked, once they have shown that they are there
    await other.page.evaluate(_ASK, [seat, {"do": "say", "id": "say-1", "phrase": "hello"}])
    await mover.press("table.undo")
    await mover.shown("table.undo_asked")
    await other.page.evaluate(_ASK, [seat, {"do": "agree", "id": "yes-1", "yes": True}])
    await due(mover)
    await other.page.goto(place)
    await other.page.get_by_role("alert").get_by_text(other.say("table.missed_undo.one")).wait_for()
    await other.looked_at(("light",))
    # it is told once
    await other.page.reload()
    await other.page.locator("[data-zone=others]").wait_for()
    assert not await other.page.get_by_role("alert").filter(has_text=other.say("table.missed_undo.one")).count()


_SIT = """async (names) => {
  const headers = { 'X-Docena-Key': JSON.parse(localStorage.getItem('docena.key')) };
  const path = `/api${location.pathname.replace('/t/', '/tables/')}/seats`;
  for (const [seat, name] of names) {
    await fetch(path, { method: 'POST', headers, body: JSON.stringify({ name, seat }) });
  }
}"""


async def test_several_seats_of_one_browser_are_shown_as_such(visits: Visits) -> None:
    ana = await visits.come(DESK, quick=FRIENDS | {"players": 6}, name="Ana")
    await ana.go()
    await ana.press("home.play")
    await ana.shown("table.invite")
    names = {3: "Marta", 4: "Federica Guadalupe", 5: "Olga", 6: "Irene"}
    await ana.page.evaluate(_SIT, list(names.items()))
    eva = await visits.come(PHONE, "es", name="Eva")
    await eva.page.goto(await ana.page.get_by_label(ana.say("table.link")).input_value())
    await eva.page.get_by_text(eva.say("table.also_plays", seats="1, 3, 4, 5")).wait_for()
    await eva.looked_at(("light",))
    await eva.press("table.sit_down")
    for visit in (eva, ana):
        await visit.page.locator("[data-zone=hand]").wait_for()
        await visit.looked_at(("light",))
    heads = " ".join(await eva.page.locator(".other .head .unseen").all_text_contents())
    assert heads.count(eva.say("table.same_player", names="")) == 5
    assert eva.say("table.same_player", names="Ana, Marta, Federica Guadalupe y Olga") in heads
    assert await eva.page.locator(".other .twin").count() == 5
    # a tap on the seat says it in words
    await eva.touch_it(eva.page.locator(".other .head").first)
    await eva.page.get_by_role("dialog").get_by_text(eva.say("table.same_player", names="")).wait_for()
    await eva.looked_at(("light",))

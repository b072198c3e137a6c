"""A whole event as clubs run them: a director at the keyboard, phones at the tables, a screen on the wall."""

import asyncio
import re
from typing import Any

import pytest
from page.event_people import Director, TablePhone, told
from page.halls import NAMES, PAIRS, Hall, rows, won
from page.visits import DESK, PHONE, WALL, Visit, Visits

OTHER = {"en": "es", "es": "en"}


def never_meet(games: list[Any], candidates: list[int]) -> tuple[int, int]:
    """Two of these who sit at no table together."""
    met = {
        frozenset((one, other))
        for game in games
        for row in game["tables"]
        for (one,) in row["sides"]
        for (other,) in row["sides"]
    }
    return next(
        (one, other) for one in candidates for other in candidates if one < other and frozenset((one, other)) not in met
    )


@pytest.mark.parametrize("lang", ["en", pytest.param("es", marks=pytest.mark.long)])
async def test_an_event_from_entry_to_certificate(visits: Visits, lang: str) -> None:
    """Twenty-four players, four phones, a screen on the wall; the director speaks one language, others the other."""
    visit = await visits.come(DESK, lang)
    director = Director(visit)
    await visit.go("/events")
    await director.write("event.title", "Primavera")
    await director.reach(visit.page.get_by_role("radio").first)
    await director.keys.press("ArrowDown")
    await director.press("events.open")
    await visit.shown("desk.entries")
    hall = Hall(visit.home, await _opened(visit))
    wall = await visits.come(WALL, OTHER[lang])
    await wall.go(f"/e/{hall.id}/tv")
    await wall.shown("tv.welcome")

    # --- entries: typed one after another, a list with errors, and two who come alone
    visit.forgive("422")
    for pair in PAIRS[:10]:
        await director.enter_pair(pair)
    await director.enter_pair("Ana & Nadie")
    await visit.button("entries.mend").wait_for()
    await director.press("entries.leave_out")
    await director.choose(visit.page.get_by_text(visit.say("entries.list"), exact=True))
    await director.write("entries.list.label", f"{PAIRS[10]}\nEva & Olga\n{NAMES[22]}\n{NAMES[23]}; 3 bis; 4")
    await director.press("entries.list.take")
    wrong = visit.page.get_by_role("alert").get_by_role("listitem")
    await wrong.first.wait_for()
    assert len((await hall.get())["entries"]) == 10
    await visit.looked_at(("light",))
    await director.reach(visit.page.get_by_label(visit.say("entries.list.label"), exact=True))
    await director.keys.press("ControlOrMeta+a")
    await director.keys.insert_text(f"{PAIRS[10]}\n{NAMES[22]}\n{NAMES[23]}")
    await director.press("entries.list.take")
    await director.draw("4 8 15", "entries.draw")
    many, tables = visit.say("entries.count.pairs", n=12), visit.say("entries.tables.six", n=4)
    await visit.page.get_by_role("heading", name=f"{many}: {tables}.").wait_for()
    await wall.page.get_by_text(wall.say("event.not_begun", n=wall.say("entries.count.pairs", n=12))).wait_for()

    # --- seats, and the clock
    await director.go_on("desk.next.seat")
    await director.draw("7 21 3", "seating.do")
    await visit.page.get_by_text(visit.say("seating.none_twice")).wait_for()
    await visit.looked_at(("dark",))
    await director.turn_to("clock")
    await director.press("clock.start")
    await wall.page.get_by_role("timer").wait_for()

    # --- the first game: four phones
    seated = await rows(hall, 1)
    phones = [TablePhone(await visits.come(PHONE, each)) for each in (lang, OTHER[lang], lang, OTHER[lang])]
    for row, phone in zip(seated, phones, strict=True):
        await phone.visit.go(await hall.phone(row["table"]))
        await phone.visit.shown("phone.who")
        assert "key" not in phone.visit.page.url
    outcomes = [won(row, 1 + n % 3) for n, row in enumerate(seated)]
    await asyncio.gather(*(phone.report(*both) for phone, *both in zip(phones, seated, outcomes, strict=True)))
    # the same phone is handed to the other side, who confirms
    await phones[0].hand_to(seated[0], 2)
    await phones[0].visit.press("phone.yes")
    await wall.page.get_by_text(wall.say("tv.came_in", n=1, told=told(wall, seated[0], outcomes[0]))).wait_for()
    await phones[0].visit.page.get_by_role("heading", name=phones[0].visit.say("phone.next", n=2)).wait_for()
    # a phone of the other side confirms
    other = TablePhone(await visits.come(PHONE, lang))
    await other.visit.go(await hall.phone(2))
    await other.tap(" & ".join(seated[1]["names"][1]))
    await other.visit.press("phone.yes")
    await phones[1].visit.shown("phone.all")
    # the other side counts otherwise, and the director decides
    await phones[2].hand_to(seated[2], 3)
    await phones[2].visit.press("phone.otherwise")
    await (
        phones[2]
        .visit.page.get_by_role("dialog")
        .get_by_role("button", name=phones[2].visit.say("phone.otherwise"))
        .tap()
    )
    await phones[2].visit.shown("phone.disputed")
    await phones[2].visit.looked_at(("contrast",))
    await director.turn_to("games")
    await visit.page.get_by_role("link", name=re.compile(visit.say("desk.disputed", n=1))).wait_for()
    await visit.looked_at(("light",))
    decide = f"{visit.say('event.table_n', n=3)}: {visit.say('games.decide')}"
    assert await visit.page.locator("main li[data-state]").first.get_attribute("data-state") == "disputed"
    await director.choose(visit.page.get_by_role("button", name=decide))
    outcomes[2] = outcomes[2] | {"left": [n + 1 if n else 0 for n in outcomes[2]["left"]]}
    await director.fill_in(outcomes[2], seated[2], "event.save_correction")
    await phones[2].visit.page.get_by_text(told(phones[2].visit, seated[2], outcomes[2])).wait_for()
    # nobody is there to confirm, so the director does
    confirm = f"{visit.say('event.table_n', n=4)}: {visit.say('event.confirm_it')}"
    await director.choose(visit.page.get_by_role("button", name=confirm))
    await phones[3].visit.shown("phone.all")
    assert (await hall.get())["unfinished"][0][0] == 2

    # --- somebody goes, somebody comes late, and the rest is seated anew
    winners = [row["sides"][outcome["winner"] - 1][0] for row, outcome in zip(seated, outcomes, strict=True)]
    sight = await hall.get()
    gone = next(entry for entry in sight["entries"] if entry["number"] not in winners)
    await director.turn_to("entries")
    await director.choose(visit.page.get_by_role("button", name=re.compile(" & ".join(gone["names"]))))
    await director.press("entries.drop")
    await visit.page.get_by_role("dialog").wait_for(state="detached")
    await director.enter_pair("Lola & Félix")
    late = visit.say("entries.late", names="Lola & Félix")
    await visit.page.get_by_text(late).wait_for()
    await director.turn_to("seating")
    await director.choose(visit.page.get_by_text(visit.say("seating.anew"), exact=True).first)
    await director.draw("16 23 42", "seating.anew")
    await director.choose(visit.page.get_by_role("dialog").get_by_role("button", name=visit.say("seating.anew")))
    await visit.page.get_by_text(visit.say("seating.seed_was", seed="16 23 42")).wait_for()
    games = (await hall.get())["games"]
    assert all(gone["number"] not in side for game in games[1:] for row in game["tables"] for side in row["sides"])
    assert any("Lola" in row["seats"] for row in games[1]["tables"])

    # --- the other games, by the director: two who never meet win all of theirs
    one, two = never_meet(games[1:], winners)
    await director.turn_to("games")
    for game in (2, 3, 4):
        name = visit.say("event.game_n", n=game)
        if game > 2:
            await director.press("games.go_on", game=name)
        await visit.page.get_by_role("radio", name=name, checked=True).wait_for(state="attached")
        for row in games[game - 1]["tables"]:
            entries = [side[0] for side in row["sides"]]
            best = next((entry for entry in (one, two) if entry in entries), entries[0])
            await director.count(row["table"], won(row, entries.index(best) + 1), row)
    await visit.page.get_by_role("status").get_by_text(visit.say("games.count.confirmed", n=4), exact=True).wait_for()

    # --- a tie, when nothing but a play-off decides
    await director.turn_to("standings")
    for tie_break in ("points", "left"):
        await director.press("event.tie.leave_out", what=visit.say(f"event.tie.{tie_break}"))
        await director.visit.button("event.tie.add", what=visit.say(f"event.tie.{tie_break}")).wait_for()
    await wall.shown("tv.tie")
    await visit.looked_at(("contrast",))
    await director.draw("9", "standings.tie.do")
    await director.go_on("standings.deciding.go")
    (row,) = await rows(hall, 5)
    await director.count(1, won(row, 2), row)
    best = " & ".join(row["names"][1])
    await wall.shown("standings.winner")
    await wall.page.get_by_text(best).first.wait_for()
    await wall.looked_at(("light",))
    await director.turn_to("standings")
    await visit.shown("standings.winner")

    # --- paper, and the page of those who took part
    await director.go_on("desk.next.certificates")
    certificates = visit.page.get_by_role("link", name=visit.say("print.certificates"), exact=True)
    await director.reach(certificates)
    paper = await visit.opens(certificates, "Enter")
    await paper.get_by_text(best).first.wait_for()
    assert await paper.locator("section.certificate").count() >= 3
    await other.visit.go(f"/e/{hall.id}")
    await other.visit.page.get_by_text(best).first.wait_for()
    await other.visit.looked_at(("dark",))


async def _opened(visit: Visit) -> dict[str, str]:
    """The event that this browser has just opened, and its key."""
    held = await visit.page.evaluate("() => JSON.parse(localStorage.getItem('docena.events'))[0]")
    return {"event": held["id"], "key": held["key"]}

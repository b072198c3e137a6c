"""Single screens of an event: parts of the director's desk, and the screen on the wall."""

import re

from page.halls import NAMES, PAIRS, Hall, at_desk, rows
from page.visits import DESK, PHONE, WALL, Visits


async def test_players_who_move_up_are_seated_game_by_game(visits: Visits) -> None:
    hall = await Hall.open(visits, NAMES[:12], format="progressive", games=2)
    visit = await visits.come(PHONE, "es")
    await at_desk(visit, hall, "seating")
    await visit.press("seating.do")
    await visit.page.get_by_text(visit.say("event.table_n", n=2), exact=True).wait_for()
    await visit.page.get_by_text(visit.say("seating.next.wait", n=1)).wait_for(state="hidden")
    for row in await rows(hall, 1):
        await hall.report(1, row["table"])
    await visit.press("seating.next.do", n=2)
    await visit.page.get_by_role("radio", name=visit.say("event.game_n", n=2)).wait_for(state="attached")
    await visit.looked_at(("light",))
    # a player finds the own way, with the partner of this game
    guest = await visits.come(PHONE)
    await guest.go(f"/e/{hall.id}")
    await guest.page.get_by_role("searchbox").fill("lucia")
    await guest.page.get_by_role("button", name="Lucía", exact=True).tap()
    place = next(row for row in await rows(hall, 2) if "Lucía" in row["seats"])
    await guest.page.get_by_text(guest.say("event.table_n", n=place["table"])).first.wait_for()
    (partner,) = (name for side in place["names"] if "Lucía" in side for name in side if name != "Lucía")
    await guest.page.get_by_text(guest.say("event.with", names=partner)).first.wait_for()


async def test_a_file_of_an_event_opens_elsewhere_and_a_foreign_one_does_not(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:3])
    visit = await visits.come(DESK)
    await at_desk(visit, hall, "print")
    async with visit.page.expect_download() as saving:
        await visit.press("print.export")
    path = await (await saving.value).path()
    await visit.go("/events")
    visit.forgive("422", "400")
    picker = visit.page.locator("input[type=file]")
    await picker.set_input_files({"name": "x.json", "mimeType": "application/json", "buffer": b'{"a": 1}'})
    await visit.page.get_by_role("alert").get_by_text(re.compile(r"\w")).wait_for()
    await picker.set_input_files(path)
    await visit.page.wait_for_url(f"**/e/{hall.id}/director")
    await visit.page.get_by_role("heading", name=visit.say("entries.count.pairs", n=3)).wait_for()


async def test_the_log_says_which_of_several_directors_it_was(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:3])
    visit = await visits.come(PHONE, "es")
    await at_desk(visit, hall, "log")
    await visit.page.get_by_role("textbox", name=visit.say("log.sign")).fill("María")
    await visit.page.get_by_role("textbox", name=visit.say("log.note")).fill("La mesa 3 empezó tarde")
    await visit.press("log.note.save")
    line = visit.page.get_by_role("listitem").filter(has_text="La mesa 3 empezó tarde")
    await line.get_by_text("María").wait_for()
    await visit.page.get_by_role("listitem").last.get_by_text("dirección").wait_for()
    assert [each["by"] for each in (await hall.get("/log"))["lines"]] == ["director", "director", "director: María"]
    await visit.looked_at(("light",))


async def test_an_event_is_ended_early(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:3])
    await hall.ask("seat", seed="1")
    await hall.report(1, 1)
    visit = await visits.come(PHONE)
    await at_desk(visit, hall, "settings")
    await visit.page.get_by_label(visit.say("event.games"), exact=True).fill("1")
    await visit.press("desk.save")
    await visit.shown("desk.status.over")
    assert len((await hall.get())["winners"]) == 1


async def test_long_names_leave_everything_on_the_wall(visits: Visits) -> None:
    long = [f"Rosa María de los Ángeles {n} & Pedro Hernández de la Fuente {n}" for n in ("I", "II", "III")]
    hall = await Hall.open(visits, long)
    await hall.ask("seat", seed="1")
    await hall.ask("clock", game=1, action="start", seconds=600)
    wall = await visits.come(WALL)
    await wall.go(f"/e/{hall.id}/tv")
    await wall.page.get_by_role("timer").wait_for()
    await hall.report(1, 1)
    await wall.page.locator(".fresh").wait_for()
    box = await wall.page.get_by_role("timer").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= WALL[0]
    cut = "(all) => all.filter((it) => it.scrollWidth > it.clientWidth + 1).map((it) => it.textContent)"
    assert not await wall.page.locator("main p, main .name").evaluate_all(cut)


async def test_whoever_thinks_better_of_it_is_where_they_were(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:3])
    visit = await visits.come(DESK)
    await at_desk(visit, hall, "log")
    undo = visit.button("log.undo.of", n=2)
    await undo.click()
    await visit.page.get_by_role("dialog").get_by_role("button", name=visit.say("cancel")).click()
    await visit.page.get_by_role("dialog").wait_for(state="detached")
    assert await visit.focused() == visit.say("log.undo.of", n=2)
    await undo.click()
    await visit.page.keyboard.press("Escape")
    await visit.page.get_by_role("dialog").wait_for(state="detached")
    assert await visit.focused() == visit.say("log.undo.of", n=2)

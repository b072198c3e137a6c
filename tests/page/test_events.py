"""Events as clubs run them: a director at the keyboard, phones at the tables, a screen on the wall."""

import asyncio
import re
from typing import Any

import pytest
from page.halls import NAMES, PAIRS, Hall, at_desk, won
from page.visits import DESK, PHONE, Visit, Visits
from playwright.async_api import Locator, Page, Route, expect

WALL = (1920, 1080)
OTHER = {"en": "es", "es": "en"}
MOST_STEPS = 150


class Director:
    """Runs an event without ever touching a mouse."""

    def __init__(self, visit: Visit) -> None:
        self.visit, self.page, self.keys = visit, visit.page, visit.page.keyboard

    async def reach(self, place: Locator, key: str = "Tab") -> None:
        """Goes on with Tab until it has the focus."""
        await place.wait_for()
        # finding it anew at each step takes most of the time, and is needed only when it was drawn anew
        found = await place.element_handle()
        for _ in range(MOST_STEPS):
            focused = await found.evaluate("(it) => it.isConnected ? it === document.activeElement : null")
            if focused:
                return
            if focused is None:
                found = await place.element_handle()
            else:
                await self.keys.press(key)
        pytest.fail(f"No key leads to {place}.")

    async def press(self, key: str, **parts: object) -> None:
        await self.choose(self.visit.button(key, **parts))

    async def choose(self, place: Locator, key: str = "Tab") -> None:
        await self.reach(place, key)
        await self.keys.press("Enter")

    async def write(self, label: str, text: str) -> None:
        await self.reach(self.page.get_by_label(self.visit.say(label), exact=True))
        await self.keys.insert_text(text)

    async def turn_to(self, part: str) -> None:
        name = re.compile("^" + re.escape(self.visit.say(f"desk.{part}")))
        # the parts stand above everything else
        await self.choose(self.page.get_by_role("navigation").get_by_role("link", name=name), "Shift+Tab")
        await self.page.locator("h2:focus").wait_for()

    async def go_on(self, words: str) -> None:
        """Follows what the desk says is next."""
        await self.choose(self.visit.link(words))
        await self.page.locator("h2:focus").wait_for()

    async def enter_pair(self, names: str) -> None:
        await self.write("entries.one", names.split(" & ")[0])
        await self.keys.press("Enter")
        await self.keys.insert_text(names.partition(" & ")[2])
        await self.keys.press("Enter")

    async def draw(self, seed: str, button: str) -> None:
        await self.write("event.seed", seed)
        await self.press(button)

    async def count(self, table: int, outcome: dict[str, Any], row: Any, button: str = "event.save") -> None:
        """Enters a result: the table's number, who has won, what is left."""
        await self.reach(self.page.get_by_role("searchbox"))
        await self.keys.insert_text(str(table))
        await self.keys.press("Enter")
        await self.fill_in(outcome, row, button)

    async def fill_in(self, outcome: dict[str, Any], row: Any, button: str = "event.save") -> None:
        sheet = self.page.get_by_role("dialog")
        names = " & ".join(row["names"][outcome["winner"] - 1])
        chosen = sheet.get_by_role("radio", checked=True)
        await sheet.wait_for()
        await self.reach(chosen if await chosen.count() else sheet.get_by_role("radio").first)
        for _ in range(5):
            if await sheet.get_by_role("radio", name=names, exact=True).is_checked():
                break
            await self.keys.press("ArrowDown")
        else:
            await self.keys.press("Space")
        sides = len(row["sides"])
        await self.reach(sheet.get_by_role("textbox").first)
        for side in range(sides):
            for seat in range(side, len(row["seats"]), sides):
                await self.keys.insert_text(str(outcome["left"][seat]))
                await self.keys.press("Enter")
        await self.press(button)
        await sheet.wait_for(state="detached")


class TablePhone:
    """Whoever reports at a table."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit

    async def tap(self, name: str) -> None:
        await self.visit.page.get_by_role("main").get_by_role("button", name=name, exact=True).tap()

    async def report(self, row: Any, outcome: dict[str, Any]) -> None:
        """The first side says who it is, who has won, and what is left, on the large keys."""
        await self.tap(" & ".join(row["names"][0]))
        await self.visit.press("phone.report")
        await self.tap(" & ".join(row["names"][outcome["winner"] - 1]))
        sides = len(row["sides"])
        for side in range(sides):
            for seat in range(side, len(row["seats"]), sides):
                for digit in str(outcome["left"][seat]):
                    await self.tap(digit)
                await self.visit.press("event.key.next")
        await self.visit.press("phone.send")
        await self.visit.shown("phone.hand_over")

    async def hand_to(self, row: Any, side: int) -> None:
        await self.visit.press("phone.hand_to", who=" & ".join(row["names"][side - 1]))
        await self.visit.button("phone.yes").wait_for()


def told(visit: Visit, row: Any, outcome: dict[str, Any]) -> str:
    """What the page says of an outcome."""
    names, sides = row["names"], len(row["sides"])
    left = [n for seat, n in enumerate(outcome["left"]) if seat % sides != outcome["winner"] - 1]
    winner = " & ".join(names[outcome["winner"] - 1])
    return visit.say("event.told.won_points", winner=winner, points=25 + 5 * sum(left))


async def rows(hall: Hall, game: int) -> list[Any]:
    tables: list[Any] = (await hall.get())["games"][game - 1]["tables"]
    return tables


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


async def test_two_directors_never_write_over_each_other_unseen(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:3])
    await hall.ask("seat", seed="1")
    (row,) = await rows(hall, 1)
    ana, eva = await visits.come(DESK, "en"), await visits.come(DESK, "es")
    for visit in (ana, eva):
        await at_desk(visit, hall, "games")
        await visit.page.get_by_role("button", name=visit.say("games.enter")).click()
    await eva.page.get_by_role("dialog").get_by_role("textbox").nth(1).fill("7")
    await Director(ana).fill_in(won(row, 1), row)
    # what Eva has typed is still there, and above it stands what has come in
    sheet = eva.page.get_by_role("dialog")
    await sheet.get_by_text(eva.say("event.entered_by")).wait_for()
    assert await sheet.get_by_role("textbox").nth(1).input_value() == "7"
    eva.forgive("409")
    director = Director(eva)
    await sheet.get_by_role("radio").nth(1).check()
    outcome = won(row, 2)
    for place, seat in enumerate((0, 3, 1, 4, 2, 5)):
        await sheet.get_by_role("textbox").nth(place).fill(str(outcome["left"][seat]))
    await director.press("event.save_correction")
    await sheet.get_by_text(eva.say("event.stale")).wait_for()
    await eva.looked_at(("light",))
    assert (await rows(hall, 1))[0]["result"]["winner"] == 1
    # she has seen it now, and stands by hers
    await director.press("event.save_correction")
    await sheet.wait_for(state="detached")
    assert (await rows(hall, 1))[0]["result"]["winner"] == 2
    await ana.page.get_by_text(told(ana, row, outcome)).wait_for()


async def test_what_is_entered_without_a_connection_arrives_once(visits: Visits) -> None:
    hall = await Hall.open(visits)
    visit = await visits.come(DESK)
    visit.forgive("ERR_INTERNET_DISCONNECTED", "WebSocket")
    await at_desk(visit, hall, "entries")
    await visit.page.context.set_offline(True)
    director = Director(visit)
    await director.enter_pair(PAIRS[0])
    await visit.page.get_by_text(visit.say("event.unsent")).wait_for()
    # others are typed meanwhile
    await director.enter_pair(PAIRS[1])
    await visit.page.context.set_offline(False)
    await visit.page.get_by_role("heading", name=visit.say("entries.count.pairs", n=2)).wait_for()
    names = sorted(entry["names"] for entry in (await hall.get())["entries"])
    assert names == [PAIRS[0].split(" & "), PAIRS[1].split(" & ")]


async def test_an_answer_that_is_lost_is_not_entered_twice(visits: Visits) -> None:
    hall = await Hall.open(visits)
    visit = await visits.come(DESK)
    visit.forgive("ERR_FAILED")
    await at_desk(visit, hall, "entries")
    lost = 0

    async def lose(route: Any) -> None:
        nonlocal lost
        lost += 1
        if lost > 1:
            await route.continue_()
            return
        # the server has entered it, and nobody hears of that
        await route.fetch()
        await route.abort()

    await visit.page.route("**/asks*", lose)
    await Director(visit).enter_pair(PAIRS[0])
    await visit.page.get_by_role("button", name=re.compile(PAIRS[0])).wait_for()
    await visit.page.locator(".pending").wait_for(state="detached")
    assert lost == 2
    assert len((await hall.get())["entries"]) == 1


async def test_tie_breaks_changed_while_the_last_change_is_on_its_way_are_all_changed(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:3])
    visit = await visits.come(DESK)
    await at_desk(visit, hall, "standings")
    asked, answered = asyncio.Event(), asyncio.Event()

    async def hold_back(route: Route) -> None:
        asked.set()
        await answered.wait()
        await route.continue_()

    await visit.page.route("**/asks*", hold_back)
    for tie_break in ("points", "left"):
        what = visit.say(f"event.tie.{tie_break}")
        await visit.press("event.tie.leave_out", what=what)
        await visit.button("event.tie.add", what=what).wait_for()
        assert await visit.focused() == visit.say("event.tie.add", what=what)
    await asked.wait()
    async with visit.page.expect_response(lambda response: "left" not in (response.request.post_data or "left")):
        answered.set()
    assert (await hall.get())["choices"]["tie_breaks"] == ["play_off"]


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


async def test_a_game_of_an_event_is_played_online(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:2], edition="tournament", games=1)
    await hall.ask("seat", seed="1")
    visit = await visits.come(DESK)
    await at_desk(visit, hall, "games")
    await visit.page.get_by_text(visit.say("games.all_online"), exact=True).click()
    await visit.press("games.all_online.do")
    await visit.page.get_by_text(visit.say("games.online")).first.wait_for()
    # whoever finds a name on the page of the event sees that it is online, and gets no further
    guest = await visits.come(PHONE)
    await guest.go(f"/e/{hall.id}")
    await guest.page.get_by_role("searchbox").fill("Ana")
    await guest.page.get_by_role("button", name=PAIRS[0], exact=True).tap()
    await guest.shown("entry.with_link")
    assert not await guest.button("phone.online_as", name="Ana").count()
    # with the link of the entry she takes her seat
    ana = await visits.come(PHONE)
    await ana.go(await hall.entry(1))
    await ana.looked_at(("light",))
    assert "key" not in ana.page.url
    await ana.press("phone.online_as", name="Ana")
    await ana.page.wait_for_url("**/t/*")
    await ana.shown("table.reserved.wait")
    assert not await ana.page.get_by_role("combobox").count()
    assert not await ana.page.get_by_text(ana.say("table.start"), exact=True).count()
    await ana.looked_at(("dark",))
    # a stranger with the link of the table can only watch
    await guest.go(ana.page.url.removeprefix(hall.home))
    await guest.shown("table.reserved.note")
    assert not await guest.button("table.sit_down").count()
    assert not await guest.button("table.sit_here").count()
    # her partner plays from another device, and she takes her seat along to a third
    luis = await visits.come(PHONE, "es")
    await luis.go(await hall.entry(1))
    await luis.press("phone.online_as", name="Luis")
    await luis.page.wait_for_url("**/t/*")
    await luis.go(f"/e/{hall.id}/entry/1")
    await luis.button("entry.seat.back", name="Luis").wait_for()
    await luis.press("entry.seat.here", name="Ana")
    await luis.press("entry.seat.take")
    await luis.page.wait_for_url("**/t/*")
    await ana.shown("table.reserved.note")


async def test_the_phone_of_a_table_seats_its_sides_online(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:2], edition="tournament", games=1)
    await hall.ask("seat", seed="1")
    await hall.ask("online", game=1, tables=[1])
    (row,) = await rows(hall, 1)
    first, second = row["names"][0]
    visit = await visits.come(PHONE)
    await visit.go(await hall.phone(1))
    await visit.page.get_by_role("main").get_by_role("button", name=f"{first} & {second}", exact=True).tap()
    await visit.page.get_by_text(visit.say("phone.own_phone"), exact=True).tap()
    code = visit.page.get_by_role("img", name=visit.say("phone.own_phone.qr", who=f"{first} & {second}"))
    await code.wait_for()
    assert await code.evaluate("(it) => it.decode().then(() => it.naturalWidth > 0)")
    await visit.looked_at(("light",))
    await visit.press("phone.online_as", name=second)
    await visit.page.wait_for_url("**/t/*")
    # what the code says opens the same seats on a phone of their own, and nothing besides
    link = (await hall.phone_sight(1))["tickets"][0]["link"]
    own = await visits.come(PHONE, "es")
    await own.go(link[link.index("/e/") :])
    await own.button("entry.seat.here", name=second).wait_for()
    assert not await own.page.get_by_text(own.say("entry.link"), exact=True).count()
    await own.press("phone.online_as", name=first)
    await own.page.wait_for_url("**/t/*")


async def test_the_director_gives_links_to_entries_and_closes_a_table(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:2], edition="tournament", games=1)
    await hall.ask("seat", seed="1")
    await hall.ask("online", game=1, tables=[1])
    visit = await visits.come(DESK)
    await at_desk(visit, hall, "entries")
    await visit.page.get_by_text(visit.say("entries.links"), exact=True).click()
    link = visit.page.get_by_role("textbox", name=f"{visit.say('entry.link')}: {PAIRS[0]}")
    before = await link.input_value()
    assert before.endswith(await hall.entry(1))
    await visit.press("entries.links.copy")
    await visit.shown("entries.links.copied")
    await visit.looked_at(("dark",))
    await visit.page.get_by_role("button", name=re.compile(f"1 {PAIRS[0]}")).click()
    sheet = visit.page.get_by_role("dialog")
    await sheet.get_by_role("img", name=visit.say("entry.link.qr")).wait_for()
    await visit.looked_at(("light",))
    await sheet.get_by_role("button", name=visit.say("entries.new_link")).click()
    await visit.page.get_by_role("dialog").last.get_by_role("button", name=visit.say("entries.new_link")).click()
    await expect(link).not_to_have_value(before)
    guest = await visits.come(PHONE)
    guest.forgive("401")
    await guest.go(before[before.index("/e/") :])
    await guest.shown("event.missing.secret")
    await at_desk(visit, hall, "games")
    table = visit.say("event.table_n", n=1)
    await visit.page.get_by_role("button", name=f"{table}: {visit.say('games.more')}").click()
    await visit.looked_at(("light",))
    await visit.press("table_sheet.offline")
    await visit.page.get_by_role("dialog").last.get_by_role("button", name=visit.say("table_sheet.offline")).click()
    await visit.button("table_sheet.online.do").wait_for()
    assert (await hall.get())["online"] == []


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


def told_by_socket(page: Page) -> asyncio.Event:
    """Set when the next socket has said something."""
    told = asyncio.Event()
    page.once("websocket", lambda socket: socket.once("framereceived", lambda _: told.set()))
    return told


async def test_an_event_is_fetched_once_when_it_is_opened_and_nothing_is_said_to_be_missing(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:3])
    await hall.ask("seat", seed="1")
    visit = await visits.come(DESK)
    await visit.page.add_init_script(
        "window.alerts = []; new MutationObserver(() => alerts.push("
        "...[...document.querySelectorAll('[role=alert]')].map((it) => it.textContent.trim())"
        ")).observe(document, { subtree: true, childList: true, characterData: true });"
    )
    for screen, fetched in [
        (hall.desk, "/desk"),
        (f"/e/{hall.id}", ""),
        (f"/e/{hall.id}/tv", ""),
        (await hall.phone(1), "/tables/1"),
    ]:
        # a change of the hash alone would load nothing
        await visit.go("/settings")
        visit.asked.clear()
        told = told_by_socket(visit.page)
        await visit.go(screen)
        await told.wait()
        await visit.page.get_by_text(PAIRS[0]).first.wait_for()
        await visit.page.wait_for_load_state("networkidle")
        assert visit.asked.count(f"{hall.home}/api/events/{hall.id}{fetched}") == 1, screen
        alerts = set(await visit.page.evaluate("alerts"))
        assert alerts <= {"", visit.say("event.loading")}, screen


async def test_the_page_computes_neither_tables_nor_penalties(visits: Visits) -> None:
    """What the server says is shown, whatever it is."""
    hall = await Hall.open(visits, PAIRS[:3])
    await hall.ask("seat", seed="1")
    visit = await visits.come(DESK)

    async def say_otherwise(route: Route) -> None:
        reply = await route.fetch()
        said = await reply.json()
        said["clauses"] = {"7.1": 4, "9.9": 7}
        if "event" in said:
            said["event"]["tables"] = {"six": 8, "four": 5, "out": 9}
        await route.fulfill(response=reply, json=said)

    await visit.page.route(re.compile(r"/api/events/\w+/(desk|tables/1)$"), say_otherwise)
    await at_desk(visit, hall, "entries")
    for key, n in (("six", 8), ("four", 5), ("out", 9)):
        await visit.page.locator("#count").get_by_text(visit.say(f"entries.tables.{key}", n=n)).wait_for()
    await visit.go("/settings")
    await visit.go(await hall.phone(1))
    await visit.page.get_by_role("button", name=PAIRS[0]).click()
    await visit.page.get_by_text(visit.say("penalty.add")).click()
    cards = visit.page.get_by_label(visit.say("penalty.cards"))
    assert await cards.input_value() == "4"
    await visit.page.get_by_label(visit.say("penalty.what")).select_option("9.9")
    assert await cards.input_value() == "7"


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

"""A connection that is lost heals by itself: nothing is lost, and the seat stays."""

import json
import re
from pathlib import Path

import pytest
from page.halls import PAIRS, Hall
from page.players import Taps, due, look, move, once, picked
from page.visits import PHONE, Visit, Visits
from playwright.async_api import WebSocketRoute
from server.node import Node, running, until

from docena.core.words import LANGUAGES
from docena.tables.messages import PREVIOUS, PROTOCOL


async def test_a_server_that_dies_in_the_middle_of_a_turn(visits: Visits, tmp_path: Path) -> None:
    node = Node(tmp_path, str(tmp_path / "own.db"))
    async with running(node):
        address = node.address
        visit = await visits.come(PHONE, quick={"stock": 20}, home=f"http://{address.host}:{address.port}")
        visit.forgive("ERR_CONNECTION_REFUSED", "WebSocket connection", "ERR_EMPTY_RESPONSE", "ERR_CONNECTION_RESET")
        await visit.go()
        await visit.press("home.play")
        sight = await due(visit)
        taps, where = Taps(), visit.page.url
        await taps.pick(visit, sight.cards[0])
        await picked(visit)
        node.kill()
        await visit.page.get_by_role("status").filter(has_text=visit.say("table.lost")).wait_for()
        await visit.looked_at(("light",))
        # what was picked up can be put down meanwhile, and is played when the server is back
        await taps.put(visit, (await picked(visit))[0])
        await once(visit, "!sight.cards.length")
        node.start()
        await node.serving()
        await visit.page.get_by_text(visit.say("table.lost")).wait_for(state="detached")
        await due(visit)
        assert visit.page.url == where
        assert any(line.startswith("You ") for line in await visit.heard())
        await move(visit, await due(visit), taps)
        await due(visit)


async def test_an_answer_that_never_comes(visits: Visits) -> None:
    """A network can fall silent without closing anything: what was asked is asked again on a new socket."""
    visit = await visits.come(PHONE, quick={"stock": 20})
    swallowed: list[str] = []

    def between(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if json.loads(message)["do"] == "move" and not swallowed:
                swallowed.append(str(message))
            elif not (swallowed and route is routes[0]):
                server.send(message)

        routes.append(route)
        route.on_message(pass_on)

    routes: list[WebSocketRoute] = []
    await visit.page.route_web_socket("**/socket", between)
    await visit.page.clock.install()
    await visit.go()
    await visit.press("home.play")
    await move(visit, await due(visit), Taps())
    assert len(routes) == 1
    await visit.page.clock.fast_forward(9000)
    await visit.hears("^You (played|discarded)")
    await due(visit)
    assert swallowed
    assert len(routes) == 2


class Connections:
    """The sockets of a page, which can be cut silently: neither end is told, and nothing arrives."""

    def __init__(self) -> None:
        self.opened = 0
        self.cut = 0
        """How many of the first ones are cut."""
        self.asked: list[str] = []
        self.answered = 0

    @classmethod
    async def of(cls, visit: Visit) -> "Connections":
        connections = cls()
        await visit.page.clock.install()
        await visit.page.route_web_socket("**/socket", connections._open)
        return connections

    def _open(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        number = self.opened = self.opened + 1

        def ask(message: str | bytes) -> None:
            self.asked.append(str(message))
            if number > self.cut:
                server.send(message)

        def answer(message: str | bytes) -> None:
            if number > self.cut:
                self.answered += 1
                route.send(message)

        route.on_message(ask)
        server.on_message(answer)


SILENCE, PATIENCE = 20_500, 8_500
"""Milliseconds until a page asks whether anybody is there, and until it gives up."""


async def sign_of_life(visit: Visit, connections: Connections) -> None:
    """Nothing is said for long; then the page asks, and is answered."""
    before = connections.answered
    await visit.page.clock.fast_forward(SILENCE)
    await until(lambda: connections.answered > before)


_TOLD = re.compile("^(Ana|Eva|You) (played|discarded)")


async def test_whoever_only_looks_on_notices_a_silent_connection(visits: Visits) -> None:
    """Without a tap: a page that waits for others asks by itself, and comes back with all that was missed."""
    people = [await visits.come(PHONE, quick={"stock": 20, "bots": {}}, name=name) for name in ("Ana", "Eva", "Luis")]
    connections = [await Connections.of(visit) for visit in people]
    ana, eva, luis = people
    await ana.go()
    await ana.press("home.play")
    await ana.shown("table.invite")
    await eva.page.goto(ana.page.url)
    await eva.press("table.sit_down")
    await luis.page.goto(ana.page.url)
    await luis.shown("table.watching")
    for visit in (ana, eva):
        await visit.page.locator("[data-zone=hand]").wait_for()
    mover = 0 if (await look(ana)).mine else 1
    waiting, watching = 1 - mover, 2
    for other in (waiting, watching):
        connections[other].cut = connections[other].opened
    await move(people[mover], await due(people[mover]), Taps())
    await people[mover].page.get_by_text(_TOLD).first.wait_for(state="attached")
    for other in (waiting, watching):
        page, before = people[other].page, connections[other].opened
        assert not await page.get_by_text(_TOLD).count()
        await page.clock.fast_forward(SILENCE)
        await page.clock.fast_forward(PATIENCE)
        await page.get_by_text(_TOLD).first.wait_for(state="attached")
        assert connections[other].opened == before + 1


async def test_a_connection_on_which_nothing_is_said_is_kept(visits: Visits) -> None:
    """Whoever thinks for long keeps the socket, and hardly anything is sent meanwhile."""
    visit = await visits.come(PHONE, quick={"stock": 20})
    connections = await Connections.of(visit)
    await visit.go()
    await visit.press("home.play")
    await due(visit)
    await visit.page.wait_for_load_state("networkidle")
    asked = len(connections.asked)
    for turn in range(1, 4):
        await sign_of_life(visit, connections)
        assert [json.loads(ask)["do"] for ask in connections.asked[asked:]] == ["ping"] * turn
    assert connections.opened == 1


async def test_a_screen_at_an_event_notices_a_silent_connection(visits: Visits) -> None:
    hall = await Hall.open(visits, PAIRS[:3])
    visit = await visits.come(PHONE)
    connections = await Connections.of(visit)
    await visit.go(f"/e/{hall.id}")
    await until(lambda: connections.answered)
    await visit.page.wait_for_load_state("networkidle")
    # as long as it holds, it is kept
    await sign_of_life(visit, connections)
    await visit.page.clock.fast_forward(PATIENCE)
    assert connections.opened == 1
    connections.cut = 1
    await hall.ask("seat", seed="1")
    seated = visit.page.get_by_text(visit.say("event.table_n", n=1)).first
    assert not await seated.count()
    await visit.page.clock.fast_forward(SILENCE)
    await visit.page.clock.fast_forward(PATIENCE)
    await seated.wait_for(state="attached")
    assert connections.opened == 2


async def heads(visit: Visit) -> list[str]:
    """One's own piles and hand, as they are read aloud."""
    found = await visit.page.locator("[data-zone=piles] button, [data-zone=hand] button").all_inner_texts()
    return [text.strip() for text in found]


@pytest.mark.parametrize("lang", LANGUAGES)
async def test_a_page_of_another_version_offers_to_be_loaded_again_and_keeps_its_seat(
    visits: Visits, lang: str
) -> None:
    visit = await visits.come(PHONE, lang, quick={"stock": 20})
    routes: list[WebSocketRoute] = []
    said: list[int] = []

    def between(route: WebSocketRoute) -> None:
        """The server is renewed after the first hello, as far as the page can tell."""
        server = route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            ask = json.loads(message)
            if ask["do"] == "hello":
                said.append(ask["version"])
                ask["version"] = {1: PREVIOUS, 2: PREVIOUS - 1}.get(len(said), ask["version"])
            server.send(json.dumps(ask))

        routes.append(route)
        route.on_message(pass_on)

    await visit.page.route_web_socket("**/socket", between)
    await visit.go()
    await visit.press("home.play")
    await move(visit, await due(visit), Taps())  # as before, with the previous version
    await due(visit)
    assert not await visit.page.get_by_text(visit.say("table.outdated")).count()
    await routes[-1].close()
    await visit.page.get_by_text(visit.say("table.outdated")).wait_for()
    await visit.looked_at(("light",))
    where, stays = visit.page.url, await heads(visit)
    assert stays
    await visit.press("table.reload")
    await visit.page.get_by_text(visit.say("table.outdated")).wait_for(state="detached")
    sight = await due(visit)
    assert (visit.page.url, await heads(visit)) == (where, stays)
    await move(visit, sight, Taps())
    await due(visit)
    assert said == [PROTOCOL] * 3

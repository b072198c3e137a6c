"""A connection that is lost heals by itself: nothing is lost, and the seat stays."""

import json
import re
from pathlib import Path

from page.players import Taps, due, look, move
from page.visits import PHONE, Visits
from playwright.async_api import WebSocketRoute
from server.node import Node, running


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
        node.kill()
        await visit.page.get_by_role("status").filter(has_text=visit.say("table.lost")).wait_for()
        await visit.looked_at(("light",))
        # what was picked up can be put down meanwhile, and is played when the server is back
        aims = (await look(visit)).aims
        assert aims
        await taps.put(visit, aims[0])
        assert not (await look(visit)).cards
        node.start()
        await node.serving()
        await visit.page.get_by_text(visit.say("table.lost")).wait_for(state="detached")
        await due(visit)
        assert visit.page.url == where
        assert any("Guest" in line for line in await visit.heard())
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
    await visit.page.get_by_text(re.compile("^Guest (plays|discards)")).first.wait_for(state="attached")
    await due(visit)
    assert swallowed
    assert len(routes) == 2

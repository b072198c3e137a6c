"""In a network at home there is no https: the page does without what browsers then keep from it."""

import socket

import pytest
from page.players import Taps, play_out
from page.visits import PHONE, Visits


def own_address() -> str | None:
    """The address under which other devices reach this machine."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: only the way there is looked up
        except OSError:
            return None
        address: str = probe.getsockname()[0]
    return None if address.startswith("127.") else address


async def test_a_game_over_plain_http(visits: Visits) -> None:
    address = own_address()
    if address is None:
        pytest.skip("this machine has no address but its own")
    visit = await visits.come(PHONE, home=f"http://{address}:{visits.node.address.port}", quick={"stock": 2})
    await visit.go()
    assert not await visit.page.evaluate("() => isSecureContext")
    await visit.press("home.play")
    await play_out(visit, Taps(), least=1)
    await visit.press("table.copy_record")
    await visit.shown("table.record_copied")
    await visit.touch_it(visit.link("table.replay"))
    await visit.page.get_by_text(visit.say("proof.good")).wait_for()

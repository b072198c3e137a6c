"""Whole games of every edition, played by what the page lights up."""

from typing import Any

import pytest
from page.players import DoubleTaps, Drags, Fingers, Keys, Steps, Taps, play_out
from page.visits import DESK, PHONE, Size, Visits

EDITIONS: dict[str, dict[str, Any]] = {
    "classic": {},
    "deluxe": {"edition": "deluxe", "players": 3, "bots": {"2": "beginner", "3": "beginner"}},
    "mod": {"edition": "mod"},
    "masters": {"edition": "masters"},
    "tournament": {"edition": "tournament", "players": 4, "bots": {"2": "beginner", "3": "beginner", "4": "beginner"}},
}


GAMES = [
    pytest.param(edition, size, id=f"{edition}-{name}", marks=[] if name == representative else [pytest.mark.long])
    for edition, representative in zip(EDITIONS, ("phone", "desk", "phone", "desk", "phone"), strict=True)
    for name, size in (("phone", PHONE), ("desk", DESK))
]


@pytest.mark.parametrize(("edition", "size"), GAMES)
async def test_a_game_by_taps(visits: Visits, edition: str, size: Size) -> None:
    visit = await visits.come(size, quick=EDITIONS[edition])
    await visit.go()
    await visit.press("home.play")
    await play_out(visit, Taps())
    await visit.fits()


@pytest.mark.parametrize(
    ("hands", "size"),
    [
        pytest.param(DoubleTaps(), PHONE, id="double-taps", marks=pytest.mark.long),
        pytest.param(Drags(), DESK, id="mouse-drags"),
        pytest.param(Fingers(), PHONE, id="finger-drags", marks=pytest.mark.long),
        pytest.param(Keys(), DESK, id="keys"),
        pytest.param(Steps(), DESK, id="arrows", marks=pytest.mark.long),
    ],
)
async def test_a_game_in_another_way(visits: Visits, hands: Taps, size: Size) -> None:
    visit = await visits.come(size)
    await visit.go()
    if isinstance(hands, Keys):
        await visit.button("home.play").focus()
        await visit.page.keyboard.press("Enter")
    else:
        await visit.press("home.play")
    await play_out(visit, hands)
    if isinstance(hands, Keys):
        assert await visit.focused() == await visit.page.locator("#result-title").inner_text()

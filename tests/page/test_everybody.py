"""Every screen and state, for everybody: it fits, fingers hit it, and axe finds nothing in any theme."""

import pytest
from page.tour import ROUTES, settle
from page.visits import DESK, PHONE, TABLET, Size, Visits


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("route", ROUTES)
async def test_every_screen_and_state(visits: Visits, route: str, size: Size) -> None:
    faults = []
    async for stop, visit in ROUTES[route](visits, size=size):
        await settle(visit)
        try:
            await visit.looked_at()
        except AssertionError as error:
            faults.append(f"{stop}: {error}")
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("size", [PHONE, TABLET, (640, 360)], ids=["phone", "tablet", "lying phone"])
async def test_tables_fit_with_very_large_letters(visits: Visits, size: Size) -> None:
    faults = []
    async for stop, visit in ROUTES["tables"](visits, size=size, letters="huge"):
        try:
            await visit.fits()
        except AssertionError as error:
            faults.append(f"{stop}: {error}")
    assert not faults, "\n".join(faults)

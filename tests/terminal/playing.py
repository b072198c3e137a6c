"""Playing on the full screen as a person does: with keys alone, or with a mouse alone."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from textual.pilot import Pilot

from docena.core.notation import parse_move
from docena.terminal.full_screen import TableApp
from docena.terminal.picking import Spot, source_of, target_of

PATIENCE = 120.0
"""Longer than anything takes on a busy machine."""
Press = Callable[[Pilot[None], TableApp, Spot], Awaitable[None]]


def run(game: Coroutine[Any, Any, None]) -> None:
    asyncio.run(game)


def wanted_move(app: TableApp) -> str:
    legal = app.look.scene.legal
    return next((move for move in legal if "-" not in move), legal[0])


async def by_key(pilot: Pilot[None], app: TableApp, spot: Spot) -> None:
    look = app.look
    keys = [key for key, pressed in look.keys.items() if pressed == spot]
    if keys:
        await pilot.press(keys[0])
        return
    await pilot.press("b")
    await pilot.press(str(spot.seat))
    await pilot.press({"stock": "q"}.get(spot.zone) or " zxcv"[spot.number])


async def by_mouse(pilot: Pilot[None], app: TableApp, spot: Spot) -> None:
    area = next(area for area in app.view.canvas.areas if area.target == spot)
    await pilot.click(offset=(area.left, area.top))


async def click_key(pilot: Pilot[None], app: TableApp, key: str) -> None:
    area = next(area for area in app.view.canvas.areas if area.target == key)
    await pilot.click(offset=(area.left, area.top))


async def until(pilot: Pilot[None], done: Callable[[], bool]) -> None:
    """Waits until something has happened, however slow the machine."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not done():
                await pilot.pause(0.01)
    except TimeoutError:
        app: Any = pilot.app
        raise AssertionError(f"nothing happened: {app.look.message!r} {app.look.scene} {app.table.told[-4:]}") from None


async def make_move(pilot: Pilot[None], app: TableApp, press: Press) -> None:
    """Makes one move as a person does: a card, then a place."""
    scene = app.look.scene
    move = parse_move(wanted_move(app))
    source, target = source_of(move, scene.seat, app.look.picking.partner), target_of(move, scene.seat)
    if source is None or target is None:
        key = {"T": "t", "X": "n", ".": "."}[move.text]
        await (click_key(pilot, app, key) if press is by_mouse else pilot.press(key))
    else:
        await press(pilot, app, source)
        assert app.look.picking.picked == source
        await press(pilot, app, target)
        if app.look.choices:
            number = next(key for key, words in app.look.choices if words == app._words_of(move.text))
            await (click_key(pilot, app, number) if press is by_mouse else pilot.press(number))
    await until(pilot, lambda: app.look.scene.number > scene.number or app.look.message != "")
    assert not app.look.message

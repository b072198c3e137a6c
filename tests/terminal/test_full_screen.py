"""The full screen: whole games with keys alone and with a mouse alone, and every page."""

from pathlib import Path
from typing import Any

import pytest
from terminal.playing import Press, by_key, by_mouse, make_move, run, until

from docena.core.editions import NAMES, edition
from docena.core.options import choose_options
from docena.tables.phases import PLAYING
from docena.terminal.full_screen import TableApp
from docena.terminal.layout import draw_page
from docena.terminal.local import LocalTable
from docena.terminal.look import look_at
from docena.terminal.opening import NewTable, new_table, resume_table
from docena.terminal.picking import Spot

SIZES = [(60, 24), (80, 24), (120, 40), (200, 60)]
LANGUAGES = ["en", "es"]


def open_table(
    folder: Path, name: str, players: int, lang: str, people: tuple[str, ...] = ("Ana",), **more: Any
) -> LocalTable:
    options = choose_options(name, players, **{"stock": 3, **more})
    return new_table(NewTable(options, people, ["greedy"]), lang, pace=0.0, folder=folder)


async def whole_game(table: LocalTable, size: tuple[int, int], press: Press) -> None:
    table.begin()
    app = TableApp(table)
    async with app.run_test(size=size) as pilot:
        while table.scene.phase == PLAYING:
            await until(pilot, lambda: app.look.scene.my_turn or app.look.scene.phase != PLAYING)
            assert (app.view.canvas.width, app.view.canvas.height) == size
            if app.look.scene.my_turn:
                await make_move(pilot, app, press)
        await until(pilot, lambda: len(app.screen_stack) > 1)
        await pilot.press("enter")  # the result, and on to the next game
        await until(pilot, lambda: table.scene.game == 2)
    table.close()


@pytest.mark.parametrize("press", [by_key, by_mouse])
@pytest.mark.parametrize(
    ("name", "size", "lang"),
    [
        ("classic", (60, 24), "en"), ("deluxe", (80, 24), "es"), ("mod", (120, 40), "es"), ("masters", (60, 24), "en"),
        ("tournament", (200, 60), "es"),
    ],
)  # fmt: skip
def test_a_whole_game(name: str, size: tuple[int, int], lang: str, press: Press, folder: Path) -> None:
    table = open_table(folder, name, edition(name).players[-1], lang)
    run(whole_game(table, size, press))


@pytest.mark.long
@pytest.mark.parametrize("press", [by_key, by_mouse])
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_every_whole_game(name: str, size: tuple[int, int], lang: str, press: Press, folder: Path) -> None:
    for players in edition(name).players:
        run(whole_game(open_table(folder, name, players, lang), size, press))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_everything_is_on_the_page(name: str, size: tuple[int, int], lang: str, folder: Path) -> None:
    """Six players at 60x24: every pile can be clicked, every number of cards is there, and no line is lost."""
    table = open_table(folder, name, edition(name).players[-1], lang, stock=15)
    table.begin()
    while not (scene := table.scene).my_turn:
        assert table.wait(scene.number, 60)
    look = look_at(scene)
    canvas = draw_page(look, table.told, lang, *size)
    spots = {area.target for area in canvas.areas}
    assert scene.view is not None
    for seat in scene.view.seats:
        assert {Spot("stock", seat), *(Spot("discard", seat, pile) for pile in range(1, 5))} <= spots
        assert scene.names[seat - 1] in canvas.text()
    assert {Spot("building", 0, place) for place in range(1, 5)} <= spots
    for card in scene.view.hand(scene.seat):
        assert Spot("hand", scene.seat, card) in spots
    for area in canvas.areas:
        assert 0 <= area.left < area.right <= canvas.width
        assert 0 <= area.top < area.bottom <= canvas.height
    for source in look.picking.sources:
        assert source in spots
    table.close()


def test_a_small_window_says_so(table: LocalTable) -> None:
    canvas = draw_page(look_at(table.scene), table.told, "en", 40, 10)
    assert "too small" in canvas.text()


def test_pages_open_and_close(table: LocalTable) -> None:
    async def look_around() -> None:
        table.begin()
        app = TableApp(table)
        async with app.run_test(size=(60, 24)) as pilot:
            for key in ("question_mark", "r", "p", "l", "m"):
                await pilot.press(key)
                assert len(app.screen_stack) == 2, key
                await pilot.press("escape")
                assert len(app.screen_stack) == 1, key
            await pilot.press("m")
            await pilot.press("down", "down", "down", "down", "down", "down", "down", "enter")
            assert app.theme_name == "contrast"
            await pilot.press("h")
            await until(pilot, lambda: len(app.screen_stack) == 2)
            await pilot.press("escape")
            assert app.look.hinted

    run(look_around())


def test_what_cannot_be_played_is_explained(table: LocalTable) -> None:
    async def try_it() -> None:
        app = TableApp(table)
        async with app.run_test(size=(80, 24)) as pilot:
            scene = app.look.scene
            assert scene.view is not None
            stuck = Spot("discard", 1, 1)
            await by_mouse(pilot, app, stuck)
            assert "discard pile 1 is empty" in app.look.message.lower()
            await pilot.press("1")
            assert app.look.picking.picked is not None
            await pilot.press("escape")
            assert app.look.picking.picked is None

    run(try_it())


def test_a_window_may_change_in_the_middle_of_a_move(table: LocalTable) -> None:
    async def resize() -> None:
        app = TableApp(table)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.press("1")
            picked = app.look.picking.picked
            for size in (*SIZES, (40, 10), (80, 24)):
                await pilot.resize_terminal(*size)
                await until(pilot, lambda: (app.view.canvas.width, app.view.canvas.height) == size)  # noqa: B023
            assert app.look.picking.picked == picked
            await pilot.press("z")
            assert table.scene.number > 0

    run(resize())


def test_stop_and_go_on(table: LocalTable, folder: Path) -> None:
    async def stop() -> None:
        app = TableApp(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press("ctrl+q")
        assert not app.is_running

    legal = list(table.scene.legal)
    run(stop())
    table.close()
    again = resume_table(None, "en", pace=0.0, folder=folder)
    assert list(again.scene.legal) == legal
    again.close()


def test_cards_are_covered_between_two_people(folder: Path) -> None:
    async def share() -> None:
        table = open_table(folder, "classic", 2, "en", ("Ana", "Luis"))
        app = TableApp(table)
        async with app.run_test(size=(80, 24)) as pilot:
            name = table.scene.names[table.scene.covered - 1]
            assert f"{name}, it is your turn" in app.view.canvas.text()
            await pilot.press("1", "z")
            assert table.scene.covered, "no key does anything but Enter"
            await pilot.press("enter")
            await until(pilot, lambda: app.look.scene.my_turn)
        table.close()

    run(share())


def test_undo_with_a_key(table: LocalTable) -> None:
    async def undo() -> None:
        app = TableApp(table)
        async with app.run_test(size=(80, 24)) as pilot:
            before = bytes(app.look.scene.view or b"")
            wild = next(key for key, spot in app.look.keys.items() if spot.zone == "hand" and spot.number == 13)
            await pilot.press(wild, "a")
            await until(pilot, lambda: app.look.scene.undoable)
            await pilot.press("u")
            await until(pilot, lambda: bytes(app.look.scene.view or b"") == before)

    run(undo())

"""The terminal at tables of a real server: with others, through lost connections, and back in the same seat."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from server.node import Node, end
from terminal.playing import by_key, by_mouse, make_move, run, until

from docena.client.seating import Seated, sit_down
from docena.core.errors import DocenaError, Refused
from docena.core.options import choose_options
from docena.tables.phases import GATHERING, PLAYING
from docena.tables.table_choices import Choices
from docena.terminal import joining
from docena.terminal.full_screen import TableApp
from docena.terminal.hosting import hosted_server
from docena.terminal.joining import Visitor, choices_for, come_to, open_there
from docena.terminal.kept_seats import find_seat
from docena.terminal.remote_table import RemoteTable

PATIENCE = 120


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Node]:
    folder = tmp_path_factory.mktemp("server")
    node = Node(folder, str(folder / "docena.db"))
    node.start()
    asyncio.run(node.serving())
    yield node
    end(node)


def visitor(folder: Path, *, patient: bool = True) -> Visitor:
    return Visitor("en", folder, patient)


def opened(node: Node, folder: Path, *, patient: bool = True, **choices: Any) -> RemoteTable:
    usual = {"stock": 2, "clock": "off", "pace": 0, "goal": 0}
    return open_there(node.address, Choices(**{**usual, **choices}), "Ana", visitor(folder, patient=patient))


def comes(node: Node, ana: RemoteTable, name: str, folder: Path) -> RemoteTable:
    return come_to(node.address, ana.seated.table, name, visitor(folder), asks=False)


def wait_for(table: RemoteTable, done: Callable[[], bool]) -> None:
    """Waits until something is so at a table, however slow the machine."""
    number = -1
    while not done():
        assert table.fault is None
        assert table.wait(number, PATIENCE), table.told[-5:]
        number = table.scene.number


@contextlib.contextmanager
def leaving(*tables: RemoteTable) -> Iterator[None]:
    try:
        yield
    finally:
        for table in tables:
            table.close()


def play_on(*tables: RemoteTable) -> None:
    """A game to its end, by all who sit at the table."""
    while tables[0].scene.phase == PLAYING:
        for table in tables:
            if table.scene.my_turn:
                legal = table.scene.legal
                with contextlib.suppress(Refused):
                    table.play(next((move for move in legal if "-" not in move), legal[0]))
        tables[0].wait(tables[0].scene.number, 0.01)


def test_two_terminals_play_a_game_and_the_next(node: Node, tmp_path: Path) -> None:
    ana = opened(node, tmp_path / "ana")
    assert ana.scene.phase == GATHERING
    assert ana.scene.is_host
    luis = comes(node, ana, "Luis", tmp_path / "luis")
    with leaving(ana, luis):
        wait_for(ana, lambda: ana.scene.phase == PLAYING)
        wait_for(luis, lambda: luis.scene.phase == PLAYING)
        assert {"Ana", "Luis"} == set(ana.scene.names)
        assert any(told.words == "Luis sits down." for told in ana.told)
        luis.say_phrase("well_played")
        wait_for(ana, lambda: any(told.kind == "chat" for told in ana.told))
        assert "Luis: Well played!" in [told.words for told in ana.told]
        play_on(ana, luis)
        wait_for(luis, lambda: luis.scene.result is not None)
        ana.next_game()
        luis.next_game()
        wait_for(ana, lambda: ana.scene.game == 2)
        assert ana.told[-1].words


def test_an_undo_is_asked_for_and_agreed_to(node: Node, tmp_path: Path) -> None:
    ana = opened(node, tmp_path / "ana", stock=20)
    luis = comes(node, ana, "Luis", tmp_path / "luis")
    with leaving(ana, luis):
        wait_for(ana, lambda: ana.scene.phase == PLAYING)
        wait_for(luis, lambda: luis.scene.phase == PLAYING)
        mover, other = (ana, luis) if ana.scene.my_turn else (luis, ana)
        before = bytes(mover.scene.view or b"")
        mover.play(next(move for move in mover.scene.legal if "-" in move))
        mover.undo()
        wait_for(other, lambda: other.scene.undo_asked_by == mover.scene.seat)
        other.agree(yes=True)
        wait_for(mover, lambda: bytes(mover.scene.view or b"") == before)
        assert "A move has been taken back." in [told.words for told in other.told]


def test_a_newcomer_is_let_in_by_a_key(node: Node, tmp_path: Path) -> None:
    ana = opened(node, tmp_path / "ana", patient=False, approval=True)
    came: list[Seated] = []

    async def let_in() -> None:
        app = TableApp(ana, online=ana)
        async with app.run_test(size=(80, 24)) as pilot:
            asking = asyncio.create_task(sit_down(node.address, ana.scene.code, "Eva"))
            await until(pilot, lambda: bool(app.look.scene.newcomers))
            await pilot.pause()
            assert "Eva would like to sit down." in app.view.canvas.text()
            await pilot.press("+")
            came.append(await asking)

    with leaving(ana):
        run(let_in())
    assert came[0].seat == 2


@pytest.mark.parametrize("press", [by_key, by_mouse])
def test_a_whole_game_on_the_full_screen(node: Node, tmp_path: Path, press: Any) -> None:
    """The host fills the seats with bots, plays to the end, and goes on to the next game."""
    ana = opened(node, tmp_path / "ana", patient=False, players=3, edition="masters", stock=5, goal=500)

    async def play() -> None:
        app = TableApp(ana, online=ana)
        async with app.run_test(size=(80, 24)) as pilot:
            page = app.view.canvas.text()
            assert ana.scene.code in page
            assert "█" in page, "the QR code"
            await pilot.press("enter")
            await until(pilot, lambda: ana.scene.game == 1)
            while ana.scene.phase == PLAYING:
                await until(pilot, lambda: app.look.scene.my_turn or app.look.scene.phase != PLAYING)
                if app.look.scene.my_turn:
                    await make_move(pilot, app, press)
            await until(pilot, lambda: len(app.screen_stack) > 1)
            await pilot.press("enter")
            await until(pilot, lambda: ana.scene.game == 2)

    with leaving(ana):
        run(play())


def test_away_and_back(node: Node, tmp_path: Path) -> None:
    ana = opened(node, tmp_path / "ana", stock=30, pace=200)
    with leaving(ana):
        ana.start()
        wait_for(ana, lambda: ana.scene.phase == PLAYING)
        ana.step_away()
        wait_for(ana, lambda: ana.scene.people[0].held)
        assert not ana.scene.my_turn
        ana.come_back()
        wait_for(ana, lambda: not ana.scene.people[0].held)


def test_a_clock_runs(node: Node, tmp_path: Path) -> None:
    ana = opened(node, tmp_path / "ana", stock=30, clock="soft", seconds=300)
    luis = comes(node, ana, "Luis", tmp_path / "luis")

    async def look() -> None:
        app = TableApp(ana, online=ana)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.look.scene.clock is not None)
            assert "seconds left" in app.view.canvas.row(0)

    with leaving(ana, luis):
        run(look())


def test_refusals_are_said(node: Node, tmp_path: Path) -> None:
    ana = opened(node, tmp_path / "ana", patient=False, stock=30)

    async def try_it() -> None:
        app = TableApp(ana, online=ana)
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.look.scene.my_turn)
            ana.play("H13>9")
            await until(pilot, lambda: app.look.message != "")

    with leaving(ana):
        ana.start()
        run(try_it())


def test_who_comes_back_sits_in_the_same_seat(node: Node, tmp_path: Path) -> None:
    ana = opened(node, tmp_path / "ana", stock=30)
    folder = tmp_path / "ana"
    assert all(path.stat().st_mode & 0o077 == 0 for path in [folder, *folder.iterdir()])
    ana.start()
    wait_for(ana, lambda: ana.scene.my_turn)
    view = bytes(ana.scene.view or b"")
    ana.close()
    for name in (ana.seated.table, ana.scene.code.replace("-", "")):
        again = come_to(node.address, name, None, visitor(folder), asks=False)
        with leaving(again):
            wait_for(again, lambda: again.scene.my_turn)  # noqa: B023
            assert bytes(again.scene.view or b"") == view
    with pytest.raises(DocenaError):
        come_to(node.address, "nowhere1", None, visitor(folder), asks=False)


def test_a_server_that_is_killed_comes_back_with_everything(tmp_path: Path) -> None:
    node = Node(tmp_path, str(tmp_path / "docena.db"))
    node.start()
    asyncio.run(node.serving())
    ana = opened(node, tmp_path / "ana", stock=30)
    try:
        with leaving(ana):
            ana.start()
            wait_for(ana, lambda: ana.scene.my_turn)
            before = bytes(ana.scene.view or b"")
            node.kill()
            wait_for(ana, lambda: not ana.scene.connected)
            assert any("The connection is lost" in told.words for told in ana.told)
            told = len(ana.told)
            node.start()
            wait_for(ana, lambda: ana.scene.connected)
            assert bytes(ana.scene.view or b"") == before
            ana.play(ana.scene.legal[0])
            assert all(one.words != "Game 1: Ana begins." for one in ana.told[told:]), "nothing is told twice"
    finally:
        end(node)


def test_a_server_of_ones_own(tmp_path: Path) -> None:
    """It is there for other devices, ends with the program, and comes back with its table."""
    with hosted_server(tmp_path / "hosted", _free()) as address:
        ana = open_there(address, choices_for(choose_options("classic", 2, stock=9), [], 0), "Ana",
                         visitor(tmp_path / "ana"), hosted=True)  # fmt: skip
        ana.close()
    with hosted_server(tmp_path / "hosted", address.port) as again:
        kept = find_seat(tmp_path / "ana", address, ana.seated.table)
        assert kept == ana.seated
        back = joining.come_back_to(again, kept, visitor(tmp_path / "ana"))
        with leaving(back):
            assert back.scene.phase == GATHERING
    with pytest.raises(DocenaError):
        joining.come_back_to(again, kept, visitor(tmp_path / "ana"))


def _free() -> int:
    from server.node import free_port

    return free_port()


def test_bots_of_a_new_table() -> None:
    options = choose_options("classic", 4)
    assert choices_for(options, ["expert", "casual"], 300).bots == {"3": "expert", "4": "casual"}
    for bots in (["nobody"], ["master@50ms"], ["casual"] * 4):
        with pytest.raises(Refused):
            choices_for(options, bots, None)

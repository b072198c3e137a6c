"""Whole games in a real terminal, which is resized and killed on the way."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from terminal.tmux import PATIENCE, Terminal, a_terminal

from docena.core.editions import NAMES, edition
from docena.core.notation import parse_move
from docena.terminal.frame import ACTS
from docena.terminal.layout import draw_page
from docena.terminal.local import LocalTable
from docena.terminal.look import Look, keys_of, look_at
from docena.terminal.opening import resume_table
from docena.terminal.picking import Spot, source_of, target_of

SIZES = [(60, 24), (80, 24), (120, 40), (200, 60)]


def game_file(terminal: Terminal) -> Path:
    return next((terminal.data / "docena" / "games").glob("*.game"))


@contextmanager
def kept_table(terminal: Terminal, lang: str) -> Iterator[LocalTable]:
    """The table as a copy of its file says that it is now."""
    copy = terminal.data / "copy.game"
    shutil.copy(game_file(terminal), copy)
    table = resume_table(str(copy), lang, pace=0.0, folder=terminal.data)
    try:
        yield table
    finally:
        table.close()


def press(terminal: Terminal, look: Look, spot: Spot, lang: str, *, mouse: bool) -> None:
    if mouse:
        canvas = draw_page(look, (), lang, *terminal.size)
        area = next(area for area in canvas.areas if area.target == spot)
        terminal.click(area.left, area.top)
        return
    key = next((key for key, place in keys_of(look).items() if place == spot), None)
    terminal.type(*([key] if key else ["b", str(spot.seat), {"stock": "q"}.get(spot.zone) or " zxcv"[spot.number]]))


def play_a_move(terminal: Terminal, lang: str, *, mouse: bool) -> bool:
    """Makes one move of the person as soon as it is their turn; False when the game is over."""
    end = time.monotonic() + PATIENCE
    while True:
        with kept_table(terminal, lang) as table:
            scene = table.scene
        if scene.phase != "playing":
            return False
        if scene.my_turn:
            break
        assert time.monotonic() < end, terminal.text
        time.sleep(0.02)
    before = game_file(terminal).read_bytes()
    look = look_at(scene)
    move = parse_move(next((move for move in scene.legal if "-" not in move), scene.legal[0]))
    source, target = source_of(move, scene.seat, look.picking.partner), target_of(move, scene.seat)
    name = {"es": edition(scene.options.edition.name).title["es"]}.get(lang, "docena")
    terminal.until(lambda text: name in text and "dado -" not in text)
    if source is None or target is None:
        terminal.type(ACTS[move.text])
    else:
        press(terminal, look, source, lang, mouse=mouse)
        look.picking.press(source)
        press(terminal, look, target, lang, mouse=mouse)
        choices = look.picking.press(target).choices
        if choices:
            terminal.type(str(list(choices).index(move.text) + 1))
    while game_file(terminal).read_bytes() == before:
        assert time.monotonic() < end, terminal.text
        time.sleep(0.01)
    return True


def start(terminal: Terminal, name: str, lang: str, *more: str) -> None:
    players = str(edition(name).players[0])
    terminal.start("play", "--edition", name, "--players", players, "--stock", "1", "--bots", "random", "--pace", "0",
                   "--goal", "0", "--name", "Ana", "--lang", lang, *more)  # fmt: skip
    terminal.until(lambda text: "Ana" in text and "docena ·" in text)


def whole_game(folder: Path, name: str, size: tuple[int, int], lang: str, *, mouse: bool) -> None:
    with a_terminal(folder, size) as terminal:
        start(terminal, name, lang)
        while play_a_move(terminal, lang, mouse=mouse):
            lines = terminal.text.splitlines()
            assert len(lines) <= size[1]
            assert all(len(line) <= size[0] for line in lines)
        terminal.until(lambda text: "Esc" in text)
        terminal.type("Escape", "C-q")
        assert "ended 0" in terminal.until(lambda text: "ended" in text)
        assert "Traceback" not in terminal.text


@pytest.mark.parametrize(
    ("name", "size", "lang", "mouse"), [("mod", (60, 24), "es", False), ("classic", (80, 24), "en", True)]
)
def test_a_game_in_a_real_terminal(name: str, size: tuple[int, int], lang: str, mouse: bool, tmp_path: Path) -> None:
    whole_game(tmp_path, name, size, lang, mouse=mouse)


@pytest.mark.long
@pytest.mark.parametrize("mouse", [False, True])
@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_every_game_in_a_real_terminal(
    name: str, size: tuple[int, int], lang: str, mouse: bool, tmp_path: Path
) -> None:
    whole_game(tmp_path, name, size, lang, mouse=mouse)


def test_resized_and_killed_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    with a_terminal(tmp_path, (80, 24)) as terminal:
        start(terminal, "classic", "en", "--stock", "20", "--seed", "5")
        play_a_move(terminal, "en", mouse=False)
        for size in (*SIZES, (40, 10)):
            terminal.resize(*size)
            terminal.until(lambda text: ("too small" if size[0] == 40 else "Ana") in text)  # noqa: B023
        terminal.resize(80, 24)
        terminal.until(lambda text: "Ana" in text)
        terminal.type("1")
        with kept_table(terminal, "en") as table:
            before = bytes(table.scene.view or b"")
        terminal.kill()
        terminal.stop()
        terminal.start("play", "--resume", "--pace", "0")
        terminal.until(lambda text: "docena ·" in text and "Ana" in text)
        with kept_table(terminal, "en") as table:
            assert bytes(table.scene.view or b"") == before
        assert play_a_move(terminal, "en", mouse=False)

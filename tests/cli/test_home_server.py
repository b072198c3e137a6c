"""A server of one's own: its folder, its neighbours, and a browser only where there is one."""

import sys
import threading
import webbrowser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from docena.cli import home_server
from docena.cli.app import app
from docena.core.errors import DocenaError
from docena.server.settings import Settings, load_settings


def test_games_are_kept_in_the_folder_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for system, folder in (
        ("linux", ".local/share/docena"),
        ("darwin", "Library/Application Support/docena"),
        ("win32", "AppData/Local/docena"),
    ):
        monkeypatch.setattr(sys, "platform", system)
        assert home_server.own_database() == tmp_path / folder / "docena.db"
        home_server.make_folder(str(home_server.own_database()))
        assert (tmp_path / folder).is_dir()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "file"))
    with pytest.raises(DocenaError, match="--database"):
        home_server.make_folder(str(home_server.own_database()))


def test_a_database_that_is_named_anywhere_is_taken() -> None:
    usual = {"database": "own.db"}
    assert load_settings({}, environment={}, usual=usual) == Settings(database="own.db")
    assert load_settings({}, environment={"DOCENA_DATABASE": "b.db"}, usual=usual).database == "b.db"
    assert load_settings({"database": "c.db"}, environment={}, usual=usual).database == "c.db"


class Window(webbrowser.BackgroundBrowser):
    def __init__(self) -> None:
        super().__init__("window")
        self.opened = threading.Event()

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        assert url == "http://x"
        self.opened.set()
        return True


def test_only_a_browser_with_a_window_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    window, found = Window(), [webbrowser.GenericBrowser("lynx")]
    monkeypatch.setattr(webbrowser, "get", lambda: found[0])
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not home_server.open_browser("http://x")
    monkeypatch.setenv("DISPLAY", ":0")
    assert not home_server.open_browser("http://x")
    found[0] = window
    assert home_server.open_browser("http://x")
    assert window.opened.wait(10)
    monkeypatch.setattr(webbrowser, "get", _none)
    assert not home_server.open_browser("http://x")


def _none() -> Any:
    raise webbrowser.Error("no browser")


def test_a_server_that_runs_already_is_not_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(home_server, "runs_already", lambda _: True)
    monkeypatch.setattr(home_server, "open_browser", opened.append)
    done = CliRunner().invoke(app, ["serve", "--open", "--port", "9"])
    assert (done.exit_code, opened) == (0, ["http://127.0.0.1:9"])
    assert "already" in done.output


def test_every_address_and_a_single_one_exclude_each_other() -> None:
    done = CliRunner().invoke(app, ["serve", "--lan", "--host", "127.0.0.1"])
    assert done.exit_code != 0
    assert "--host" in str(done.exception) + done.output


def test_nothing_answers_where_nobody_is() -> None:
    assert not home_server.runs_already("http://127.0.0.1:9")

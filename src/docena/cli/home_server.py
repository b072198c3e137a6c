"""A server at home: where its games are kept, and opening the browser."""

import json
import os
import sys
import threading
import urllib.request
import webbrowser
from pathlib import Path

from docena.core.words import refused, system_error


def data_folder() -> Path:
    """Where programs on this system keep a user's data."""
    if sys.platform == "win32":
        above = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        above = Path.home() / "Library" / "Application Support"
    else:
        above = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return above / "docena"


def own_database() -> Path:
    return data_folder() / "docena.db"


def own_events() -> Path:
    return data_folder() / "events.db"


def make_folder(database: str) -> None:
    """Creates the folder for the user's own games, readable by nobody else."""
    if Path(database) == own_database():
        try:
            data_folder().mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            why = system_error(error)
            raise refused("bad", "command_line", "data_folder", folder=data_folder(), why=why) from None


def runs_already(address: str) -> bool:
    """Whether a docena server answers there."""
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=2) as reply:  # noqa: S310  # our own address
            return "version" in json.load(reply)
    except (OSError, ValueError):
        return False


def open_browser(address: str) -> bool:
    """Opens the page in a browser with a window; one that would take over the terminal is not started."""
    has_windows = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    try:
        browser = webbrowser.get() if has_windows else None
    except webbrowser.Error:
        browser = None
    if browser is None or type(browser) is webbrowser.GenericBrowser:
        return False
    threading.Thread(target=browser.open, args=(address,), daemon=True).start()
    return True

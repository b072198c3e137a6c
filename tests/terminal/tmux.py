"""A real terminal for tests: tmux, which shows what a program draws and types what it is told to."""

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from page.browser import alone

PATIENCE = 120.0


def find_tmux() -> str:
    """Its path, installed where it can be. Without it tests are skipped at home, and fail where CI is set."""
    found = shutil.which("tmux")
    if found is None and shutil.which("apt-get") and os.geteuid() == 0:
        with alone():
            install = "apt-get update -qq; apt-get install -y -qq --no-install-recommends tmux"
            subprocess.run(["sh", "-c", install], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        found = shutil.which("tmux")
    if found is None:
        words = "There is no tmux for the tests of the terminal."
        if os.environ.get("CI"):
            pytest.fail(words)
        pytest.skip(words)
    return found


class Terminal:
    """One window in a tmux of its own, in which `docena` runs."""

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        self.size = size
        self.data = folder / "data"
        self._socket = folder / "tmux"
        self._tmux = [find_tmux(), "-S", str(self._socket), "-f", os.devnull]

    def _ask(self, *words: str) -> str:
        return subprocess.run([*self._tmux, *words], capture_output=True, text=True, check=True).stdout

    def start(self, *arguments: str) -> None:
        """Runs `docena` with these arguments; the window stays when it has ended."""
        width, height = self.size
        program = shlex.join([sys.executable, "-m", "docena", *arguments])
        kept = {"XDG_DATA_HOME": str(self.data), "DOCENA_PLAIN": "", "NO_COLOR": "", "TERM": "xterm-256color"}
        setting = [word for name, value in kept.items() for word in ("-e", f"{name}={value}")]
        self._ask("new-session", "-d", "-x", str(width), "-y", str(height), *setting, "sh", "-c",
                  f"stty -echo; {program}; echo ended $?; exec cat")  # fmt: skip

    def stop(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], capture_output=True, check=False)
        self._socket.unlink(missing_ok=True)  # another server is not to meet one that is ending

    @property
    def text(self) -> str:
        return self._ask("capture-pane", "-p")

    def type(self, *keys: str) -> None:
        for key in keys:
            self._ask("send-keys", key) if key in ("Enter", "Escape", "C-q") else self._ask("send-keys", "-l", key)

    def click(self, x: int, y: int) -> None:
        """Presses and lets go of the left button of a mouse, as terminals say it."""
        self._ask("send-keys", "-l", f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def resize(self, width: int, height: int) -> None:
        self.size = width, height
        self._ask("resize-window", "-x", str(width), "-y", str(height))

    def kill(self) -> None:
        """As if the power of the program was cut."""
        shell = self._ask("list-panes", "-F", "#{pane_pid}").strip()
        found = subprocess.run(["ps", "-o", "pid=", "--ppid", shell], capture_output=True, text=True, check=True)
        os.kill(int(found.stdout.split()[0]), 9)
        self.until(lambda text: "ended" in text)

    def until(self, shows: Callable[[str], bool]) -> str:
        """Waits until the window shows something, however slow the machine."""
        end = time.monotonic() + PATIENCE
        while not shows(text := self.text):
            assert "Traceback" not in text, text
            assert time.monotonic() < end, text
            time.sleep(0.03)
        return text


@contextmanager
def a_terminal(folder: Path, size: tuple[int, int]) -> Iterator[Terminal]:
    terminal = Terminal(folder, size)
    try:
        yield terminal
    finally:
        terminal.stop()

"""A Chromium to show the page in: one that is named, the system's, Playwright's own, or one that is fetched."""

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, Playwright

_FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
_SHELL = "chromium-headless-shell"
"""Chromium without the windows around a page: half the work for the same page."""
_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")
_APT = "apt-get install -y -qq --no-install-recommends"


@contextmanager
def alone() -> Iterator[None]:
    """What several test processes would do at once is done by one; the others wait."""
    with Path(tempfile.gettempdir(), "docena-page-tests.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def find(playwright: Playwright) -> str | None:
    """The path of a Chromium that is here already."""
    named = os.environ.get("DOCENA_CHROMIUM")
    if named:
        if not Path(named).exists():
            pytest.fail(f"DOCENA_CHROMIUM names {named}, which is not there.")
        return named
    own = playwright.chromium.executable_path
    return next(filter(None, map(shutil.which, (_SHELL, own, *_NAMES))), None)


def fetch() -> list[str]:
    """Fetches a Chromium, as the system does it or as Playwright does; returns what was said if neither can."""
    ways = [[sys.executable, "-m", "playwright", "install", "chromium"]]
    if shutil.which("apt-get") and os.geteuid() == 0:
        ways.insert(0, ["sh", "-c", f"apt-get update -qq; {_APT} {_SHELL} || {_APT} chromium"])
    said = []
    for way in ways:
        done = subprocess.run(way, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        if done.returncode == 0:
            break
        said += done.stdout.decode(errors="replace").strip().splitlines()[-2:]
    return said


async def launch(playwright: Playwright) -> Browser:
    """Starts a Chromium. Without one, the tests of the page are skipped at home, and fail where CI is set."""
    path, said = find(playwright), list[str]()
    if path is None:
        with alone():
            said = [] if find(playwright) else fetch()
        path = find(playwright)
        if path is None:
            words = "\n".join(["There is no Chromium for the tests of the page; DOCENA_CHROMIUM can name one.", *said])
            if os.environ.get("CI"):
                pytest.fail(words)
            pytest.skip(words)
    return await playwright.chromium.launch(executable_path=path, args=list(_FLAGS))

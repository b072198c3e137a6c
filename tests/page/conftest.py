"""A real server and a real browser for the tests of the page, which run in a thread with an event loop of its own."""

import asyncio
import inspect
import threading
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest
from page.browser import launch
from page.visits import Visits
from playwright.async_api import Browser, async_playwright, expect
from server.node import Node, end

_PATIENCE = 240.0


class Stage:
    """One browser and one server, used by one test after another."""

    def __init__(self, folder: Path) -> None:
        self.node = Node(folder, str(folder / "docena.db"), {"HOST": "0.0.0.0"})
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.browser: Browser

    def run(self, work: Coroutine[Any, Any, Any], seconds: float = _PATIENCE) -> Any:
        async def bounded() -> Any:
            async with asyncio.timeout(seconds):
                return await work

        return asyncio.run_coroutine_threadsafe(bounded(), self._loop).result()

    async def open(self) -> None:
        expect.set_options(timeout=20_000)
        self._playwright = await async_playwright().start()
        self.browser = await launch(self._playwright)
        self.node.start()
        await self.node.serving()

    async def close(self) -> None:
        end(self.node)
        if hasattr(self, "browser"):
            await self.browser.close()
        await self._playwright.stop()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    stage = Stage(tmp_path_factory.mktemp("page"))
    try:
        stage.run(stage.open())
        yield stage
    finally:
        stage.run(stage.close())
        stage.stop()


@pytest.fixture
def visits(stage: Stage, tmp_path: Path) -> Iterator[Visits]:
    """Guests of the page; nothing may go wrong on any of their pages."""
    visits = Visits(stage.browser, stage.node, tmp_path)
    yield visits
    stage.run(visits.end())
    assert not visits.complaints, "\n".join(visits.complaints)
    assert not stage.node.blunders


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    stage, visits = pyfuncitem.funcargs["stage"], pyfuncitem.funcargs["visits"]
    assert isinstance(stage, Stage)
    assert isinstance(visits, Visits)
    try:
        stage.run(pyfuncitem.obj(**given))
    except BaseException:
        stage.run(visits.photograph())
        raise
    return True

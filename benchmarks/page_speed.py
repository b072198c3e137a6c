"""How quick the page is, in a real Chromium: `make page-speed`.

Loading, taps and frames are measured with the processor as it is and slowed four times, and what is loaded is weighed.
"""

import asyncio
import gzip
import json
import statistics
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from page.browser import launch
from page.players import Spot, Taps, due, look
from page.visits import DESK, PHONE, Size, Visit, Visits
from playwright.async_api import Browser, WebSocketRoute, async_playwright
from server.node import Node, running

import docena.server

PAGE = Path(docena.server.__file__).parent / "page"
SLOW = 4
LOADS = 9
TAPS = 24
ANSWER = 400
"""Milliseconds by which every answer of the server is late while taps are measured: nobody waits for it."""
WATCHED = 20
"""Seconds for which frames are counted."""
REFRESH = 1000 / 60

# the button to play is painted, and no task of the page takes longer than 50 ms any more
_LOADING = """
  globalThis.busyUntil = 0;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) busyUntil = Math.max(busyUntil, startTime + duration);
  }).observe({ type: 'longtask', buffered: true });
  const watch = () => {
    if (!document.querySelector('main button.main, main a.button.main')) return void requestAnimationFrame(watch);
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => (globalThis.painted = performance.now());
    port1.postMessage(0);
  };
  requestAnimationFrame(watch);
"""
# from the finger off the glass to the frame that shows what it did
_TAPPING = """(effect) => {
  const seen = new Function(`return ${effect}`);
  let began = 0;
  addEventListener('pointerup', (event) => (began = event.timeStamp), { capture: true, once: true });
  globalThis.tapped = new Promise((told) => {
    const late = performance.now() + 10_000;
    const watch = () => {
      if (performance.now() > late) return void told(-1);
      if (!began || !seen()) return void requestAnimationFrame(watch);
      const { port1, port2 } = new MessageChannel();
      port2.onmessage = () => told(performance.now() - began);
      port1.postMessage(0);
    };
    requestAnimationFrame(watch);
  });
}"""
# the times between frames in which a card was on its way
_FRAMES = """(seconds) => new Promise((told) => {
  const frames = [], end = performance.now() + seconds * 1000;
  let last = 0, moved = false;
  const count = (now) => {
    const moves = document.querySelector('.flight') !== null;
    if (last && moves && moved) frames.push(now - last);
    last = now, moved = moves;
    if (now < end) requestAnimationFrame(count);
    else told(frames);
  };
  requestAnimationFrame(count);
})"""
_HELD = "document.querySelectorAll('[data-zone=hand] [data-id]').length"


async def slowed(visit: Visit, times: int) -> None:
    session = await visit.page.context.new_cdp_session(visit.page)
    await session.send("Emulation.setCPUThrottlingRate", {"rate": times})


class Bench:
    """A server and a browser to measure in."""

    def __init__(self, browser: Browser, node: Node, folder: Path) -> None:
        self._browser, self._node, self._folder = browser, node, folder

    @asynccontextmanager
    async def visit(self, **how: Any) -> AsyncIterator[Visit]:
        visits = Visits(self._browser, self._node, self._folder)
        yield await visits.come(**how)
        await visits.end()

    async def loading(self, times: int, size: Size) -> list[float]:
        """Milliseconds until somebody new can play, from a cold cache."""
        found = []
        for _ in range(LOADS):
            async with self.visit(size=size, new=True) as visit:
                await visit.page.add_init_script(_LOADING)
                await slowed(visit, times)
                await visit.go()
                await visit.page.wait_for_function("() => globalThis.painted")
                await visit.page.wait_for_timeout(500)
                found.append(await visit.page.evaluate("() => Math.max(painted, busyUntil)"))
        return found

    async def tapping(self, times: int, size: Size) -> list[float]:
        """Milliseconds until a tap is seen, while every answer of the server is late."""
        found: list[float] = []
        async with self.visit(size=size, motion="normal", quick={"stock": 20}) as visit:
            await visit.page.route_web_socket("**/socket", late)
            await visit.go()
            await visit.press("home.play")
            await due(visit)
            await slowed(visit, times)
            while len(found) < TAPS:
                sight = await due(visit)
                held = [card for card in sight.cards if (card.source or "").startswith("hand")]
                if sight.answers or not held:
                    await Taps().at(visit, (sight.answers or sight.cards)[0])
                    continue
                found.append(await self._tap(visit, held[0], "document.querySelector('.picked')"))
                count = await visit.page.evaluate(_HELD)
                aims = (await look(visit)).aims
                found.append(await self._tap(visit, aims[len(found) % len(aims)], f"{_HELD} !== {count}"))
            await visit.page.wait_for_timeout(2 * ANSWER)
        return found

    async def _tap(self, visit: Visit, spot: Spot, effect: str) -> float:
        await visit.page.evaluate(_TAPPING, effect)
        await Taps().at(visit, spot)
        ms = float(await visit.page.evaluate("() => globalThis.tapped"))
        assert ms >= 0, f"{spot.id} was tapped, and nothing is seen of it"
        return ms

    async def frames(self, times: int, size: Size) -> list[float]:
        """Milliseconds between frames, while the cards of six players move; a bot plays for whoever watches."""
        six = {"edition": "deluxe", "players": 6, "bots": {str(seat): "casual" for seat in range(2, 7)}, "pace": 300}
        async with self.visit(size=size, motion="normal", quick=six | {"stock": 20}) as visit:
            await visit.go()
            await visit.press("home.play")
            await due(visit)
            await visit.press("table.menu")
            await visit.press("table.go_away")
            await visit.page.wait_for_timeout(1000)
            await slowed(visit, times)
            found: list[float] = await visit.page.evaluate(_FRAMES, WATCHED)
        return found

    async def weight(self) -> int:
        """Gzipped bytes of script and style that somebody new loads."""
        async with self.visit(size=DESK, new=True) as visit:
            await visit.go()
            await visit.button("home.play").wait_for()
            await visit.page.wait_for_load_state("networkidle")
            paths = {urlsplit(address).path for address in visit.asked}
        loaded = [path for path in paths if path.endswith((".js", ".css")) and path != "/sw.js"]
        return sum(len(gzip.compress((PAGE / path.lstrip("/")).read_bytes(), 9, mtime=0)) for path in loaded)


def late(route: WebSocketRoute) -> None:
    """Holds back what the server answers, and what it says after that; the first words bring the table at once."""
    server = route.connect_to_server()
    loop = asyncio.get_running_loop()
    begun = due_at = loop.time()

    def hear(message: str | bytes) -> None:
        nonlocal due_at
        answers = loop.time() > begun + 1 and "id" in json.loads(message)
        # one after another: a loop may take things of the same moment in any order
        due_at = max(due_at + 1e-6, loop.time() + (ANSWER / 1000 if answers else 0))
        loop.call_at(due_at, route.send, message)

    server.on_message(hear)


def share(frames: Sequence[float], refreshes: float) -> float:
    return 100 * sum(frame <= refreshes * REFRESH for frame in frames) / max(1, len(frames))


def centile(values: Sequence[float], percent: int) -> float:
    return sorted(values)[min(len(values) - 1, len(values) * percent // 100)]


async def measure(bench: Bench) -> None:
    print("| what | goal | processor | result |\n|---|---|---|---|", flush=True)
    row("script and style of the first page, gzipped", "at most 85 kB", "", f"{await bench.weight() / 1000:.1f} kB")
    for times in (SLOW, 1):
        slow = f"slowed {times} times" if times > 1 else "full speed"
        for name, size in (("phone", PHONE), ("desk", DESK)):
            ms = await bench.loading(times, size)
            goal = "under 1 s" if times > 1 else ""
            text = f"{statistics.median(ms):.0f} ms (best {min(ms):.0f}, worst {max(ms):.0f}, of {len(ms)})"
            row(f"until a new visitor can play, {name}", goal, slow, text)
        for name, size in (("phone", PHONE), ("desk", DESK)):
            ms = await bench.tapping(times, size)
            text = f"{statistics.median(ms):.0f} ms (p95 {centile(ms, 95):.0f}, worst {max(ms):.0f}, of {len(ms)})"
            goal = "within 50 ms" if times == 1 else ""
            row(f"until a tap shows, {name}; responses {ANSWER} ms late", goal, slow, text)
        for name, size in (("phone", PHONE), ("desk", DESK)):
            ms = await bench.frames(times, size)
            text = (
                f"{share(ms, 1.06):.1f} % of {len(ms)} frames in one refresh, {share(ms, 2.06):.1f} % in two; "
                f"p95 {centile(ms, 95):.1f} ms, {1000 * len(ms) / sum(ms):.1f} frames a second"
            )
            row(f"frames while six players' cards move, {name}", "60 a second" if times == 1 else "", slow, text)


def row(*cells: str) -> None:
    print(f"| {' | '.join(cells)} |", flush=True)


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        node = Node(Path(folder), str(Path(folder, "docena.db")))
        async with async_playwright() as playwright, running(node):
            browser = await launch(playwright)
            await measure(Bench(browser, node, Path(folder)))
            await browser.close()


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))

"""Somebody who has the page open: on a phone or a desk, in a language, and with nothing going wrong unnoticed."""

import re
from pathlib import Path
from typing import Any, Literal

import msgspec
from page import axe
from page.scripts import script
from page.words import said
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, Response
from server.node import Node

Size = tuple[int, int]
PHONE: Size = (360, 640)
TABLET: Size = (768, 1024)
DESK: Size = (1280, 800)
WALL: Size = (1920, 1080)
Theme = Literal["light", "dark", "contrast"]
THEMES: tuple[Theme, ...] = ("light", "dark", "contrast")
QUICK = {
    "goal": 0,
    "clock": "off",
    "pace": 0,
    "stock": 3,
    "edition": "classic",
    "players": 2,
    "bots": {"2": "beginner"},
}
"""The last game against bots, as the browser remembers it: a short one, without waiting."""
_HAPPENS = "net::ERR_ABORTED"
"""A request that was on its way when the page was left."""

_SHAPE = script("shape")
_LETTERS = """([size, scale]) => {
  const root = document.documentElement;
  root.dataset.size = size;
  root.style.setProperty('--scale', scale);
}"""

_SMALL = script("targets")

_HEAR = script("hear")


class Visit:
    """One browser with one page."""

    def __init__(self, page: Page, home: str, lang: str, touch: bool) -> None:
        self.page, self.home, self.lang, self.touch = page, home, lang, touch
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self._forgiven: list[re.Pattern[str]] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self._complain(f"error: {error}"))
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def forgive(self, *patterns: str) -> None:
        """What goes wrong by intent in this test."""
        self._forgiven += map(re.compile, patterns)
        self.complaints = [words for words in self.complaints if not self._is_forgiven(words)]

    def _is_forgiven(self, words: str) -> bool:
        return any(pattern.search(words) for pattern in self._forgiven)

    def _complain(self, words: str) -> None:
        if not self._is_forgiven(words):
            self.complaints.append(f"{self.page.url}: {words}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self._complain(f"console: {message.text} {message.location.get('url', '')}")

    def _failed(self, request: Request) -> None:
        if request.failure != _HAPPENS:
            self._complain(f"request: {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._complain(f"answer: {response.status} {response.url}")

    def say(self, key: str, **parts: object) -> str:
        return said(key, self.lang, **parts)

    async def go(self, path: str = "/") -> None:
        await self.page.goto(self.home + path)

    def button(self, key: str, **parts: object) -> Locator:
        """A button, by all the words that stand on it."""
        return self.page.get_by_role("button", name=self.say(key, **parts), exact=True)

    def link(self, key: str) -> Locator:
        return self.page.get_by_role("link", name=self.say(key), exact=True)

    async def press(self, key: str, **parts: object) -> None:
        await self.touch_it(self.button(key, **parts))

    async def touch_it(self, place: Locator) -> None:
        await (place.tap() if self.touch else place.click())

    async def shown(self, key: str, **parts: object) -> None:
        await self.page.get_by_text(self.say(key, **parts), exact=True).first.wait_for()

    async def opens(self, link: Locator, key: str = "") -> Page:
        """What a link shows in a window of its own, when all of it is there; by a key where one is named."""
        async with self.page.context.expect_page() as opened:
            await (self.page.keyboard.press(key) if key else link.click())
        page = await opened.value
        await page.wait_for_load_state()
        return page

    async def fits(self) -> None:
        """Nothing is wider than the screen, and no card is cut off."""
        faults = await self.page.evaluate(_SHAPE)
        assert not faults, "\n".join([self.page.url, *faults])

    async def fits_in_very_large_letters(self) -> None:
        """The same, if it has no cards: how large those are is reckoned anew only where letters are chosen."""
        if await self.page.locator("[data-zone]").count():
            return
        await self.page.evaluate(_LETTERS, ["huge", "1.4"])
        try:
            faults = await self.page.evaluate(_SHAPE)
            assert not faults, "\n".join([f"{self.page.url} in very large letters", *faults])
        finally:
            await self.page.evaluate(_LETTERS, ["usual", "1"])

    async def looked_at(self, themes: tuple[Theme, ...] = THEMES) -> None:
        """Nothing to find fault with: it fits, it can be hit by a finger, and axe has no complaint in any theme."""
        await self.fits()
        small = await self.page.evaluate(_SMALL)
        assert not small, "\n".join([self.page.url, *small])
        await axe.check(self.page, themes)

    async def focused(self) -> str:
        """What has the focus: its name, or the empty text where it is lost."""
        found: str = await self.page.evaluate(
            "() => { const it = document.activeElement; return !it || it === document.body ? '' : "
            "it.ariaLabel ?? ((it.querySelector('.unseen') ?? it).textContent.trim() || it.tagName); }"
        )
        return found

    async def heard(self) -> list[str]:
        """All that the page has told those who listen since it was loaded, also what newer lines have driven away."""
        told: list[str] = await self.page.evaluate("() => window.heard")
        return told

    async def hears(self, pattern: str) -> None:
        """Waits until something was told."""
        await self.page.wait_for_function(
            "(words) => window.heard.some((told) => new RegExp(words).test(told))", arg=pattern
        )


class Visits:
    """All who have the page open in a test."""

    def __init__(self, browser: Browser, node: Node, folder: Path) -> None:
        self._browser, self.node, self._folder = browser, node, folder
        self._open: list[tuple[BrowserContext, Visit]] = []
        self.complaints: list[str] = []

    async def come(
        self,
        size: Size = DESK,
        lang: str = "en",
        *,
        theme: Theme = "light",
        motion: str = "off",
        letters: str = "usual",
        quick: dict[str, Any] | None = None,
        new: bool = False,
        home: str | None = None,
        scheme: Literal["light", "dark"] | None = None,
        **prefs: Any,
    ) -> Visit:
        """Opens a browser; somebody `new` has chosen nothing yet."""
        phone = size[0] < 500
        context = await self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            locale=lang,
            has_touch=phone,
            is_mobile=phone,
            color_scheme=scheme,
            reduced_motion="no-preference",
        )
        await context.add_init_script(_HEAR)
        if not new:
            kept = {
                "prefs": {"theme": theme, "motion": motion, "size": letters, "greeted": True, "bots": "instant"}
                | prefs,
                "quick": QUICK | (quick or {}),
                "lang": lang,
            }
            chosen = msgspec.json.encode({f"docena.{key}": value for key, value in kept.items()}).decode()
            await context.add_init_script(
                f"for (const [key, value] of Object.entries({chosen}))"
                " if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));"
            )
        page = await context.new_page()
        page.set_default_timeout(20_000)
        address = self.node.address
        visit = Visit(page, home or f"http://{address.host}:{address.port}", lang, phone)
        self._open.append((context, visit))
        return visit

    async def photograph(self) -> None:
        """What everybody saw when a test failed."""
        for number, (_, visit) in enumerate(self._open):
            path = self._folder / f"seen-{number}.png"
            await visit.page.screenshot(path=path)
            print(f"{visit.page.url} {path}\n{visit.complaints}")

    async def end(self) -> None:
        for context, visit in self._open:
            await context.close()
            self.complaints += visit.complaints

"""Playing by what the page lights up: by taps, by dragging, or with keys alone. No rule of the game is known here."""

from contextlib import suppress

import msgspec
from page.scripts import script
from page.visits import Visit
from playwright.async_api import CDPSession, Error, Locator


class Spot(msgspec.Struct):
    """A place on the screen that can be touched."""

    id: str
    source: str | None
    target: str | None
    x: float
    y: float
    lit: bool
    words: str


class Sight(msgspec.Struct):
    """What the page offers."""

    over: bool
    mine: bool
    prompt: str
    cards: list[Spot]
    """What can be picked up; what can be played, and not only be discarded, is lit."""
    aims: list[Spot]
    """Where that which was picked up can go."""
    answers: list[Spot]
    """The answers to a question, or a button in the place of a card: the first is the usual one."""
    acts: list[Spot]
    """What can be done besides: at open tables also when it is not one's turn."""
    seats: list[Spot]
    """Players with small piles of which something can be played."""


_LOOK = script("look")
_STEP = script("step")
_DUE = "sight.over || (sight.mine && (sight.cards.length || sight.answers.length || sight.seats.length))"
# comes back as soon as it is so, and at every frame looks again
_WAIT = """async (patience) => {
  const look = %s, late = performance.now() + patience;
  for (;;) {
    const sight = look();
    if (%s) return sight;
    if (performance.now() > late) throw new Error(`it is otherwise at the table: ${JSON.stringify(sight)}`);
    await new Promise(requestAnimationFrame);
  }
}"""


async def look(visit: Visit) -> Sight:
    return msgspec.convert(await visit.page.evaluate(_LOOK), Sight)


async def once(visit: Visit, holds: str, patience: float = 20.0) -> Sight:
    """Waits until something holds of a `sight`: a tap can be a moment on its way to a busy page."""
    return msgspec.convert(await visit.page.evaluate(_WAIT % (_LOOK, holds), patience * 1000), Sight)


async def due(visit: Visit, patience: float = 20.0) -> Sight:
    """Waits until there is something to do, or the game is over."""
    return await once(visit, _DUE, patience)


async def picked(visit: Visit) -> list[Spot]:
    """Where that which was just picked up can go."""
    return (await once(visit, "sight.aims.length")).aims


async def put_back(visit: Visit) -> None:
    """Waits until nothing is picked up any more."""
    await once(visit, "!sight.aims.length")


async def laid_down(visit: Visit) -> None:
    """Waits until what was picked up has gone somewhere: before that, a look would see the table as it was."""
    with suppress(Error):  # a touch that missed is made again
        await once(visit, "!sight.aims.length || sight.answers.length", patience=5.0)


class Taps:
    """A card, then a place: with a finger on a phone, with a mouse on a desk."""

    async def at(self, visit: Visit, spot: Spot) -> None:
        await (visit.page.touchscreen.tap(spot.x, spot.y) if visit.touch else visit.page.mouse.click(spot.x, spot.y))

    async def answer(self, visit: Visit, button: Locator) -> None:
        await visit.touch_it(button)

    async def pick(self, visit: Visit, spot: Spot) -> None:
        await self.at(visit, spot)

    async def put(self, visit: Visit, spot: Spot) -> None:
        await self.at(visit, spot)


class DoubleTaps(Taps):
    """Twice on a card: it goes where it fits."""

    async def pick(self, visit: Visit, spot: Spot) -> None:
        await self.at(visit, spot)
        if spot.lit:
            await self.at(visit, spot)


class Drags(Taps):
    """A card is drawn to its place with the mouse."""

    async def pick(self, visit: Visit, spot: Spot) -> None:
        await visit.page.mouse.move(spot.x, spot.y)
        await visit.page.mouse.down()
        await visit.page.mouse.move(spot.x + 5, spot.y - 15, steps=2)

    async def put(self, visit: Visit, spot: Spot) -> None:
        await visit.page.mouse.move(spot.x, spot.y, steps=3)
        await visit.page.mouse.up()


class Fingers(Taps):
    """A card is drawn to its place with a finger, which the browser could take for scrolling."""

    def __init__(self) -> None:
        self._session: CDPSession | None = None

    async def _touch(self, visit: Visit, kind: str, *points: tuple[float, float]) -> None:
        self._session = self._session or await visit.page.context.new_cdp_session(visit.page)
        where = [{"x": x, "y": y} for x, y in points]
        await self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    async def at(self, visit: Visit, spot: Spot) -> None:
        await self._touch(visit, "touchStart", (spot.x, spot.y))
        await self._touch(visit, "touchEnd")

    async def pick(self, visit: Visit, spot: Spot) -> None:
        await self._touch(visit, "touchStart", (spot.x, spot.y))
        for far in (8, 20, 30):
            await self._touch(visit, "touchMove", (spot.x, spot.y - far))

    async def put(self, visit: Visit, spot: Spot) -> None:
        await self._touch(visit, "touchMove", (spot.x, spot.y + 12))
        await self._touch(visit, "touchMove", (spot.x, spot.y))
        await self._touch(visit, "touchEnd")


class Keys(Taps):
    """The row of digits for the hand, the rows below for the piles; focus is never lost."""

    _BUILDING, _DISCARDS = "asdf", "zxcv"

    async def at(self, visit: Visit, spot: Spot) -> None:
        await self._to(visit, spot.words)

    async def _to(self, visit: Visit, words: str) -> None:
        """A button without a key of its own: from one to the next until it is reached."""
        for _ in range(60):
            if await visit.focused() == words:
                return await visit.page.keyboard.press("Enter")
            await visit.page.keyboard.press("Tab")
        raise AssertionError(f"no key leads to {words}")

    async def answer(self, visit: Visit, button: Locator) -> None:
        await self._to(visit, await button.inner_text())

    async def _press(self, visit: Visit, key: str) -> None:
        await visit.page.keyboard.press(key)
        assert await visit.focused(), f"after {key} the focus is lost"

    async def pick(self, visit: Visit, spot: Spot) -> None:
        if spot.id.startswith("card-"):
            held = await visit.page.locator("[data-zone=hand] [data-id]").evaluate_all(
                "all => all.map(e => e.dataset.id)"
            )
            key = str(held.index(spot.id) + 1)
        else:
            zone, *rest = (spot.source or "").split("-")
            key = {"stock": "q", "die": "w", "coins": "e"}.get(zone) or self._DISCARDS[int(rest[1]) - 1]
        await self._press(visit, key)

    async def put(self, visit: Visit, spot: Spot) -> None:
        zone, _, number = (spot.target or "").rpartition("-")
        await self._press(visit, (self._BUILDING if zone == "building" else self._DISCARDS)[int(number) - 1])


class Steps(Keys):
    """Nothing but Tab, arrows and Enter."""

    async def _reach(self, visit: Visit, name: str) -> None:
        """Walks with the arrows in the direction in which the place lies; Tab where they lead nowhere."""
        for _ in range(40):
            key = await visit.page.evaluate(_STEP, name)
            if not key:
                return await self._press(visit, "Enter")
            await self._press(visit, key)
        raise AssertionError(f"arrows do not lead to {name}")

    async def pick(self, visit: Visit, spot: Spot) -> None:
        await self._reach(visit, spot.id)

    async def put(self, visit: Visit, spot: Spot) -> None:
        await self._reach(visit, spot.id or spot.target or "")


def best(cards: list[Spot]) -> Spot:
    """The stock pile first, then whatever can be played; what is bought comes last."""

    def rank(card: Spot) -> tuple[bool, int]:
        zone = (card.source or "").split("-")[0]
        return not card.lit, ["stock", "die", "discard", "hand", "coins"].index(zone)

    return min(cards, key=rank)


async def move(visit: Visit, sight: Sight, hands: Taps, turn: int = 0) -> None:
    """Does one thing that the page offers."""
    if sight.answers:
        return await hands.at(visit, sight.answers[0])
    if not sight.cards:
        # of small piles the one card that can be played is picked up; where there are more, they are shown large
        await hands.at(visit, sight.seats[0])
        if not (await once(visit, "sight.aims.length || document.querySelector('dialog')")).aims:
            await visit.touch_it(visit.page.get_by_role("dialog").locator("button.lit").first)
        await hands.put(visit, (await picked(visit))[0])
        return await laid_down(visit)
    card = best(sight.cards)
    await hands.pick(visit, card)
    # two taps play it at once; where a busy machine made them two single ones, it is put back, and tried again
    aims = (await look(visit)).aims if isinstance(hands, DoubleTaps) and card.lit else await picked(visit)
    if not aims:
        return None
    piles = [aim for aim in aims if not (aim.target or "").startswith("own")]
    await hands.put(visit, piles[0] if piles else aims[turn % len(aims)])
    return await laid_down(visit)


async def play_out(visit: Visit, hands: Taps, least: int = 5, most: int = 600) -> None:
    """Plays until a game is over; where luck ended it at once, another one."""
    done = 0
    for _ in range(most):
        sight = await due(visit)
        if not sight.over:
            await visit.fits()
            await move(visit, sight, hands, done)
            done += 1
        elif done < least:
            # quick bots may have ended the next game, too, before anybody saw its table: only its number tells
            this = await visit.link("table.replay").get_attribute("href")
            await hands.answer(visit, visit.button("table.rematch"))
            await visit.page.locator(f"a[href='{this}']").wait_for(state="detached")
        else:
            return
    raise AssertionError(f"after {most} moves the game is not over")

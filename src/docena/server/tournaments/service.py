"""The hall where events and score pads are kept: its clerk, its counter, and what goes on beside."""

import asyncio
import logging
from contextlib import suppress
from functools import partial

from aiohttp import web

from docena.server.retention import COUNT_SECONDS
from docena.server.settings import Settings
from docena.server.tables.routes import Tables
from docena.server.tournaments.access import Counter
from docena.server.tournaments.entrants import Entrants
from docena.server.tournaments.events import Events
from docena.server.tournaments.log_retention import of_logs
from docena.server.tournaments.log_worker import Clerk
from docena.server.tournaments.online import OnlineTables
from docena.server.tournaments.pads import Pads
from docena.server.tournaments.papers import Papers
from docena.server.tournaments.watching import Watchers
from docena.storage.ports import StoreDown
from docena.tables.registry import House

log = logging.getLogger("docena.server")

LOOK_SECONDS = 0.3
"""How often the hall looks for what came in by other ways: from a terminal, or from tables where games have ended."""
MOST_SECONDS = 5.0
"""When something is wrong it looks less and less often, or a full disk would be filled with complaints about it."""


class Hall:
    """Everything about events and pads of one server."""

    def __init__(self, house: House, tables: Tables, settings: Settings) -> None:
        self._clerk = Clerk(settings.events)
        self._watchers = Watchers(settings.sockets_per_address, float(settings.asks_per_second))
        self._online = OnlineTables(house, self._clerk, self._watchers.tell)
        counter = Counter(self._clerk, self._watchers, settings)
        self._events, self._pads = Events(counter, self._online), Pads(counter, tables)
        self._entrants = Entrants(counter, self._online, tables)
        self._papers = Papers(counter, self._pads)
        self._retention = of_logs(self._clerk, settings)
        self._tasks: list[asyncio.Task[None]] = []
        self._news = False
        """Another program has written, and not everybody has been told."""

    def routes(self) -> list[web.RouteDef]:
        return [*self._events.routes(), *self._entrants.routes(), *self._pads.routes(), *self._papers.routes()]

    async def open(self, _: web.Application) -> None:
        self._tasks = [asyncio.create_task(self._look_again()), asyncio.create_task(self._grow_old())]

    async def farewell(self, _: web.Application) -> None:
        await self._watchers.close()

    async def close(self, _: web.Application) -> None:
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        if self._clerk.has_file:
            with suppress(StoreDown):
                await self._retention.count()
        await self._clerk.close()

    async def _grow_old(self) -> None:
        """Counts how long the server has run, and deletes what has become old by that."""
        while True:
            try:
                if self._clerk.has_file:
                    await self._retention.look()
            except StoreDown as error:
                log.warning("a chore must wait", extra={"why": str(error)})
            except Exception:
                log.exception("a chore failed")
            await asyncio.sleep(COUNT_SECONDS)

    async def _look_again(self) -> None:
        resumed, pause = False, LOOK_SECONDS
        while True:
            await asyncio.sleep(pause)
            pause = min(2 * pause, MOST_SECONDS)
            try:
                if not resumed:
                    await self._online.resume()
                    resumed = True
                await self._online.look()
                await self._look_round()
                pause = LOOK_SECONDS
            except StoreDown:
                continue
            except Exception:
                log.exception("events were not looked after")

    async def _look_round(self) -> None:
        """Tells those who follow something that another program has written to it."""
        if not self._watchers.followed or not (self._news or await self._clerk.do(Clerk.others_wrote)):
            return
        self._news = True
        for name in self._watchers.followed:
            self._watchers.tell(name, await self._clerk.do(partial(_length, name)))
        self._news = False


def _length(name: str, clerk: Clerk) -> int:
    return clerk.book.length(name)

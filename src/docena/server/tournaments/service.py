"""Events and score pads of one server, with their background work."""

import asyncio
import logging
from contextlib import suppress
from functools import partial

from aiohttp import web

from docena.server.retention import COUNT_SECONDS
from docena.server.settings import Settings
from docena.server.tables.routes import Tables
from docena.server.tournaments.access import EventAccess
from docena.server.tournaments.entrants import Entrants
from docena.server.tournaments.events import Events
from docena.server.tournaments.log_retention import of_logs
from docena.server.tournaments.log_worker import LogWorker
from docena.server.tournaments.online import OnlineTables
from docena.server.tournaments.pads import Pads
from docena.server.tournaments.printing import Papers
from docena.server.tournaments.watching import Watchers
from docena.storage.ports import StoreDown
from docena.tables.registry import TableRegistry

logger = logging.getLogger("docena.server")

LOOK_SECONDS = 0.3
"""Seconds between checks for changes from elsewhere: a terminal, or tables whose games have ended."""
MOST_SECONDS = 5.0
"""After errors it checks less and less often, so as not to fill a full disk with messages about it."""


class TournamentService:
    def __init__(self, registry: TableRegistry, tables: Tables, settings: Settings) -> None:
        self._worker = LogWorker(settings.events)
        self._watchers = Watchers(settings.sockets_per_address, float(settings.asks_per_second))
        self._online = OnlineTables(registry, self._worker, self._watchers.tell)
        access = EventAccess(self._worker, self._watchers, settings)
        self._events, self._pads = Events(access, self._online, tables.qr_codes), Pads(access, tables)
        self._entrants = Entrants(access, self._online, tables)
        self._papers = Papers(access, self._pads)
        self._retention = of_logs(self._worker, settings)
        self._tasks: list[asyncio.Task[None]] = []
        self._news = False
        """Something was written, and not everybody has been notified."""

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
        if self._worker.has_file:
            with suppress(StoreDown):
                await self._retention.count()
        await self._worker.close()

    async def _grow_old(self) -> None:
        """Counts the server's running time, and deletes what has expired."""
        while True:
            try:
                if self._worker.has_file:
                    await self._retention.look()
            except StoreDown as error:
                logger.warning("maintenance must wait", extra={"why": str(error)})
            except Exception:
                logger.exception("maintenance failed")
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
                logger.exception("events were not looked after")

    async def _look_round(self) -> None:
        """Sends followers the current length of their log: another program may have written to it."""
        if not self._watchers.followed or not (self._news or await self._worker.do(LogWorker.has_news)):
            return
        self._news = True
        for name in self._watchers.followed:
            self._watchers.tell(name, await self._worker.do(partial(_length, name)))
        self._news = False


def _length(name: str, worker: LogWorker) -> int:
    return worker.file.length(name)

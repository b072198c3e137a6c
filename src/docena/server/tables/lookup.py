"""Finding the table that a path names, by id or by code, with limits on guessing."""

import asyncio
from collections.abc import Callable
from weakref import WeakValueDictionary

from aiohttp import web

from docena.core.words import refused
from docena.server.protection.addresses import address_of
from docena.server.protection.limits import Addresses, Bucket
from docena.server.settings import Settings
from docena.tables.codes import LONG, BadCode, read_code
from docena.tables.live_table import LiveTable
from docena.tables.registry import TableRegistry
from docena.tables.room import Room

CODES_RATE, CODES_BURST = 0.2, 30.0
"""Wrong codes from one address, rate per second and burst: friends behind one address mistype, too."""
ALL_CODES_RATE, ALL_CODES_BURST = 2.0, 240.0
"""The same from all addresses together; beyond it codes are paused for everybody."""
LINKS_RATE, LINKS_BURST = 2.0, 100.0
"""Wrong links from one address. Nobody can guess one: this protects the database."""


class TableLookup:
    """Finds tables by link or code. Only failures count: a correct link or code costs nothing."""

    def __init__(self, registry: TableRegistry, settings: Settings, now: Callable[[], float]) -> None:
        self._registry, self._settings, self._now = registry, settings, now
        self._codes = Addresses(CODES_RATE, CODES_BURST)
        self._all_codes = Bucket(ALL_CODES_RATE, ALL_CODES_BURST, now())
        self._links = Addresses(LINKS_RATE, LINKS_BURST)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def live(self, request: web.Request) -> LiveTable:
        """The table that a path names: by its id, or by its code while a seat is free and no approval is needed."""
        live = await self.door(request)
        if live.room.choices.approval and not is_link(request.match_info["table"]):
            raise refused("approval", "refused", "approval")
        return live

    async def door(self, request: web.Request) -> LiveTable:
        """The same for somebody who wants to be let in: not everything about the table may be shown."""
        return await self.fitting(request, lambda room: room.has_room)

    async def fitting(self, request: web.Request, fits: Callable[[Room], bool]) -> LiveTable:
        """The table with this id, or with this code if it works; otherwise as if there were none."""
        name = request.match_info["table"]
        address = address_of(request, self._settings)
        live = await (self._by_link(name, address) if is_link(name) else self._by_code(name, fits, address))
        if live is None:
            raise refused("not_found", "refused", "no_table" if is_link(name) else "no_code")
        return live

    async def _by_link(self, table: str, address: str) -> LiveTable | None:
        if self._registry.in_memory(table) is not None:
            return await self._registry.live(table)
        async with self._turn(f"link {address}"):
            if not self._links.has(address, self._now()):
                raise refused("too_many", "refused", "wrong_links")
            live = await self._registry.live(table)
            if live is None:
                self._links.take(address, self._now())
            return live

    async def _by_code(self, typed: str, fits: Callable[[Room], bool], address: str) -> LiveTable | None:
        try:
            code = read_code(typed)
        except BadCode:
            return None  # no table can have it: the attempt reveals nothing
        async with self._turn(f"code {address}"):
            if not self._codes.has(address, self._now()):
                raise refused("too_many", "refused", "wrong_codes")
            if not self._all_codes.has(self._now()):
                raise refused("too_many", "refused", "codes_paused")
            live = await self._with_code(code, fits)
            if live is None:
                self._codes.take(address, self._now())
                self._all_codes.spend(1.0, self._now())
            return live

    async def _with_code(self, code: str, fits: Callable[[Room], bool]) -> LiveTable | None:
        table = await self._registry.store.find(code)
        live = await self._registry.live(table) if table is not None else None
        return live if live is not None and fits(live.room) else None

    def _turn(self, who: str) -> asyncio.Lock:
        """One at a time: no attempt is decided before the failures of earlier ones are counted."""
        lock = self._turns.get(who)
        if lock is None:
            lock = self._turns[who] = asyncio.Lock()
        return lock


def is_link(name: str) -> bool:
    """Whether this is a table's id, and not a code: it is longer, and has no dash in it."""
    return len(name) > LONG and name.isascii() and name.isalnum()

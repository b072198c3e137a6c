"""Uploads of event files: limits on their size, and on how many are read at once."""

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager

from aiohttp import web

from docena.core.words import refused
from docena.server.protection.addresses import address_of
from docena.server.tournaments.access import EventAccess, key_of
from docena.server.tournaments.log_worker import LogWorker
from docena.storage.keys import DIRECTOR

LONGEST_FILE = 8_000_000
"""For the director of the event, who names it and sends its key, and for requests from this machine."""
LONGEST_FROM_ANYBODY = 4_000_000
"""An event that is not here yet has no key here; this is more than the largest needs in practice."""
MOST_AT_ONCE = 4
"""Files read at once, from all addresses."""


class Uploads:
    """Admits uploads, one at a time from each address."""

    def __init__(self, access: EventAccess) -> None:
        self._access = access
        self._busy: set[str] = set()

    async def longest(self, request: web.Request) -> int:
        """The longest file that this request may send."""
        name, key = request.query.get("event", ""), key_of(request)

        def opens(worker: LogWorker) -> bool:
            return worker.knows(name) and worker.keys.opens(name, DIRECTOR, key)

        if self._is_here(request) or (name and key and await self._access.do(request, opens)):
            return LONGEST_FILE
        return LONGEST_FROM_ANYBODY

    @contextmanager
    def one(self, request: web.Request) -> Iterator[None]:
        """Holds a place while a file is read."""
        address = address_of(request, self._access.settings)
        if address in self._busy or len(self._busy) >= MOST_AT_ONCE:
            raise refused("too_many", "organise", "one_file")
        self._busy.add(address)
        try:
            yield
        finally:
            self._busy.discard(address)

    def _is_here(self, request: web.Request) -> bool:
        """Whether it comes from this machine, without a proxy."""
        try:
            return not self._access.settings.trust_proxy and ipaddress.ip_address(request.remote or "").is_loopback
        except ValueError:
            return False

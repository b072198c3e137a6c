"""What handlers of events and pads share: keys, limits, links."""

from collections.abc import Callable
from typing import TypeVar

from aiohttp import web

from docena.core.errors import Refused
from docena.core.words import refused
from docena.server.protection.addresses import address_of
from docena.server.protection.limits import RequestLimit, limit_of_commands, limit_of_openings
from docena.server.requests import base_url
from docena.server.settings import Settings
from docena.server.tournaments.log_worker import LogWorker
from docena.server.tournaments.watching import Watchers

T = TypeVar("T")
_MS_A_SECOND, _MS_BURST = 300.0, 30_000.0
"""Milliseconds of the worker's thread for one address: a hall needs them all at once, when a game ends."""
_WRONG_KEYS = 30.0
_WRONG_KEYS_PER_SECOND = 0.2


class EventAccess:
    """Checks keys and limits."""

    def __init__(self, worker: LogWorker, watchers: Watchers, settings: Settings) -> None:
        self.worker, self.watchers, self.settings = worker, watchers, settings
        self._openings, self._asks = limit_of_openings(settings), limit_of_commands(settings)
        self._cost = RequestLimit(settings, _MS_A_SECOND, _MS_BURST)
        self._wrong_keys = RequestLimit(settings, _WRONG_KEYS_PER_SECOND, _WRONG_KEYS)

    async def do(self, request: web.Request, work: Callable[[LogWorker], T]) -> T:
        """Runs a function on the worker's thread, at the cost of the request's address."""
        self._cost.check(request)
        return await self.worker.do(
            work, address_of(request, self.settings), lambda seconds: self._cost.spend(request, 1000 * seconds)
        )

    def may_open(self, request: web.Request, times: int = 1) -> None:
        """Refuses an address that has opened too many."""
        for _ in range(times):
            self._openings.take(request)

    def may_ask(self, request: web.Request, log: str, role: str) -> None:
        self._asks.take(request, f"{log} {role}")

    def wrong_key(self, request: web.Request) -> Refused:
        """The refusal of an invalid key; an address that keeps trying is refused as too many."""
        self._wrong_keys.take(request)
        return refused("secret", "organise", "key")

    async def follow(self, request: web.Request, log: str, seq: int) -> web.StreamResponse:
        return await self.watchers.follow(request, address_of(request, self.settings), log, seq)

    def base(self, request: web.Request) -> str:
        """The address at which other devices reach the server."""
        return base_url(request, self.settings)


def key_of(request: web.Request) -> str:
    """The key, from the header `Authorization: Key ...`; print pages and QR codes have it in their address."""
    word, _, key = request.headers.get("Authorization", "").partition(" ")
    return key.strip() if word.lower() == "key" else request.query.get("key", "")


def check_key(worker: LogWorker, log: str, key: str, *roles: str) -> str:
    """The first of these roles that the key has; on the worker's thread."""
    for role in roles:
        if worker.keys.opens(log, role, key):
            return role
    raise refused("secret", "organise", "key")


def number_in(request: web.Request, part: str) -> int:
    """A number in a path."""
    return digits(request.match_info[part])


def digits(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise refused("bad", "refused", "table_number", text=text[:20])
    return int(text)


def sheet_file(text: str, name: str) -> web.Response:
    """For a spreadsheet: without the byte order mark, some misread accents."""
    return kept_file(f"\ufeff{text}", name, "text/csv")


def kept_file(text: str, name: str, kind: str) -> web.Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return web.Response(text=text, content_type=kind, headers=headers)

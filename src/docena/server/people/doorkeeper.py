"""How often somebody may knock: passwords are not to be found by trying."""

import asyncio

from aiohttp import web

from docena.core.errors import Refused
from docena.core.words import say
from docena.server.protection.addresses import address_of
from docena.server.protection.limits import Addresses
from docena.server.requests import language
from docena.server.settings import Settings
from docena.storage.accounts import fold


class Doorkeeper:
    """Counts by address, and by name as well: somebody who has many addresses wants one account.

    Who is kept out of an account by others who try its name can still come in with a passkey, and sessions go on.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._tries = Addresses(1 / 3, 20.0)
        self._names = Addresses(1 / 30, 10.0)
        self._new = Addresses(30 / 3600, 10.0)
        self._looks = Addresses(2.0, 60.0)

    def knock(self, request: web.Request) -> None:
        """Somebody wants to come in."""
        self._take(self._tries, address_of(request, self._settings), request)

    def name(self, request: web.Request, name: str) -> None:
        """Somebody tries a password for a name, whether it is anybody's or not."""
        self._take(self._names, fold(name), request)

    def may_be_new(self, request: web.Request) -> None:
        """Whether an account more may be made, before anything is read: a password that is too short costs nothing."""
        if not self._new.has(address_of(request, self._settings), asyncio.get_running_loop().time()):
            raise Refused("too_many", say(language(request), "refused", "too_many"))

    def newcomer(self, request: web.Request) -> None:
        """Somebody wants an account."""
        self._take(self._new, address_of(request, self._settings), request)

    def look(self, request: web.Request) -> None:
        """Somebody wants to see their games."""
        self._take(self._looks, address_of(request, self._settings), request)

    def _take(self, limits: Addresses, who: str, request: web.Request) -> None:
        if not limits.take(who, asyncio.get_running_loop().time()):
            raise Refused("too_many", say(language(request), "refused", "too_many"))

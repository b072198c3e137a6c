"""Limits on logins and new accounts, against guessing passwords."""

import asyncio
import math
from collections.abc import Iterator
from contextlib import contextmanager

from aiohttp import web

from docena.core.errors import Refused
from docena.core.words import say
from docena.server.people.guesses import Guesses, Place, TooSoon
from docena.server.protection.addresses import address_of
from docena.server.protection.limits import Addresses
from docena.server.requests import language, too_many
from docena.server.settings import Settings
from docena.storage.accounts import fold


class Guess:
    """An attempt with a password."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.right = False
        """Set if it proves right."""


class LoginLimits:
    """Counts by address, and passwords also by name (`guesses`); passkeys cannot be guessed, and sessions continue."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._tries = Addresses(1 / 3, 20.0)
        self._guesses = Guesses()
        self._new = Addresses(30 / 3600, 10.0)
        self._looks = Addresses(2.0, 60.0)

    def attempt(self, request: web.Request) -> None:
        """Counts a login."""
        self._take(self._tries, address_of(request, self._settings), request)

    @contextmanager
    def guess(self, request: web.Request, name: str, device: str = "") -> Iterator[Guess]:
        """Counts a password for a name, existing or not, perhaps from a device of its owner."""
        address = address_of(request, self._settings)
        guess = Guess(Place(fold(name), device or address, bool(device)))
        try:
            self._guesses.begin(guess.place, _now())
        except TooSoon as why:
            raise Refused("too_many", _sentence(why.seconds, language(request))) from None
        try:
            yield guess
        except Refused:
            self._guesses.unanswered(guess.place, _now())
            raise
        if guess.right:
            self._guesses.right(guess.place, _now())

    def may_be_new(self, request: web.Request) -> None:
        """Whether another account may be created, before the body is read: too short a password does not count."""
        if not self._new.has(address_of(request, self._settings), _now()):
            raise too_many(language(request))

    def newcomer(self, request: web.Request) -> None:
        """Counts a new account."""
        self._take(self._new, address_of(request, self._settings), request)

    def look(self, request: web.Request) -> None:
        """Counts a request for a history."""
        self._take(self._looks, address_of(request, self._settings), request)

    def _take(self, limits: Addresses, who: str, request: web.Request) -> None:
        if not limits.take(who, _now()):
            raise too_many(language(request))


def _now() -> float:
    return asyncio.get_running_loop().time()


def _sentence(seconds: float, lang: str) -> str:
    if not seconds:
        return say(lang, "account", "name_slow")
    wait = f"{math.ceil(seconds)} s" if seconds < 100 else f"{math.ceil(seconds / 60)} min"
    return say(lang, "account", "wrong_often", wait=wait)

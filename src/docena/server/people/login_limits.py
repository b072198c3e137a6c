"""Limits on logins and new accounts, against guessing passwords."""

import asyncio
import math
from collections.abc import Iterator
from contextlib import contextmanager

from aiohttp import web

from docena.core.errors import Refused
from docena.core.words import refused
from docena.server.people.guesses import Guesses, Place, TooSoon
from docena.server.protection.addresses import address_of
from docena.server.protection.limits import RequestLimit
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
        self._guesses = Guesses()
        self.attempts = RequestLimit(settings, 1 / 3, 20.0)
        """Logins."""
        self.accounts = RequestLimit(settings, 30 / 3600, 10.0)
        """New accounts."""
        self.looks = RequestLimit(settings, 2.0, 60.0)
        """Requests for a history, and further steps of a login."""

    @contextmanager
    def guess(self, request: web.Request, name: str, device: str = "") -> Iterator[Guess]:
        """Counts a password for a name, existing or not, perhaps from a device of its owner."""
        address = address_of(request, self._settings)
        guess = Guess(Place(fold(name), device or address, bool(device)))
        try:
            self._guesses.begin(guess.place, _now())
        except TooSoon as why:
            raise _too_soon(why.seconds) from None
        try:
            yield guess
        except Refused:
            self._guesses.unanswered(guess.place, _now())
            raise
        if guess.right:
            self._guesses.right(guess.place, _now())


def _now() -> float:
    return asyncio.get_running_loop().time()


def _too_soon(seconds: float) -> Refused:
    if not seconds:
        return refused("too_many", "account", "name_slow")
    wait = f"{math.ceil(seconds)} s" if seconds < 100 else f"{math.ceil(seconds / 60)} min"
    return refused("too_many", "account", "wrong_often", wait=wait)

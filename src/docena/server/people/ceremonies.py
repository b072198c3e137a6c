"""Challenges for authenticators: each can be used once, and expires soon."""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from enum import Enum

import msgspec

LASTS = 300.0
_CHALLENGE_BYTES = 32


class Purpose(Enum):
    NEW = "new"
    """A passkey for an account that does not exist yet."""
    ADD = "add"
    """Another passkey for an account."""
    LOGIN = "login"


class Ceremony(msgspec.Struct, frozen=True):
    """From a challenge to its response (WebAuthn's term)."""

    purpose: Purpose
    challenge: bytes
    until: float
    account: str = ""
    name: str = ""


class Ceremonies:
    """The ceremonies in progress; if there are too many, the oldest are dropped."""

    def __init__(self, now: Callable[[], float], most: int = 10_000) -> None:
        self._now, self._most = now, most
        self._ceremonies: OrderedDict[str, Ceremony] = OrderedDict()

    def begin(self, purpose: Purpose, account: str = "", name: str = "") -> tuple[str, Ceremony]:
        now = self._now()
        while self._ceremonies:
            oldest = next(iter(self._ceremonies))
            if self._ceremonies[oldest].until > now and len(self._ceremonies) < self._most:
                break
            del self._ceremonies[oldest]
        key = secrets.token_urlsafe(_CHALLENGE_BYTES)
        ceremony = Ceremony(purpose, secrets.token_bytes(_CHALLENGE_BYTES), now + LASTS, account, name)
        self._ceremonies[key] = ceremony
        return key, ceremony

    def end(self, key: str, *purposes: Purpose) -> Ceremony | None:
        """Removes and returns the ceremony, whatever its outcome."""
        ceremony = self._ceremonies.pop(key, None)
        if ceremony is None or ceremony.until <= self._now() or ceremony.purpose not in purposes:
            return None
        return ceremony

"""Passwords: kept as argon2id, and checked where it holds up no move."""

import base64
import secrets
import unicodedata

import msgspec
from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from docena.core.errors import Refused
from docena.core.words import say
from docena.server.slow_work import SlowWork

SHORTEST = 10


class Checked(msgspec.Struct, frozen=True):
    right: bool
    again: str | None = None
    """Another hash to keep, where the one that was kept is of weaker parameters."""


class Passwords:
    """Hashes and checks; the hasher's default is above what OWASP asks for (19 MiB, twice over)."""

    def __init__(self, slow_work: SlowWork, hasher: PasswordHasher | None = None) -> None:
        self._slow_work = slow_work
        self._hasher = hasher or PasswordHasher(time_cost=2, memory_cost=32 * 1024, parallelism=1, type=Type.ID)
        self._decoy = _decoy(self._hasher)

    async def hash(self, password: str, lang: str) -> str:
        return await self._slow_work.do(lambda: self._hasher.hash(_typed(password)), lang)

    async def check(self, kept: str | None, password: str, lang: str) -> Checked:
        """Whether this is the password; it takes as long if there is none to compare it with."""
        return await self._slow_work.do(lambda: self._check(kept, _typed(password)), lang)

    def _check(self, kept: str | None, password: str) -> Checked:
        try:
            self._hasher.verify(kept or self._decoy, password)
        except (VerificationError, InvalidHashError):
            return Checked(False)
        again = kept is not None and self._hasher.check_needs_rehash(kept)
        return Checked(kept is not None, self._hasher.hash(password) if again else None)


def check_choice(name: str, password: str, lang: str) -> None:
    """Refuses a password that is guessed first."""
    if len(_typed(password)) < SHORTEST:
        raise Refused("bad", say(lang, "account", "short", least=SHORTEST))
    if _typed(password).casefold() == _typed(name).casefold():
        raise Refused("bad", say(lang, "account", "same"))


def _typed(password: str) -> str:
    """The same for every keyboard: some send an é in one piece and some in two."""
    return unicodedata.normalize("NFKC", password)


def _decoy(hasher: PasswordHasher) -> str:
    """A hash of nothing that can be typed, as dear to check as any other."""
    salt, digest = (
        base64.b64encode(secrets.token_bytes(size)).rstrip(b"=").decode() for size in (hasher.salt_len, hasher.hash_len)
    )
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${cost}${salt}${digest}"

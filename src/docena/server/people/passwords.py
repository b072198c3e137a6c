"""Passwords: stored as argon2id, and checked where this delays no move."""

import base64
import secrets
import unicodedata

import msgspec
from argon2 import PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError

from docena.core.words import refused
from docena.server.slow_work import SlowWork

SHORTEST = 10


class Checked(msgspec.Struct, frozen=True):
    right: bool
    again: str | None = None
    """A new hash to store, if the stored one has weaker parameters."""


class Passwords:
    """Hashes and checks; the hasher's default is above OWASP's minimum (19 MiB, two passes)."""

    def __init__(self, slow_work: SlowWork, hasher: PasswordHasher | None = None) -> None:
        self._slow_work = slow_work
        self._hasher = hasher or PasswordHasher(time_cost=2, memory_cost=32 * 1024, parallelism=1, type=Type.ID)
        self._decoy = _decoy(self._hasher)

    async def hash(self, password: str) -> str:
        return await self._slow_work.do(lambda: self._hasher.hash(_typed(password)))

    async def check(self, kept: str | None, password: str) -> Checked:
        """Whether this is the password; takes the same time if there is none to compare with."""
        return await self._slow_work.do(lambda: self._check(kept, _typed(password)))

    def _check(self, kept: str | None, password: str) -> Checked:
        try:
            self._hasher.verify(kept or self._decoy, password)
        except (VerificationError, InvalidHashError):
            return Checked(False)
        again = kept is not None and self._hasher.check_needs_rehash(kept)
        return Checked(kept is not None, self._hasher.hash(password) if again else None)


def check_choice(name: str, password: str) -> None:
    """Refuses a password that would be guessed first."""
    if len(_typed(password)) < SHORTEST:
        raise refused("bad", "account", "short", least=SHORTEST)
    if _typed(password).casefold() == _typed(name).casefold():
        raise refused("bad", "account", "same")


def _typed(password: str) -> str:
    """The same for every keyboard: some send an é as one character, some as two."""
    return unicodedata.normalize("NFKC", password)


def _decoy(hasher: PasswordHasher) -> str:
    """A hash that no password matches, as expensive to check as any other."""
    salt, digest = (
        base64.b64encode(secrets.token_bytes(size)).rstrip(b"=").decode() for size in (hasher.salt_len, hasher.hash_len)
    )
    cost = f"m={hasher.memory_cost},t={hasher.time_cost},p={hasher.parallelism}"
    return f"$argon2id$v=19${cost}${salt}${digest}"

"""The player to whose history a game goes: a key kept by the browser, or an account."""

import re
import time
from collections.abc import Callable

from aiohttp import web

from docena.core.errors import Refused
from docena.core.words import refused
from docena.storage.accounts import Account, Accounts, Session
from docena.tables.codes import new_secret, secret_hash

UNUSED_DAYS = 90
"""A session expires after this many days without use on which a server has run."""
_KEY = re.compile(r"[A-Za-z0-9_-]{43,86}")


class Players:
    """Identifies the person of a request: anonymous, unless it says who they are."""

    def __init__(self, accounts: Accounts | None = None, today: Callable[[], int] = lambda: int(time.time())) -> None:
        self.accounts, self.today = accounts, today

    async def player(self, request: web.Request) -> str:
        """The player that `Authorization: Bearer ...` or `X-Docena-Key` names; empty for an anonymous one."""
        token = _bearer(request)
        if token is not None:
            return account_player((await self._session(token)).account)
        key = request.headers.get("X-Docena-Key", "")
        return key_player(key) if key else ""

    async def account(self, request: web.Request) -> Account:
        """The account that is logged in."""
        session = await self._session(_bearer(request) or "")
        account = await self.accounts.account(session.account) if self.accounts is not None else None
        if account is None:
            raise _no_session()
        return account

    async def begin(self, account: str) -> str | None:
        """Begins a session; returns its secret, of which the hash is stored. None if there is no such account."""
        token, now = new_secret(), self.today()
        if self.accounts is None or not await self.accounts.add_session(Session(secret_hash(token), account, now)):
            return None
        return token

    async def end(self, request: web.Request) -> None:
        """Ends the session of a request."""
        if self.accounts is not None:
            await self.accounts.drop_session(session_hash(request))

    async def _session(self, token: str) -> Session:
        if self.accounts is not None and _KEY.fullmatch(token):
            session = await self.accounts.session(secret_hash(token), UNUSED_DAYS)
            if session is not None:
                return session
        raise _no_session()


def account_player(account: str) -> str:
    return f"a:{account}"


def key_player(key: str) -> str:
    """The player of a browser's key, which is stored only as a hash."""
    if not _KEY.fullmatch(key):
        raise refused("bad", "account", "key")
    return f"k:{secret_hash(key)}"


def session_hash(request: web.Request) -> str:
    """The hash of the session that a request names."""
    return secret_hash(_bearer(request) or "")


def _no_session() -> Refused:
    return refused("secret", "account", "session")


def _bearer(request: web.Request) -> str | None:
    word, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if word.lower() == "bearer" else None

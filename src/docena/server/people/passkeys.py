"""Passkeys over HTTP: an account without a password, or another way into one."""

import base64
from urllib.parse import urlsplit

from aiohttp import web

from docena.core.errors import Refused
from docena.core.words import refused
from docena.server import bodies as b
from docena.server.people import authenticators
from docena.server.people.accounts import account_sight, logged_in, name_taken
from docena.server.people.authenticators import NotAccepted, Site
from docena.server.people.ceremonies import Ceremonies, Ceremony, Purpose
from docena.server.people.login_limits import LoginLimits
from docena.server.people.players import Players
from docena.server.requests import base_url, json, origin_of, read_body
from docena.server.routing import Handlers, route
from docena.server.settings import Settings
from docena.server.slow_work import SlowWork
from docena.storage.accounts import Account, Accounts, Passkey
from docena.tables.codes import new_id
from docena.tables.naming import clean_name

MOST_PASSKEYS = 20
"""Passkeys of one account."""


class PasskeyRoutes(Handlers):
    """The handlers of `/api/passkeys`."""

    def __init__(
        self,
        accounts: Accounts,
        players: Players,
        ceremonies: Ceremonies,
        slow_work: SlowWork,
        limits: LoginLimits,
        settings: Settings,
    ) -> None:
        self._accounts, self._players, self._ceremonies = accounts, players, ceremonies
        self._slow_work, self._limits, self._settings = slow_work, limits, settings

    # --- a new one

    @route("post", "/api/passkeys/begin", "Begins a new passkey.", body=b.PasskeyBegin, answer=b.PasskeyOptions)
    async def begin(self, request: web.Request) -> web.Response:
        self._limits.attempts.take(request)
        body = await read_body(request, b.PasskeyBegin)
        had: list[Passkey] = []
        if body.name:
            name = clean_name(body.name)
            if await self._accounts.has_name(name):
                raise name_taken()
            key, ceremony = self._ceremonies.begin(Purpose.NEW, new_id(), name)
        else:
            account = await self._players.account(request)
            had = await self._accounts.passkeys(account.id)
            if len(had) >= MOST_PASSKEYS:
                raise refused("not_now", "account", "many_passkeys")
            key, ceremony = self._ceremonies.begin(Purpose.ADD, account.id, account.name)
        return json(b.PasskeyOptions(key, authenticators.creation_options(self._site(request), ceremony, had)))

    @route(
        "post", "/api/passkeys/finish", "Stores it, for a new account or another.", body=b.PasskeyFinish, answer=b.Login
    )
    async def finish(self, request: web.Request) -> web.Response:
        self._limits.looks.take(request)
        body, site = await read_body(request, b.PasskeyFinish), self._site(request)
        label = clean_name(body.label) if body.label else ""
        ceremony = self._ended(body.ceremony, Purpose.NEW, Purpose.ADD)
        today = self._players.today()
        if ceremony.purpose is Purpose.ADD and (await self._players.account(request)).id != ceremony.account:
            raise _begin_again()
        if ceremony.purpose is Purpose.NEW:
            self._limits.accounts.take(request)
        try:
            passkey = await self._slow_work.do(
                lambda: authenticators.new_passkey(site, ceremony, body.credential, label, today)
            )
        except NotAccepted:
            raise _not_accepted() from None
        account = Account(ceremony.account, ceremony.name, None, today)
        if ceremony.purpose is Purpose.NEW:
            return await self._first(account, passkey)
        if not await self._accounts.add_passkey(passkey):
            raise refused("taken", "account", "passkey_taken")
        return json(b.Login(account.id, account.name, ""), 201)

    async def _first(self, account: Account, passkey: Passkey) -> web.Response:
        if not await self._accounts.add_account(account):
            raise name_taken()
        if not await self._accounts.add_passkey(passkey):
            await self._accounts.drop_account(account.id)
            raise refused("taken", "account", "passkey_taken")
        return await logged_in(self._players, account, 201)

    # --- logging in

    @route("post", "/api/passkeys/login/begin", "Begins to log in with a passkey.", answer=b.PasskeyOptions)
    async def begin_login(self, request: web.Request) -> web.Response:
        self._limits.attempts.take(request)
        key, ceremony = self._ceremonies.begin(Purpose.LOGIN)
        return json(b.PasskeyOptions(key, authenticators.request_options(self._site(request), ceremony)))

    @route("post", "/api/passkeys/login/finish", "Logs in with it.", body=b.PasskeyLogin, answer=b.Login)
    async def finish_login(self, request: web.Request) -> web.Response:
        self._limits.looks.take(request)
        body, site = await read_body(request, b.PasskeyLogin), self._site(request)
        ceremony = self._ended(body.ceremony, Purpose.LOGIN)
        passkey = await self._accounts.passkey(_unpacked(body.credential.raw_id))
        account = await self._accounts.account(passkey.account) if passkey is not None else None
        if passkey is None or account is None:
            raise _not_accepted()
        user = body.credential.response.user
        if user is not None and _unpacked(user) != account.id.encode():
            raise _not_accepted()
        try:
            signed = await self._slow_work.do(
                lambda: authenticators.signatures(site, ceremony, body.credential, passkey)
            )
        except NotAccepted:
            raise _not_accepted() from None
        if not await self._accounts.bump_passkey(passkey.id, signed):
            raise _not_accepted()
        return await logged_in(self._players, account)

    # --- and one that is lost

    @route("delete", "/api/account/passkeys/{passkey}", "Removes a passkey.", answer=b.AccountSight)
    async def drop(self, request: web.Request) -> web.Response:
        account = await self._players.account(request)
        keys = await self._accounts.passkeys(account.id)
        lost = next((key for key in keys if key.id.hex() == request.match_info["passkey"]), None)
        if lost is None:
            raise refused("not_found", "account", "no_passkey")
        if account.password is None and len(keys) == 1:
            raise refused("not_now", "account", "last_passkey")
        await self._accounts.drop_passkey(account.id, lost.id)
        return json(await account_sight(self._accounts, account))

    def _ended(self, key: str, *purposes: Purpose) -> Ceremony:
        ceremony = self._ceremonies.end(key, *purposes)
        if ceremony is None:
            raise _begin_again()
        return ceremony

    def _site(self, request: web.Request) -> Site:
        """The address of the page: the middleware has checked that its origin is ours."""
        base = self._settings.public_url or request.headers.get("Origin") or base_url(request, self._settings)
        parts = urlsplit(base)
        return Site(origin_of(base), parts.hostname or "")


def _begin_again() -> Refused:
    return refused("not_now", "account", "ceremony")


def _not_accepted() -> Refused:
    return refused("secret", "account", "not_accepted")


def _unpacked(text: str) -> bytes:
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise _not_accepted() from None

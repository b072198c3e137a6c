"""Accounts over HTTP: optional, and no more than a name with a password or passkeys."""

import msgspec
from aiohttp import web

from docena.core.errors import Refused
from docena.core.words import refused
from docena.server import bodies as b
from docena.server.people.devices import device_token, known_device
from docena.server.people.login_limits import LoginLimits
from docena.server.people.passwords import Passwords, check_choice
from docena.server.people.players import Players, account_player, key_player, session_hash
from docena.server.requests import json, read_body
from docena.server.routing import Handlers, route
from docena.storage.accounts import Account, Accounts
from docena.storage.ports import Store
from docena.tables.codes import new_id
from docena.tables.naming import clean_name


class AccountRoutes(Handlers):
    """The handlers of `/api/account`, `/api/accounts` and `/api/sessions`."""

    def __init__(
        self, accounts: Accounts, store: Store, players: Players, passwords: Passwords, limits: LoginLimits
    ) -> None:
        self._accounts, self._store, self._players = accounts, store, players
        self._passwords, self._limits = passwords, limits

    @route("post", "/api/accounts", "Creates an account with a password.", body=b.Credentials, answer=b.Login)
    async def create(self, request: web.Request) -> web.Response:
        # before the body is read; it is counted afterwards, as too short a password does not count
        self._limits.accounts.check(request)
        body = await read_body(request, b.Credentials)
        self._limits.accounts.take(request)
        name = clean_name(body.name)
        check_choice(name, body.password)
        if await self._accounts.has_name(name):
            raise name_taken()
        kept = await self._passwords.hash(body.password)
        account = Account(new_id(), name, kept, self._players.today())
        if not await self._accounts.add_account(account):
            raise name_taken()
        return await logged_in(self._players, account, 201)

    @route("post", "/api/sessions", "Logs in with a password.", body=b.Credentials, answer=b.Login)
    async def log_in(self, request: web.Request) -> web.Response:
        self._limits.attempts.take(request)
        body = await read_body(request, b.Credentials)
        name = clean_name(body.name)
        account = await self._accounts.account_by_name(name)
        with self._limits.guess(request, name, known_device(account, body.device)) as guess:
            checked = await self._passwords.check(account.password if account else None, body.password)
            guess.right = checked.right
        if account is None or not checked.right:
            raise refused("secret", "account", "wrong")
        if checked.again is not None:
            await self._accounts.set_password(account.id, checked.again)
            account = msgspec.structs.replace(account, password=checked.again)
        return await logged_in(self._players, account)

    @route("delete", "/api/sessions", "Logs out.", answer=b.Done)
    async def log_out(self, request: web.Request) -> web.Response:
        await self._players.end(request)
        return json(b.Done())

    @route("get", "/api/account", "The account that is logged in.", answer=b.AccountSight)
    async def look(self, request: web.Request) -> web.Response:
        return json(await account_sight(self._accounts, await self._players.account(request)))

    @route("post", "/api/account/password", "Changes the password.", body=b.NewPassword, answer=b.Done)
    async def set_password(self, request: web.Request) -> web.Response:
        account, body = await self._players.account(request), await read_body(request, b.NewPassword)
        check_choice(account.name, body.new)
        if account.password is not None:
            # somebody with a session has logged in: other people's guesses do not count here
            with self._limits.guess(request, account.name, session_hash(request)) as guess:
                checked = await self._passwords.check(account.password, body.old)
                guess.right = checked.right
            if not checked.right:
                raise refused("not_yours", "account", "old")
        await self._accounts.set_password(account.id, await self._passwords.hash(body.new))
        await self._accounts.drop_sessions(account.id, but=session_hash(request))
        return json(b.Done())

    @route("delete", "/api/account", "Deletes the account with its sessions, passkeys and history.", answer=b.Done)
    async def delete(self, request: web.Request) -> web.Response:
        account = await self._players.account(request)
        # the history first: if this is interrupted, the account still exists to try again
        await self._store.forget_player(account_player(account.id))
        await self._accounts.drop_account(account.id)
        return json(b.Done())

    @route(
        "post",
        "/api/account/adopt",
        "Moves the history of a browser's key to the account.",
        body=b.Adopt,
        answer=b.Adopted,
    )
    async def adopt(self, request: web.Request) -> web.Response:
        account = await self._players.account(request)
        self._limits.looks.take(request)
        key = key_player((await read_body(request, b.Adopt)).key)
        return json(b.Adopted(await self._store.adopt(key, account_player(account.id))))


def name_taken() -> Refused:
    return refused("taken", "account", "taken")


async def logged_in(players: Players, account: Account, status: int = 200) -> web.Response:
    """Begins a session and returns it."""
    token = await players.begin(account.id)
    if token is None:
        raise refused("secret", "account", "session")
    return json(b.Login(account.id, account.name, token, device_token(account)), status)


async def account_sight(accounts: Accounts, account: Account) -> b.AccountSight:
    keys = [b.PasskeySight(key.id.hex(), key.name, key.created) for key in await accounts.passkeys(account.id)]
    return b.AccountSight(account.id, account.name, account.created, account.password is not None, keys)

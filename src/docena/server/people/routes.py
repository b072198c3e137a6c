"""The routes about people: histories for all, accounts and passkeys if enabled."""

import time

from aiohttp import web
from argon2 import PasswordHasher

from docena.core.errors import Reason
from docena.core.words import refused
from docena.server.people.accounts import AccountRoutes
from docena.server.people.ceremonies import Ceremonies
from docena.server.people.history import HistoryRoutes
from docena.server.people.login_limits import LoginLimits
from docena.server.people.passwords import Passwords
from docena.server.people.players import Players
from docena.server.settings import Settings
from docena.server.slow_work import SlowWork
from docena.storage.accounts import Accounts
from docena.storage.ports import Store

_ACCOUNT_PATHS = ("/api/account", "/api/account/{rest:.*}", "/api/accounts", "/api/sessions", "/api/passkeys/{rest:.*}")
_PASSKEY_PATHS = ("/api/passkeys/{rest:.*}", "/api/account/passkeys/{rest:.*}")


class People:
    """Their handlers, and the services behind them."""

    def __init__(
        self,
        store: Store,
        players: Players,
        settings: Settings,
        hasher: PasswordHasher | None = None,
    ) -> None:
        self._store, self._players, self._settings = store, players, settings
        self._slow_work = SlowWork()
        self._hasher = hasher
        self._limits = LoginLimits(settings)

    def routes(self) -> list[web.RouteDef]:
        routes = HistoryRoutes(self._store, self._players, self._limits, self._settings).routes()
        accounts = self._players.accounts
        if accounts is None or not self._settings.accounts:
            return routes + _refused(_ACCOUNT_PATHS, "no_accounts", "off")
        passwords = Passwords(self._slow_work, self._hasher)
        accounts_routes = AccountRoutes(accounts, self._store, self._players, passwords, self._limits)
        return routes + accounts_routes.routes() + self._passkeys(accounts)

    async def close(self, _: web.Application) -> None:
        self._slow_work.close()

    def _passkeys(self, accounts: Accounts) -> list[web.RouteDef]:
        try:
            from docena.server.people.passkeys import PasskeyRoutes
        except ModuleNotFoundError as error:
            if error.name != "webauthn":
                raise
            return _refused(_PASSKEY_PATHS, "no_passkeys", "no_passkeys")
        return PasskeyRoutes(
            accounts, self._players, Ceremonies(time.monotonic), self._slow_work, self._limits, self._settings
        ).routes()  # fmt: skip


def _refused(paths: tuple[str, ...], reason: Reason, text: str) -> list[web.RouteDef]:
    """Disabled features are refused at all their addresses."""

    async def refuse(_: web.Request) -> web.StreamResponse:
        raise refused(reason, "account", text)

    return [web.route("*", path, refuse) for path in paths]
